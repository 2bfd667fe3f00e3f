"""API tokens. Each is shown once and stored as a hash."""

from __future__ import annotations

import hashlib
import secrets
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from scrapsite.accounts.models import ApiToken, Scope
from scrapsite.common.rows import Rows

PREFIX = "scrap_"
LONGEST = 100
NOTED_EVERY = timedelta(hours=1)

# Every API call runs this query; the ORM would take eight times as long. What isn't read here, such as the
# time of the last sign-in, is read when somebody asks for it.
_USER = Rows(User, "u", ("id", "username", "password", "email", "is_superuser", "is_staff", "is_active"))
_OWNER = f"""
    SELECT t.id, t.scope, t.last_used_at IS NULL OR t.last_used_at < %s, {_USER.columns}
    FROM {_USER.table} JOIN {ApiToken._meta.db_table} t ON t.user_id = u.id
    WHERE t.key_hash = %s AND u.is_active AND (t.expires_at IS NULL OR t.expires_at > %s)
"""  # noqa: S608 (made of constants)


class Key(NamedTuple):
    """A valid key and its owner. *is_rusty:* its last use was noted more than an hour ago."""

    number: int
    scope: str
    is_rusty: bool
    user: User


def issue_token(
    user: User, name: str = "first key", scope: str = Scope.ALL, expires_at: datetime | None = None
) -> str:
    """Create a token for the user and return it. It can't be read again later."""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(
        user=user, key_hash=_hash_of(token), name=name, scope=scope, expires_at=expires_at
    )
    return token


def user_for_token(token: str) -> User | None:
    """Return the active user who owns the token, or None."""
    key = key_for_token(token)
    return key.user if key else None


def note_use(key: Key) -> None:
    """Store that the key was used just now. A database that is busy is left alone."""
    with suppress(DatabaseError), transaction.atomic():
        ApiToken.objects.filter(pk=key.number).update(last_used_at=timezone.now())


def key_for_token(token: str) -> Key | None:
    """Return the key with its owner, who is active, or None if the token isn't valid."""
    if not token.startswith(PREFIX) or len(token) > LONGEST:
        return None
    with connection.cursor() as cursor:
        noted, ends = _moments(int(time.time()))
        cursor.execute(_OWNER, [noted, _hash_of(token), ends])
        row = cursor.fetchone()
    if row is None:
        return None
    number, scope, is_rusty = row[:3]
    return Key(number, scope, bool(is_rusty), _USER.made(row[3:]))


@lru_cache(maxsize=1)
def _moments(second: int) -> tuple[Any, Any]:
    """Return an hour before *second* and *second* as the database has them; made once a second."""
    now = datetime.fromtimestamp(second, UTC)
    adapt = connection.ops.adapt_datetimefield_value
    return adapt(now - NOTED_EVERY), adapt(now)


def _hash_of(token: str) -> str:
    """Return the SHA-256 of a token. Tokens are long and random, so they need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
