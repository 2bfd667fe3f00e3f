"""How long a request still waits for SQLite's lock."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import connection

NOT_WORTH_SECONDS = 0.2
LEAST_WAIT_SECONDS = 0.1


@contextmanager
def lock_wait_less(waited: float) -> Iterator[None]:
    """Inside, wait for SQLite's lock only as long as is left of the setting LOCK_SECONDS.

    *waited:* seconds that the request was queued. Otherwise many who write while the database is locked
    would be told so one after another.
    """
    if waited < NOT_WORTH_SECONDS or connection.vendor != "sqlite":
        yield
        return
    _set_lock_wait(max(LEAST_WAIT_SECONDS, settings.LOCK_SECONDS - waited))
    try:
        yield
    finally:
        _set_lock_wait(connection.settings_dict["OPTIONS"]["timeout"])


def _set_lock_wait(seconds: float) -> None:
    connection.ensure_connection()
    connection.connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
