"""A user's own feeds at a secret address: news as Atom, and deadlines as a calendar."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.models import User
from django.utils.feedgenerator import Atom1Feed
from icalendar import Alarm, Calendar, Event

from scrapsite.common.players import display_name, time_zone_of
from scrapsite.notifications.bodies import absolute
from scrapsite.notifications.kinds import FEED
from scrapsite.notifications.models import Notification
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.registry import Deadline, deadlines_of, items_of, kind_of

MOST_ENTRIES = 50
MOST_EVENTS = 200
_EVENT_LENGTH = timedelta(minutes=30)
# The calendar reminds the user this long before a deadline.
_REMINDERS = (timedelta(days=1), timedelta(hours=2))


def atom_of(user: User) -> str:
    """Return an Atom feed of the newest notifications of *user* that still matter."""
    newest = Notification.objects.filter(user=user, channel=FEED).order_by("-created_at", "-pk")
    mine = choices_of([user.pk]).get(user.pk, Choices())
    wanted = [row for row in newest[:MOST_ENTRIES] if mine.wants(FEED, kind_of(row.kind), row.game)]
    feed = _Feed(
        title=f"Scrapsite: news for {display_name(user)}",
        link=absolute("/matches/"),
        description="Matches that wait, and what you follow.",
        feed_guid=_tag(f"alerts/{user.pk}"),
        language="en-GB",
    )
    for item in items_of(wanted, user.pk, time_zone_of(user)):
        feed.add_item(
            title=f"{item.headline}: {item.name}",
            link=absolute(item.path),
            description=item.text,
            unique_id=_tag(f"alerts/{item.notification.pk}"),
            pubdate=item.notification.created_at,
            updateddate=item.notification.created_at,
            author_name="Scrapsite",
        )
    return feed.writeString("utf-8")


class _Feed(Atom1Feed):
    """Atom; a feed without entries always has the same time, so that it doesn't seem to change."""

    def latest_post_date(self) -> datetime:
        """Return the time of the newest entry."""
        moments = [item["updateddate"] for item in self.items]
        return max(moments, default=datetime(2026, 1, 1, tzinfo=UTC))


def calendar_of(user: User) -> bytes:
    """Return the deadlines of *user* as an iCalendar file."""
    calendar = Calendar()
    calendar.add("prodid", "-//Scrapsite//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", "Scrapsite: my deadlines")
    calendar.add("refresh-interval", timedelta(hours=1), parameters={"value": "DURATION"})
    for deadline in deadlines_of(user.pk, MOST_EVENTS):
        calendar.add_component(_event(deadline))
    return calendar.to_ical()


def _event(deadline: Deadline) -> Event:
    event, address = Event(), absolute(deadline.path)
    event.add("uid", f"{deadline.key}@{_host()}")
    event.add("dtstamp", deadline.changed_at)
    event.add("last-modified", deadline.changed_at)
    event.add("dtstart", deadline.due - _EVENT_LENGTH)
    event.add("dtend", deadline.due)
    event.add("summary", f"Decide: {deadline.name}")
    event.add("description", f"Your time is up at the end of this. Decide: {address}")
    event.add("url", address)
    event.add("transp", "TRANSPARENT")
    for before in _REMINDERS:
        if deadline.seconds > before.total_seconds():
            event.add_component(_alarm(before))
    return event


def _alarm(before: timedelta) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", "A match waits for your decision.")
    alarm.add("trigger", -before)
    return alarm


def _tag(name: str) -> str:
    return f"tag:{_host()},2026:{name}"


def _host() -> Any:
    return urlsplit(settings.SITE_URL).hostname or "localhost"
