"""Moves as the board shows them: where each is picked up and put down, and its label.

Things on the board are `card:2-3` (row 2, column 3), `cube:2-3:0` (a cube of seat 0 on that card),
`cube:supply`, `pawn`, `corner:top-left` and `turn`.
"""

from games.engine.protocol import Offer
from games.titles.scrapyard.decisions.legality import conceivable, refusal
from games.titles.scrapyard.decisions.warnings import warning
from games.titles.scrapyard.moves import (
    TAKE_COST,
    TURN_UP_COST,
    WALK_COST,
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
    claim_cost,
)
from games.titles.scrapyard.state import COLLECT, VALUES, State, active_seat
from games.titles.scrapyard.walk import FAR, distances
from games.titles.scrapyard.words import corner_words, count, spot, where


def offers(state: State) -> list[Offer]:
    """Return every move that the board suggests to the active seat, with the refusals."""
    return [_offer(state, move) for move in conceivable(state)]


def _offer(state: State, move: AnyMove) -> Offer:
    at, to, label = _place(state, move)
    refused = refusal(state, move)
    return Offer(move, at, to, label, refused, warning="" if refused else warning(state, move))


def _place(state: State, move: AnyMove) -> tuple[str, str, str]:
    """Return where the move is picked up, where it lands, and its label."""
    seat = active_seat(state)
    match move:
        case Peek(place):
            return f"card:{spot(place)}", "", f"Look at the card in {where(place)}"
        case BuyPeek():
            return "turn", "", "One more peek for a cube"
        case EndPeeks():
            return "turn", "", "End peeking"
        case PlaceCube(place):
            return "cube:supply", f"card:{spot(place)}", f"Place a cube in {where(place)}"
        case MoveCube(start, place):
            label = f"Move the cube in {where(start)} to {where(place)}"
            return f"cube:{spot(start)}:{seat}", f"card:{spot(place)}", label
        case ChooseCorner(corner):
            return f"corner:{corner}", "", f"Start at the {corner_words(corner)} corner"
        case Walk(place):
            return "pawn", f"card:{spot(place)}", _walk_label(state, seat, place)
        case EndTurn():
            return "turn", "", "End turn" if state.phase == COLLECT else "End placing"
    return _under_pawn(state, seat, move)


def _under_pawn(state: State, seat: int, move: TurnUp | ClaimCube | TakeCard) -> tuple[str, str, str]:
    pawn = state.pawns[seat]
    card = f"card:{spot(pawn)}" if pawn >= 0 else "pawn"
    match move:
        case TurnUp():
            return card, "", f"Turn the card face up for {count(TURN_UP_COST, 'action point')}"
        case TakeCard():
            return card, "", f"Take the card for {count(TAKE_COST, 'action point')}{_scores(state, seat)}"
        case ClaimCube(owner):
            cube = f"cube:{spot(pawn)}:{owner}" if pawn >= 0 else "pawn"
            label = "Take back your cube" if owner == seat else "Claim another player’s cube"
            price = count(claim_cost(seat, owner), "action point")
            return cube, "", f"{label} for {price}: {_claim_gain(state, seat)}"


def _scores(state: State, seat: int) -> str:
    """Return what the card under the pawn adds to the seat's score, if the seat knows the card."""
    pawn = state.pawns[seat]
    if pawn < 0 or not state.known[pawn] >> seat & 1:
        return ""
    kind, value = divmod(state.faces[pawn], VALUES)
    return f": it scores {'+' if state.tiles[seat] >> kind & 1 else '−'}{value + 1}"


def _claim_gain(state: State, seat: int) -> str:
    """Return what one more cube in the supply brings: a point, and action points in the turns to come."""
    later = " and 1 more action point in each later turn" if state.turns[seat] > 1 else ""
    return f"+1 point{later}"


def _walk_label(state: State, seat: int, place: int) -> str:
    far = distances(state.field, state.pawns[seat])[place]
    price = f" for {count(far * WALK_COST, 'action point')}" if 0 < far < FAR else ""
    return f"Walk to {where(place)}{price}"
