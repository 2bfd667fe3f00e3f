"""Brings two changed texts of one book together, piece by piece.

A piece that one side changed, moved, added or took out is taken from that side. Where both did something
else to the same piece, or moved pieces differently, people have to say which is meant: that is a conflict.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.pieces import Piece, keys


@dataclass(frozen=True, slots=True)
class Conflict:
    """Both sides changed the piece *key*. None: the side doesn't have it, or never had."""

    key: str
    base: Piece | None
    ours: Piece | None
    theirs: Piece | None


@dataclass(frozen=True, slots=True)
class Merge:
    """*pieces:* in order, conflicts as our side has them. *order_conflict:* both sides moved pieces."""

    pieces: tuple[Piece, ...]
    conflicts: tuple[Conflict, ...]
    order_conflict: bool

    @property
    def is_clean(self) -> bool:
        """Nothing is left for people to decide."""
        return not self.conflicts and not self.order_conflict


def merge(base: Sequence[Piece], ours: Sequence[Piece], theirs: Sequence[Piece]) -> Merge:
    """Return *ours* with what *theirs* changed against *base*."""
    was, mine, new = _by_key(base), _by_key(ours), _by_key(theirs)
    chosen: dict[str, Piece] = {}
    conflicts: list[Conflict] = []
    for key in dict.fromkeys([*mine, *new, *was]):
        before, here, there = was.get(key), mine.get(key), new.get(key)
        taken = here
        if _source(here) == _source(before):
            taken = there
        elif _source(there) not in (_source(before), _source(here)):
            conflicts.append(Conflict(key, before, here, there))
        if taken is not None:
            chosen[key] = taken
    order, order_conflict = _order(list(was), list(mine), list(new), chosen)
    return Merge(tuple(chosen[key] for key in order), tuple(conflicts), order_conflict)


def _by_key(pieces: Sequence[Piece]) -> dict[str, Piece]:
    return dict(zip(keys(pieces), pieces, strict=True))


def _source(piece: Piece | None) -> str | None:
    return None if piece is None else piece.source


def _order(
    was: list[str], mine: list[str], new: list[str], chosen: dict[str, Piece]
) -> tuple[list[str], bool]:
    """Return the keys of *chosen* in order, and whether both sides moved some of them differently."""
    shared = [key for key in was if key in mine and key in new and key in chosen]
    held = set(shared)
    was_order, my_order, new_order = ([key for key in side if key in held] for side in (was, mine, new))
    leads, follows = (mine, new) if my_order != was_order else (new, mine)
    order = [key for key in leads if key in chosen]
    for key, before in _added(follows, set(order)):
        if key in chosen:
            order.insert(_place(order, before), key)
    return order, my_order != was_order != new_order != my_order


def _added(keys_in_order: list[str], known: set[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield the keys that aren't *known*, each with those before it, the nearest first."""
    for place, key in enumerate(keys_in_order):
        if key not in known:
            yield key, keys_in_order[:place][::-1]


def _place(order: list[str], before: list[str]) -> int:
    return next((order.index(key) + 1 for key in before if key in order), 0)


def changed_keys(base: Sequence[Piece], new: Sequence[Piece]) -> tuple[str, ...]:
    """Return the keys of the pieces that were added, reworded or taken out, in the order of *new*."""
    was, now = _by_key(base), _by_key(new)
    return tuple(key for key in dict.fromkeys([*now, *was]) if _source(now.get(key)) != _source(was.get(key)))
