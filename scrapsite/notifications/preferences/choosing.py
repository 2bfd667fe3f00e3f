"""What people chose: which kinds of notification, by which channel, for which game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from scrapsite.notifications.kinds import Kind
from scrapsite.notifications.models import Delivery, NotificationChoice, NotificationPreference
from scrapsite.notifications.registry import kind_of

# Channel, kind and game: a kind that is empty stands for the whole channel, a game that is empty for all.
Place = tuple[str, str, str]


@dataclass(slots=True)
class Choices:
    """What one user chose that differs from the usual."""

    made: dict[Place, bool] = field(default_factory=dict)

    def wants(self, channel: str, kind: Kind, game: str = "") -> bool:
        """Say whether it is wanted: the game's own choice counts most, then the one for all games."""
        if self.is_off(channel):
            return False
        for place in ((channel, kind.slug, game), (channel, kind.slug, "")):
            if place in self.made:
                return self.made[place]
        return channel in kind.channels

    def is_off(self, channel: str) -> bool:
        """Say whether nothing at all is wanted by *channel*."""
        return self.made.get((channel, "", "")) is False

    def differs(self, game: str) -> bool:
        """Say whether something was chosen for this game alone."""
        return any(of == game for _, _, of in self.made)


def choices_of(users: Iterable[int]) -> dict[int, Choices]:
    """Return what each of *users* chose, by key; who chose nothing isn't in it."""
    found: dict[int, Choices] = {}
    rows = NotificationChoice.objects.filter(user__in=list(users))
    for user, channel, kind, game, wanted in rows.values_list("user", "channel", "kind", "game", "wanted"):
        found.setdefault(user, Choices()).made[channel, kind, game] = wanted
    return found


def preference_of(user: Any) -> NotificationPreference:
    """Return how often *user* wants letters; unsaved, and as usual, if they never chose."""
    return NotificationPreference.objects.filter(user=user).first() or NotificationPreference(user=user)


def is_wanted(delivery: Delivery) -> bool:
    """Say whether its receiver still wants anything of what the delivery tells of."""
    choices = (
        choices_of([delivery.user_id]).get(delivery.user_id, Choices()) if delivery.user_id else Choices()
    )
    if choices.is_off(delivery.channel):
        return False
    told = list(delivery.notifications.values_list("kind", "game"))
    return not told or any(choices.wants(delivery.channel, kind_of(kind), game) for kind, game in told)


@transaction.atomic
def store_choices(user_id: int, made: dict[Place, bool]) -> None:
    """Make *made* all that the user chose."""
    NotificationChoice.objects.filter(user=user_id).delete()
    NotificationChoice.objects.bulk_create(
        (
            NotificationChoice(user_id=user_id, channel=channel, kind=kind, game=game, wanted=wanted)
            for (channel, kind, game), wanted in made.items()
        ),
        ignore_conflicts=True,
    )


@transaction.atomic
def switch_off(user_id: int, channel: str, kind: str = "") -> None:
    """Let nothing more come by *channel*, or nothing of *kind*, for any game."""
    if kind:
        NotificationChoice.objects.filter(user=user_id, channel=channel, kind=kind).exclude(game="").delete()
    NotificationChoice.objects.update_or_create(
        user_id=user_id, channel=channel, kind=kind, game="", defaults={"wanted": False}
    )
