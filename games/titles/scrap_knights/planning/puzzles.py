"""What a turn of Scrap Knights may be a puzzle about: the ACT that is right whatever the opponent answers."""

from games.engine import codec
from games.engine.optional import Goal
from games.titles.scrap_knights.decisions.legality import legal
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import AnyChoice, AnyMove
from games.titles.scrap_knights.rules import result
from games.titles.scrap_knights.state import ACT, SEATS, State

WIN, SURVIVE, HP = "win", "survive", "hp"
TERMS = (
    "You know your opponent’s hand, and they know yours. What you choose now has to work whatever they "
    "choose, whatever both of you decide later in the turn, and however coins fall."
)


def _balance(amount: int) -> str:
    if amount > 0:
        return f"you are sure to deal {amount} more damage than you take"
    return f"you could take {-amount} more damage than you deal" if amount else "you could gain nothing by it"


GOALS = {
    WIN: Goal(
        least=1,
        asks=lambda amount: "Win this turn, whatever your opponent does.",
        tells=lambda amount: "you win" if amount > 0 else "your opponent could stop you",
    ),
    SURVIVE: Goal(
        least=1,
        asks=lambda amount: "Survive this turn, whatever your opponent does.",
        tells=lambda amount: "you survive" if amount > 0 else "you could lose",
    ),
    HP: Goal(
        least=1,
        asks=lambda amount: (
            f"Deal {amount} more damage than you take this turn, whatever your opponent does."
        ),
        tells=_balance,
    ),
}


def laid_open(state: State) -> State:
    """Return *state* with all hands known to both players, changed in place."""
    state.known = [list(hand) for hand in state.hands]
    state.peeked = [[] for _ in range(SEATS)]
    return state


def gained(edition: Edition, before: State, state: State, seat: int, goal: str) -> int:
    """Return 1 or 0 for a win or for not having lost; for HP, by how many *seat* has gained on the other."""
    found = result(edition, state)
    if goal == WIN:
        return int(found is not None and found.winners == (seat,))
    if goal == SURVIVE:
        return int(found is None or found.winners == (seat,))
    return _ahead(state, seat) - _ahead(before, seat)


def helpful(edition: Edition, state: State, seat: int) -> list[AnyMove]:
    """Return the ways to choose an ACT, if both players have one to choose and no prep deck hides any."""
    is_open = state.phase == ACT and not any(state.done) and not any(state.two) and not any(state.preps)
    return [move for move in legal(edition, state, seat) if isinstance(move, AnyChoice)] if is_open else []


def deed(move: AnyMove) -> str:
    """Return the move: each is a solution of its own."""
    return codec.to_json(codec.to_plain(move))


def _ahead(state: State, seat: int) -> int:
    return state.hp[seat] - state.hp[1 - seat]
