"""What alerts are about, looked up for all of them at once, and whether each still matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.db.models import Max, Prefetch

from games.clocks import rules as clocks
from games.matches.access import visible_to
from games.matches.models import Invitation, Match, Mute, Seat, Status, UndoRequest
from games.talk.models import ChatMessage
from rules.talk.queries.news import News, news_of
from scrapsite.notifications.kinds import (
    CHAT,
    ENDED,
    INVITATION,
    OPENED,
    RULES_NEWS,
    RUNNING_OUT,
    STARTED,
    UNDO_ASKED,
    YOUR_TURN,
)
from scrapsite.notifications.models import Alert


class Facts:
    """The rows behind *alerts*, which all have the same user, or are a webhook's."""

    def __init__(self, alerts: Sequence[Alert], user_id: int | None) -> None:
        self.user_id = user_id
        self.matches = _matches((alert.match_id for alert in alerts), is_public=user_id is None)
        self.invitations = _by_key(
            Invitation.objects.select_related("by__profile"), _abouts(alerts, INVITATION)
        )
        self.undo_requests = _by_key(UndoRequest.objects.all(), _abouts(alerts, UNDO_ASKED))
        self.messages = _by_key(ChatMessage.objects.select_related("user__profile"), _abouts(alerts, CHAT))
        news = {(alert.detail, alert.about) for alert in alerts if alert.kind == RULES_NEWS}
        self.news: dict[tuple[str, int], News] = news_of(news)
        self._muted = _muted_by(user_id) if self.messages else set()
        self._newest_turns = _newest_turns(alerts, user_id)

    def seat(self, match: Match) -> Seat | None:
        """Return where the user sits, None for nowhere."""
        return next((seat for seat in match.seats.all() if seat.user_id == self.user_id), None)

    def time_left(self, match: Match) -> datetime | None:
        """Return until when the user has to decide; None for who needn't."""
        seat_clock = self._dial(match)
        return datetime.fromtimestamp(seat_clock.due, UTC) if seat_clock and seat_clock.runs else None

    def still_matters(self, alert: Alert) -> bool:
        """Say whether there is still something to tell: it may have settled itself meanwhile."""
        return bool(_STILL[alert.kind](self, alert))

    def match_of(self, alert: Alert) -> Match | None:
        """Return the match that *alert* is about."""
        return self.matches.get(alert.match_id or "")

    def _decides(self, alert: Alert) -> bool:
        match = self.match_of(alert)
        if match is None or match.status != Status.RUNNING:
            return False
        seat = self.seat(match)
        return seat is not None and not seat.bot and seat.number in match.to_act

    def _turn_matters(self, alert: Alert) -> bool:
        newest = self._newest_turns.get((alert.channel, alert.match_id), alert.pk)
        return self._decides(alert) and alert.pk >= newest

    def _time_matters(self, alert: Alert) -> bool:
        if alert.detail:
            return True
        match = self.match_of(alert)
        seat_clock = self._dial(match) if match else None
        return (
            self._decides(alert)
            and seat_clock is not None
            and seat_clock.runs
            and seat_clock.since <= alert.created_at.timestamp()
        )

    def _dial(self, match: Match) -> clocks.SeatClock | None:
        seat, seat_clocks = self.seat(match), clocks.read_seat_clocks(match.clocks)
        return seat_clocks[seat.number] if seat and seat.number < len(seat_clocks) else None

    def _has_status(self, alert: Alert, *statuses: str) -> bool:
        match = self.match_of(alert)
        return match is not None and match.status in statuses

    def _invitation_matters(self, alert: Alert) -> bool:
        invitation = self.invitations.get(alert.about)
        return invitation is not None and not invitation.answer and self._has_status(alert, Status.OPEN)

    def _undo_matters(self, alert: Alert) -> bool:
        asked = self.undo_requests.get(alert.about)
        return asked is not None and asked.state == UndoRequest.State.ASKED

    def _message_matters(self, alert: Alert) -> bool:
        message = self.messages.get(alert.about)
        return message is not None and message.hidden_at is None and message.user_id not in self._muted

    def _news_matters(self, alert: Alert) -> bool:
        return (alert.detail, alert.about) in self.news


_STILL: dict[str, Any] = {
    YOUR_TURN: Facts._turn_matters,
    RUNNING_OUT: Facts._time_matters,
    STARTED: lambda facts, alert: facts._has_status(alert, Status.RUNNING),
    ENDED: lambda facts, alert: facts._has_status(alert, Status.FINISHED, Status.CANCELLED),
    OPENED: lambda facts, alert: facts._has_status(alert, Status.OPEN),
    INVITATION: Facts._invitation_matters,
    UNDO_ASKED: Facts._undo_matters,
    CHAT: Facts._message_matters,
    RULES_NEWS: Facts._news_matters,
}


def _matches(keys: Iterable[str | None], *, is_public: bool) -> dict[str, Match]:
    """Return the matches by key. *is_public:* only those that everybody may look at now."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    seats = Prefetch("seats", Seat.objects.select_related("user__profile").order_by("number"))
    found = visible_to(None) if is_public else Match.objects.all()
    return found.prefetch_related(seats).in_bulk(wanted)


def _abouts(alerts: Sequence[Alert], kind: str) -> set[int]:
    return {alert.about for alert in alerts if alert.kind == kind}


def _by_key(rows: Any, keys: set[int]) -> dict[int, Any]:
    return rows.in_bulk(keys) if keys else {}


def _muted_by(user_id: int | None) -> set[int]:
    return set(Mute.objects.filter(user=user_id).values_list("muted", flat=True))


def _newest_turns(alerts: Sequence[Alert], user_id: int | None) -> dict[tuple[str, str | None], int]:
    """Return the newest alert of a turn in each match, by channel: an older one is about an older turn."""
    matches = {alert.match_id for alert in alerts if alert.kind == YOUR_TURN}
    if not matches:
        return {}
    rows = Alert.objects.filter(user=user_id, kind=YOUR_TURN, match__in=matches).order_by()
    found = rows.values_list("channel", "match").annotate(Max("pk"))
    return {(channel, match): newest for channel, match, newest in found}
