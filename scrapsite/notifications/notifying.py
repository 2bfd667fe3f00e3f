"""Making alerts: plain rows, in the transaction of the change they tell of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.utils import timezone

from scrapsite.notifications.channels.available import Reach, reach_of, reach_of_seats
from scrapsite.notifications.kinds import BY_SLUG, FEED, PUSH, WEBHOOK, Kind
from scrapsite.notifications.models import Alert, AlertHabit, Webhook
from scrapsite.notifications.preferences.choosing import Choices, choices_of

PUSH_SETTLE = timedelta(seconds=20)


def tell(
    users: Iterable[int | None],
    kind: str,
    match: Any = None,
    *,
    key: str = "",
    about: int = 0,
    detail: str = "",
) -> None:
    """Tell *users*, by key, of something, each by the channels they want it by.

    Call it inside the transaction of the change. Whoever made the change needn't be told: leave them out.
    *match:* the match it is about. *about*, *detail:* the row behind it, from which the words are made when
    it is sent. *key:* what tells this news from other news; made of the rest where that is enough. The same
    key is never told twice.
    """
    wanted = sorted({user for user in users if user is not None})
    if wanted:
        news = News(kind, match.pk if match else None, match.title if match else "", about, detail)
        make_alerts(reach_of(wanted), news, key)


def tell_seats(
    seats: Sequence[int], kind: str, match_id: str, game: str, *, key: str, detail: str = ""
) -> None:
    """Tell the people at *seats* of a match; as `tell`, for where neither users nor match are at hand."""
    make_alerts(reach_of_seats(match_id, seats), News(kind, match_id, game, detail=detail), key)


def announce(kind: str, match: Any) -> None:
    """Tell communities of what has become of *match*, unless it is private or was never listed.

    Call it inside the transaction of the change. *kind:* one of `kinds.PUBLIC_KINDS`.
    """
    if match.is_private or not match.is_listed:
        return
    hooks = [hook for hook in Webhook.objects.filter(is_active=True) if _is_for(hook, kind, match.title)]
    now = timezone.now()
    Alert.objects.bulk_create(
        [
            Alert(
                webhook=hook,
                channel=WEBHOOK,
                kind=kind,
                key=f"{kind}:{match.pk}",
                match_id=match.pk,
                game=match.title,
                created_at=now,
                due_at=now,
            )
            for hook in hooks
        ],
        ignore_conflicts=True,
    )


class News:
    """What is told: fields as in `Alert`."""

    __slots__ = ("about", "detail", "game", "kind", "match_id")

    def __init__(
        self, kind: str, match_id: str | None = None, game: str = "", about: int = 0, detail: str = ""
    ) -> None:
        self.kind: Kind = BY_SLUG[kind]
        self.match_id, self.game, self.about, self.detail = match_id, game, about, detail

    def key(self) -> str:
        """Return what tells it from others, made of what it is about."""
        return ":".join(
            str(part) for part in (self.kind.slug, self.detail, self.match_id, self.about) if part
        )


def make_alerts(reached: Sequence[Reach], news: News, key: str = "") -> None:
    """Make the rows for those who want them."""
    if not reached:
        return
    choices = choices_of([reach.user for reach in reached])
    now = timezone.now()
    alerts = [
        _alert(reach, channel, news, key or news.key(), now)
        for reach in reached
        for channel in _channels(reach, news, choices)
    ]
    Alert.objects.bulk_create(alerts, ignore_conflicts=True)


def _channels(reach: Reach, news: News, choices: dict[int, Choices]) -> list[str]:
    mine = choices.get(reach.user, Choices())
    return [channel for channel in reach.channels if mine.wants(channel, news.kind, news.game)]


def _alert(reach: Reach, channel: str, news: News, key: str, now: datetime) -> Alert:
    return Alert(
        user_id=reach.user,
        channel=channel,
        kind=news.kind.slug,
        key=key,
        match_id=news.match_id,
        game=news.game,
        about=news.about,
        detail=news.detail,
        created_at=now,
        due_at=_due(reach, channel, news.kind, now),
        packed_at=now if channel == FEED else None,
    )


def _due(reach: Reach, channel: str, kind: Kind, now: datetime) -> datetime:
    """Return when it goes out: soon enough to be of use, late enough for what settles itself."""
    if channel == FEED or kind.urgent:
        return now
    if channel == PUSH:
        return now + min(PUSH_SETTLE, settle_time())
    if reach.rhythm == AlertHabit.Rhythm.DAILY and reach.hour is not None:
        return next_daily(now, reach.hour, reach.time_zone)
    return now + settle_time()


def settle_time() -> timedelta:
    """Return how long news is left to settle, and others gather to it, before a letter goes out."""
    return timedelta(seconds=settings.ALERT_SETTLE_SECONDS)


def next_daily(now: datetime, hour: int, zone: str) -> datetime:
    """Return when it is next *hour* o'clock for somebody in *zone*."""
    try:
        local = now.astimezone(ZoneInfo(zone))
    except (KeyError, ValueError, OSError):
        local = now
    due = local.replace(hour=hour, minute=0, second=0, microsecond=0)
    if due <= local:
        due = (local + timedelta(days=1)).replace(hour=hour, minute=0, second=0, microsecond=0)
    return due


def _is_for(hook: Webhook, kind: str, game: str) -> bool:
    return (not hook.kinds or kind in hook.kinds) and (not hook.games or game in hook.games)
