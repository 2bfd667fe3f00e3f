"""What notifications say. It holds no secrets, as it may appear in an e-mail or on a locked screen.

Nor does it hold words of guests, or anybody could send mail to others in the name of the site.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import reverse

from games import catalog
from games.engine import codec
from games.engine.errors import BadOptions
from games.engine.protocol import Result
from games.matches import notifications as about
from games.matches.actions.new_rules import WAIT
from games.matches.models import Match, Seat, Status
from games.matches.queries.people import bot_name, seat_name
from games.notifications.facts import Facts
from games.notifications.kinds import DECISIONS
from scrapsite.common.players import display_name, is_guest
from scrapsite.notifications.models import Notification
from scrapsite.notifications.registry import Item

A_GUEST = "a guest"


def letter_path(match_id: str) -> str:
    """Return the path of a match for e-mails, which asks the reader to sign in first."""
    return reverse("games:match_from_letter", args=(match_id,))


def match_name(match: Match, user_id: int | None) -> str:
    """Return a name of *match* for one of its players, or for everybody if *user_id* is None."""
    try:
        title = catalog.title(match.title).name
    except BadOptions:
        title = match.title
    seats = [seat for seat in match.seats.all() if seat.user_id or seat.bot]
    others = [_seat_name(seat) for seat in seats if seat.user_id != user_id or user_id is None]
    people = ", ".join(others)
    link = ": " if user_id is None else " against "
    words = f"{title}{link}{people}" if people else title
    return f"“{match.name}” ({words})" if match.name and _is_named_by_account(match) else words


def item_of(facts: Facts, notification: Notification, zone: str) -> Item:
    """Return *notification* in words, with times in *zone*. It must still matter."""
    match = facts.matches[notification.match_id or ""]
    name = match_name(match, facts.user_id)
    headline, text = _said(facts, notification, match, name, zone)
    path = letter_path(match.pk) if facts.user_id else reverse("games:match_detail", args=(match.pk,))
    return Item(notification, headline, name, text, path, _asks(notification))


def _asks(notification: Notification) -> bool:
    """Return whether it asks for a decision. If it has a detail, the time was up and the decision is made."""
    was_late = notification.kind == about.RUNNING_OUT and bool(notification.detail)
    return notification.kind in DECISIONS and not was_late


def _said(facts: Facts, notification: Notification, match: Match, name: str, zone: str) -> tuple[str, str]:
    """Return the headline and the text."""
    kind = notification.kind
    if kind == about.YOUR_TURN:
        return "Your turn", f"It’s your turn in {name}.{_until(facts, match, zone, ' You have until {}.')}"
    if kind == about.RUNNING_OUT:
        return _time_said(facts, notification, match, name, zone)
    if kind == about.STARTED:
        return "Begun", f"{name} has begun."
    if kind == about.ENDED:
        return "Over", _ending(facts, match, name)
    if kind == about.STOPPED:
        return "On hold", _stop_said(match, name, zone)
    if kind == about.OPENED:
        return "Players wanted", f"There is a free seat in {name}."
    if kind == about.INVITATION:
        return (
            "Invitation",
            f"{_begin(_name_of(facts.invitations[notification.about].by))} invites you to {name}.",
        )
    if kind == about.UNDO_ASKED:
        asker = _seat_at(match, facts.undo_requests[notification.about].seat)
        return "Undo asked for", f"{_begin(asker)} asks to take a move back in {name}."
    return (
        "Chat",
        f"{_begin(_name_of(facts.messages[notification.about].user))} wrote a message in {name}.",
    )


def _time_said(
    facts: Facts, notification: Notification, match: Match, name: str, zone: str
) -> tuple[str, str]:
    if notification.detail == "bot":
        return "Time was up", f"Your time was up in {name}: a bot plays on for you."
    if notification.detail:
        return "Time was up", f"Your time was up in {name}: the site moves for you."
    until = _until(facts, match, zone, " Decide by {}.")
    return "Time is running out", f"Your time is running out in {name}.{until}"


def _stop_said(match: Match, name: str, zone: str) -> str:
    # It still matters, so it stands still.
    until = _local(match.stopped_at + WAIT, zone) if match.stopped_at else ""
    return (
        f"{name} is on hold: the site no longer has the rules with which it began. No clock runs, and nobody"
        " can lose because of this. If it can continue under the newest rules, it does so as soon as all"
        f" players agree. If one of them disagrees, or if they haven’t all agreed by {until}, it ends as an"
        " unrated draw."
    )


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
    return next((_seat_name(seat) for seat in match.seats.all() if seat.number == number), "somebody")


def _begin(words: str) -> str:
    """Return *words* as a sentence begins."""
    return words.capitalize() if words in (A_GUEST, "somebody") else words


def _name_of(user: Any) -> str:
    return A_GUEST if is_guest(user) else display_name(user)


def _seat_name(seat: Seat) -> str:
    """Return the name shown for *seat*, but for guests, who choose their names as they like."""
    if not is_guest(seat.user):
        return seat_name(seat)
    return f"{bot_name(seat.bot)} for {A_GUEST}" if seat.bot else A_GUEST


def _is_named_by_account(match: Match) -> bool:
    """Return whether whoever made the match, and so named it, has an account and a seat in it."""
    makers = [seat.user for seat in match.seats.all() if seat.user_id == match.created_by_id]
    return any(not is_guest(user) for user in makers)


def _until(facts: Facts, match: Match, zone: str, words: str) -> str:
    moment = facts.time_left(match)
    return words.format(_local(moment, zone)) if moment else ""


def _local(moment: datetime, zone: str) -> str:
    """Return *moment* as local time in *zone*, such as `Tue 24 Nov, 18:00 (Europe/Vienna)`."""
    try:
        local, name = moment.astimezone(ZoneInfo(zone)), zone
    except (KeyError, ValueError, OSError):
        local, name = moment, "UTC"
    return f"{local:%a} {local.day} {local:%b, %H:%M} ({name})"
