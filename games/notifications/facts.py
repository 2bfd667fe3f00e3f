"""The database rows that notifications are about, read for all at once, and whether each still matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Max

from games.clocks.rules import SeatClock, read_seat_clocks
from games.matches import notifications as about
from games.matches.access import visible_to
from games.matches.models import Invitation, Match, Mute, Seat, Status, UndoRequest
from games.matches.queries.people import with_people
from games.talk.models import ChatMessage
from scrapsite.notifications.models import Notification


class Facts:
    """The rows that *notifications*, all of the same user or webhook, are about.

    *user_id:* None for a webhook, which gets only what is public.
    """

    def __init__(self, notifications: Sequence[Notification], user_id: int | None) -> None:
        self.user_id = user_id
        self.matches = _matches(
            (notification.match_id for notification in notifications), is_public=user_id is None
        )
        self.invitations = _by_key(
            Invitation.objects.select_related("by__profile"), _abouts(notifications, about.INVITATION)
        )
        self.undo_requests = _by_key(UndoRequest.objects.all(), _abouts(notifications, about.UNDO_ASKED))
        self.messages = _by_key(
            ChatMessage.objects.select_related("user__profile"), _abouts(notifications, about.CHAT)
        )
        self._muted = _muted_by(user_id) if self.messages or self.invitations else set()
        self._newest_turns = _newest_turns(notifications, user_id)

    def seat(self, match: Match) -> Seat | None:
        """Return the user's seat in *match*, or None."""
        return next((seat for seat in match.seats.all() if seat.user_id == self.user_id), None)

    def time_left(self, match: Match) -> datetime | None:
        """Return when the user's time to decide ends; None if no clock runs for them."""
        clock = self._seat_clock(match)
        return datetime.fromtimestamp(clock.due, UTC) if clock and clock.runs else None

    def still_matters(self, notification: Notification) -> bool:
        """Return whether *notification* is still worth sending; the matter may be settled by now."""
        return bool(_STILL[notification.kind](self, notification))

    def match_of(self, notification: Notification) -> Match | None:
        """Return the match that *notification* is about, or None if it is gone or not public."""
        return self.matches.get(notification.match_id or "")

    def _decides(self, notification: Notification) -> bool:
        match = self.match_of(notification)
        if match is None or match.status != Status.RUNNING:
            return False
        seat = self.seat(match)
        return seat is not None and not seat.bot and seat.number in match.to_act

    def _turn_matters(self, notification: Notification) -> bool:
        newest = self._newest_turns.get((notification.channel, notification.match_id), notification.pk)
        return self._decides(notification) and notification.pk >= newest

    def _time_matters(self, notification: Notification) -> bool:
        if notification.detail:
            return True
        match = self.match_of(notification)
        clock = self._seat_clock(match) if match else None
        return (
            self._decides(notification)
            and clock is not None
            and clock.runs
            and clock.since <= notification.created_at.timestamp()
        )

    def _seat_clock(self, match: Match) -> SeatClock | None:
        seat, all_clocks = self.seat(match), read_seat_clocks(match.clocks)
        return all_clocks[seat.number] if seat and seat.number < len(all_clocks) else None

    def _has_status(self, notification: Notification, *statuses: str) -> bool:
        match = self.match_of(notification)
        return match is not None and match.status in statuses

    def _stop_matters(self, notification: Notification) -> bool:
        match = self.match_of(notification)
        if match is None or match.status != Status.RUNNING or match.stopped_at is None:
            return False
        seat = self.seat(match)
        return seat is not None and not seat.bot and seat.number not in match.agreed

    def _invitation_matters(self, notification: Notification) -> bool:
        invitation = self.invitations.get(notification.about)
        return (
            invitation is not None
            and not invitation.answer
            and invitation.by_id not in self._muted
            and self._has_status(notification, Status.OPEN)
        )

    def _undo_matters(self, notification: Notification) -> bool:
        asked, match = self.undo_requests.get(notification.about), self.match_of(notification)
        seat = self.seat(match) if match else None
        return (
            asked is not None
            and asked.state == UndoRequest.State.ASKED
            and seat is not None
            and not seat.bot
            and seat.number not in asked.granted
        )

    def _message_matters(self, notification: Notification) -> bool:
        message = self.messages.get(notification.about)
        return message is not None and message.hidden_at is None and message.user_id not in self._muted


_STILL: dict[str, Any] = {
    about.YOUR_TURN: Facts._turn_matters,
    about.RUNNING_OUT: Facts._time_matters,
    about.STARTED: lambda facts, notification: facts._has_status(notification, Status.RUNNING),
    about.ENDED: lambda facts, notification: facts._has_status(
        notification, Status.FINISHED, Status.CANCELLED
    ),
    about.STOPPED: Facts._stop_matters,
    about.OPENED: lambda facts, notification: facts._has_status(notification, Status.OPEN),
    about.INVITATION: Facts._invitation_matters,
    about.UNDO_ASKED: Facts._undo_matters,
    about.CHAT: Facts._message_matters,
}


def _matches(keys: Iterable[str | None], *, is_public: bool) -> dict[str, Match]:
    """Return the matches by key. *is_public:* only those that everybody may see now."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    found = visible_to(None) if is_public else Match.objects.all()
    return with_people(found).in_bulk(wanted)


def _abouts(notifications: Sequence[Notification], kind: str) -> set[int]:
    return {notification.about for notification in notifications if notification.kind == kind}


def _by_key(rows: Any, keys: set[int]) -> dict[int, Any]:
    return rows.in_bulk(keys) if keys else {}


def _muted_by(user_id: int | None) -> set[int]:
    return set(Mute.objects.filter(user=user_id).values_list("muted", flat=True))


def _newest_turns(
    notifications: Sequence[Notification], user_id: int | None
) -> dict[tuple[str, str | None], int]:
    """Return the key of the newest “your turn” notification by channel and match. Older ones are outdated."""
    matches = {
        notification.match_id for notification in notifications if notification.kind == about.YOUR_TURN
    }
    if not matches:
        return {}
    rows = Notification.objects.filter(user=user_id, kind=about.YOUR_TURN, match__in=matches).order_by()
    found = rows.values_list("channel", "match").annotate(Max("pk"))
    return {(channel, match): newest for channel, match, newest in found}
