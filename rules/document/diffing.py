"""What changed between two books, paragraph by paragraph. Each change is listed once.

`rules.document.book_blocks` matches the blocks of the two books.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Literal

from rules.document.book_blocks import BookBlock, Part, book_blocks, paired
from rules.document.books import Book
from rules.document.marking import Token, marked, marked_tokens, tokens
from rules.document.markup import Html
from rules.document.provenance import Provenance
from scrapsite.common.worddiff import WordDiff

__all__ = ["BookBlock", "Change", "Chapter", "Difference", "compare", "marked"]

Kind = Literal["added", "removed", "reworded", "moved", "renumbered"]
KINDS: tuple[Kind, ...] = ("added", "removed", "reworded", "moved", "renumbered")

# Work allowed for two books, as `scrapsite.common.worddiff` counts it: under a second at worst.
MOST_WORK = 30_000_000

_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Change:
    """A block of one or both books and what happened to it. *kinds* is empty if nothing did.

    *title*, *html:* with marks on what changed, for the inside of a heading and a `p`. *brief:* its first
    changes, if they are of substance. *is_substance:* it may change how the game is played; see `compare`.
    *provenance:* where it comes from by the new book, if the old one says something else; else None.
    """

    key: str
    kinds: frozenset[Kind]
    old: BookBlock | None
    new: BookBlock | None
    title: Html
    html: Html
    brief: Html
    is_substance: bool
    provenance: Provenance | None = None

    @property
    def block(self) -> BookBlock:
        """The block as the new book has it, or else as the old one has it."""
        block = self.new or self.old
        assert block is not None  # noqa: S101
        return block

    @property
    def part(self) -> Part:
        return self.block.part

    @property
    def ordered_kinds(self) -> tuple[Kind, ...]:
        """Return the kinds of change, the most important first."""
        return tuple(kind for kind in KINDS if kind in self.kinds)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter of either book with all that stands in it, changed or not, in reading order."""

    anchor: str
    title: str
    entries: tuple[Change, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(entry for entry in self.entries if entry.kinds)


@dataclass(frozen=True, eq=False)
class Difference:
    """Two books side by side. *entries:* everything in either, in the order of the new book."""

    old: Book
    new: Book
    entries: tuple[Change, ...]

    @property
    def changes(self) -> tuple[Change, ...]:
        return tuple(entry for entry in self.entries if entry.kinds)

    @property
    def substance(self) -> tuple[Change, ...]:
        """Return the changes that matter for play."""
        return tuple(entry for entry in self.entries if entry.is_substance)

    @property
    def counts(self) -> dict[str, int]:
        """Return the number of changes by kind, without kinds that didn't happen."""
        counted = Counter(kind for entry in self.entries for kind in entry.kinds)
        return {kind: counted[kind] for kind in KINDS if counted[kind]}

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the entries by chapter; removed blocks stay in the chapter that they were in."""
        titles = {"": "Introduction"}
        for book in (self.old, self.new):
            titles |= {section.anchor: f"{section.number} {section.title}" for section in book.sections}
        grouped: dict[str, list[Change]] = {}
        for entry in self.entries:
            grouped.setdefault(entry.block.chapter, []).append(entry)
        return tuple(Chapter(anchor, titles[anchor], tuple(found)) for anchor, found in grouped.items())


@lru_cache(maxsize=32)
def compare(old: Book, new: Book) -> Difference:
    """Return what changed from *old* to *new*.

    A paragraph is *renumbered* if its number changed only because others came or went. The *moved* blocks are
    the fewest that had to move. *reworded* includes changes of emphasis, link targets, titles, drawings and
    provenance; between two editions, whose sources differ, not of the source's section. A change is of
    *substance* if a paragraph of law was added or removed, or its words changed. The glossary, examples and
    titles are no law. Changes of case, punctuation, emphasis and numbers in references don't count as changed
    words, and neither does a corrected misspelling, which is a word one letter off that the old book has
    nowhere else.
    """
    was, now = book_blocks(old), book_blocks(new)
    pairs = paired(was, now)
    stayed = _longest_rise([before.place for before, _ in pairs])
    moved = {after.key for rank, (_, after) in enumerate(pairs) if rank not in stayed}
    comparing = _Comparing(old, new)
    found = {after.key: comparing.pair(before, after, after.key in moved) for before, after in pairs}
    entries = [found.get(block.key) or comparing.only(None, block) for block in now]
    matched = {before.key for before, _ in pairs}
    places = {before.key: after.key for before, after in pairs}
    for block in reversed([block for block in was if block.key not in matched]):
        entries.insert(_place_for(block, was, entries, places), comparing.only(block, None))
    return Difference(old, new, tuple(entries))


class _Comparing:
    """Compares two books within an allowance of work."""

    def __init__(self, old: Book, new: Book) -> None:
        self._game = new.game
        self._is_one_edition = (old.game, old.edition) == (new.game, new.edition)
        self._words = WordDiff(MOST_WORK)
        self._spellings = Counter(_WORD.findall(" ".join(part.text for part in old.paragraphs).casefold()))

    def only(self, old: BookBlock | None, new: BookBlock | None) -> Change:
        """Return the change for a block that only one book has."""
        block = old or new
        assert block is not None  # noqa: S101
        words = tokens(block.html, self._game)
        before, after = (words, ()) if old else ((), words)
        is_substance = block.part == "law"
        return Change(
            key=block.key,
            kinds=frozenset({"removed" if old else "added"}),
            old=old,
            new=new,
            title=marked(escape(block.title), escape(block.title)),
            html=marked_tokens(before, after, self._words),
            brief=self._brief(before, after) if is_substance else Html(""),
            is_substance=is_substance,
        )

    def pair(self, old: BookBlock, new: BookBlock, is_moved: bool) -> Change:
        """Return what happened to a block that both books have."""
        before, after = tokens(old.html, self._game), tokens(new.html, self._game)
        kinds: set[Kind] = set()
        was, now = ((block.title, block.part, block.shown) for block in (old, new))
        provenance = self._changed(old.provenance, new.provenance)
        if before != after or was != now or provenance is not None:
            kinds.add("reworded")
        if is_moved:
            kinds.add("moved")
        elif old.number != new.number:
            kinds.add("renumbered")
        is_substance = "law" in (old.part, new.part) and self._says_other_words(before, after)
        return Change(
            key=new.key,
            kinds=frozenset(kinds),
            old=old,
            new=new,
            title=marked(escape(old.title), escape(new.title), words=self._words),
            html=marked_tokens(before, after, self._words),
            brief=self._brief(before, after) if is_substance else Html(""),
            is_substance=is_substance,
            provenance=provenance,
        )

    def _changed(self, old: Provenance, new: Provenance) -> Provenance | None:
        """Return what the new book says about where a block comes from, if that has changed."""
        is_same = old == new if self._is_one_edition else old.kind == new.kind
        return None if is_same else new

    def _brief(self, before: tuple[Token, ...], after: tuple[Token, ...]) -> Html:
        return marked_tokens(before, after, self._words, is_brief=True)

    def _says_other_words(self, before: Sequence[Token], after: Sequence[Token]) -> bool:
        was, now = _spoken(before), _spoken(after)
        if was == now:
            return False
        if len(was) != len(now):
            return True
        return not all(
            one == other or self._is_mended(one, other) for one, other in zip(was, now, strict=True)
        )

    def _is_mended(self, old: str, new: str) -> bool:
        """Return whether *old* is a likely typo of *new*: one letter off, and only once in the old book."""
        return self._spellings[old] == 1 and min(len(old), len(new)) > 3 and _is_one_slip(old, new)


def _longest_rise(places: Sequence[int]) -> set[int]:
    """Return the indexes of a longest increasing subsequence of *places*."""
    ends: list[int] = []
    ranks: list[int] = []
    before: list[int] = []
    for rank, place in enumerate(places):
        at = bisect_left(ends, place)
        before.append(ranks[at - 1] if at else -1)
        ends[at : at + 1] = [place]
        ranks[at : at + 1] = [rank]
    chosen: set[int] = set()
    rank = ranks[-1] if ranks else -1
    while rank >= 0:
        chosen.add(rank)
        rank = before[rank]
    return chosen


def _place_for(
    block: BookBlock, was: Sequence[BookBlock], entries: Sequence[Change], places: Mapping[str, str]
) -> int:
    """Return where to list a removed block among *entries*: after the block that stood before it.

    A block of its own chapter is preferred, and removed blocks keep their order.
    """
    ranks = {entry.key: rank for rank, entry in enumerate(entries) if entry.new}
    above = [other for other in was[: block.place][::-1] if other.key in places]
    near = [other for other in above if other.chapter == block.chapter]
    nearest = next(iter(near or above), None)
    return ranks[places[nearest.key]] + 1 if nearest else 0


def _spoken(words: Sequence[Token]) -> list[str]:
    """Return the words in the form that is compared: lower case, no punctuation, links as their targets."""
    spoken: list[str] = []
    for word in words:
        if word.means.startswith(("rule:", "card:")):
            spoken.append(word.means)
        elif not word.is_break:
            spoken += _WORD.findall(word.means.casefold())
    return spoken


def _is_one_slip(old: str, new: str) -> bool:
    """Return whether *old* is *new* with one letter added, missing, replaced, or swapped with the next."""
    shorter, longer = sorted((old, new), key=len)
    head = next((place for place, char in enumerate(shorter) if char != longer[place]), len(shorter))
    if len(longer) > len(shorter):
        return shorter[head:] == longer[head + 1 :]
    swapped = old[:head] + old[head : head + 2][::-1] + old[head + 2 :]
    return old[head + 1 :] == new[head + 1 :] or swapped == new
