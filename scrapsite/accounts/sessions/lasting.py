"""How long sessions last: staff's shortest, guests' longest, since a guest can't come back without one."""

from __future__ import annotations

import logging
import time
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import UpdateError
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone

from scrapsite.accounts.sessions.store import ENDS, IDLE, SEEN
from scrapsite.common.players import is_guest

# How often a session's end is moved on, at most.
TOUCH_SECONDS = 3600
_BEGAN = "began"

logger = logging.getLogger(__name__)


def limits_of(user: Any) -> tuple[float, float]:
    """Return the seconds without use and the seconds at all after which a session of *user* ends."""
    kind = "staff" if user.is_staff or user.is_superuser else "guest" if is_guest(user) else "account"
    idle, longest = settings.SESSION_LIMITS[kind]
    return idle.total_seconds(), longest.total_seconds()


def begin(session: Any, user: Any) -> None:
    """Start the session's clocks. The session isn't saved here."""
    session[_BEGAN] = time.time()
    _move_on(session, user)


def keep_alive(request: HttpRequest) -> bool:
    """Move on the end of the session that *request* used, at most once an hour; return whether that was done.

    A database that is busy is left alone: the next request tries again.
    """
    session = request.session
    if SESSION_KEY not in session or time.time() - session.get(SEEN, 0) < TOUCH_SECONDS:
        return False
    if not request.user.is_authenticated:
        return False
    was_modified = session.modified
    session.setdefault(_BEGAN, time.time())
    _move_on(session, request.user)
    try:
        with transaction.atomic():
            session.save()
            _note_use(request)
    except (DatabaseError, UpdateError):  # another tab may have ended it meanwhile
        logger.warning("A session could not be kept alive for now.")
        return False
    finally:
        session.modified = was_modified
    return True


def _move_on(session: Any, user: Any) -> None:
    idle, longest = limits_of(user)
    session[IDLE], session[ENDS], session[SEEN] = idle, session[_BEGAN] + longest, time.time()


def _note_use(request: HttpRequest) -> None:
    """Say in the list of sessions that this one was used; guests have none, but are forgotten in time."""
    if is_guest(request.user):
        User.objects.filter(pk=int(request.user.pk or 0)).update(last_login=timezone.now())
        return
    known = UserSession.objects.filter(session_key=request.session.session_key)
    if not known.update(last_seen_at=timezone.now()):
        UserSession.objects.create_from_request(request)
