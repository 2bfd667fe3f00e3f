"""What a player has seen, so that a page can show what has happened since."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.matches.models import Seat, Step
from games.matches.queries.log import StepRow


@dataclass(frozen=True, slots=True)
class LookedAt:
    """The newest step a player has seen. *number:* as the player counts, -1 if unknown.

    *seq:* its own number. *is_behind:* others have done something since. *view:* the player's view after it,
    filled in by `fold`.
    """

    number: int = -1
    seq: int = -1
    is_behind: bool = False
    view: Any = None


NOTHING = LookedAt()


def is_made(match_id: str, seat: int, client_move_id: str) -> bool:
    """Return whether *seat* has made a step with that id."""
    return Step.objects.filter(match_id=match_id, seat=seat, client_move_id=client_move_id).exists()


def looked_at(seat: Seat, steps: Sequence[StepRow], newest: int, since: int | None = None) -> LookedAt:
    """Return what the player at *seat* has seen: what they marked as seen, or their own last move.

    *steps:* the newest that the seat notices, oldest first. *newest:* the number of the last of them.
    *since:* use this number instead if it is earlier.
    """
    first = newest + 1 - len(steps)
    own = (step.seq for step in reversed(steps) if step.seat == seat.number and step.client_move_id)
    seen = max(seat.seen, next(own, -1))
    place = sum(step.seq <= seen for step in steps) - 1
    if since is not None:
        place = min(place, since - first)
    if place < 0:  # longer ago than what is shown
        return NOTHING
    behind = any(step.seat != seat.number or not step.client_move_id for step in steps[place + 1 :])
    return LookedAt(first + place, steps[place].seq, behind)
