"""Packing what is due into parcels, or dropping what has settled itself: in the database alone, so once.

Whoever packs locks the alerts first; what is packed is marked in the same transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from scrapsite.notifications import bodies
from scrapsite.notifications.channels.email import confirmed_address
from scrapsite.notifications.channels.push import is_configured
from scrapsite.notifications.kinds import BY_SLUG, EMAIL, PUSH, WEBHOOK
from scrapsite.notifications.models import Alert, Parcel, PushSubscription, Webhook
from scrapsite.notifications.notifying import settle_time
from scrapsite.notifications.preferences.choosing import Choices, choices_of
from scrapsite.notifications.words import Item, entries_of, items_of

MOST_PACKED = 100
MOST_IN_PARCEL = 200
KEPT = timedelta(days=30)


def pack_due() -> int:
    """Pack what is due for up to `MOST_PACKED` users and webhooks of each channel; return for how many."""
    due = Alert.objects.filter(packed_at=None, due_at__lte=timezone.now()).order_by()
    packed = 0
    for channel, pack in ((EMAIL, pack_letter), (PUSH, pack_pushes)):
        users = due.filter(channel=channel).values_list("user", flat=True).distinct()[:MOST_PACKED]
        for user_id in list(users):
            pack(user_id)
            packed += 1
    hooks = due.filter(channel=WEBHOOK).values_list("webhook", flat=True).distinct()[:MOST_PACKED]
    for hook_id in list(hooks):
        pack_calls(hook_id)
        packed += 1
    return packed


@transaction.atomic
def pack_letter(user_id: int) -> Parcel | None:
    """Make one letter of all that has settled for a user; None when nothing is worth one any more."""
    now = timezone.now()
    waiting = _locked(Q(user=user_id, channel=EMAIL), now)
    user = User.objects.select_related("profile").get(pk=user_id)
    address = confirmed_address(user)
    items = _wanted(waiting, user, EMAIL) if address else []
    parcel = None
    if items:
        content = bodies.letter(user, address, entries_of(items))
        parcel = Parcel.objects.create(channel=EMAIL, user=user, content=content, next_try=now)
    _mark(waiting, items, now, parcel)
    return parcel


@transaction.atomic
def pack_pushes(user_id: int) -> list[Parcel]:
    """Make a message for each browser of a user of each match, or other thing, that there is news of."""
    now = timezone.now()
    waiting = _locked(Q(user=user_id, channel=PUSH), now)
    user = User.objects.select_related("profile").get(pk=user_id)
    browsers = list(PushSubscription.objects.filter(user=user_id)) if is_configured() else []
    items = _wanted(waiting, user, PUSH) if browsers else []
    parcels = Parcel.objects.bulk_create(
        Parcel(
            channel=PUSH, user=user, subscription=browser, content=bodies.push_message(entry), next_try=now
        )
        for entry in entries_of(items)
        for browser in browsers
    )
    _mark(waiting, items, now, parcels[0] if len(parcels) == 1 else None)
    return parcels


@transaction.atomic
def pack_calls(hook_id: int) -> None:
    """Make a call of a webhook for each thing it is to hear of."""
    now = timezone.now()
    waiting = _locked(Q(webhook=hook_id, channel=WEBHOOK), now)
    hook = Webhook.objects.get(pk=hook_id)
    items = items_of(waiting, None, "UTC") if hook.is_active else []
    for item in items:
        parcel = Parcel.objects.create(
            channel=WEBHOOK, webhook=hook, content=bodies.hook_call(hook, item), next_try=now
        )
        Alert.objects.filter(pk=item.alert.pk).update(parcel=parcel)
    _mark(waiting, items, now)


def forget_old() -> None:
    """Delete what was told long ago, so that nobody's past is kept for ever."""
    old = timezone.now() - KEPT
    Alert.objects.filter(packed_at__lt=old, created_at__lt=old).delete()
    Parcel.objects.filter(Q(sent_at__lt=old) | Q(given_up_at__lt=old)).delete()


def _locked(whose: Q, now: datetime) -> list[Alert]:
    """Return what waits and has settled, which nobody else packs until the transaction ends.

    Where one thing is due, what else has settled goes along.
    """
    ripe = Q(due_at__lte=now) | Q(created_at__lte=now - settle_time())
    rows = Alert.objects.select_for_update(skip_locked=True).filter(whose, ripe, packed_at=None)
    return list(rows.order_by("pk")[:MOST_IN_PARCEL])


def _wanted(waiting: Sequence[Alert], user: User, channel: str) -> list[Item]:
    """Return what still matters and hasn't been switched off since."""
    choices = choices_of([user.pk]).get(user.pk, Choices())
    alerts = [alert for alert in waiting if choices.wants(channel, BY_SLUG[alert.kind], alert.game)]
    return items_of(alerts, user.pk, zone_of(user)) if user.is_active else []


def zone_of(user: Any) -> str:
    """Return the name of the time zone of *user*."""
    profile = getattr(user, "profile", None)
    return profile.time_zone if profile else "UTC"


def _mark(
    waiting: Sequence[Alert], items: Iterable[Item], now: datetime, parcel: Parcel | None = None
) -> None:
    told = {item.alert.pk for item in items}
    rows = Alert.objects.filter(pk__in=[alert.pk for alert in waiting])
    changes = {"packed_at": now} | ({"parcel": parcel} if parcel else {})
    rows.filter(pk__in=told).update(**changes)
    rows.exclude(pk__in=told).update(packed_at=now, was_dropped=True)
