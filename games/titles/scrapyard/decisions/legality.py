"""What a seat may do: the legal moves, and why others are refused."""

from collections.abc import Iterator

from games.engine.errors import IllegalMove
from games.titles.scrapyard.edition import Edition
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
from games.titles.scrapyard.state import (
    AGAIN,
    COLLECT,
    COLUMNS,
    CORNER,
    CORNERS,
    PEEK,
    PLACE,
    PLACES,
    PUBLIC,
    State,
    active_seat,
    is_blocked,
    is_clear,
    may_buy_peek,
)
from games.titles.scrapyard.walk import FAR, distances
from games.titles.scrapyard.words import count, number_word, where

PEEKS = tuple(Peek(place) for place in range(PLACES))
PLACINGS = tuple(PlaceCube(place) for place in range(PLACES))
MOVINGS = tuple(
    tuple(MoveCube(start, place) for place in range(PLACES) if place != start) for start in range(PLACES)
)
WALKS = tuple(Walk(place) for place in range(PLACES))
CORNER_CHOICES = tuple(ChooseCorner(corner) for corner in CORNERS)
CLAIMS = tuple(ClaimCube(owner) for owner in range(4))
BUY_PEEK, END_PEEKS, TURN_UP, TAKE_CARD, END_TURN = BuyPeek(), EndPeeks(), TurnUp(), TakeCard(), EndTurn()


def legal(edition: Edition, state: State) -> list[AnyMove]:
    """Return the legal moves of the active seat, in stable order."""
    if state.phase == PEEK:
        return _peeks(state)
    if state.phase == COLLECT:
        return _actions(edition, state)
    if state.phase == CORNER:
        return list(CORNER_CHOICES)
    return _placings(state)


def conceivable(state: State) -> Iterator[AnyMove]:
    """Yield every move that the board suggests, legal or not, in the order of `legal`."""
    if state.phase == PEEK:
        yield from PEEKS[: len(state.known)]
        yield BUY_PEEK
        yield END_PEEKS
    elif state.phase == COLLECT:
        yield TURN_UP
        yield from CLAIMS[: state.seats]
        yield TAKE_CARD
        yield from (walk for walk in WALKS if state.field >> walk.place & 1)
        yield END_TURN
    elif state.phase == CORNER:
        yield from CORNER_CHOICES
    else:
        yield from PLACINGS[: len(state.known)]
        for start in _own_places(state, active_seat(state)):
            yield from MOVINGS[start][: len(state.known) - 1]
        yield END_TURN


def refusal(edition: Edition, state: State, move: AnyMove) -> IllegalMove | None:
    """Return why the rules refuse the active seat *move* now, or None when they allow it."""
    match move:
        case Peek():
            refused = _refuse_phase(state, "peek-1", PEEK) or _refuse_place(state, move.place)
            return refused or _refuse_peek(state, move.place)
        case BuyPeek():
            return _refuse_phase(state, "extra-1", PEEK) or _refuse_purchase(edition, state)
        case EndPeeks():
            return _refuse_phase(state, "peek-1", PEEK)
        case PlaceCube():
            refused = _refuse_phase(state, "place-1", PLACE, AGAIN) or _refuse_place(state, move.place)
            return refused or _refuse_placing(edition, state)
        case MoveCube():
            refused = _refuse_phase(state, "place-1", PLACE, AGAIN)
            refused = refused or _refuse_place(state, move.start, move.place)
            return refused or _refuse_moving(edition, state, move)
        case ChooseCorner():
            return _refuse_phase(state, "corner-1", CORNER)
        case EndTurn():
            return _refuse_phase(state, "turn-1", PLACE, AGAIN, COLLECT)
        case Walk():
            return _refuse_phase(state, "move-1", COLLECT) or _refuse_walk(edition, state, move.place)
        case TurnUp():
            return _refuse_phase(state, "flip-1", COLLECT) or _refuse_turning(edition, state)
        case ClaimCube():
            return _refuse_phase(state, "claim-1", COLLECT) or _refuse_claim(edition, state, move.owner)
        case TakeCard():
            return _refuse_phase(state, "take-1", COLLECT) or _refuse_taking(edition, state)


