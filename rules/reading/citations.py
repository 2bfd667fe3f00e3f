"""Where the program itself cites the paragraphs of a rulebook, and which tests settle them.

A title cites its rulebook in its own source: in events, in refusals and in `Source:` lines. That source is
read as text by `rules.reading.sources`, since this app may not import a title. What the system does for every
title (taking back, resigning) cites the rulebooks of all.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import games
from games import catalog
from rules.document.books import Book
from rules.reading.sources import Citation, Site, citations_in, named_by_tests

_ROOT = Path(games.__file__).parent.parent
_SYSTEM = (
    "games/engine/errors.py",
    "games/engine/system.py",
    "games/engine/chance.py",
    "games/matches",
    "games/clocks",
    "games/replay",
    "games/talk",
)
_SYSTEM_TESTS = ("tests/engine", "tests/games", "tests/conformance")


@dataclass(frozen=True, slots=True)
class Cited:
    """Who cites a paragraph. *others:* docstrings, cards, options. *tests:* empty where none came along."""

    events: tuple[Site, ...] = ()
    refusals: tuple[Site, ...] = ()
    others: tuple[Site, ...] = ()
    tests: tuple[Site, ...] = ()

    @property
    def is_enforced(self) -> bool:
        """Say whether the program cites it, tests aside: the same as being in `enforced`."""
        return bool(self.events or self.refusals or self.others)


@lru_cache(maxsize=256)
def citations(book: Book) -> dict[str, Cited]:
    """Return who cites each paragraph of *book*; all are in it, cited or not."""
    cited = _sites(_by_the_program(book))
    tests = _sites(_tests_for(book.game))
    return {
        anchor: Cited(
            events=tuple(cited[anchor, "event"]),
            refusals=tuple(cited[anchor, "refusal"]),
            others=tuple(cited[anchor, "other"]),
            tests=tuple(tests[anchor, "other"]),
        )
        for anchor in book.by_anchor
    }


@lru_cache(maxsize=256)
def enforced(book: Book) -> frozenset[str]:
    """Return the anchors of *book* that its game cites."""
    return frozenset(book.by_anchor.keys() & {found.anchor for found in _by_the_program(book)})


def certain(game: str) -> dict[str, Site]:
    """Return every anchor that the game or the system cites beyond doubt, with one site of each.

    A rulebook that lacks one of them has a citation that leads nowhere.
    """
    return {found.anchor: found.site for found in _cited_for(game) if found.sure}


def prepare() -> None:
    """Read the sources of all titles and their tests, so that nobody who opens a rulebook waits for it."""
    for title in catalog.titles():
        _cited_for(title.slug)
        _tests_for(title.slug)


def _sites(found: Iterable[Citation]) -> defaultdict[tuple[str, str], list[Site]]:
    """Return the sites by anchor and kind, in the order of the source, each once."""
    sites: defaultdict[tuple[str, str], set[Site]] = defaultdict(set)
    for one in found:
        sites[one.anchor, one.kind].add(one.site)
    return defaultdict(list, {key: sorted(value) for key, value in sites.items()})


def _by_the_program(book: Book) -> Iterator[Citation]:
    yield from _cited_for(book.game)
    yield from _in_catalogue(book.game, book.edition)


@cache
def _cited_for(game: str) -> tuple[Citation, ...]:
    return (*citations_in(_files([_folder(game)]), _ROOT, game), *_of_the_system())


@cache
def _of_the_system() -> tuple[Citation, ...]:
    return citations_in(_files(_SYSTEM), _ROOT)


@cache
def _tests_for(game: str) -> tuple[Citation, ...]:
    """Return what the title's own tests name, and what the system's tests name of its rules."""
    system = {found.anchor for found in _of_the_system()}
    own = named_by_tests(_files([f"tests/titles/{game.replace('-', '_')}"]), _ROOT, game)
    return (*own, *(found for found in _tests_of_the_system() if found.sure or found.anchor in system))


@cache
def _tests_of_the_system() -> tuple[Citation, ...]:
    return named_by_tests(_files(_SYSTEM_TESTS), _ROOT, "")


def _files(places: Iterable[str]) -> list[Path]:
    """Return the Python files that the *places* are or hold."""
    found = [_ROOT / place for place in places]
    return [path for place in found for path in ([place] if place.is_file() else sorted(place.rglob("*.py")))]


def _in_catalogue(game: str, edition: str) -> Iterator[Citation]:
    """Yield what the catalogue says of cards whose rule isn't a plain word of the source."""
    if game not in {title.slug for title in catalog.titles()}:
        return
    title = catalog.title(game)
    cards = title.editions[edition].cards if edition in title.editions else ()
    plain = {found.anchor for found in _cited_for(game)}
    for rule in {card.rule for card in cards} - plain:
        yield Citation(rule, "other", _making_of_cards(game))


@cache
def _making_of_cards(game: str) -> Site:
    """Return where the title makes its cards."""
    for path in _files([_folder(game)]):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            if re.search(r"\bCard\(", line) and "class" not in line:
                return Site(path.relative_to(_ROOT).as_posix(), number, "Card")
    return Site("games/catalog.py", 1, game)


def _folder(game: str) -> str:
    return f"games/titles/{game.replace('-', '_')}"
