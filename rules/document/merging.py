"""Brings two changed texts of one book together, block by block.

A block that only one side changed, moved, added or removed is taken from that side. A paragraph of which one
side changed only the words, and the other only the marks that say where it comes from, gets both. If both
sides changed the same block or moved blocks differently, people have to decide: that is a conflict.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rules.document.blocks import Block, keys

ByKey = dict[str, Block]


@dataclass(frozen=True, slots=True)
class Conflict:
    """Both sides changed the block *key*. None: that side has no such block."""

    key: str
    base: Block | None
    ours: Block | None
    theirs: Block | None


@dataclass(frozen=True, slots=True)
class Merge:
    """*blocks:* in order, conflicts as our side has them. *order_conflict:* both sides moved blocks.

    *keys:* of the blocks, as `aligned` gives them.
    """

    blocks: tuple[Block, ...]
    conflicts: tuple[Conflict, ...]
    order_conflict: bool
    keys: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether people have nothing to decide."""
        return not self.conflicts and not self.order_conflict


def merge(base: Sequence[Block], ours: Sequence[Block], theirs: Sequence[Block]) -> Merge:
    """Return *ours* with what *theirs* changed against *base*."""
    was, mine, new = _sides(base, ours, theirs)
    chosen, conflicts = _chosen(was, mine, new)
    order, order_conflict = _order(was, mine, new, chosen)
    return Merge(tuple(chosen[key] for key in order), tuple(conflicts), order_conflict, tuple(order))


def settle(
    base: Sequence[Block],
    ours: Sequence[Block],
    theirs: Sequence[Block],
    choices: Mapping[str, Block | None],
    *,
    their_order: bool = False,
) -> Merge:
    """Return the merged text as people decided; its blocks keep the keys that *choices* go by.

    *choices:* what blocks are to be, None for taking one out. *their_order:* where both sides moved blocks
    differently, they stand as *theirs* has them.
    """
    was, mine, new = _sides(base, ours, theirs)
    merged, _ = _chosen(was, mine, new)
    chosen = {key: block for key, block in {**merged, **choices}.items() if block is not None}
    order, _ = _order(was, new, mine, chosen) if their_order else _order(was, mine, new, chosen)
    return Merge(tuple(chosen[key] for key in order), (), False, tuple(order))


def aligned(base: Sequence[Block], side: Sequence[Block]) -> tuple[str, ...]:
    """Return a key for each block of *side*, the one it has in *base* where it is there too.

    An anchor says it. An example or a title is known by its words, else by its place; a new one gets a key
    that no other text has for anything else.
    """
    places = dict(zip(keys(base), base, strict=True))
    by_words: dict[str, list[str]] = {}
    for key, block in places.items():
        if not block.anchor:
            by_words.setdefault(block.source, []).append(key)
    found = [block.anchor or _taken(by_words, block.source) for block in side]
    free = {key for left in by_words.values() for key in left}
    return tuple(
        key or _by_place(name, block, free) for key, name, block in zip(found, keys(side), side, strict=True)
    )


def changed_keys(base: Sequence[Block], new: Sequence[Block]) -> tuple[str, ...]:
    """Return the keys of the blocks that were added, reworded or taken out, in the order of *new*."""
    was, now = (dict(zip(aligned(base, side), side, strict=True)) for side in (base, new))
    return tuple(key for key in dict.fromkeys([*now, *was]) if _source(now.get(key)) != _source(was.get(key)))


def moved_keys(base: Sequence[Block], new: Sequence[Block]) -> tuple[str, ...]:
    """Return the keys of the fewest blocks whose moving explains the order of *new*, in that order."""
    return _moved(list(keys(base)), list(aligned(base, new)))


def _taken(by_words: dict[str, list[str]], source: str) -> str:
    left = by_words.get(source)
    return left.pop(0) if left else ""


def _by_place(name: str, block: Block, free: set[str]) -> str:
    if name in free:
        free.discard(name)
        return name
    return f"{name}:{block.digest[:12]}"


def _sides(*sides: Sequence[Block]) -> tuple[ByKey, ...]:
    """Return the sides by their keys; the first is the base of all."""
    return tuple(dict(zip(aligned(sides[0], side), side, strict=True)) for side in sides)


