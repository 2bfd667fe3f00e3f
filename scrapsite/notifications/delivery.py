"""Sends deliveries one at a time, each under a lease, so that another worker takes over if one is killed.

A worker claims a delivery by a conditional UPDATE, sends it, and marks it by a second UPDATE that applies
only while the lease is its own. If the worker is killed in between, the delivery is sent again after the
lease has expired. It keeps its identifier, so the receiver can recognise it (docs/decisions/0012-alerts.md).
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

from scrapsite.notifications.kinds import SITE_MAIL
from scrapsite.notifications.models import Delivery

logger = logging.getLogger(__name__)

MOST_A_ROUND = 100
# Minutes to wait after each failure. One more failure after the last wait, and the delivery is given up.
WAITS = (1, 5, 15, 60, 240, 720, 1440)

Send = Callable[[Delivery], None]


class Unwanted(Exception):
    """The receiver doesn't want the delivery any more."""


class NotNow(Exception):
    """Sending failed, but may work later."""


class Down(NotNow):
    """The whole channel is down, so there is no point in trying the next delivery."""


class Never(Exception):
    """Sending failed and will always fail."""


def send_due(channel: str, send: Send) -> int:
    """Send what is due on *channel* and return the number of attempts. *Raises:* `Down`."""
    tried = 0
    for delivery_id in list(_due(channel).order_by("next_try").values_list("pk", flat=True)[:MOST_A_ROUND]):
        delivery = claim(delivery_id)
        if delivery is None:
            continue
        tried += 1
        try_to_send(delivery, send)
    return tried


def claim(delivery_id: Any) -> Delivery | None:
    """Lease the delivery and return it, or return None if another worker has it or it is finished."""
    now, lease = timezone.now(), secrets.token_hex(16)
    until = now + timedelta(seconds=settings.ALERT_LEASE_SECONDS)
    mine = _free(now).filter(pk=delivery_id, next_try__lte=now)
    if not mine.update(lease=lease, lease_until=until, tries=F("tries") + 1):
        return None
    return Delivery.objects.select_related("user__profile", "subscription", "webhook").get(pk=delivery_id)


def try_to_send(delivery: Delivery, send: Send) -> None:
    """Send a claimed delivery and store the outcome. *Raises:* `Down`."""
    try:
        send(delivery)
    except Unwanted as problem:
        _finish(delivery, given_up_at=timezone.now(), error=str(problem)[:200])
    except Never as problem:
        logger.warning("The %s is given up: %s", delivery, problem)
        _finish(delivery, given_up_at=timezone.now(), error=str(problem)[:200])
    except NotNow as problem:
        _put_off(delivery, str(problem)[:200])
        if isinstance(problem, Down):
            raise
    except Exception as problem:
        logger.exception("The %s failed.", delivery)
        _put_off(delivery, repr(problem)[:200])
    else:
        _finish(delivery, sent_at=timezone.now(), error="")


def is_last_try(delivery: Delivery) -> bool:
    """Return whether a claimed delivery is given up if it fails now."""
    return delivery.tries > len(WAITS)


def _put_off(delivery: Delivery, error: str) -> None:
    now = timezone.now()
    if is_last_try(delivery):
        logger.warning("The %s is given up after %s tries: %s", delivery, delivery.tries, error)
        _finish(delivery, given_up_at=now, error=error)
    else:
        _finish(delivery, next_try=now + timedelta(minutes=WAITS[delivery.tries - 1]), error=error)


def _finish(delivery: Delivery, **changes: Any) -> None:
    """Store *changes* and release the lease, if it is still ours. Mail of the site is deleted when finished.

    If the database is too busy, try again: a delivery that was sent but isn't marked would go out twice.
    """
    mine = Delivery.objects.filter(pk=delivery.pk, lease=delivery.lease)
    is_secret = delivery.channel == SITE_MAIL and ("sent_at" in changes or "given_up_at" in changes)
    for is_last in (False, False, True):
        try:
            mine.delete() if is_secret else mine.update(lease="", lease_until=None, **changes)
        except OperationalError:
            if is_last:
                raise
        else:
            return


def _due(channel: str) -> Any:
    now = timezone.now()
    return _free(now).filter(channel=channel, next_try__lte=now)


def _free(now: Any) -> Any:
    """Return the deliveries that are neither finished nor leased."""
    open_ones = Delivery.objects.filter(sent_at=None, given_up_at=None)
    return open_ones.filter(Q(lease_until=None) | Q(lease_until__lt=now))
