"""A table of Scrapyard, arranged for a ruling. You are seat 0 and have the turn; the others are 1, 2 and 3.

Places are written as people count: `at(2, 3)` is row 2, column 3. Unless a test says otherwise, the cards lie
in the order of the box: row 1 is Gear 1 to 9, row 2 Piston 1 to 9, and so on down to Plating.
"""

from typing import Any

from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.titles.scrapyard.moves import (
    BuyPeek,
    ChooseCorner,
    ClaimCube,
    EndPeeks,
    EndTurn,
    MoveCube,
    Peek,
    PlaceCube,
    TakeCard,
    TurnUp,
    Walk,
)
from games.titles.scrapyard.rules import Options, deal
from games.titles.scrapyard.state import (
    AGAIN,
    COLLECT,
    COLUMNS,
    CORNER,
    PEEK,
    PLACE,
    PLACES,
    PUBLIC,
    TYPES,
    State,
    active_seat,
    census,
    cubes_on_field,
)
from games.titles.scrapyard.title import EDITION
from games.titles.scrapyard.view import CardView, View
from tests.table import BaseTable, ScriptedChance

ALL_CORNERS = ("top-left", "top-right", "bottom-left", "bottom-right")


def at(row: int, column: int) -> int:
    """Return the place in *row* and *column*, both counted from 1."""
    return (row - 1) * COLUMNS + column - 1