def _chosen(was: ByKey, mine: ByKey, new: ByKey) -> tuple[ByKey, list[Conflict]]:
    """Return what each block is to be, in conflicts our side's, and the conflicts."""
    chosen: ByKey = {}
    conflicts: list[Conflict] = []
    for key in dict.fromkeys([*mine, *new, *was]):
        before, here, there = was.get(key), mine.get(key), new.get(key)
        taken = here
        if _source(here) == _source(before):
            taken = there
        elif _source(there) not in (_source(before), _source(here)):
            both = _words_and_marks(before, here, there)
            if both is None:
                conflicts.append(Conflict(key, before, here, there))
            taken = both or here
        if taken is not None:
            chosen[key] = taken
    return chosen, conflicts


def _words_and_marks(before: Block | None, here: Block | None, there: Block | None) -> Block | None:
    """Return the words of one side with the marks of the other, if each side changed only these."""
    if before is None or here is None or there is None or not before.marks:
        return None
    for words, marks in ((here, there), (there, here)):
        if words.marks == before.marks and marks.unmarked == before.unmarked and marks.marks:
            return words.with_marks_of(marks)
    return None


def _source(block: Block | None) -> str | None:
    return None if block is None else block.source


def _order(was: ByKey, mine: ByKey, new: ByKey, chosen: ByKey) -> tuple[list[str], bool]:
    """Return the keys of *chosen* in order, and whether both sides moved blocks in ways that disagree."""
    shared = [key for key in was if key in mine and key in new and key in chosen]
    order, is_conflict = _shared_order(shared, *([k for k in side if k in shared] for side in (mine, new)))
    for side in (new, mine):
        for key, before in _added(side, set(order)):
            if key in chosen:
                order.insert(_place(order, key, before, side, chosen), key)
    for key in chosen:
        if key not in order:
            order.insert(_place(order, key, _before(list(was), key), was, chosen), key)
    return order, is_conflict


def _shared_order(was: list[str], mine: list[str], new: list[str]) -> tuple[list[str], bool]:
    """Return the order of what all have, and whether the sides disagree; then it is our side's.

    They agree when our moves after theirs lead to the same order as theirs after ours.
    """
    if mine == was:
        return new, False
    if new in (was, mine):
        return mine, False
    order = _reordered(mine, new, _moved(was, new))
    return (order, False) if order == _reordered(new, mine, _moved(was, mine)) else (mine, True)


def _reordered(order: list[str], wanted: list[str], moved: Sequence[str]) -> list[str]:
    """Return *order* with the *moved* blocks below those that they stand below in *wanted*."""
    made = [key for key in order if key not in moved]
    for key in moved:
        above = next((name for name in _before(wanted, key) if name in made), None)
        made.insert(0 if above is None else made.index(above) + 1, key)
    return made


def _moved(was: list[str], now: list[str]) -> tuple[str, ...]:
    places = {key: place for place, key in enumerate(was)}
    kept = [key for key in now if key in places]
    stayed = set(_longest_rise([places[key] for key in kept]))
    return tuple(key for key in kept if places[key] not in stayed)


def _longest_rise(numbers: Sequence[int]) -> list[int]:
    """Return a longest rising part of *numbers*."""
    best: list[list[int]] = []
    for number in numbers:
        length = sum(1 for rise in best if rise[-1] < number)
        best[length : length + 1] = [[*(best[length - 1] if length else []), number]]
    return best[-1] if best else []


def _added(side: ByKey, known: set[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the keys that aren't *known*, each with those before it, the nearest first."""
    for key in side:
        if key not in known:
            yield key, _before(list(side), key)


def _before(order: list[str], key: str) -> list[str]:
    return order[: order.index(key)][::-1] if key in order else order[::-1]


def _place(order: list[str], key: str, before: list[str], side: ByKey, chosen: ByKey) -> int:
    """Return where *key* belongs: below what it follows in its *side* and the other's examples there."""
    place = next((order.index(name) + 1 for name in before if name in order), 0)
    if chosen[key].rendered.kind == "note":
        return place
    while place < len(order) and order[place] not in side and chosen[order[place]].rendered.kind == "note":
        place += 1
    return place
