"""The kinds of notifications about matches, and functions that make them for users, seats and communities.

The names of the kinds are stored and appear in the API. `games.notifications` puts them into words.
"""

from collections.abc import Iterable, Sequence

from games.matches.models import Match
from scrapsite import notifications
from scrapsite.notifications import UserQuery, placeholders

YOUR_TURN, RUNNING_OUT, STARTED, ENDED = "your-turn", "running-out", "started", "ended"
OPENED, INVITATION, UNDO_ASKED, CHAT = "opened", "invitation", "undo-asked", "chat"
STOPPED = "stopped"

_SEATED = "SELECT user_id FROM games_seat WHERE match_id = %s AND user_id IS NOT NULL AND number IN ({})"


def notify(users: Iterable[int | None], kind: str, match: Match, *, key: str = "", about: int = 0) -> None:
    """Notify *users*, given by primary key, of something in *match*. See `scrapsite.notifications.notify`."""
    notifications.notify(users, kind, match_id=match.pk, game=match.title, key=key, about=about)


def notify_seats(
    seats: Sequence[int], kind: str, match_id: str, game: str, *, key: str, detail: str = ""
) -> None:
    """Notify the people at *seats*, also those who resigned, with one SQL statement."""
    if seats:
        seated = UserQuery(_SEATED.format(placeholders(seats)), (match_id, *seats))
        notifications.notify(seated, kind, match_id=match_id, game=game, key=key, detail=detail)


def announce(kind: str, match: Match) -> None:
    """Announce to communities what has happened in *match*, unless it is private or not listed."""
    if match.is_listed and not match.is_private:
        notifications.announce(kind, match.pk, match.title)
