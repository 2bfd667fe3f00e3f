"""API tokens. Each is shown once and stored as a hash."""

from __future__ import annotations

import hashlib
import secrets

from django.contrib.auth.models import User
from django.db import connection

from scrapsite.accounts.models import ApiToken

PREFIX = "scrap_"
LONGEST = 100

# Every API call runs this query; the ORM would take eight times as long. What isn't read here, such as the
# time of the last sign-in, is read when somebody asks for it.
_COLUMNS = ("id", "username", "password", "email", "is_superuser", "is_staff", "is_active")
_OWNER = f"""
    SELECT {", ".join(f"u.{column}" for column in _COLUMNS)}
    FROM auth_user u JOIN scrapsite_apitoken t ON t.user_id = u.id
    WHERE t.key_hash = %s AND u.is_active
"""  # noqa: S608 (made of constants)


def issue_token(user: User) -> str:
    """Create a token for the user and return it. It can't be read again later."""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, key_hash=_hash_of(token))
    return token


def user_for_token(token: str) -> User | None:
    """Return the active user who owns the token, or None."""
    if not token.startswith(PREFIX) or len(token) > LONGEST:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_OWNER, [_hash_of(token)])
        row = cursor.fetchone()
    if row is None:
        return None
    known = dict(zip(_COLUMNS, row, strict=True))
    known |= {name: bool(value) for name, value in known.items() if name.startswith("is_")}
    return User.from_db(connection.alias, list(known), list(known.values()))


def revoke_tokens(user: User) -> int:
    """Delete all of the user's tokens and return how many there were."""
    return ApiToken.objects.filter(user=user).delete()[0]


def _hash_of(token: str) -> str:
    """Return the SHA-256 of a token. Tokens are long and random, so they need no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
