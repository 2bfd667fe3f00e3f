"""The choices of people: which kinds of notification they want, on which channel, for which game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils import timezone

from scrapsite.notifications.kinds import SITE, Kind
from scrapsite.notifications.models import (
    Delivery,
    Notification,
    NotificationChoice,
    NotificationPreference,
)
from scrapsite.notifications.registry import find_kind, items_of

# Channel, kind and game: an empty kind stands for the whole channel, an empty game for all games.
Place = tuple[str, str, str]


@dataclass(slots=True)
class Choices:
    """The choices of one user that differ from the defaults."""

    made: dict[Place, bool] = field(default_factory=dict)

    def wants(self, channel: str, kind: Kind, game: str = "") -> bool:
        """Return whether the user wants it. A choice for the game overrides the one for all games."""
        if self.is_off(channel):
            return False
        for place in ((channel, kind.slug, game), (channel, kind.slug, "")):
            if place in self.made:
                return self.made[place]
        return channel in kind.channels

    def wants_told(self, row: Notification) -> bool:
        """Return whether the user wants the notification; no if the site no longer has its kind."""
        kind = find_kind(row.kind)
        return kind is not None and self.wants(row.channel, kind, row.game)

    def is_off(self, channel: str) -> bool:
        """Return whether the whole *channel* is switched off."""
        return self.made.get((channel, "", "")) is False

    def differs(self, game: str) -> bool:
        """Return whether the user made a choice for this game alone."""
        return any(of == game for _, _, of in self.made)


def choices_of(users: Iterable[int]) -> dict[int, Choices]:
    """Return the choices of *users* by key, without users who chose nothing."""
    found: dict[int, Choices] = {}
    rows = NotificationChoice.objects.filter(user__in=list(users))
    for user, channel, kind, game, wanted in rows.values_list("user", "channel", "kind", "game", "wanted"):
        found.setdefault(user, Choices()).made[channel, kind, game] = wanted
    return found


def preference_of(user: Any) -> NotificationPreference:
    """Return how often *user* wants letters: the stored row, or an unsaved default."""
    return NotificationPreference.objects.filter(user=user).first() or NotificationPreference(user=user)


def is_wanted(delivery: Delivery) -> bool:
    """Return whether anything in the delivery, which is for a user, is still wanted and still matters."""
    choices = (
        choices_of([delivery.user_id]).get(delivery.user_id, Choices()) if delivery.user_id else Choices()
    )
    if choices.is_off(delivery.channel):
        return False
    keys = delivery.content.get("keys", ())
    rows = Notification.objects.filter(user=delivery.user_id, channel=delivery.channel, key__in=keys)
    wanted = [row for row in rows if choices.wants_told(row)]
    return not keys or bool(items_of(wanted, delivery.user_id, "UTC"))


@transaction.atomic
def store_choices(user_id: int, made: dict[Place, bool]) -> None:
    """Replace all choices of the user by *made*."""
    NotificationChoice.objects.filter(user=user_id).delete()
    NotificationChoice.objects.bulk_create(
        (
            NotificationChoice(user_id=user_id, channel=channel, kind=kind, game=game, wanted=wanted)
            for (channel, kind, game), wanted in made.items()
        ),
        ignore_conflicts=True,
    )
    _settle_unwanted(user_id)


@transaction.atomic
def switch_off(user_id: int, channel: str, kind: str = "") -> None:
    """Switch off *channel* for the user, or only *kind* on it, for every game."""
    if kind:
        NotificationChoice.objects.filter(user=user_id, channel=channel, kind=kind).exclude(game="").delete()
    NotificationChoice.objects.update_or_create(
        user_id=user_id, channel=channel, kind=kind, game="", defaults={"wanted": False}
    )
    _settle_unwanted(user_id)


def _settle_unwanted(user_id: int) -> None:
    """Count news that the page no longer lists, as the user has just switched it off, as read."""
    mine = choices_of([user_id]).get(user_id, Choices())
    unread = Notification.objects.filter(user=user_id, channel=SITE, read_at=None)
    unwanted = [row.pk for row in unread if not mine.wants_told(row)]
    Notification.objects.filter(pk__in=unwanted).update(read_at=timezone.now())
