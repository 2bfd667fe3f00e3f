"""What the page of differences shows: two books to choose, and what changed from one to the other."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from rules.document.books import Book
from rules.document.diffing import KINDS, Change, Difference, compare
from rules.wiki.linking import book_address, compare_address
from rules.wiki.queries.revisions import revisions
from rules.wiki.stored_books import editions_of, stored_book
from scrapsite.common.requests import whole_number

_SUBSTANCE = "substance"


class BadVersion(ValueError):
    """There is no such version of the rulebook. The message names it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A version that can be chosen: `3.4` for what is in force, `3.4:1` for one revision."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Filter:
    """A way to see only some of the changes. *key:* empty for all of them."""

    key: str
    label: str
    count: int
    url: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Neighbouring entries of a chapter that are shown, or that are folded away."""

    is_shown: bool
    entries: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class ChapterStretches:
    """A chapter with what is shown and what is folded, in reading order."""

    title: str
    count: int
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two books compared. *swapped:* address of the same the other way round. *chosen:* the filter in use."""

    difference: Difference
    old_page: str
    new_page: str
    swapped: str
    chosen: str
    filters: tuple[Filter, ...]
    chapters: tuple[ChapterStretches, ...]

    @property
    def between_editions(self) -> bool:
        return self.difference.old.edition != self.difference.new.edition


def choices(game: str) -> tuple[tuple[str, tuple[Choice, ...]], ...]:
    """Return the versions of a game's rulebook by edition, the newest first."""
    lines = revisions(game)
    found: list[tuple[str, tuple[Choice, ...]]] = []
    for book in editions_of(game):
        older = (line.number for line in lines if line.edition == book.edition and not line.is_head)
        in_force = Choice(book.edition, f"{book.edition}, in force (revision {book.revision})")
        past = (Choice(f"{book.edition}:{number}", f"{book.edition}, revision {number}") for number in older)
        found.append((book.edition, (in_force, *past)))
    return tuple(found)


def usual_pair(game: str) -> tuple[str, str]:
    """Return the versions that are compared by default: the newest edition and the one before it.

    Where there is one edition, it is its newest revision with the one before; of one version, itself twice.
    """
    newest, *older = choices(game)
    if older:
        return older[0][0], newest[0]
    versions = newest[1]
    return versions[min(1, len(versions) - 1)].value, versions[0].value


def book_at(game: str, version: str) -> Book:
    """Return the book that *version* names. *Raises:* BadVersion."""
    edition, _, number = version.partition(":")
    revision = whole_number(number, low=1)
    if ":" in version and revision is None:
        raise BadVersion(f"“{number[:20]}” isn’t a revision number. Choose one below.")
    if edition not in {book.edition for book in editions_of(game)}:
        raise BadVersion(f"There is no edition “{edition[:40]}” of this rulebook. Choose another.")
    try:
        return stored_book(game, edition, revision)
    except KeyError:
        raise BadVersion(f"There is no revision {number} of edition “{edition}”. Choose another.") from None


@lru_cache(maxsize=32)
def comparison(old: Book, new: Book, kind: str = "") -> Comparison:
    """Return what changed from *old* to *new*, with only one *kind* of change shown if it is one."""
    difference = compare(old, new)
    counts = {"": len(difference.changes), _SUBSTANCE: len(difference.substance)} | difference.counts
    chosen = kind if kind in counts else ""

    page = compare_address(old, new)
    labels = {"": "All changes", _SUBSTANCE: "Changes in play"}
    labels.update((kind, kind.capitalize()) for kind in KINDS)
    return Comparison(
        difference=difference,
        old_page=book_address(old),
        new_page=book_address(new),
        swapped=compare_address(new, old),
        chosen=chosen,
        filters=tuple(
            Filter(key, label, counts[key], f"{page}&kind={key}" if key else page)
            for key, label in labels.items()
            if counts.get(key)
        ),
        chapters=_chapters(difference, chosen),
    )


def _chapters(difference: Difference, chosen: str) -> tuple[ChapterStretches, ...]:
    def is_shown(entry: Change) -> bool:
        if chosen == _SUBSTANCE:
            return entry.is_substance
        return chosen in entry.kinds if chosen else bool(entry.kinds)

    made: list[ChapterStretches] = []
    for chapter in difference.chapters:
        told = [entry for entry in chapter.entries if entry.kinds or entry.part != "chapter"]
        stretches = tuple(Stretch(key, tuple(group)) for key, group in groupby(told, key=is_shown))
        shown = sum(len(stretch.entries) for stretch in stretches if stretch.is_shown)
        made.append(ChapterStretches(chapter.title, shown, stretches))
    return tuple(made)