class DiceChance(ScriptedChance):
    """Scripted dice. Without a script, lower seats roll higher. Shuffling changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.dice: list[int] = []

    def below(self, limit: int, purpose: str) -> int:
        if not purpose.startswith("die"):
            return limit - 1
        return self.dice.pop(0) - 1 if self.dice else limit - 1 - int(purpose[-1])


class Table(BaseTable):
    """See `tests.table.table`."""

    def __init__(self, edition: str) -> None:
        super().__init__("scrapyard", edition)
        self.chance: DiceChance = DiceChance()
        self.state: State = _bare(2, 2, 0)

    # Setting the table

    def for_players(self, seats: int, tiles: int = 2) -> "Table":
        self.state = _bare(seats, tiles, self.state.stealth)
        return self

    def by_stealth(self) -> "Table":
        self.state.stealth = 1
        return self

    def dealt(self, seats: int, *dice: int, tiles: int = 2, mode: int = 0) -> "Table":
        """Deal as in a match, with these dice."""
        self.chance.dice = list(dice)
        self.state, self.events = deal(EDITION, Options(tiles, mode), seats, self.chance)
        assert not self.chance.dice, "fewer dice were rolled than the test expects"
        return self

    def with_peeks(self, number: int, round: int = 1) -> "Table":
        """You are peeking, with so many peeks for each."""
        self.state.phase, self.state.round = PEEK, round
        self.state.peeks = self.state.left = number
        return self

    def placing(self, again: bool = False, round: int = 1) -> "Table":
        """Begin your placing, the first or the second of the round."""
        self.state.phase, self.state.round, self.state.left = (AGAIN if again else PLACE), round, 2
        self.state.peeks = 3
        return self

    def choosing_corners(self) -> "Table":
        self.state.phase, self.state.left, self.state.round = CORNER, 0, self.state.tiles_each
        return self

    def collecting(self, row: int = 0, column: int = 0, points: int = 10, corner: str = "") -> "Table":
        """Begin your turn of collecting with your pawn there; the others are at the bottom right."""
        state = self.state
        state.phase, state.round, state.left, state.points = COLLECT, state.tiles_each, points, points
        state.pawns = [-1 - ALL_CORNERS.index("bottom-right")] * state.seats
        state.pawns[0] = -1 - ALL_CORNERS.index(corner) if corner else at(row, column)
        return self

    def with_pawn(self, seat: int, row: int, column: int) -> "Table":
        self.state.pawns[seat] = at(row, column)
        return self

    def with_cube(self, seat: int, row: int, column: int, number: int = 1) -> "Table":
        """Put cubes from the seat's supply on a card."""
        self.state.cubes[seat * PLACES + at(row, column)] += number
        self.state.supply[seat] -= number
        return self

    def with_supply(self, seat: int, number: int) -> "Table":
        """Leave the seat this many cubes in its supply; the others are spent."""
        self.state.spent[seat] += self.state.supply[seat] - number
        self.state.supply[seat] = number
        return self

    def with_tiles(self, seat: int, *tiles: str) -> "Table":
        self.state.tiles[seat] = sum(1 << TYPES.index(tile) for tile in tiles)
        return self

    def with_known(self, seat: int, row: int, column: int) -> "Table":
        """Let the seat know that card."""
        self.state.known[at(row, column)] |= 1 << seat
        return self

    def with_open(self, row: int, column: int) -> "Table":
        """Turn that card face up."""
        self.state.known[at(row, column)] = PUBLIC | (1 << self.state.seats) - 1
        return self

    def with_taken(self, seat: int, *cards: str) -> "Table":
        """Give the seat these collected cards, which only that seat has seen."""
        for card in cards:
            place = self.state.faces.index(EDITION.numbers[card])
            self.state.takers[place] = seat + 1
            self.state.known[place] |= 1 << seat
            self.state.field &= ~(1 << place)
        return self

    def only(self, *places: tuple[int, int]) -> "Table":
        """Leave only these cards on the field and give the others to seat 1."""
        left = {at(*place) for place in places}
        return self.with_taken(
            1, *(EDITION.slugs[self.state.faces[p]] for p in range(PLACES) if p not in left)
        )

    def without(self, *places: tuple[int, int]) -> "Table":
        """Take these cards from the field and give them to seat 1."""
        return self.with_taken(1, *(EDITION.slugs[self.state.faces[at(*place)]] for place in places))

    def with_turns(self, *turns: int) -> "Table":
        """Set the turns of collecting left, by seat, with the running one."""
        self.state.turns = list(turns)
        return self

    def with_dice(self, *dice: int) -> "Table":
        """Script the next dice."""
        self.chance.dice = list(dice)
        return self

    # Acting

    def peek(self, row: int, column: int) -> "Table":
        return self.act(Peek(at(row, column)))

    def buy_peek(self) -> "Table":
        return self.act(BuyPeek())

    def end_peeks(self) -> "Table":
        return self.act(EndPeeks())

    def place(self, row: int, column: int) -> "Table":
        return self.act(PlaceCube(at(row, column)))

    def move(self, start: tuple[int, int], row: int, column: int) -> "Table":
        return self.act(MoveCube(at(*start), at(row, column)))

    def choose(self, corner: Any) -> "Table":
        return self.act(ChooseCorner(corner))

    def walk(self, row: int, column: int) -> "Table":
        return self.act(Walk(at(row, column)))

    def turn_up(self) -> "Table":
        return self.act(TurnUp())

    def claim(self, owner: int) -> "Table":
        return self.act(ClaimCube(owner))

    def take(self) -> "Table":
        return self.act(TakeCard())

    def end(self) -> "Table":
        return self.act(EndTurn())

    def act(self, move: Any) -> "Table":
        """Make the move for the active seat, and check that nothing gets lost."""
        before = self.census()
        self.do(move, active_seat(self.state))
        assert self.census() == before
        assert not self.chance.dice, "fewer dice were rolled than the test expects"
        return self

    # Looking

    def offered(self, move: Any) -> bool:
        """Return whether the move is listed as legal for the active seat."""
        return move in self.game.legal(self.state, active_seat(self.state))

    def walks(self) -> set[tuple[int, int]]:
        """Return the places, as rows and columns, that the pawn may walk to."""
        moves = self.game.legal(self.state, active_seat(self.state))
        return {(m.place // COLUMNS + 1, m.place % COLUMNS + 1) for m in moves if isinstance(m, Walk)}

    def viewer_at(self, seat: int) -> Viewer:
        """Return the viewer of that seat; pass -1 for the spectator."""
        return SPECTATOR if seat < 0 else seat_viewer(seat)

    def seen(self, seat: int) -> View:
        """Return the view of that seat; pass -1 for the spectator."""
        view: View = self.game.view(self.state, self.viewer_at(seat))
        return view

    def card(self, seat: int, row: int, column: int) -> CardView:
        """Return the seat's view of the card that was laid there."""
        return self.seen(seat).cards[at(row, column)]

    def census(self) -> list[str]:
        return census(self.state)

    def on_field(self, seat: int) -> int:
        return cubes_on_field(self.state, seat)

    @property
    def active(self) -> int:
        return active_seat(self.state)

    @property
    def phase(self) -> str:
        return self.seen(-1).phase

    @property
    def left(self) -> int:
        return self.state.left

    @property
    def supply(self) -> int:
        return self.state.supply[0]


def _bare(seats: int, tiles: int, mode: int) -> State:
    state, _ = deal(EDITION, Options(tiles, mode), seats, DiceChance())
    state.order = list(range(seats))
    state.faces = bytes(range(PLACES))
    state.dice = []
    return state
