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
from django.http.response import HttpResponseBase

USUAL_STATUS = 422
HOUR = 3600
_OF_ACCOUNT = "_of_account"

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
    """Too many requests. *retry_after:* whole seconds to wait. *of_account:* of one account.

    Else they are those of all who share an address.
    """

    code = "limit/too-many"

    def __init__(self, retry_after: int, *, of_account: bool = False) -> None:
        super().__init__(f"Too many requests. Try again in {retry_after} s.")
        self.retry_after = retry_after
        self.of_account = of_account


class Full(TooMany):
    """Somebody has as many of something as one may have."""

    code = "limit/full"

    def __init__(self, reason: str) -> None:
        Refusal.__init__(self, reason)
        self.retry_after = HOUR
        self.of_account = True


def set_status(status: int, *kinds: type[Exception]) -> None:
    """Make the site answer errors of these *kinds*, and of their subclasses, with *status*."""
    _status.update(dict.fromkeys(kinds, status))


def http_status(error: Exception) -> int:
    """Return the HTTP status for *error*: its own, its closest parent's, or the usual 422."""
    return next((_status[kind] for kind in type(error).__mro__ if kind in _status), USUAL_STATUS)


def with_retry_after(response: HttpResponse, error: Exception) -> HttpResponse:
    """Return *response*; if *error* is `TooMany`, with a Retry-After header, and marked if of one account."""
    if isinstance(error, TooMany):
        response["Retry-After"] = str(error.retry_after)
        setattr(response, _OF_ACCOUNT, error.of_account)
    return response


def is_of_account(response: HttpResponseBase) -> bool:
    """Return whether *response* refuses what one account asks too often, and not a whole address."""
    return bool(getattr(response, _OF_ACCOUNT, False))


set_status(403, NeedsPlayer)
set_status(429, TooMany)
