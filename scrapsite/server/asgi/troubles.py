"""Why the site can't do something for the moment: how each trouble is recognised, worded and logged."""

from __future__ import annotations

import errno
import logging
import time
from dataclasses import dataclass

from django.db import DatabaseError

from scrapsite.server.work.groups import TransactionLost

logger = logging.getLogger("scrapsite.server")

# A trouble that lasts is one line in so many seconds, not one for each request.
LOG_SECONDS = 60.0


@dataclass(frozen=True)
class Trouble:
    """A reason for a 503. *code*, *reason:* for programs and in a line; *head*, *words:* for the page."""

    code: str
    reason: str
    head: str
    words: str


BUSY = Trouble(
    "server/busy",
    "The site is very busy and couldn’t handle your request. Nothing was changed. Try again in a moment.",
    "The site is very busy",
    "The site couldn’t handle your request, and nothing was changed. Wait a few seconds, then load the page "
    "again. If you sent something, go back and send it again.",
)
RESTARTING = Trouble(
    "server/restarting",
    "The site is restarting and couldn’t handle your request. Nothing was changed. Try again in a moment.",
    "The site is restarting",
    "The site is restarting, and nothing was changed. Wait a few seconds, then load the page again. If you "
    "sent something, go back and send it again.",
)
STORAGE = Trouble(
    "server/storage",
    "The site can’t save anything at the moment. Nothing was changed. Try again in a few minutes.",
    "The site can’t save anything now",
    "The site can’t save anything at the moment, so nothing was changed. Your matches are safe. Try again in "
    "a few minutes. If you sent something, go back and send it again.",
)

_SQLITE = {
    "is locked": BUSY,
    "is full": STORAGE,
    "readonly database": STORAGE,
    "unable to open database": STORAGE,
    "disk I/O error": STORAGE,
}
# The beginnings of PostgreSQL's codes: no connection, no resources, shutting down, reading only; waiting.
_POSTGRESQL = {
    "08": STORAGE,
    "53": STORAGE,
    "57P": STORAGE,
    "58": STORAGE,
    "25006": STORAGE,
    "55P03": BUSY,
    "40": BUSY,
}
_NO_CONNECTION = (
    "connection failed",
    "couldn't get a connection",
    "connection is bad",
    "server closed the conn",
)
_FILES = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}

_logged: dict[Trouble, float] = {}


def trouble_of(error: BaseException | None) -> Trouble | None:
    """Return the trouble that *error*, or what it came from, tells of; None for a mistake in the program."""
    seen = 0
    while error is not None and seen < 10:
        found = _trouble(error)
        if found is not None:
            return found
        error, seen = error.__cause__ or error.__context__, seen + 1
    return None


def log_trouble(trouble: Trouble, error: BaseException | None) -> None:
    """Log *trouble* in one line, unless that was done a moment ago."""
    now = time.monotonic()
    if now - _logged.get(trouble, -LOG_SECONDS) >= LOG_SECONDS:
        _logged[trouble] = now
        logger.error("Requests get 503 (%s): %s", trouble.code, " ".join(str(error).split()))


def _trouble(error: BaseException) -> Trouble | None:
    if isinstance(error, TransactionLost):
        return STORAGE
    if isinstance(error, OSError):
        return STORAGE if error.errno in _FILES else None
    if type(error).__module__.partition(".")[0] == "redis":  # which only larger sites have installed
        return BUSY
    if not isinstance(error, DatabaseError):
        return None
    text, code = str(error), getattr(error.__cause__, "sqlstate", None)
    if code:
        return next((trouble for begin, trouble in _POSTGRESQL.items() if code.startswith(begin)), None)
    if any(words in text for words in _NO_CONNECTION):
        return STORAGE
    return next((trouble for words, trouble in _SQLITE.items() if words in text), None)
