"""The row of a match under lock, for changes that make no step."""

from typing import Any

from django.http import Http404

from games.matches.access import match_for, match_to_join, seat_of
from games.matches.errors import NotSeated
from games.matches.models import Match


def locked(match_id: str, user: Any) -> Match:
    """Return the match, locked until the transaction ends. *Raises:* `Http404` when hidden from *user*."""
    match_for(user, match_id)
    return _row(match_id)


def locked_to_join(match_id: str, user: Any, key: str) -> Match:
    """Return as `locked`; *key* opens a private match that waits for players."""
    match_to_join(user, match_id, key)
    return _row(match_id)


def check_seated(match: Match, user: Any) -> None:
    """*Raises:* `NotSeated` unless *user* sits at *match*."""
    if seat_of(user, match).is_spectator:
        raise NotSeated


def _row(match_id: str) -> Match:
    match = Match.objects.select_for_update().filter(pk=match_id).first()
    if match is None:
        raise Http404("No such match.")
    return match
