"""Makes the files of `rules/citations`: who cites each paragraph of a game's rulebooks.

A title cites its rulebook in its own source: in events, in refusals and in `Source:` lines. What the system
does for every title, such as taking back and resigning, cites the rulebooks of all.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from games import catalog
from rules.reading.indexing.flow import ROOT
from rules.reading.indexing.sources import Citation, citations_in, named_by_tests
from rules.wiki import shipped
from rules.wiki.citations import FOLDER, Site

SYSTEM = (
    "games/engine/errors.py",
    "games/engine/system.py",
    "games/engine/chance.py",
    "games/matches",
    "games/clocks",
    "games/replay",
    "games/talk",
)
SYSTEM_TESTS = ("tests/engine", "tests/games", "tests/conformance")
_FIELDS = {"event": "events", "refusal": "refusals", "other": "others"}


def texts() -> dict[Path, str]:
    """Return what the files of all games should say."""
    return {
        FOLDER / f"{game}.json": json.dumps(index(game), indent=1, ensure_ascii=False) + "\n"
        for game in shipped.games()
    }


def index(game: str) -> dict[str, Any]:
    """Return what is to be stored of *game*: the sites of every anchor in its shipped rulebooks."""
    known = {anchor for file in shipped.files(game) for anchor in file.book.by_anchor}
    found: defaultdict[str, defaultdict[str, set[Site]]] = defaultdict(lambda: defaultdict(set))
    for one in cited_for(game):
        found[one.anchor][_FIELDS[one.kind]].add(one.site)
    for one in _tests_for(game):
        found[one.anchor]["tests"].add(one.site)
    return {
        "cited": {
            anchor: {kind: [str(site) for site in sorted(sites)] for kind, sites in sorted(kinds.items())}
            for anchor, kinds in sorted(found.items())
            if anchor in known
        },
        "cards": {edition: dict(_of_cards(game, edition, known)) for edition in _editions(game)},
    }


def certain(game: str) -> dict[str, Site]:
    """Return every anchor that the game or the system cites beyond doubt, with one site of each.

    A rulebook that lacks one of them has a citation that leads nowhere.
    """
    return {found.anchor: found.site for found in cited_for(game) if found.sure}


@cache
def cited_for(game: str) -> tuple[Citation, ...]:
    """Return what the title of *game* and the system cite."""
    return (*citations_in(_sources(game), ROOT, game), *_of_the_system())


def _sources(game: str) -> list[Path]:
    """Return the sources of the title, without what names rules and enforces none.

    Its kit says rules in brief, and what designers may change says which paragraphs that concerns.
    """
    return [path for path in _files([_folder(game)]) if path.parent.name not in ("kit", "drafting")]


@cache
def _of_the_system() -> tuple[Citation, ...]:
    return citations_in(_files(SYSTEM), ROOT)


def settling_tests(game: str) -> dict[str, tuple[Site, ...]]:
    """Return the tests that settle each paragraph: the title's with a mark for it, and the system's."""
    found: defaultdict[str, set[Site]] = defaultdict(set)
    for one in _tests_for(game):
        if one.sure or not one.site.path.startswith("tests/titles/"):
            found[one.anchor].add(one.site)
    return {anchor: tuple(sorted(sites)) for anchor, sites in found.items()}


def _tests_for(game: str) -> Iterator[Citation]:
    """Yield what the title's own tests name, and what the system's tests name of its rules."""
    system = {found.anchor for found in _of_the_system()}
    yield from named_by_tests(_files([f"tests/titles/{game.replace('-', '_')}"]), ROOT, game)
    yield from (found for found in _tests_of_the_system() if found.sure or found.anchor in system)


@cache
def _tests_of_the_system() -> tuple[Citation, ...]:
    return named_by_tests(_files(SYSTEM_TESTS), ROOT, "")


def _files(places: Iterable[str]) -> list[Path]:
    """Return the Python files at these *places*. *Raises:* FileNotFoundError if a place is gone."""
    found: list[Path] = []
    for place in (ROOT / name for name in places):
        if not place.exists():
            raise FileNotFoundError(f"{place.relative_to(ROOT)} is no more: tell {__name__} where it went.")
        found += [place] if place.is_file() else sorted(place.rglob("*.py"))
    return found


def _editions(game: str) -> list[str]:
    return [edition for title in catalog.titles() if title.slug == game for edition in title.editions]


def _of_cards(game: str, edition: str, known: set[str]) -> Iterator[tuple[str, str]]:
    """Yield the rules of the edition's cards that are no plain words of the source, and who cites them."""
    plain = {found.anchor for found in cited_for(game)}
    cards = catalog.title(game).editions[edition].cards
    for rule in sorted({card.rule for card in cards} & known - plain):
        yield rule, str(_making_of_cards(game))


@cache
def _making_of_cards(game: str) -> Site:
    """Return where the title makes its cards."""
    for path in _files([_folder(game)]):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(r"\bCard\(", line) and "class" not in line:
                return Site(path.relative_to(ROOT).as_posix(), number, "Card")
    return Site("games/catalog.py", 1, game)


def _folder(game: str) -> str:
    return f"games/titles/{game.replace('-', '_')}"
