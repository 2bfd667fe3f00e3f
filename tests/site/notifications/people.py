"""A short vocabulary for tests of notifications: confirm an address, pass the turn, send the letters."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.utils import timezone

from games.matches.actions.play import play_move
from games.matches.models import Match
from scrapsite.notifications.delivery_worker import deliver
from scrapsite.notifications.models import Delivery, Notification

END_TURN = {"type": "end-turn"}
SETTLED = timedelta(minutes=4)


def confirm(user: User, address: str = "") -> None:
    """Give *user* a confirmed address."""
    EmailAddress.objects.create(
        user=user, email=address or f"{user.username}@example.org", verified=True, primary=True
    )


def turn_to(match: Match, people: list[User], seat: int) -> Match:
    """Make it the turn of *seat*, and delete the notifications until then."""
    match.refresh_from_db()
    if match.to_act != [seat]:
        end_turn(match, people)
    Notification.objects.all().delete()
    return match


def end_turn(match: Match, people: list[User]) -> None:
    """Let whoever has the turn end it."""
    match.refresh_from_db()
    mover = people[match.to_act[0]]
    play_move(match.pk, mover, match.seq, f"end-{match.seq}", END_TURN)
    match.refresh_from_db()


def post(after: timedelta = SETTLED) -> list[Any]:
    """Return the letters that are sent *after* some time, which passes only for the delivery worker."""
    del mail.outbox[:]
    with time_machine.travel(timezone.now() + after, tick=False):
        deliver()
    return list(mail.outbox)


def waiting(**of: Any) -> int:
    """Return the number of notifications that aren't in a delivery yet."""
    return Notification.objects.filter(digested_at=None, **of).count()


def deliveries(**of: Any) -> int:
    """Return how many deliveries there are."""
    return Delivery.objects.filter(**of).count()
