"""Walking: from a card to the next one in its row or column, sliding over gaps; distances and paths."""

from functools import lru_cache

from games.titles.scrapyard.state import COLUMNS, NOWHERE, PLACES

FAR = 9_999  # out of reach: more steps than all the action points of a match pay for, in drafts as well

_ROW = (1 << COLUMNS) - 1
_COLUMN = sum(1 << place for place in range(0, PLACES, COLUMNS))


def _lines() -> tuple[tuple[int, int, int, int], ...]:
    """Return for each place the masks of all places left of it, right, above and below."""
    lines = []
    for place in range(PLACES):
        row = _ROW << (place // COLUMNS * COLUMNS)
        column = _COLUMN << (place % COLUMNS)
        before = (1 << place) - 1
        after = ~(before | 1 << place)
        lines.append((row & before, row & after, column & before, column & after))
    return tuple(lines)


_LINES = _lines()


def corner_place(corner: int, rows: int) -> int:
    """Return the place of the card at a corner, as numbered in `state.CORNERS`."""
    bottom, right = divmod(corner, 2)
    return (rows - 1) * COLUMNS * bottom + (COLUMNS - 1) * right


@lru_cache(maxsize=4096)
def links(field: int) -> tuple[tuple[int, ...], ...]:
    """Return for each place the next cards in *field* to the left, to the right, above and below.

    *Source:* `scrapyard:move-1`.
    """
    found = []
    for left, right, above, below in _LINES:
        near = []
        if mask := field & left:
            near.append(mask.bit_length() - 1)
        if mask := field & right:
            near.append((mask & -mask).bit_length() - 1)
        if mask := field & above:
            near.append(mask.bit_length() - 1)
        if mask := field & below:
            near.append((mask & -mask).bit_length() - 1)
        found.append(tuple(near))
    return tuple(found)


def steps(field: int, pawn: int, rows: int) -> tuple[int, ...]:
    """Return the cards that one step takes the pawn to, in a field of so many *rows*.

    *Source:* `scrapyard:move-2`.
    """
    if pawn >= 0:
        return links(field)[pawn]
    if pawn == NOWHERE:
        return ()
    corner = corner_place(-1 - pawn, rows)
    return (corner,) if field >> corner & 1 else links(field)[corner]


@lru_cache(maxsize=16384)
def distances(field: int, pawn: int, rows: int) -> tuple[int, ...]:
    """Return for each place how many steps the pawn needs to its card, or FAR when it is out of reach.

    The pawn's own place has distance 0, whether or not a card lies there.
    """
    far = [FAR] * PLACES
    if pawn >= 0:
        far[pawn] = 0
    near = links(field)
    edge = [place for place in steps(field, pawn, rows) if far[place] == FAR]
    distance = 0
    while edge:
        distance += 1
        for place in edge:
            far[place] = distance
        edge = [to for to in {to for place in edge for to in near[place]} if far[to] == FAR]
    return tuple(far)


def path(field: int, pawn: int, goal: int, rows: int) -> tuple[int, ...]:
    """Return the places of a shortest walk, with *goal* as the last; empty when it is out of reach."""
    far = distances(field, pawn, rows)
    if far[goal] in (0, FAR):
        return ()
    walked = [goal]
    near = links(field)
    while far[walked[-1]] > 1:
        here = walked[-1]
        walked.append(next(place for place in near[here] if far[place] == far[here] - 1))
    return tuple(reversed(walked))
