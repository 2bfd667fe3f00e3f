"""The course of a game of Scrapyard: the deal, the peek rounds, and the collection."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.engine.chance import Chance
from games.engine.events import Event
from games.titles.scrapyard import events as ev
from games.titles.scrapyard.edition import Edition, Figures
from games.titles.scrapyard.moves import (
    AnyMove,
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
from games.titles.scrapyard.rolls import roll_first, roll_order, roll_peeks
from games.titles.scrapyard.scoring import ending_events
from games.titles.scrapyard.state import (
    AGAIN,
    COLLECT,
    CORNER,
    CORNERS,
    NOWHERE,
    OVER,
    PAWN_CUBES,
    PEEK,
    PLACE,
    PLACES,
    PUBLIC,
    TYPES,
    State,
    active_seat,
    cubes_on_field,
    may_buy_peek,
    tile_slugs,
)
from games.titles.scrapyard.walk import distances, steps


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """*tiles:* how many each player draws: the length of the game. *mode:* 0 for public, 1 for stealth."""

    tiles: int = 2
    mode: int = 0


def deal(edition: Edition, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
    """Return the state after setup and the first round's dice, with its events.

    *Source:* `scrapyard:setup-1` to `setup-5`.
    """
    faces = list(edition.deck)
    chance.shuffle(faces, "field")
    events: list[Event] = [ev.FieldLaid("setup-1", -1, edition.figures.rows, edition.set_aside)]
    state = _laid_out(edition.figures, options, seats, bytes(faces))
    for seat in range(seats):
        kinds = list(range(len(TYPES)))
        chance.shuffle(kinds, f"tiles:{seat}")
        state.tiles[seat] = sum(1 << kind for kind in kinds[: options.tiles])
        events.append(ev.TilesDrawn("setup-3", seat, options.tiles, tile_slugs(state, seat)))
    _begin_round(edition, state, chance, events)
    return state, events


def act(edition: Edition, state: State, move: AnyMove, chance: Chance) -> list[Event]:
    """Carry out a move that is known to be legal and return what happened."""
    events: list[Event] = []
    _ACTIONS[type(move)](edition, state, active_seat(state), move, chance, events)
    return events


def _laid_out(figures: Figures, options: Options, seats: int, faces: bytes) -> State:
    return State(
        seats=seats,
        tiles_each=options.tiles,
        stealth=options.mode,
        phase=PEEK,
        round=0,
        order=list(range(seats)),
        turn=0,
        peeks=0,
        left=0,
        bought=0,
        points=0,
        turns=[options.tiles * figures.turns_a_tile] * seats,
        dice=[],
        faces=faces,
        known=bytearray(figures.places),
        takers=bytearray(figures.places),
        field=(1 << figures.places) - 1,
        cubes=bytearray(seats * PLACES),
        supply=[figures.cubes - PAWN_CUBES] * seats,
        spent=[0] * seats,
        claimed=[0] * (seats * seats),
        pawns=[NOWHERE] * seats,
        tiles=[0] * seats,
    )


# The peek rounds


def _begin_round(edition: Edition, state: State, chance: Chance, events: list[Event]) -> None:
    state.round += 1
    events.append(ev.RoundBegan("round-1", -1, state.round, state.tiles_each))
    state.dice = []
    state.order = roll_order(edition.figures, state, chance, events)
    state.peeks = roll_peeks(edition.figures, state, chance, events)
    state.turn = 0
    _begin_peeking(edition.figures, state)


def _begin_peeking(figures: Figures, state: State) -> None:
    state.phase, state.left, state.bought = PEEK, state.peeks, int(not figures.peeks_for_cube)


def _peek(edition: Edition, state: State, seat: int, move: Peek, chance: Chance, events: list[Event]) -> None:
    place = move.place
    state.known[place] |= 1 << seat
    state.left -= 1
    events.append(ev.CardPeeked("peek-1", seat, place, edition.slugs[state.faces[place]]))
    if not state.left and not may_buy_peek(state):
        _end_peeks(edition, state, seat, move, chance, events)


def _buy_peek(
    edition: Edition, state: State, seat: int, move: BuyPeek, chance: Chance, events: list[Event]
) -> None:
    state.supply[seat] -= 1
    state.spent[seat] += 1
    state.bought = 1
    state.left += edition.figures.peeks_for_cube
    events.append(ev.PeekBought("extra-1", seat, edition.figures.peeks_for_cube))


def _end_peeks(
    edition: Edition, state: State, seat: int, move: AnyMove, chance: Chance, events: list[Event]
) -> None:
    events.append(ev.PeeksEnded("peek-1", seat, state.left))
    state.phase, state.left = PLACE, edition.figures.placings


def _place_cube(
    edition: Edition, state: State, seat: int, move: PlaceCube, chance: Chance, events: list[Event]
) -> None:
    state.supply[seat] -= 1
    state.cubes[seat * PLACES + move.place] += 1
    state.left -= 1
    events.append(ev.CubePlaced("place-1", seat, move.place))


def _move_cube(
    edition: Edition, state: State, seat: int, move: MoveCube, chance: Chance, events: list[Event]
) -> None:
    state.cubes[seat * PLACES + move.start] -= 1
    state.cubes[seat * PLACES + move.place] += 1
    state.left -= 1
    events.append(ev.CubeMoved("place-1", seat, move.start, move.place))


def _end_placing(edition: Edition, state: State, seat: int, chance: Chance, events: list[Event]) -> None:
    again, placings = state.phase == AGAIN, edition.figures.placings
    events.append(ev.PlacingEnded("place-4" if again else "place-1", seat, placings - state.left))
    state.turn += 1
    if state.turn < state.seats:
        if again:
            state.left = placings
        else:
            _begin_peeking(edition.figures, state)
    elif not again:
        state.phase, state.turn, state.left = AGAIN, 0, placings
        events.append(ev.PlacingBegan("place-4", -1))
    elif state.round < state.tiles_each:
        _begin_round(edition, state, chance, events)
    else:
        _begin_collection(edition, state, chance, events)


# The collection


def _begin_collection(edition: Edition, state: State, chance: Chance, events: list[Event]) -> None:
    state.phase, state.turn, state.left, state.bought, state.dice = CORNER, 0, 0, 0, []
    if not state.stealth:
        events += [ev.TilesRevealed("mode-1", seat, tile_slugs(state, seat)) for seat in range(state.seats)]
    cubes = [cubes_on_field(state, seat) for seat in range(state.seats)]
    first = roll_first(edition.figures, state, cubes, chance, events)
    state.order = [(first + step) % state.seats for step in range(state.seats)]
    events.append(ev.CollectionBegan("first-1", first, tuple(cubes)))
    events.append(ev.OrderSet("first-2", -1, tuple(state.order)))


def _choose_corner(
    edition: Edition, state: State, seat: int, move: ChooseCorner, chance: Chance, events: list[Event]
) -> None:
    state.pawns[seat] = -1 - CORNERS.index(move.corner)
    events.append(ev.CornerChosen("corner-1", seat, move.corner))
    state.turn += 1
    if state.turn == state.seats:
        state.phase, state.turn = COLLECT, 0
        _begin_turn(edition, state, events)


def _begin_turn(edition: Edition, state: State, events: list[Event]) -> None:
    """Give the turn to the next seat whose pawn can do anything; end the game when no turns are left."""
    figures = edition.figures
    while state.turns[seat := active_seat(state)]:
        if not _is_stuck(figures, state, seat):
            state.points = state.left = figures.turn_points(state.supply[seat])
            of = state.tiles_each * figures.turns_a_tile
            events.append(ev.TurnBegan("points-1", seat, of - state.turns[seat] + 1, of, state.points))
            return
        events.append(ev.TurnEnded("stuck-1", seat, 0, True))
        state.turns[seat] -= 1
        state.turn = (state.turn + 1) % state.seats
    _end(edition, state, events)


def _is_stuck(figures: Figures, state: State, seat: int) -> bool:
    pawn = state.pawns[seat]
    return not (pawn >= 0 and state.field >> pawn & 1) and not steps(state.field, pawn, figures.rows)


def _walk(edition: Edition, state: State, seat: int, move: Walk, chance: Chance, events: list[Event]) -> None:
    figures = edition.figures
    points = distances(state.field, state.pawns[seat], figures.rows)[move.place] * figures.walk_cost
    state.left -= points
    rule = "move-2" if state.pawns[seat] < 0 else "move-1"
    state.pawns[seat] = move.place
    events.append(ev.Walked(rule, seat, move.place, points))


def _turn_up(
    edition: Edition, state: State, seat: int, move: TurnUp, chance: Chance, events: list[Event]
) -> None:
    place = state.pawns[seat]
    state.left -= edition.figures.turn_up_cost
    _open(state, place)
    slug, points = edition.slugs[state.faces[place]], edition.figures.turn_up_cost
    events.append(ev.CardTurnedUp("flip-1", seat, place, slug, points))


def _claim(
    edition: Edition, state: State, seat: int, move: ClaimCube, chance: Chance, events: list[Event]
) -> None:
    place, owner = state.pawns[seat], move.owner
    points = edition.figures.claim_cost(seat, owner)
    state.left -= points
    state.cubes[owner * PLACES + place] -= 1
    state.supply[seat] += 1
    if owner != seat:
        state.claimed[seat * state.seats + owner] += 1
    rule = "claim-1" if owner == seat else "claim-2"
    events.append(ev.CubeClaimed(rule, seat, place, owner, points))


def _take(
    edition: Edition, state: State, seat: int, move: TakeCard, chance: Chance, events: list[Event]
) -> None:
    place = state.pawns[seat]
    state.left -= edition.figures.take_cost
    state.takers[place] = seat + 1
    state.field &= ~(1 << place)
    if not state.stealth:
        _open(state, place)
    state.known[place] |= 1 << seat
    is_open = bool(state.known[place] & PUBLIC)
    slug, points = edition.slugs[state.faces[place]], edition.figures.take_cost
    events.append(ev.CardTaken("take-1", seat, place, is_open, slug, points))
    if not state.field:
        _end(edition, state, events)


def _open(state: State, place: int) -> None:
    """Turn a card face up."""
    state.known[place] = PUBLIC | ((1 << state.seats) - 1)


def _end_turn(
    edition: Edition, state: State, seat: int, move: EndTurn, chance: Chance, events: list[Event]
) -> None:
    if state.phase != COLLECT:
        _end_placing(edition, state, seat, chance, events)
        return
    events.append(ev.TurnEnded("turns-2", seat, state.left, False))
    state.turns[seat] -= 1
    state.turn = (state.turn + 1) % state.seats
    _begin_turn(edition, state, events)


def _end(edition: Edition, state: State, events: list[Event]) -> None:
    state.phase, state.left, state.points = OVER, 0, 0
    for place in range(len(state.known)):
        _open(state, place)
    events += ending_events(edition, state)


_ACTIONS: dict[type, Callable[[Edition, State, int, Any, Chance, list[Event]], None]] = {
    Peek: _peek,
    BuyPeek: _buy_peek,
    EndPeeks: _end_peeks,
    PlaceCube: _place_cube,
    MoveCube: _move_cube,
    ChooseCorner: _choose_corner,
    Walk: _walk,
    TurnUp: _turn_up,
    ClaimCube: _claim,
    TakeCard: _take,
    EndTurn: _end_turn,
}
