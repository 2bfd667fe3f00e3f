"""Sending parcels: one at a time, under a lease, so that a killed worker's parcel is taken up by another.

A worker claims a parcel by a conditional UPDATE, sends it, and marks it by another that holds only while the
lease is its own. When the worker is killed in between, the parcel goes out again once the lease has run out,
with the same identity, by which the receiver can tell (docs/decisions/0012-alerts.md).
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import OperationalError
from django.db.models import F, Q
from django.utils import timezone

from scrapsite.notifications.models import Parcel

logger = logging.getLogger(__name__)

MOST_A_ROUND = 100
# Minutes to wait after each failure; after the last one it is given up.
WAITS = (1, 5, 15, 60, 240, 720, 1440)

Send = Callable[[Parcel], None]


class Unwanted(Exception):
    """It isn't to be sent any more."""


class NotNow(Exception):
    """It may work later."""


class Down(NotNow):
    """The whole way is closed just now, so the next parcel needn't be tried."""


class Never(Exception):
    """It won't work, however often it is tried."""


def send_due(channel: str, send: Send) -> int:
    """Send what is due by *channel*; return how many parcels were tried. *Raises:* `Down`."""
    tried = 0
    for parcel_id in list(_due(channel).order_by("next_try").values_list("pk", flat=True)[:MOST_A_ROUND]):
        parcel = claim(parcel_id)
        if parcel is None:
            continue
        tried += 1
        try_to_send(parcel, send)
    return tried


def claim(parcel_id: Any) -> Parcel | None:
    """Return the parcel, ours until the lease runs out; None when it is somebody else's, or done with."""
    now, lease = timezone.now(), secrets.token_hex(16)
    until = now + timedelta(seconds=settings.ALERT_LEASE_SECONDS)
    mine = _free(now).filter(pk=parcel_id, next_try__lte=now)
    if not mine.update(lease=lease, lease_until=until, tries=F("tries") + 1):
        return None
    return Parcel.objects.select_related("user__profile", "subscription", "webhook").get(pk=parcel_id)


def try_to_send(parcel: Parcel, send: Send) -> None:
    """Send a claimed parcel and write down what came of it. *Raises:* `Down`."""
    try:
        send(parcel)
    except Unwanted as problem:
        _finish(parcel, given_up_at=timezone.now(), error=str(problem)[:200])
    except Never as problem:
        logger.warning("The %s is given up: %s", parcel, problem)
        _finish(parcel, given_up_at=timezone.now(), error=str(problem)[:200])
    except NotNow as problem:
        _put_off(parcel, str(problem)[:200])
        if isinstance(problem, Down):
            raise
    except Exception as problem:
        logger.exception("The %s failed.", parcel)
        _put_off(parcel, repr(problem)[:200])
    else:
        _finish(parcel, sent_at=timezone.now(), error="")


def _put_off(parcel: Parcel, error: str) -> None:
    now = timezone.now()
    if parcel.tries > len(WAITS):
        logger.warning("The %s is given up after %s tries: %s", parcel, parcel.tries, error)
        _finish(parcel, given_up_at=now, error=error)
    else:
        _finish(parcel, next_try=now + timedelta(minutes=WAITS[parcel.tries - 1]), error=error)


def _finish(parcel: Parcel, **changes: Any) -> None:
    """Write *changes* down and give the lease back, if it is still ours.

    A database that is too busy just now is asked again: what was sent and isn't marked would go out twice.
    """
    mine = Parcel.objects.filter(pk=parcel.pk, lease=parcel.lease)
    for is_last in (False, False, True):
        try:
            mine.update(lease="", lease_until=None, **changes)
        except OperationalError:
            if is_last:
                raise
        else:
            return


def _due(channel: str) -> Any:
    now = timezone.now()
    return _free(now).filter(channel=channel, next_try__lte=now)


def _free(now: Any) -> Any:
    """Return the parcels that aren't done with, nor in anybody's hands."""
    open_ones = Parcel.objects.filter(sent_at=None, given_up_at=None)
    return open_ones.filter(Q(lease_until=None) | Q(lease_until__lt=now))