def _peeks(state: State) -> list[AnyMove]:
    seat = active_seat(state)
    moves: list[AnyMove] = []
    if state.left:
        known, own = state.known, 1 << seat
        blocked = _blocked(state, seat)
        peeks = PEEKS[: len(known)]
        moves += [peek for peek in peeks if not known[peek.place] & own and not blocked >> peek.place & 1]
    if may_buy_peek(state):
        moves.append(BUY_PEEK)
    moves.append(END_PEEKS)
    return moves


def _blocked(state: State, seat: int) -> int:
    """Return the mask of the places where cubes of other players lie."""
    cubes, blocked = state.cubes, 0
    for other in range(state.seats):
        if other != seat:
            row = cubes[other * PLACES : other * PLACES + PLACES]
            if any(row):
                for place, lying in enumerate(row):
                    if lying:
                        blocked |= 1 << place
    return blocked


def _placings(state: State) -> list[AnyMove]:
    if not state.left:
        return [END_TURN]
    seat = active_seat(state)
    moves: list[AnyMove] = list(PLACINGS[: len(state.known)]) if state.supply[seat] else []
    for start in _own_places(state, seat):
        moves += MOVINGS[start][: len(state.known) - 1]
    moves.append(END_TURN)
    return moves


def _own_places(state: State, seat: int) -> list[int]:
    row = state.cubes[seat * PLACES : seat * PLACES + PLACES]
    return [place for place, lying in enumerate(row) if lying]


def _actions(edition: Edition, state: State) -> list[AnyMove]:
    seat, left, field = active_seat(state), state.left, state.field
    moves: list[AnyMove] = []
    pawn, figures = state.pawns[seat], edition.figures
    if left and pawn >= 0 and field >> pawn & 1:
        if left >= figures.turn_up_cost and not state.known[pawn] & PUBLIC:
            moves.append(TURN_UP)
        clear, cubes = True, state.cubes
        for owner in range(state.seats):
            if cubes[owner * PLACES + pawn]:
                clear = False
                if figures.claim_cost(seat, owner) <= left:
                    moves.append(CLAIMS[owner])
        if clear and left >= figures.take_cost:
            moves.append(TAKE_CARD)
    if left:
        far, reach = distances(field, pawn, figures.rows), left // figures.walk_cost
        moves += [walk for walk in WALKS if 0 < far[walk.place] <= reach]
    moves.append(END_TURN)
    return moves


def _refuse_phase(state: State, rule: str, *phases: int) -> IllegalMove | None:
    if state.phase in phases:
        return None
    now = {
        PEEK: "You are peeking now.",
        PLACE: "You are placing cubes now.",
        AGAIN: "You are placing cubes now.",
        CORNER: "First choose the corner where your pawn starts.",
        COLLECT: "You are collecting now.",
    }
    return IllegalMove(rule, now[state.phase])


def _refuse_place(state: State, *places: int) -> IllegalMove | None:
    rows = len(state.known) // COLUMNS
    if max(places) < len(state.known):
        return None
    return IllegalMove("setup-1", f"The field has only {rows} rows.")


def _refuse_peek(state: State, place: int) -> IllegalMove | None:
    seat = active_seat(state)
    if not state.left:
        return IllegalMove("peek-1", "You have no peeks left.")
    if is_blocked(state, seat, place):
        return IllegalMove("peek-2", "Another player’s cube lies on that card.")
    if state.known[place] & 1 << seat:
        return IllegalMove("peek-3", "You already know that card.")
    return None


def _refuse_purchase(edition: Edition, state: State) -> IllegalMove | None:
    if not edition.figures.peeks_for_cube:
        return IllegalMove("extra-1", "No cube can be spent for a peek.")
    if state.bought:
        return IllegalMove("extra-1", "You have already bought a peek this round.")
    if not may_buy_peek(state):
        return IllegalMove("extra-1", "You have no cubes in your supply.")
    return None


