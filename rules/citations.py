"""Which paragraphs the program itself cites when it enforces them.

A title cites its rulebook in its own source: in `Source:` lines, in refusals and in events. That source is
read here as text, since this app may not import a title.
"""

import re
from functools import cache, lru_cache
from pathlib import Path

import games
from games import catalog
from rules.books import Book

_TITLES = Path(games.__file__).parent / "titles"


@lru_cache(maxsize=256)
def enforced(book: Book) -> frozenset[str]:
    """Return the anchors of *book* that its game cites."""
    found = _in_source(book.game) | _in_catalogue(book.game, book.edition)
    return frozenset(found & book.by_anchor.keys())


@cache
def _in_source(game: str) -> frozenset[str]:
    citation = re.compile(rf"""["`](?:{re.escape(game)}:)?([a-z-]+[a-z0-9])["`]""")
    folder = _TITLES / game.replace("-", "_")
    return frozenset(
        anchor for path in sorted(folder.glob("*.py")) for anchor in citation.findall(path.read_text("utf-8"))
    )


def _in_catalogue(game: str, edition: str) -> frozenset[str]:
    if game not in {title.slug for title in catalog.titles()}:
        return frozenset()
    title = catalog.title(game)
    cards = title.editions[edition].cards if edition in title.editions else ()
    return frozenset({option.rule for option in title.options} | {card.rule for card in cards})
