"""Matches of people who are deleted, and matches that never began."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404

from games.engine.errors import GameError
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match
from games.matches.changes import announce_on_commit
from games.matches.models import Match, Seat, Status
from games.ratings.counting import count_ratings_of
from scrapsite.common.models import delete_in_batches

CALLED_OFF_A_ROUND = 200


def leave_matches(user: Any) -> None:
    """Call off the user's matches that haven't begun, free their seats in others', and resign the rest.

    Those that count are rated at once: afterwards nobody knows the user's rating.
    """
    leave_open_matches(user)
    running = Seat.objects.filter(user=user, bot="", match__status=Status.RUNNING)
    for match_id in running.values_list("match_id", flat=True):
        with suppress(GameError, Http404):  # it ended meanwhile
            resign(match_id, user)
    count_ratings_of(user)


def leave_open_matches(user: Any) -> None:
    """Call off the user's matches that haven't begun, and free their seats in others'."""
    for match in Match.objects.filter(created_by=user, status=Status.OPEN):
        _call_off(match)
    waiting = Seat.objects.filter(user=user, match__status=Status.OPEN)
    for match_id in list(waiting.values_list("match_id", flat=True)):
        _free_seat(match_id, user)


def _free_seat(match_id: str, user: Any) -> None:
    """Free the user's seat unless the match has begun meanwhile: then others need its player."""
    with transaction.atomic(durable=True):
        match = Match.objects.select_for_update().filter(pk=match_id, status=Status.OPEN).first()
        if match is not None and match.seats.filter(user=user).update(user=None, nonce=b""):
            match.save(update_fields=["updated_at"])
            announce_on_commit(match.pk)


def count_unfinished(user: Any) -> int:
    """Return how many matches *user* has a seat in that aren't over."""
    return Seat.objects.filter(user=user, bot="", ended_at=None).count()


def forget_matches(now: datetime) -> int:
    """Call off matches that have long not begun, and delete those called off long ago; return how many."""
    old = now - timedelta(days=settings.OPEN_MATCH_DAYS)
    waiting = Match.objects.filter(status=Status.OPEN, updated_at__lt=old).select_related("created_by")
    found = list(waiting[:CALLED_OFF_A_ROUND])
    for match in found:
        _call_off(match)
    gone = delete_in_batches(Match.objects.filter(status=Status.CANCELLED, updated_at__lt=old))
    return len(found) + gone


def _call_off(match: Match) -> None:
    with suppress(GameError, Http404):  # it has begun meanwhile
        cancel_match(match.pk, match.created_by)
