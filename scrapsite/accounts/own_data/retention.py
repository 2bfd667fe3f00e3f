"""What the worker deletes in time: sessions and keys that ended, and guests who don't come back."""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Q
from django.utils import timezone

from scrapsite.accounts.models import ApiToken
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.accounts.own_data.registry import forgetting
from scrapsite.common.models import delete_in_batches

logger = logging.getLogger(__name__)

ROUND_SECONDS = 3600.0
FIRST_ROUND_SECONDS = 60.0
# Keys that ended are still listed for a while, so that their owner sees why a program stopped.
KEYS_KEPT = timedelta(days=30)
GUESTS_A_ROUND = 200


def forget_round() -> int:
    """Do all of it once; return how many rows and guests are gone."""
    now = timezone.now()
    count = _forget_sessions(now) + _forget_keys(now) + _forget_guests(now)
    return count + sum(forget(now) for forget in forgetting)


def forget_until(stop: threading.Event) -> None:
    """Do a round each hour until *stop* is set. Run it in its own thread."""
    pause = FIRST_ROUND_SECONDS
    while not stop.wait(pause):
        pause = ROUND_SECONDS
        try:
            forget_round()
        except Exception:
            logger.exception("A round of forgetting failed.")
        finally:
            connection.close()


def _forget_sessions(now: datetime) -> int:
    count = delete_in_batches(Session.objects.filter(expire_date__lt=now))
    ended = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key"))
    return count + delete_in_batches(ended)


def _forget_keys(now: datetime) -> int:
    return delete_in_batches(ApiToken.objects.filter(expires_at__lt=now - KEYS_KEPT))


def _forget_guests(now: datetime) -> int:
    """Delete guests who haven't been here, by page or program, for GUEST_DAYS."""
    old = now - settings.SESSION_LIMITS["guest"][0]
    guests = User.objects.filter(profile__is_guest=True, is_active=True, date_joined__lt=old)
    gone = guests.filter(Q(last_login__lt=old) | Q(last_login=None))
    used = ApiToken.objects.filter(Q(last_used_at__gte=old) | Q(created_at__gte=old))
    found = list(gone.exclude(pk__in=used.values("user"))[:GUESTS_A_ROUND])
    return sum(_is_erased(guest) for guest in found)


def _is_erased(guest: User) -> bool:
    """Delete *guest*; return whether that worked. One who can't be deleted keeps nobody else's data."""
    try:
        erase(guest)
    except Exception:
        logger.exception("The guest %s can't be deleted.", guest.pk)
        return False
    return True
