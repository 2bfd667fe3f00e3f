"""A user's own deadlines as a calendar at a secret address."""

from __future__ import annotations

from datetime import timedelta

from django.contrib.auth.models import User
from icalendar import Alarm, Calendar, Event

from scrapsite.notifications.bodies import absolute, own_host
from scrapsite.notifications.registry import Deadline, deadlines_of

MOST_EVENTS = 200
_EVENT_LENGTH = timedelta(minutes=30)
# The calendar reminds the user this long before a deadline.
_REMINDERS = (timedelta(days=1), timedelta(hours=2))


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
    event.add("uid", f"{deadline.key}@{own_host()}")
    event.add("dtstamp", deadline.changed_at)
    event.add("last-modified", deadline.changed_at)
    event.add("dtstart", deadline.due - _EVENT_LENGTH)
    event.add("dtend", deadline.due)
    event.add("summary", f"Decide: {deadline.name}")
    event.add("description", f"Your time is up when this event ends. Decide: {address}")
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
