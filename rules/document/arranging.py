"""Pieces put in, taken out, moved and taken back: each returns the whole text anew, nothing is rendered.

A paragraph takes the examples below it along when it moves, and a chapter all that stands in it.
"""

from collections.abc import Sequence
from typing import Literal

from rules.document.blocks import Piece, keys
from rules.document.errors import Refused
from rules.document.merging import aligned, moved_keys

Way = Literal["up", "down"]
Pieces = tuple[Piece, ...]


def place_of(pieces: Sequence[Piece], key: str) -> int:
    """Return where the piece *key* stands. *Raises:* KeyError."""
    try:
        return keys(pieces).index(key)
    except ValueError:
        raise KeyError(key) from None


def chapter_of(pieces: Sequence[Piece], place: int) -> tuple[int, int]:
    """Return where the chapter around *place* begins and where it ends; the introduction counts as one."""
    return _around(_stretches(pieces, "h2"), place)


def put_below(pieces: Sequence[Piece], key: str, added: Piece) -> Pieces:
    """Return the text with *added* below the piece *key* and the examples that belong to it."""
    end = _end(pieces, place_of(pieces, key))
    return (*pieces[:end], added, *pieces[end:])


def put_instead(pieces: Sequence[Piece], key: str, changed: Piece) -> Pieces:
    """Return the text with *changed* in the place of the piece *key*."""
    place = place_of(pieces, key)
    return (*pieces[:place], changed, *pieces[place + 1 :])


def put_chapter(pieces: Sequence[Piece], key: str, chapter: Sequence[Piece]) -> Pieces:
    """Return the text with *chapter* instead of the chapter that holds the piece *key*."""
    start, end = chapter_of(pieces, place_of(pieces, key))
    return (*pieces[:start], *chapter, *pieces[end:])


def taken_out(pieces: Sequence[Piece], key: str) -> Pieces:
    """Return the text without the piece *key*. *Raises:* Refused for a chapter that isn't empty."""
    place = place_of(pieces, key)
    start, end = chapter_of(pieces, place)
    if pieces[place].block.kind == "h2" and end > start + 1:
        raise Refused("Take out or move what stands in this chapter first.", "rules/chapter-full")
    return (*pieces[:place], *pieces[place + 1 :])


def moved(pieces: Sequence[Piece], key: str, way: Way) -> Pieces:
    """Return the text with the piece *key* one step further *way*. *Raises:* Refused at the edge."""
    place = place_of(pieces, key)
    stretches = _stretches(pieces, pieces[place].block.kind)
    own = stretches.index(_around(stretches, place))
    upper, lower = (own - 1, own) if way == "up" else (own, own + 1)
    if upper < 0 or lower == len(stretches):
        raise Refused("It can’t go any further that way.", "rules/edge")
    (start, middle), (_, end) = stretches[upper], stretches[lower]
    made = (*pieces[:start], *pieces[middle:end], *pieces[start:middle], *pieces[end:])
    if _introduction(made) != _introduction(pieces):
        raise Refused("The introduction and the chapters don’t mix.", "rules/edge")
    return made


def restored(base: Sequence[Piece], pieces: Sequence[Piece], key: str) -> Pieces:
    """Return the text with a piece as it was in *base*, words and place. *key:* as `merging.aligned` has it.

    *Raises:* KeyError when neither has it.
    """
    was, now = keys(base), aligned(base, pieces)
    if key not in was and key not in now:
        raise KeyError(key)
    if key not in was:
        return tuple(piece for name, piece in zip(now, pieces, strict=True) if name != key)
    old = base[was.index(key)]
    went = moved_keys(base, pieces)
    if key in now and key not in went:
        return tuple(old if name == key else piece for name, piece in zip(now, pieces, strict=True))
    start, end = _unit(pieces, now.index(key)) if key in now else (0, 0)
    end = next((at for at in range(start, end) if now[at] not in went), end)
    rest, rest_keys = (*pieces[:start], *pieces[end:]), (*now[:start], *now[end:])
    above = next((name for name in was[: was.index(key)][::-1] if name in rest_keys), None)
    at = 0 if above is None else rest_keys.index(above) + 1
    below = was[was.index(key) + 1 :]
    while old.block.kind != "note" and at < len(rest) and rest[at].block.kind == "note":
        if rest_keys[at] in below:
            break
        at += 1
    return (*rest[:at], old, *pieces[start + 1 : end], *rest[at:])


def _stretches(pieces: Sequence[Piece], kind: str) -> list[tuple[int, int]]:
    """Return where that begins and ends which moves as a whole when a block of *kind* moves.

    Chapters move among chapters, examples among single pieces, the rest with the examples below it.
    """

    def begins(piece: Piece) -> bool:
        return kind == "note" or (piece.block.kind == "h2" if kind == "h2" else piece.block.kind != "note")

    starts = [at for at, piece in enumerate(pieces) if at == 0 or begins(piece)]
    return list(zip(starts, [*starts[1:], len(pieces)], strict=True))


def _around(stretches: Sequence[tuple[int, int]], place: int) -> tuple[int, int]:
    return next(stretch for stretch in stretches if stretch[0] <= place < stretch[1])


def _unit(pieces: Sequence[Piece], place: int) -> tuple[int, int]:
    return _around(_stretches(pieces, pieces[place].block.kind), place)


def _end(pieces: Sequence[Piece], place: int) -> int:
    """Return where the piece at *place* ends, with the examples below it; an example ends by itself."""
    if pieces[place].block.kind == "note":
        return place + 1
    after = range(place + 1, len(pieces))
    return next((at for at in after if pieces[at].block.kind != "note"), len(pieces))


def _introduction(pieces: Sequence[Piece]) -> int:
    """Return how many pieces stand before the first chapter."""
    return next((at for at, piece in enumerate(pieces) if piece.block.kind == "h2"), len(pieces))
