"""What alerts say. Nothing in it is secret: it may stand in a letter or on a locked screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions
from games.engine.protocol import Result
from games.matches.models import Match, Status
from games.matches.queries.people import seat_name
from scrapsite.common.players import display_name
from scrapsite.notifications.facts import Facts
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

# What asks for a decision comes first.
_ORDER = (RUNNING_OUT, YOUR_TURN, UNDO_ASKED, INVITATION, STARTED, OPENED, ENDED, CHAT, RULES_NEWS)
DECISIONS = frozenset((RUNNING_OUT, YOUR_TURN, UNDO_ASKED, INVITATION))


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news. *headline:* a few words. *name:* of the match, or of what else it is about.

    *text:* a sentence or two. *path:* where to decide, or to read it, without the site's origin.
    """

    alert: Alert
    headline: str
    name: str
    text: str
    path: str

    @property
    def asks(self) -> bool:
        """It asks for a decision."""
        return self.alert.kind in DECISIONS and not (self.alert.kind == RUNNING_OUT and self.alert.detail)


@dataclass(frozen=True, slots=True)
class Entry:
    """All the news of one match, or one piece of other news."""

    items: tuple[Item, ...]

    @property
    def headline(self) -> str:
        return self.items[0].headline

    @property
    def name(self) -> str:
        return self.items[0].name

    @property
    def path(self) -> str:
        return self.items[0].path

    @property
    def text(self) -> str:
        """Return the sentences, each once, the most pressing first."""
        return " ".join(dict.fromkeys(item.text for item in self.items))

    @property
    def asks(self) -> bool:
        """Something in it asks for a decision."""
        return any(item.asks for item in self.items)


def items_of(alerts: Sequence[Alert], user_id: int | None, zone: str) -> list[Item]:
    """Return what of *alerts*, all of one user or webhook, is still worth telling, in their order."""
    facts = Facts(alerts, user_id)
    return [_item(facts, alert, zone) for alert in alerts if facts.still_matters(alert)]


def entries_of(items: Sequence[Item]) -> list[Entry]:
    """Return *items* with those of a match together; what asks for a decision first."""
    groups: dict[object, list[Item]] = {}
    for item in sorted(items, key=lambda item: _ORDER.index(item.alert.kind)):
        groups.setdefault(item.alert.match_id or item.alert.pk, []).append(item)
    entries = [Entry(tuple(group)) for group in groups.values()]
    return sorted(entries, key=lambda entry: not entry.asks)


def subject_of(entries: Sequence[Entry]) -> str:
    """Return what a letter of *entries* is called."""
    first = entries[0]
    if len(entries) == 1:
        return _one_line(f"{first.headline}: {first.name}")
    asking = sum(entry.asks for entry in entries)
    rest = len(entries) - asking
    if not asking:
        return f"{rest} pieces of news"
    waiting = f"{asking} matches wait for you" if asking > 1 else _one_line(f"{first.headline}: {first.name}")
    return f"{waiting}, and {rest} more" if rest else waiting


def door_path(match_id: str) -> str:
    """Return where a letter leads to a match: whoever isn't signed in does that first."""
    return reverse("scrapsite:alert_go", args=(match_id,))


def match_name(match: Match, user_id: int | None) -> str:
    """Return what *match* is called for one of its players, or for everybody."""
    try:
        title = catalog.title(match.title).name
    except BadOptions:
        title = match.title
    seats = [seat for seat in match.seats.all() if seat.user_id or seat.bot]
    others = [seat_name(seat) for seat in seats if seat.user_id != user_id or user_id is None]
    people = ", ".join(others)
    link = ": " if user_id is None else " against "
    words = f"{title}{link}{people}" if people else title
    return f"“{match.name}” ({words})" if match.name else words


def _item(facts: Facts, alert: Alert, zone: str) -> Item:
    if alert.kind == RULES_NEWS:
        return _rules_item(facts, alert)
    match = facts.matches[alert.match_id or ""]
    name = match_name(match, facts.user_id)
    headline, text = _said(facts, alert, match, name, zone)
    path = reverse("games:match_detail", args=(match.pk,))
    return Item(alert, headline, name, text, door_path(match.pk) if facts.user_id else path)


def _rules_item(facts: Facts, alert: Alert) -> Item:
    news = facts.news[alert.detail, alert.about]
    text = f"{news.what}, by {news.by}." + (f" “{news.excerpt}”" if news.excerpt else "")
    return Item(alert, "Rules", news.what, text, news.url)


def _said(facts: Facts, alert: Alert, match: Match, name: str, zone: str) -> tuple[str, str]:
    """Return headline and text."""
    kind = alert.kind
    if kind == YOUR_TURN:
        return "Your turn", f"It’s your turn in {name}.{_until(facts, match, zone, ' You have until {}.')}"
    if kind == RUNNING_OUT:
        return _time_said(facts, alert, match, name, zone)
    if kind == STARTED:
        return "Begun", f"{name} has begun."
    if kind == ENDED:
        return "Over", _ending(facts, match, name)
    if kind == OPENED:
        return "Players wanted", f"A seat is free at {name}."
    if kind == INVITATION:
        return "Invitation", f"{display_name(facts.invitations[alert.about].by)} invites you to {name}."
    if kind == UNDO_ASKED:
        asker = _seat_at(match, facts.undo_requests[alert.about].seat)
        return "Undo asked for", f"{asker} asks to take a move back in {name}."
    return "Table talk", f"{display_name(facts.messages[alert.about].user)} said something at {name}."


def _time_said(facts: Facts, alert: Alert, match: Match, name: str, zone: str) -> tuple[str, str]:
    if alert.detail == "bot":
        return "Time was up", f"Your time was up in {name}: a bot plays on for you."
    if alert.detail:
        return "Time was up", f"Your time was up in {name}: the system moves for you."
    until = _until(facts, match, zone, " Decide by {}.")
    return "Time is running out", f"Your time is running out in {name}.{until}"


def _ending(facts: Facts, match: Match, name: str) -> str:
    if match.status == Status.CANCELLED:
        return f"{name} was called off."
    seat = facts.seat(match)
    if not match.result:
        return f"{name} is over."
    winners = codec.from_json(Result, match.result).winners
    if seat is None or seat.bot:
        return f"{name} is over: {', '.join(_seat_at(match, winner) for winner in winners) or 'nobody'} won."
    if not winners:
        return f"{name} is over: a draw."
    return f"{name} is over: you {'won' if seat.number in winners else 'lost'}."


def _seat_at(match: Match, number: int) -> str:
    return next((seat_name(seat) for seat in match.seats.all() if seat.number == number), "Somebody")


def _until(facts: Facts, match: Match, zone: str, words: str) -> str:
    moment = facts.time_left(match)
    return words.format(_local(moment, zone)) if moment else ""


def _local(moment: datetime, zone: str) -> str:
    """Return a time of day as somebody in *zone* says it, such as `Tue 24 Nov, 18:00 (Europe/Vienna)`."""
    try:
        local, name = moment.astimezone(ZoneInfo(zone)), zone
    except (KeyError, ValueError, OSError):
        local, name = moment, "UTC"
    return f"{local:%a} {local.day} {local:%b, %H:%M} ({name})"


def _one_line(text: str) -> str:
    return " ".join(text.split())
