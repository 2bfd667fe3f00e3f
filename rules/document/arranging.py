"""Adding, removing, moving and restoring blocks. Each function returns a whole new text.

A paragraph moves together with the examples below it, and a chapter with all of its blocks.
"""

from collections.abc import Sequence
from typing import Literal

from rules.document.blocks import Block, keys
from rules.document.errors import Refused
from rules.document.merging import aligned, moved_keys

Way = Literal["up", "down"]
Blocks = tuple[Block, ...]


def place_of(blocks: Sequence[Block], key: str) -> int:
    """Return the index of the block *key*. *Raises:* KeyError."""
    try:
        return keys(blocks).index(key)
    except ValueError:
        raise KeyError(key) from None


def chapter_of(blocks: Sequence[Block], place: int) -> tuple[int, int]:
    """Return start and end of the chapter around *place*. The introduction counts as a chapter."""
    return _around(_stretches(blocks, "h2"), place)


def put_below(blocks: Sequence[Block], key: str, added: Block) -> Blocks:
    """Return the text with *added* below the block *key* and the examples that belong to it."""
    end = _end(blocks, place_of(blocks, key))
    return (*blocks[:end], added, *blocks[end:])


def put_instead(blocks: Sequence[Block], key: str, changed: Block) -> Blocks:
    """Return the text with the block *key* replaced by *changed*."""
    place = place_of(blocks, key)
    return (*blocks[:place], changed, *blocks[place + 1 :])


def put_chapter(blocks: Sequence[Block], key: str, chapter: Sequence[Block]) -> Blocks:
    """Return the text with *chapter* in place of the chapter that contains the block *key*."""
    start, end = chapter_of(blocks, place_of(blocks, key))
    return (*blocks[:start], *chapter, *blocks[end:])


def taken_out(blocks: Sequence[Block], key: str) -> Blocks:
    """Return the text without the block *key*. *Raises:* Refused for a chapter that isn't empty."""
    place = place_of(blocks, key)
    start, end = chapter_of(blocks, place)
    if blocks[place].rendered.kind == "h2" and end > start + 1:
        raise Refused("First remove or move what is in this chapter.", "rules/chapter-full")
    return (*blocks[:place], *blocks[place + 1 :])


def moved(blocks: Sequence[Block], key: str, way: Way) -> Blocks:
    """Return the text with the block *key* moved one step *way*. *Raises:* Refused at the edge."""
    place = place_of(blocks, key)
    stretches = _stretches(blocks, blocks[place].rendered.kind)
    own = stretches.index(_around(stretches, place))
    upper, lower = (own - 1, own) if way == "up" else (own, own + 1)
    if upper < 0 or lower == len(stretches):
        raise Refused("It can’t go any further that way.", "rules/edge")
    (start, middle), (_, end) = stretches[upper], stretches[lower]
    made = (*blocks[:start], *blocks[middle:end], *blocks[start:middle], *blocks[end:])
    if _introduction(made) != _introduction(blocks):
        raise Refused("You can’t mix the introduction and the chapters.", "rules/edge")
    return made


def restored(base: Sequence[Block], blocks: Sequence[Block], key: str) -> Blocks:
    """Return the text with a block restored to its words and place in *base*. *key:* as in `merging.aligned`.

    *Raises:* KeyError if neither text has it.
    """
    was, now = keys(base), aligned(base, blocks)
    if key not in was and key not in now:
        raise KeyError(key)
    if key not in was:
        return tuple(block for name, block in zip(now, blocks, strict=True) if name != key)
    old = base[was.index(key)]
    went = moved_keys(base, blocks)
    if key in now and key not in went:
        return tuple(old if name == key else block for name, block in zip(now, blocks, strict=True))
    start, end = _own_stretch(blocks, now.index(key)) if key in now else (0, 0)
    end = next((at for at in range(start, end) if now[at] not in went), end)
    rest, rest_keys = (*blocks[:start], *blocks[end:]), (*now[:start], *now[end:])
    above = next((name for name in was[: was.index(key)][::-1] if name in rest_keys), None)
    at = 0 if above is None else rest_keys.index(above) + 1
    below = was[was.index(key) + 1 :]
    while old.rendered.kind != "note" and at < len(rest) and rest[at].rendered.kind == "note":
        if rest_keys[at] in below:
            break
        at += 1
    return (*rest[:at], old, *blocks[start + 1 : end], *rest[at:])


def _stretches(blocks: Sequence[Block], kind: str) -> list[tuple[int, int]]:
    """Return starts and ends of the stretches that move as a whole when a block of *kind* moves.

    Chapters move among chapters, examples among single blocks, and other blocks with the examples below them.
    """

    def begins(block: Block) -> bool:
        return kind == "note" or (
            block.rendered.kind == "h2" if kind == "h2" else block.rendered.kind != "note"
        )

    starts = [at for at, block in enumerate(blocks) if at == 0 or begins(block)]
    return list(zip(starts, [*starts[1:], len(blocks)], strict=True))


def _around(stretches: Sequence[tuple[int, int]], place: int) -> tuple[int, int]:
    return next(stretch for stretch in stretches if stretch[0] <= place < stretch[1])


def _own_stretch(blocks: Sequence[Block], place: int) -> tuple[int, int]:
    return _around(_stretches(blocks, blocks[place].rendered.kind), place)


def _end(blocks: Sequence[Block], place: int) -> int:
    """Return the end of the block at *place* with the examples below it. An example ends by itself."""
    if blocks[place].rendered.kind == "note":
        return place + 1
    after = range(place + 1, len(blocks))
    return next((at for at in after if blocks[at].rendered.kind != "note"), len(blocks))


def _introduction(blocks: Sequence[Block]) -> int:
    """Return the number of blocks before the first chapter."""
    return next((at for at, block in enumerate(blocks) if block.rendered.kind == "h2"), len(blocks))
