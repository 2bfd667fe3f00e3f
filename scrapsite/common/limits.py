"""Rate limits, counted in the shared cache by account and by address, minute by minute.

The setting RATE_LIMIT_FACTOR multiplies them all; 0 turns them off (benchmarks do).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import wraps
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from scrapsite.common.errors import Full, TooMany, with_retry_after
from scrapsite.common.requests import client_network

View = Callable[..., HttpResponseBase]

MINUTE = 60

# By action: the most a minute for one account and for one address. A whole school may share an address.
LIMITS: dict[str, tuple[int, int]] = {
    "moves": (600, 6000),
    "matches": (60, 300),
    "guests": (60, 60),
    # Each makes a session, before anybody is signed in.
    "passkeys": (60, 600),
    # A new name makes cached pages stale.
    "names": (10, 100),
    "reads": (1200, 12000),
    "exports": (12, 30),
    "records": (60, 600),
    # Drawn for links that are shared, and kept.
    "pictures": (20, 100),
    # Minutes of searching each, but one a match.
    "analyses": (6, 60),
    # Up to a thousand matches played again each.
    "counterfactuals": (6, 60),
    # Minutes of games on every processor, but one for all who ask the same.
    "reports": (6, 60),
    # Up to an hour of games on every processor.
    "searches-of-figures": (6, 60),
    # A search of half a second each.
    "hints": (30, 300),
    "decks": (60, 600),
    "drafts": (120, 600),
    # Each plays some games in a process of its own.
    "draft-checks": (10, 60),
    "answers": (20, 200),
    "comments": (20, 200),
    "edits": (60, 600),
    "previews": (120, 1200),
    "slow-texts": (3, 30),
    "notifications": (30, 300),
    "feeds": (60, 600),
    "invitations": (20, 200),
    "talk": (20, 200),
    "notes": (60, 600),
    "bug-reports": (5, 50),
    # Everything that somebody made, in one archive.
    "own-data": (3, 30),
    "streams": (20, 200),
    # Pages that cost more than others. What the page cache answers isn't counted.
    "searches": (240, 600),
    "heavy-pages": (300, 1200),
}


def check(what: str, request: HttpRequest, user: Any = None, times: int = 1) -> None:
    """Count *what*, done so many *times*, for the account and the address of *request*. *Raises:* `TooMany`.

    *user:* the account, if it isn't the session's user.
    """
    factor = _factor()
    if not factor:
        return
    for share in _shares(what, request, user):
        _count(share, factor, times)


@dataclass(frozen=True)
class Quota:
    """How many of something one account may have at once. *things:* in words. *then:* what makes room."""

    setting: str
    things: str
    count: Callable[[Any], int]
    then: str


_quotas: dict[str, Quota] = {}


def add_quota(what: str, quota: Quota) -> None:
    """Let `require_quota` of *what* refuse whoever has as many as the setting says."""
    _quotas[what] = quota


def require_quota(what: str, who: Any) -> None:
    """Check that *who* may have one more of *what*. *Raises:* `Full`.

    Call it where something new is made, and only there: changing what exists, and a request that comes again,
    need no more room.
    """
    quota = _quotas.get(what)
    if quota is None or not _factor():
        return
    if quota.count(who) >= (most := getattr(settings, quota.setting)):
        raise Full(f"You have {most} {quota.things}, which is the most you can have. {quota.then}")


def retention() -> dict[str, int]:
    """Return how many days things are kept, for the page that says so."""
    (guest, _), (idle, longest) = settings.SESSION_LIMITS["guest"], settings.SESSION_LIMITS["account"]
    days = {"guest": guest, "idle": idle, "longest": longest}
    return {name: time.days for name, time in days.items()} | {"open_match": settings.OPEN_MATCH_DAYS}


def limited(what: str) -> Callable[[View], View]:
    """Return a decorator that counts each request to a view as *what*, and refuses too many with a page.

    Put it below `public_page`.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                check(what, request)
            except TooMany as error:
                return refused(request, error)
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


def refused(request: HttpRequest, error: TooMany) -> HttpResponse:
    """Return the page that says that these were too many requests, or of what there is no room for more."""
    full = error.reason if isinstance(error, Full) else ""
    return with_retry_after(render(request, "429.html", {"full": full}, status=429), error)


def require_room(what: str, request: HttpRequest, user: Any = None) -> None:
    """Raise `TooMany` if the next `check` of *what* would raise it. Counts nothing. *user:* as of `check`."""
    factor = _factor()
    if not factor:
        return
    shares, now = _shares(what, request, user), int(time.time())
    counts = cache.get_many([_slot(share.key, now) for share in shares])
    for share in shares:
        if counts.get(_slot(share.key, now), 0) >= share.most * factor:
            raise TooMany(MINUTE - now % MINUTE, of_account=share.of_account)


@contextmanager
def counting(what: str, request: HttpRequest, number: Callable[[], int], user: Any = None) -> Iterator[None]:
    """Count one action *what* if *number* has risen by the end, also if that is an error.

    Who has no room for another is refused at once. *user:* as of `check`. *Raises:* `TooMany`.
    """
    require_room(what, request, user)
    before = number()
    try:
        yield
    finally:
        if number() != before:
            with suppress(TooMany):
                check(what, request, user)


def scaled(most: int) -> float:
    """Return *most* multiplied by RATE_LIMIT_FACTOR; infinity when limits are off."""
    return most * _factor() or float("inf")


def _factor() -> float:
    return float(getattr(settings, "RATE_LIMIT_FACTOR", 1.0))


class _Share(NamedTuple):
    """What an account or an address may do in a minute. *most:* how often, before the site's factor."""

    key: str
    most: int
    of_account: bool


def _shares(what: str, request: HttpRequest, user: Any) -> list[_Share]:
    """Return what counts *what*: the account's share, if somebody is signed in, then the address's."""
    per_account, per_address = LIMITS[what]
    shares = [_Share(f"{what}:address:{client_network(request)}", per_address, False)]
    who = user if user is not None else request.user
    if who.is_authenticated:
        shares.insert(0, _Share(f"{what}:user:{who.pk}", per_account, True))
    return shares


def _count(share: _Share, factor: float, times: int) -> None:
    now = int(time.time())
    slot = _slot(share.key, now)
    cache.add(slot, 0, MINUTE * 2)
    try:
        count = cache.incr(slot, times)
    except ValueError:  # the cache dropped the key between the two calls
        return
    if count > share.most * factor:
        raise TooMany(MINUTE - now % MINUTE, of_account=share.of_account)


def _slot(key: str, now: int) -> str:
    return f"limit:{key}:{now // MINUTE}"