def _refuse_placing(edition: Edition, state: State) -> IllegalMove | None:
    if not state.left:
        return _refuse_more(edition)
    if not state.supply[active_seat(state)]:
        return IllegalMove("place-1", "You have no cubes in your supply.")
    return None


def _refuse_more(edition: Edition) -> IllegalMove:
    placings = edition.figures.placings
    cubes = "one cube" if placings == 1 else f"{number_word(placings)} cubes"
    return IllegalMove("place-1", f"You have already placed or moved {cubes}.")


def _refuse_moving(edition: Edition, state: State, move: MoveCube) -> IllegalMove | None:
    if not state.left:
        return _refuse_more(edition)
    if not state.cubes[active_seat(state) * PLACES + move.start]:
        return IllegalMove("place-1", f"You have no cube in {where(move.start)}.")
    if move.start == move.place:
        return IllegalMove("place-3", "A cube must move to a different card.")
    return None


def _refuse_walk(edition: Edition, state: State, place: int) -> IllegalMove | None:
    pawn = state.pawns[active_seat(state)]
    if place == pawn:
        return IllegalMove("move-1", "Your pawn is already there.")
    if not state.field >> place & 1:
        return IllegalMove("move-1", "There is no card there any more.")
    far = distances(state.field, pawn, edition.figures.rows)[place]
    if far == FAR:
        return IllegalMove("stuck-1", "No row or column of cards leads there.")
    return _refuse_cost(state, far * edition.figures.walk_cost)


def _refuse_turning(edition: Edition, state: State) -> IllegalMove | None:
    refused = _refuse_without_card(state, "flip-1")
    if refused is None and state.known[state.pawns[active_seat(state)]] & PUBLIC:
        return IllegalMove("flip-1", "That card is already face up.")
    return refused or _refuse_cost(state, edition.figures.turn_up_cost)


def _refuse_claim(edition: Edition, state: State, owner: int) -> IllegalMove | None:
    seat = active_seat(state)
    refused = _refuse_without_card(state, "claim-1")
    if refused is not None:
        return refused
    if owner >= state.seats or not state.cubes[owner * PLACES + state.pawns[seat]]:
        whose = "You have" if owner == seat else "That player has"
        return IllegalMove("claim-1", f"{whose} no cube on the card under your pawn.")
    return _refuse_cost(state, edition.figures.claim_cost(seat, owner))


def _refuse_taking(edition: Edition, state: State) -> IllegalMove | None:
    refused = _refuse_without_card(state, "take-1")
    if refused is None and not is_clear(state, state.pawns[active_seat(state)]):
        return IllegalMove("take-1", _claim_first(edition, state))
    return refused or _refuse_cost(state, edition.figures.take_cost)


def _claim_first(edition: Edition, state: State) -> str:
    """Return what has to go from the card under the active pawn, and what that takes, in a sentence."""
    seat, pawn = active_seat(state), state.pawns[active_seat(state)]
    lying = [state.cubes[owner * PLACES + pawn] for owner in range(state.seats)]
    price = sum(many * edition.figures.claim_cost(seat, owner) for owner, many in enumerate(lying))
    others = sum(lying) - lying[seat]
    if others and lying[seat]:
        what, how = "Cubes lie", "Take back yours and claim the others"
    elif others:
        what, how = ("A cube lies", "Claim it") if others == 1 else ("Cubes lie", "Claim them")
    else:
        what, how = (
            ("Your cube lies", "Take it back") if lying[seat] == 1 else ("Your cubes lie", "Take them back")
        )
    return f"{what} on that card. {how} first, for {count(price, 'action point')}."


def _refuse_without_card(state: State, rule: str) -> IllegalMove | None:
    pawn = state.pawns[active_seat(state)]
    if pawn >= 0 and state.field >> pawn & 1:
        return None
    return IllegalMove(rule, "There is no card under your pawn.")


def _refuse_cost(state: State, cost: int) -> IllegalMove | None:
    if cost <= state.left:
        return None
    have = "none" if not state.left else f"{state.left}"
    return IllegalMove("points-1", f"That takes {count(cost, 'action point')}, and you have {have} left.")
