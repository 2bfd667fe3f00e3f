"""Where everything lies on the table: mats in the middle, each player's in front of them, the rest beside.

Two players sit at each of the long sides at most. Lengths are those of the program, in units.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cards.exports.tabletop.things import ABOVE, MM_PER_UNIT, TABLE_TOP, Pose
from games.engine.kit import Kit, Mat

# The half of the table's width and depth that things may take; hands begin behind it.
HALF_WIDTH, HALF_DEPTH = 27.0, 17.4
HAND_DEPTH = 20.1
HAND_SCALE = (11.8, 9.2, 4.9)
COLOURS = ("Red", "Blue", "Green", "Purple")
# Of the players' colours, what shines through their hands.
HAND_COLOURS = {
    "Red": (0.856, 0.1, 0.094),
    "Blue": (0.118, 0.53, 1.0),
    "Green": (0.192, 0.701, 0.168),
    "Purple": (0.627, 0.125, 0.941),
}
# Things without a spot of their own lie in cells as large as a card with some room around it.
CELL_WIDTH, CELL_DEPTH = 2.6, 3.6
GAP = 0.6
NEAR, FAR = 180.0, 0.0


@dataclass(frozen=True)
class Seat:
    """A player's place. *x:* the middle of what is theirs. *is_far:* at the far side of the table."""

    number: int
    x: float
    is_far: bool

    @property
    def colour(self) -> str:
        """The player's colour in the program."""
        return COLOURS[self.number]

    @property
    def turn(self) -> float:
        """The turn of what faces this player."""
        return FAR if self.is_far else NEAR

    @property
    def hand(self) -> Pose:
        """The zone that holds their hand."""
        z = HAND_DEPTH if self.is_far else -HAND_DEPTH
        return Pose(self.x, z, 180.0 if self.is_far else 0.0, 4.8, scale=HAND_SCALE)


@dataclass(frozen=True)
class Laid:
    """A mat on the table. *owner:* whose it is, None for everybody's."""

    mat: Mat
    owner: int | None
    x: float
    z: float
    turn: float

    @property
    def size(self) -> tuple[float, float]:
        """Its width and depth."""
        return self.mat.width / MM_PER_UNIT, self.mat.height / MM_PER_UNIT

    def at(self, left: float, top: float) -> tuple[float, float]:
        """Return where a point of the mat is. *left*, *top:* in millimetres."""
        across = (left - self.mat.width / 2) / MM_PER_UNIT
        down = (top - self.mat.height / 2) / MM_PER_UNIT
        return (self.x + across, self.z - down) if self.turn == NEAR else (self.x - across, self.z + down)


@dataclass
class Cells:
    """Room beside the mats, given out cell by cell. *x*, *z:* the middle of the first."""

    x: float
    z: float
    rows: int
    turn: float
    given: int = field(default=0)

    def take(self) -> Pose:
        """Return the next free cell."""
        column, row = divmod(self.given, self.rows)
        self.given += 1
        way = 1.0 if self.turn == NEAR else -1.0
        return Pose(
            self.x + way * column * CELL_WIDTH, self.z - way * row * CELL_DEPTH, self.turn, ABOVE + 0.2
        )


class Layout:
    """The table of a kit, with every mat laid out."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.seats = tuple(_seats(kit))
        each = [mat for mat in kit.mats if mat.is_each]
        shared = [mat for mat in kit.mats if not mat.is_each]
        self.mats = (*_in_the_middle(shared), *(laid for seat in self.seats for laid in _before(seat, each)))
        self._cells: dict[int | None, Cells] = {None: _beside_the_middle(self.mats)}
        self._cells |= {seat.number: self._beside(seat) for seat in self.seats}

    def cell(self, owner: int | None) -> Pose:
        """Return a free cell beside the mats of *owner*, or beside those in the middle."""
        return self._cells[owner].take()

    def pose(self, place: str, owner: int | None) -> Pose | None:
        """Return the middle of a spot, None for a place that is on no mat."""
        found = self._kit.spot(place)
        if found is None:
            return None
        mat, spot = found
        laid = self.laid(mat, owner)
        x, z = laid.at(spot.left + spot.width / 2, spot.top + spot.height / 2)
        return Pose(x, z, laid.turn, ABOVE + 0.2)

    def laid(self, mat: Mat, owner: int | None) -> Laid:
        """Return *mat* where it lies; of the mats that each player has, the owner's."""
        wanted = owner if mat.is_each else None
        return next(laid for laid in self.mats if laid.mat == mat and laid.owner == wanted)

    def card_spots(self) -> Iterator[Pose]:
        """Yield where cards lie on the mats."""
        for laid in self.mats:
            for spot in laid.mat.spots:
                if spot.form == "card":
                    x, z = laid.at(spot.left + spot.width / 2, spot.top + spot.height / 2)
                    yield Pose(x, z, laid.turn, TABLE_TOP)

    def _beside(self, seat: Seat) -> Cells:
        own = [laid for laid in self.mats if laid.owner == seat.number]
        way = -1.0 if seat.is_far else 1.0
        edge = max((way * laid.x + laid.size[0] / 2 for laid in own), default=way * seat.x)
        z = way * -(HALF_DEPTH - CELL_DEPTH / 2)
        rows = 2
        first = z + way * (rows - 1) * CELL_DEPTH
        return Cells(way * (edge + GAP + CELL_WIDTH / 2), first, rows, seat.turn)


def _seats(kit: Kit) -> Iterator[Seat]:
    """Yield the seats, two at a side at most. What belongs to a player keeps to their half of the side."""
    a_side = 1 if kit.seats <= len((NEAR, FAR)) else 2
    for number in range(kit.seats):
        place, is_far = divmod(number, 2)
        shift = 0.0 if a_side == 1 else (-HALF_WIDTH / 2 if place == is_far else HALF_WIDTH / 2)
        yield Seat(number, shift, bool(is_far))


def _row(mats: Sequence[Mat], x: float) -> Iterator[tuple[Mat, float]]:
    """Yield *mats* side by side with the middle of each, around *x*."""
    widths = [mat.width / MM_PER_UNIT for mat in mats]
    left = x - (sum(widths) + GAP * (len(mats) - 1)) / 2
    for mat, width in zip(mats, widths, strict=True):
        yield mat, left + width / 2
        left += width + GAP


def _in_the_middle(mats: Sequence[Mat]) -> Iterator[Laid]:
    for mat, x in _row(mats, 0.0):
        yield Laid(mat, None, x, 0.0, NEAR)


def _before(seat: Seat, mats: Sequence[Mat]) -> Iterator[Laid]:
    # Cells stand to the right of the mats as their player sees them, so the mats give way to the left.
    way = -1.0 if seat.is_far else 1.0
    for mat, x in _row(mats, seat.x - way * CELL_WIDTH):
        z = HALF_DEPTH - mat.height / MM_PER_UNIT / 2
        yield Laid(mat, seat.number, x, -way * z, seat.turn)


def _beside_the_middle(mats: Sequence[Laid]) -> Cells:
    shared = [laid for laid in mats if laid.owner is None]
    edge = max((laid.x + laid.size[0] / 2 for laid in shared), default=0.0)
    return Cells(edge + GAP + CELL_WIDTH / 2, CELL_DEPTH, 3, NEAR)
