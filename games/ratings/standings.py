"""The final places of a match, worked out from its result. Pure."""

from collections.abc import Sequence

from games.engine.protocol import Result


def places(result: Result, left: Sequence[int | None]) -> tuple[int, ...]:
    """Return every seat's place, 1 for the first; equal places share the better number.

    *left:* by seat, the step with which its player left; None if the player stayed.
    Players who left come after all who stayed; the earlier they left, the lower. Of the others, the winners
    come first, then scores decide, if the winners' scores show whether higher is better. In a draw all who
    stayed share a place.
    """
    ranks = [_rank(result, seat, left[seat]) for seat in range(len(left))]
    return tuple(1 + sum(other < rank for other in ranks) for rank in ranks)


def _rank(result: Result, seat: int, left: int | None) -> tuple[int, int]:
    """Return the sort key of the seat, lower for better."""
    if left is not None:
        return 2, -left
    if not result.winners or seat in result.winners:
        return 0, 0
    return 1, -_direction(result) * result.scores[seat] if result.scores else 0


def _direction(result: Result) -> int:
    """Return 1 if a higher score is better, -1 if a lower one is, 0 if the scores don't show it."""
    winning = [result.scores[seat] for seat in result.winners]
    others = [score for seat, score in enumerate(result.scores) if seat not in result.winners]
    if all(score <= min(winning) for score in others):
        return 1
    return -1 if all(score >= max(winning) for score in others) else 0
