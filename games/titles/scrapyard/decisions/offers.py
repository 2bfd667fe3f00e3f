"""Moves as the board shows them: where each is picked up and put down, and its label.

Things on the board are `card:2-3` (row 2, column 3), `cube:2-3:0` (a cube of seat 0 on that card),
`cube:supply`, `pawn`, `corner:top-left` and `turn`.
"""

from games.engine.protocol import Offer
from games.titles.scrapyard.decisions.legality import conceivable, refusal
from games.titles.scrapyard.decisions.warnings import NOTHING, warning
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
from games.titles.scrapyard.state import COLLECT, State, active_seat
from games.titles.scrapyard.walk import FAR, distances
from games.titles.scrapyard.words import corner_words, count, number_word, spot, where


def offers(edition: Edition, state: State) -> list[Offer]:
    """Return every move that the board suggests to the active seat, with the refusals."""
    return [_offer(edition, state, move) for move in conceivable(state)]


def _offer(edition: Edition, state: State, move: AnyMove) -> Offer:
    at, to, label = _place(edition, state, move)
    refused = refusal(edition, state, move)
    asks = NOTHING if refused else warning(edition, state, move)
    about = "" if asks.place < 0 else f"card:{spot(asks.place)}"
    # Only the others learn something of a card that is known.
    is_rare = isinstance(move, TurnUp) and _knows(state, active_seat(state))
    return Offer(move, at, to, label, refused, warning=asks.text, about=about, is_rare=is_rare)


def _place(edition: Edition, state: State, move: AnyMove) -> tuple[str, str, str]:
    """Return where the move is picked up, where it lands, and its label."""
    seat = active_seat(state)
    match move:
        case Peek(place):
            return f"card:{spot(place)}", "", f"Look at the card in {where(place)}"
        case BuyPeek():
            return "turn", "", _purchase_label(edition)
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
            return "pawn", f"card:{spot(place)}", _walk_label(edition, state, seat, place)
        case EndTurn():
            return "turn", "", "End turn" if state.phase == COLLECT else "End placing"
    return _under_pawn(edition, state, seat, move)


def _under_pawn(
    edition: Edition, state: State, seat: int, move: TurnUp | ClaimCube | TakeCard
) -> tuple[str, str, str]:
    pawn, figures = state.pawns[seat], edition.figures
    card = f"card:{spot(pawn)}" if pawn >= 0 else "pawn"
    match move:
        case TurnUp():
            price = count(figures.turn_up_cost, "action point")
            return card, "", f"Turn the card face up for {price}: {_seen_by(state, seat)}"
        case TakeCard():
            price = count(figures.take_cost, "action point")
            return card, "", f"Take the card for {price}{_scores(edition, state, seat)}"
        case ClaimCube(owner):
            cube = f"cube:{spot(pawn)}:{owner}" if pawn >= 0 else "pawn"
            label = "Take back your cube" if owner == seat else "Claim another player’s cube"
            price = count(figures.claim_cost(seat, owner), "action point")
            return cube, "", f"{label} for {price}: {_claim_gain(figures, state, seat)}"


def _seen_by(state: State, seat: int) -> str:
    """Return what turning up the card under the pawn brings: the seat may know it already."""
    return "all others see it too" if _knows(state, seat) else "you and all others see it"


def _knows(state: State, seat: int) -> bool:
    """Return whether the seat knows the card under its pawn."""
    pawn = state.pawns[seat]
    return pawn >= 0 and bool(state.known[pawn] >> seat & 1)


def _scores(edition: Edition, state: State, seat: int) -> str:
    """Return what the card under the pawn adds to the seat's score, or that the seat doesn't know it."""
    pawn = state.pawns[seat]
    if pawn < 0:
        return ""
    if not _knows(state, seat):
        return ": unseen, it may cost points"
    worth = edition.worth(state.faces[pawn], state.tiles[seat])
    return f": it scores {'−' if worth < 0 else '+' if worth else ''}{abs(worth)}"


def _claim_gain(figures: Figures, state: State, seat: int) -> str:
    """Return what one more cube in the supply brings: a point, and action points in the turns to come."""
    points = count(figures.points_a_cube, "more action point") if state.turns[seat] > 1 else ""
    later = f" and {points} in each later turn" if points and figures.points_a_cube else ""
    return f"+{count(figures.cube_points, 'point')}{later}"


def _purchase_label(edition: Edition) -> str:
    peeks = edition.figures.peeks_for_cube
    return f"{number_word(peeks).capitalize()} more peek{'' if peeks == 1 else 's'} for a cube"


def _walk_label(edition: Edition, state: State, seat: int, place: int) -> str:
    figures = edition.figures
    far = distances(state.field, state.pawns[seat], figures.rows)[place]
    price = f" for {count(far * figures.walk_cost, 'action point')}" if 0 < far < FAR else ""
    return f"Walk to {where(place)}{price}"
