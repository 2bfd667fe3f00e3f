"""A match's terms: its name, who may know of it, who may watch, and whether it is rated."""

import unicodedata
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.engine.errors import BadOptions
from games.matches.access import check_seated
from games.matches.errors import CannotLoosen
from games.matches.locked_match import lock_row
from games.matches.models import Match, Status, Watch
from scrapsite.common.requests import JOINERS, UNSEEN, shows_something

LONGEST_NAME = 60
LONGEST_DELAY = 30 * 86_400


@dataclass(frozen=True, slots=True)
class Terms:
    """What the players of a match agree on apart from the rules.

    *name:* given by its maker, may be empty. *is_private:* only players, invited users and those with its
    link may know of it. *watch:* one of `Watch`. *watch_delay:* how late spectators see it, in seconds.
    *is_rated:* it counts for the ratings; a private match can't.
    """

    name: str = ""
    is_private: bool = False
    watch: str = Watch.ALL
    watch_delay: int = 0
    is_rated: bool = False


PLAIN = Terms()


def terms_of(match: Match) -> Terms:
    """Return the terms of *match*."""
    return Terms(match.name, match.is_private, match.watch, match.watch_delay, match.is_rated)


def check_terms(terms: Terms) -> None:
    """Check that a match may have these terms. *Raises:* `BadOptions`."""
    if terms.name != tidy_name(terms.name):
        raise BadOptions("The name of the match has characters that can’t be displayed.")
    if len(terms.name) > LONGEST_NAME:
        raise BadOptions(f"The name of a match has at most {LONGEST_NAME} characters.")
    if terms.watch not in Watch.values:
        raise BadOptions("The setting for spectators must allow everybody or nobody.")
    if not 0 <= terms.watch_delay <= LONGEST_DELAY:
        raise BadOptions("Spectators see a match at most 30 days late.")
    if terms.is_private and terms.is_rated:
        raise BadOptions("A private match doesn’t count for the ratings: they are public.")


def tidy_name(text: str) -> str:
    """Return *text* as one line, without extra spaces and invisible characters other than joiners.

    It is empty if nothing is seen.
    """
    shown = (char for char in unicodedata.normalize("NFKC", text) if _is_shown(char))
    name = " ".join("".join(shown).split())
    return name if shows_something(name) else ""


def set_watching(match_id: str, user: Any, watch: str, delay: int) -> Match:
    """Set who may watch from now on, and how many seconds late; return the match.

    While seats are open, the maker may set anything. Later any player may make it stricter, and nobody may
    make it looser. *Raises:* `Http404`, `NotSeated`, `CannotLoosen`, `BadOptions`.
    """
    check_terms(Terms(watch=watch, watch_delay=delay))
    with transaction.atomic(durable=True):
        match = lock_row(match_id, user)
        check_seated(user, match)
        _check_may_set(match, user, watch, delay)
        match.watch, match.watch_delay, match.updated_at = watch, delay, timezone.now()
        Match.objects.filter(pk=match.pk).update(watch=watch, watch_delay=delay, updated_at=match.updated_at)
    return match


def _check_may_set(match: Match, user: Any, watch: str, delay: int) -> None:
    if match.status == Status.OPEN and match.created_by_id == user.pk:
        return
    is_looser = match.watch == Watch.NOBODY or delay < match.watch_delay
    if watch != Watch.NOBODY and is_looser:
        raise CannotLoosen("Players joined under stricter terms. You can only make them stricter.")


def _is_shown(char: str) -> bool:
    is_drawn = char not in UNSEEN and not unicodedata.category(char).startswith("C")
    return is_drawn or char in JOINERS or char.isspace()
