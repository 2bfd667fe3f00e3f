"""Makes deliveries of notifications that are due, and drops those that no longer matter.

What takes long, such as writing a letter, is done before anything is locked. The notifications are then
locked and marked in the transaction that stores the delivery, so each goes out once.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from scrapsite.common.models import delete_in_batches
from scrapsite.common.players import time_zone_of
from scrapsite.notifications import bodies
from scrapsite.notifications.channels.email import confirmed_address
from scrapsite.notifications.entries import entries_of
from scrapsite.notifications.kinds import EMAIL, PUSH, WEBHOOK, can_push
from scrapsite.notifications.making import settle_time
from scrapsite.notifications.models import Delivery, Notification, PushSubscription, Webhook
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.registry import Item, items_of

logger = logging.getLogger(__name__)

MOST_A_ROUND = 100
MOST_IN_DIGEST = 200
KEPT = timedelta(days=30)


def make_digests() -> int:
    """Make deliveries for up to `MOST_A_ROUND` users and webhooks of each channel; return for how many.

    Where that fails for one of them, the others still get theirs.
    """
    due = Notification.objects.filter(digested_at=None, due_at__lte=timezone.now()).order_by()
    done = 0
    for channel, make in ((EMAIL, make_letter), (PUSH, make_pushes)):
        users = due.filter(channel=channel).values_list("user", flat=True).distinct()[:MOST_A_ROUND]
        done += sum(_makes(make, user_id) for user_id in list(users))
    hooks = due.filter(channel=WEBHOOK).values_list("webhook", flat=True).distinct()[:MOST_A_ROUND]
    return done + sum(_makes(make_calls, hook_id) for hook_id in list(hooks))


def make_letter(user_id: int) -> Delivery | None:
    """Make one letter of all that is ready for a user, or return None if none of it matters any more."""
    now = timezone.now()
    waiting = _waiting(Q(user=user_id, channel=EMAIL), now)
    user = User.objects.select_related("profile").get(pk=user_id)
    address = confirmed_address(user)
    items = _wanted(waiting, user) if address else []
    delivery = None
    if items:
        content = bodies.letter(user, address, entries_of(items))
        delivery = Delivery(channel=EMAIL, user=user, content=content, next_try=now)
    with transaction.atomic():
        if not _lock(waiting):
            return None
        if delivery is not None:
            delivery.save(force_insert=True)
        _mark(waiting, items, now, delivery)
    return delivery


def make_pushes(user_id: int) -> list[Delivery]:
    """Make and return a message for each browser of a user and each match, or other subject, with news."""
    now = timezone.now()
    waiting = _waiting(Q(user=user_id, channel=PUSH), now)
    user = User.objects.select_related("profile").get(pk=user_id)
    browsers = list(PushSubscription.objects.filter(user=user_id)) if can_push() else []
    items = _wanted(waiting, user) if browsers else []
    deliveries = [
        Delivery(
            channel=PUSH, user=user, subscription=browser, content=bodies.push_message(entry), next_try=now
        )
        for entry in entries_of(items)
        for browser in browsers
    ]
    with transaction.atomic():
        if not _lock(waiting):
            return []
        Delivery.objects.bulk_create(deliveries)
        _mark(waiting, items, now, deliveries[0] if len(deliveries) == 1 else None)
    return deliveries


def make_calls(hook_id: int) -> None:
    """Make one call to a webhook for each piece of news."""
    now = timezone.now()
    waiting = _waiting(Q(webhook=hook_id, channel=WEBHOOK), now)
    hook = Webhook.objects.get(pk=hook_id)
    items = items_of(waiting, None, "UTC") if hook.is_active else []
    deliveries = [
        Delivery(channel=WEBHOOK, webhook=hook, content=bodies.hook_call(hook, item), next_try=now)
        for item in items
    ]
    with transaction.atomic():
        if not _lock(waiting):
            return
        Delivery.objects.bulk_create(deliveries)
        for item, delivery in zip(items, deliveries, strict=True):
            Notification.objects.filter(pk=item.notification.pk).update(delivery=delivery)
        _mark(waiting, items, now)


def forget_old() -> None:
    """Delete old notifications and deliveries, so that nobody's past is kept for ever."""
    old = timezone.now() - KEPT
    delete_in_batches(Notification.objects.filter(digested_at__lt=old, created_at__lt=old))
    delete_in_batches(Delivery.objects.filter(Q(sent_at__lt=old) | Q(given_up_at__lt=old)))


def _makes(make: Callable[[int], object], whose: int) -> bool:
    """Make the deliveries of a user or webhook; return whether that succeeded."""
    try:
        make(whose)
    except OperationalError:  # the database is busy: that isn't about them
        raise
    except Exception:
        logger.exception("%s failed for %s.", make.__name__, whose)
        return False
    return True


def _waiting(whose: Q, now: datetime) -> list[Notification]:
    """Return the waiting notifications that are ready.

    If one of them is due, all others that have settled go with it.
    """
    ripe = Q(due_at__lte=now) | Q(created_at__lte=now - settle_time())
    rows = Notification.objects.filter(whose, ripe, digested_at=None)
    return list(rows.order_by("pk")[:MOST_IN_DIGEST])


def _lock(waiting: Sequence[Notification]) -> bool:
    """Lock the notifications until the transaction ends; return whether all of them still wait.

    If not, another worker has some of them. The next round makes something of what is left then.
    """
    rows = Notification.objects.select_for_update(skip_locked=True).filter(
        pk__in=[notification.pk for notification in waiting], digested_at=None
    )
    return len(rows.values_list("pk")) == len(waiting)


def _wanted(waiting: Sequence[Notification], user: User) -> list[Item]:
    """Return those of *waiting* that still matter and weren't switched off since."""
    choices = choices_of([user.pk]).get(user.pk, Choices())
    rows = [row for row in waiting if choices.wants_told(row)]
    return items_of(rows, user.pk, time_zone_of(user)) if user.is_active else []


def _mark(
    waiting: Sequence[Notification], items: Iterable[Item], now: datetime, delivery: Delivery | None = None
) -> None:
    told = {item.notification.pk for item in items}
    rows = Notification.objects.filter(pk__in=[notification.pk for notification in waiting])
    changes = {"digested_at": now} | ({"delivery": delivery} if delivery else {})
    rows.filter(pk__in=told).update(**changes)
    rows.exclude(pk__in=told).update(digested_at=now, was_dropped=True)
