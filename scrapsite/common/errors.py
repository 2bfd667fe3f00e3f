"""Refusals that belong to no single app, and the HTTP status with which the site answers any refusal.

Refusal
├── NeedsPlayer   auth/needs-player    only somebody signed in can keep that  403
├── OutOfScope    auth/scope           a key's scope doesn't cover that           403
└── TooMany       limit/too-many       too many requests                      429

Other trees of refusals stand beside this one: the engine's `GameError`, which knows no HTTP, with the match
service's below it, and the rulebooks' `RulesError`. The module that defines an error sets its status with
`set_status`.
"""

from typing import ClassVar

from django.http import HttpResponse

USUAL_STATUS = 422
HOUR = 3600

_status: dict[type[Exception], int] = {}


class Refusal(Exception):
    """A refusal with a stable *code*, a *rule* anchor (may be empty) and a *reason* for people."""

    code: ClassVar[str] = "refused"

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class NeedsPlayer(Refusal):
    """Nobody is signed in, not even as a guest."""

    code = "auth/needs-player"

    def __init__(self, reason: str = "To do that, sign in, or join a match as a guest.") -> None:
        super().__init__(reason)


class TooMany(Refusal):
    """Too many requests. *retry_after:* whole seconds to wait."""

    code = "limit/too-many"

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"Too many requests. Try again in {retry_after} s.")
        self.retry_after = retry_after


class Full(TooMany):
    """Somebody has as many of something as one may have."""

    code = "limit/full"

    def __init__(self, reason: str) -> None:
        Refusal.__init__(self, reason)
        self.retry_after = HOUR


def set_status(status: int, *kinds: type[Exception]) -> None:
    """Make the site answer errors of these *kinds*, and of their subclasses, with *status*."""
    _status.update(dict.fromkeys(kinds, status))


def http_status(error: Exception) -> int:
    """Return the HTTP status for *error*: its own, its closest parent's, or the usual 422."""
    return next((_status[kind] for kind in type(error).__mro__ if kind in _status), USUAL_STATUS)


def with_retry_after(response: HttpResponse, error: Exception) -> HttpResponse:
    """Return *response*, with a Retry-After header if *error* is `TooMany`."""
    if isinstance(error, TooMany):
        response["Retry-After"] = str(error.retry_after)
    return response


set_status(403, NeedsPlayer)
set_status(429, TooMany)
