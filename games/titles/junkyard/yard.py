"""The yard: nine piles, the 24 spaces around them, and how Scrapbots move from space to space.

Spaces and piles are each numbered from 0 in reading order; both lie on a grid of 7×7 coordinates. A heading
is an index into `HEADINGS`, and a side is an index into `SIDES`.
"""

from collections.abc import Sequence

from msgspec import Struct

SIZE = 7
NOWHERE = -1
LEFT, RIGHT = 0, 1
SIDES = ("left", "right")
HEADINGS = ("n", "e", "s", "w")
HEADING_NAMES = ("north", "east", "south", "west")
PILE_NAMES = (
    *("north-west", "north", "north-east"),
    *("west", "middle", "east"),
    *("south-west", "south", "south-east"),
)

_DELTAS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Shift(Struct, frozen=True):
    """A Scrapbot that changed its space. *hop:* the step of the effect, from 1.

    Within a hop, the Scrapbot farthest ahead comes first and the pushing one last.
    """

    seat: int
    was: int
    now: int
    hop: int


# The row and column of each pile and each space.
PILES = tuple((row, column) for row in range(1, SIZE, 2) for column in range(1, SIZE, 2))
SPACES = tuple((row, column) for row in range(SIZE) for column in range(SIZE) if (row + column) % 2)
SPACE_AT = {place: space for space, place in enumerate(SPACES)}
PILE_AT = {place: pile for pile, place in enumerate(PILES)}

# The spaces at the edge of the yard, where Scrapbots start. *Source:* `junkyard:setup-5`.
OUTER = tuple(space for space, place in enumerate(SPACES) if {0, SIZE - 1} & {*place})


def _ahead(space: int, heading: int) -> int:
    row, column = SPACES[space]
    down, right = _DELTAS[heading]
    return SPACE_AT.get((row + 2 * down, column + 2 * right), NOWHERE)


def _around(space: int, heading: int, side: int) -> int:
    (row, column), turned = SPACES[space], turn(heading, side)
    down, right = _DELTAS[heading]
    aside_down, aside_right = _DELTAS[turned]
    return SPACE_AT.get((row + down + aside_down, column + right + aside_right), NOWHERE)


def _adjacent(space: int) -> tuple[int, ...]:
    row, column = SPACES[space]
    places = ((row + down, column + right) for down, right in _DELTAS)
    return tuple(sorted(PILE_AT[place] for place in places if place in PILE_AT))


def turn(heading: int, side: int) -> int:
    """Return the heading after a quarter turn to *side*."""
    return (heading + (1 if side == RIGHT else 3)) % 4


# AHEAD[heading][space] and AROUND[side][heading][space] are spaces, or NOWHERE for outside the yard.
AHEAD = tuple(tuple(_ahead(space, heading) for space in range(len(SPACES))) for heading in range(4))
AROUND = tuple(
    tuple(tuple(_around(space, heading, side) for space in range(len(SPACES))) for heading in range(4))
    for side in (LEFT, RIGHT)
)
# The one or two piles beside each space. *Source:* `junkyard:yard-3`.
ADJACENT = tuple(_adjacent(space) for space in range(len(SPACES)))


def space_name(space: int) -> str:
    """Return a name of the space: the side of a pile that it is on."""
    pile = ADJACENT[space][0]
    (row, column), (pile_row, pile_column) = SPACES[space], PILES[pile]
    side = HEADING_NAMES[_DELTAS.index((row - pile_row, column - pile_column))]
    return f"{side} of the {PILE_NAMES[pile]} pile"


def drive(at: Sequence[int], seat: int, heading: int, count: int) -> tuple[Shift, ...] | None:
    """Return what moves when *seat* goes *count* spaces along *heading*, or None when it can't go so far.

    *at:* the space of each seat. *Source:* `junkyard:move-1`, `junkyard:move-2`.
    """
    places, shifts = list(at), list[Shift]()
    for hop in range(1, count + 1):
        if not _enter(places, seat, AHEAD[heading][places[seat]], heading, hop, shifts):
            return None
    return tuple(shifts)


def round_corner(at: Sequence[int], seat: int, heading: int, side: int) -> tuple[Shift, ...] | None:
    """Return what moves when *seat* turns to *side*, or None when a push stops it.

    Nothing moves when the corner lies outside the yard: the Scrapbot turns on the spot.
    *Source:* `junkyard:corner-1`, `junkyard:corner-2`, `junkyard:corner-3`.
    """
    shifts: list[Shift] = []
    target = AROUND[side][heading][at[seat]]
    if target != NOWHERE and not _enter(list(at), seat, target, turn(heading, side), 1, shifts):
        return None
    return tuple(shifts)


def _enter(places: list[int], seat: int, target: int, heading: int, hop: int, shifts: list[Shift]) -> bool:
    """Move *seat* onto *target*, pushing along *heading*; return False when a Scrapbot would leave the yard.

    *Source:* `junkyard:push-1`, `junkyard:push-2`, `junkyard:push-3`.
    """
    if target == NOWHERE:
        return False
    chain, space = [], target
    while space in places:
        chain.append(places.index(space))
        space = AHEAD[heading][space]
        if space == NOWHERE:
            return False
    for pushed in reversed(chain):
        was = places[pushed]
        places[pushed] = AHEAD[heading][was]
        shifts.append(Shift(pushed, was, places[pushed], hop))
    shifts.append(Shift(seat, places[seat], target, hop))
    places[seat] = target
    return True
