"""Sessions in the database that end after some time without use, and after some time in any case.

The setting SESSION_ENGINE names this module. The row's end is what counts; the cookie lives longer.
"""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

# What a session keeps of its own times: seconds without use, when it ends in any case, when it was seen.
IDLE, ENDS, SEEN = "idle", "ends", "seen"
# Nobody is signed in yet: such a session holds the way there, and what to say on the next page.
ANONYMOUS = timedelta(days=1)
# Each signed-in request reads one; decision 30 says why this is no query of the ORM.
_READ = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"


class SessionStore(DatabaseStore):
    """Django's store, with an end that moves on with use."""

    def get_expiry_date(self, **kwargs: Any) -> datetime:
        """Return when the session ends if nobody uses it from now on."""
        if SESSION_KEY not in self:
            return timezone.now() + ANONYMOUS
        if IDLE not in self:
            return super().get_expiry_date(**kwargs)
        return datetime.fromtimestamp(min(time.time() + self[IDLE], self[ENDS]), UTC)

    def _get_session_from_db(self) -> Any:
        """Return the session if there is one that hasn't expired; else forget the key, as Django does."""
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_READ, [self.session_key, now])
            row = cursor.fetchone()
        if row is None:
            self._session_key = None
            return None
        return Session(session_key=self.session_key or "", session_data=row[0])
