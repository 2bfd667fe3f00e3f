"""Reads who a session belongs to, with their profile, by one plain statement: every signed-in page asks."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.db import connection

from scrapsite.common.models import Profile
from scrapsite.common.players import join
from scrapsite.common.rows import Rows

_USER, _PROFILE = Rows(User, "u"), Rows(Profile, "p")
_READ = f"""
    SELECT {_USER.columns}, {_PROFILE.columns}
    FROM {_USER.table} LEFT JOIN {_PROFILE.table} ON p.user_id = u.id
    WHERE u.id = %s
"""  # noqa: S608 (made of constants)


def read_visitor(pk: int) -> User | None:
    """Return the user with that key, with the profile; None if there is none. They may be barred."""
    with connection.cursor() as cursor:
        cursor.execute(_READ, [pk])
        row = cursor.fetchone()
    if row is None:
        return None
    user, profile = row[: _USER.width], row[_USER.width :]
    return join(_USER.made(user), _PROFILE.made_if_any(profile))
