"""Who may read and write table talk; docs/decisions/0016-table-talk.md says why.

While a match runs, only people who have or had a seat may read. When it is over, everybody who may see the
match may read. Players with a seat may write, and after the end also those who had one.
"""

from collections.abc import Iterable
from typing import Any

from games.matches.access import sat_at, seat_of, viewer_of
from games.matches.models import Match, Seat, Status
from scrapsite.accounts.second_factor.powers import may_use

MODERATE, MODERATORS = "games.moderate_talk", "Table moderators"
LONGEST_MESSAGE, LONGEST_NOTE, LONGEST_REPORT, LONGEST_REASON = 1000, 10_000, 5_000, 500


def reads_talk(user: Any, match: Match, seats: Iterable[Seat] | None = None) -> bool:
    """Return whether *user*, who may see *match*, may read its talk. *seats:* if they have been read."""
    return match.status == Status.FINISHED or (user is not None and _sat_at(user, match, seats))


def says_something(user: Any, match: Match, seats: Iterable[Seat] | None = None) -> bool:
    """Return whether *user* may write in the talk of *match*. *seats:* if they have been read already."""
    if match.status == Status.CANCELLED or user is None:
        return False
    if match.status == Status.FINISHED:
        return _sat_at(user, match, seats)
    viewer = seat_of(user, match) if seats is None else viewer_of(user, seats)
    return not viewer.is_spectator


def _sat_at(user: Any, match: Match, seats: Iterable[Seat] | None) -> bool:
    if seats is None:
        return sat_at(user, match)
    return bool(user.is_authenticated) and any(seat.user_id == user.pk for seat in seats)


def may_moderate(user: Any) -> bool:
    """Return whether *user* may read reports of table talk and hide messages."""
    return may_use(user, MODERATE)
