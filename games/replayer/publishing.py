"""The draws of all editions, as the two checkers that know no rules carry them.

`python -m games.replayer.publishing` writes them into docs/verify_match.py and static/js/fair/checking.js.
"""

import re
import textwrap
from collections.abc import Iterable, Mapping
from pathlib import Path

from games import catalog
from games.engine import codec
from games.engine.draws import Draws
from games.engine.protocol import Title

ROOT = Path(__file__).parents[2]
CHECKERS = (ROOT / "docs" / "verify_match.py", ROOT / "static" / "js" / "fair" / "checking.js")
_TABLE = re.compile(r'(DRAWS = (?:JSON\.parse\(`|json\.loads\("""\\)\n)(.*?)(\n(?:`|""")\))', re.DOTALL)
_WIDTH = 108
_Known = Mapping[str, Mapping[str, Draws]]


def published(text: str) -> str:
    """Return the draws of all editions as the text of a checker has them. *Raises:* `ValueError`."""
    found = _TABLE.search(text)
    if found is None:
        raise ValueError("The checker has no place for the draws.")
    return found.group(2)


def table(titles: Iterable[Title]) -> str:
    """Return the draws of all published editions of *titles*: JSON text on short lines."""
    return _lines(_published_by(titles))


def written(text: str, slug: str, edition: str, draws: Draws) -> str:
    """Return the *text* of a checker that also knows the draws of one more edition of the game *slug*."""
    known = _published_by(catalog.titles())
    return _with(text, {**known, slug: {**known[slug], edition: draws}})


def _published_by(titles: Iterable[Title]) -> _Known:
    return {title.slug: {slug: edition.draws for slug, edition in title.editions.items()} for title in titles}


def _lines(draws: _Known) -> str:
    spaced = re.sub(r'(?<=[]}"0-9a-z]),', ", ", codec.to_json(draws))
    return "\n".join(textwrap.wrap(spaced, _WIDTH, break_long_words=False, break_on_hyphens=False))


def _with(text: str, draws: _Known) -> str:
    return _TABLE.sub(lambda found: found[1] + _lines(draws) + found[3], text)


if __name__ == "__main__":
    for checker in CHECKERS:
        old = checker.read_text(encoding="utf-8")
        checker.write_text(_with(old, _published_by(catalog.titles())), encoding="utf-8")
