"""What a turn of collecting may be a puzzle about, and which moves can help to solve it."""

from collections.abc import Iterable, Sequence

from games.engine import codec
from games.engine.events import Event
from games.engine.optional import Goal
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.events import CardTurnedUp
from games.titles.scrapyard.moves import AnyMove, ClaimCube, TakeCard, Walk
from games.titles.scrapyard.scoring import score
from games.titles.scrapyard.state import COLLECT, State, is_clear
from games.titles.scrapyard.words import count

GOALS = {
    "points": Goal(
        least=10,
        asks=lambda amount: f"Gain {count(amount, 'point')} this turn.",
        tells=lambda amount: f"you gained {count(amount, 'point')}" if amount > 0 else "you gained no points",
    ),
}
_FEWEST = 3  # deeds of a solution


def gained(edition: Edition, before: State, state: State, seat: int) -> int:
    """Return by how many points the score of *seat* has grown since *before*; it may have fallen."""
    return score(edition, state, seat).total - score(edition, before, seat).total


def helpful(state: State, moves: Sequence[AnyMove], seat: int, last: AnyMove | None) -> list[AnyMove]:
    """Return those of *moves* that can help: walks to where something is to be had, claims, known cards.

    Other cards are as bad as they can be for who wants to be sure, and don’t help.
    """
    if state.phase != COLLECT:
        return []
    return [move for move in moves if _helps(state, seat, move, last)]


def gist(state: State, seat: int) -> bytes:
    """Return what changes within a turn."""
    return codec.pack((state.pawns[seat], state.left, state.field, bytes(state.cubes), state.phase))


def is_foreseen(events: Iterable[Event]) -> bool:
    """Return whether no card was turned up."""
    return not any(isinstance(event, CardTurnedUp) for event in events)


def deed(state: State, seat: int, move: AnyMove) -> str:
    """Return where a card is taken or a cube is claimed; empty for a walk."""
    if isinstance(move, Walk):
        return ""
    return codec.to_json(codec.to_plain(move) | {"place": state.pawns[seat]})


def is_plain(deeds: Sequence[str]) -> bool:
    """Return whether there are few."""
    return len(deeds) < _FEWEST


def _helps(state: State, seat: int, move: AnyMove, last: AnyMove | None) -> bool:
    match move:
        case Walk(place):
            return not isinstance(last, Walk) and (
                _is_known(state, seat, place) or not is_clear(state, place)
            )
        case ClaimCube():
            return True
        case TakeCard():
            return _is_known(state, seat, state.pawns[seat])
    return False


def _is_known(state: State, seat: int, place: int) -> bool:
    return bool(state.known[place] >> seat & 1)
