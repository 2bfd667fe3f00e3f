"""Where the program itself cites the paragraphs of a rulebook, and which tests settle them.

`manage.py index_citations` finds this in the sources of the titles and of their tests, and writes it into
`rules/citations/<game>.json`. Beside it, `checked/<game>.json` records against which words of each paragraph
the program was checked. A running site only reads these files.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from rules.document.books import Book

FOLDER = Path(__file__).parents[1] / "citations"
CHECKED = FOLDER / "checked"


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """A place of the source. *path:* from the root of the repository. *name:* the event or function there."""

    path: str
    line: int
    name: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.name}".rstrip()

    @classmethod
    def parse(cls, text: str) -> "Site":
        """Return the site that was written as *text*."""
        place, _, name = text.partition(" ")
        path, _, line = place.rpartition(":")
        return cls(path, int(line), name)


@dataclass(frozen=True, slots=True)
class Use:
    """One way in which a paragraph is cited: how many sites, in words, and which."""

    words: str
    sites: tuple[Site, ...]


@dataclass(frozen=True, slots=True)
class Cited:
    """Who cites a paragraph. *others:* docstrings, cards, options."""

    events: tuple[Site, ...] = ()
    refusals: tuple[Site, ...] = ()
    others: tuple[Site, ...] = ()
    tests: tuple[Site, ...] = ()

    @property
    def is_enforced(self) -> bool:
        """Return whether the program cites it. Tests don't count."""
        return bool(self.events or self.refusals or self.others)

    @property
    def sites(self) -> tuple[Site, ...]:
        """All places that cite it."""
        return (*self.events, *self.refusals, *self.others, *self.tests)

    @property
    def uses(self) -> tuple[Use, ...]:
        """The ways in which it is cited, those there are."""
        named = (
            ("event", self.events),
            ("refusal", self.refusals),
            ("other citation", self.others),
            ("test", self.tests),
        )
        return tuple(Use(_counted(len(sites), word), sites) for word, sites in named if sites)

    @property
    def is_named(self) -> bool:
        """Return whether the program or a test cites it."""
        return bool(self.sites)


NOBODY = Cited()


@dataclass(frozen=True, slots=True)
class Index:
    """What is known of one game. *cited:* by anchor. *cards:* who cites a rule for its cards, by edition."""

    cited: dict[str, Cited] = field(default_factory=dict)
    cards: dict[str, dict[str, Site]] = field(default_factory=dict)

    @classmethod
    def parse(cls, stored: dict[str, Any]) -> "Index":
        """Return the index that is stored so."""
        return cls(
            {anchor: Cited(**_parsed(kinds)) for anchor, kinds in stored["cited"].items()},
            {
                edition: {anchor: Site.parse(site) for anchor, site in sites.items()}
                for edition, sites in stored["cards"].items()
            },
        )


@cache
def index_of(game: str) -> Index:
    """Return the index of *game*. It is empty for a game without one."""
    path = FOLDER / f"{game}.json"
    if not path.is_file():
        return Index()
    return Index.parse(json.loads(path.read_text("utf-8")))


@cache
def checked_words(game: str) -> dict[str, dict[str, str]]:
    """Return the digests of the words that the program was checked against, by edition and anchor."""
    path = CHECKED / f"{game}.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


@cache
def cited_files(game: str) -> frozenset[str]:
    """Return the paths of all files that cite a rule of *game*."""
    index = index_of(game)
    of_cards = (site for sites in index.cards.values() for site in sites.values())
    cited = (site for one in index.cited.values() for site in one.sites)
    return frozenset(site.path for site in (*cited, *of_cards))


@lru_cache(maxsize=256)
def citations(book: Book) -> dict[str, Cited]:
    """Return who cites each paragraph of *book*. All paragraphs are in it, cited or not."""
    index = index_of(book.game)
    cards = index.cards.get(book.edition, {})
    return {anchor: _with(index.cited.get(anchor, NOBODY), cards.get(anchor)) for anchor in book.by_anchor}


@lru_cache(maxsize=256)
def enforced(book: Book) -> frozenset[str]:
    """Return the anchors of *book* that its game cites."""
    return frozenset(anchor for anchor, cited in citations(book).items() if cited.is_enforced)


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _parsed(kinds: dict[str, Iterable[str]]) -> dict[str, tuple[Site, ...]]:
    return {kind: tuple(map(Site.parse, sites)) for kind, sites in kinds.items()}


def _with(cited: Cited, card: Site | None) -> Cited:
    return cited if card is None else replace(cited, others=tuple(sorted((*cited.others, card))))
