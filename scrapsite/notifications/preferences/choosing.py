"""What people chose: which kinds of alert, by which channel, for which game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db import transaction

from scrapsite.notifications.kinds import BY_SLUG, Kind
from scrapsite.notifications.models import AlertChoice, Parcel

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
    rows = AlertChoice.objects.filter(user__in=list(users))
    for user, channel, kind, game, wanted in rows.values_list("user", "channel", "kind", "game", "wanted"):
        found.setdefault(user, Choices()).made[channel, kind, game] = wanted
    return found


def is_wanted(parcel: Parcel) -> bool:
    """Say whether its receiver still wants anything of what the parcel tells of."""
    choices = choices_of([parcel.user_id]).get(parcel.user_id, Choices()) if parcel.user_id else Choices()
    if choices.is_off(parcel.channel):
        return False
    told = list(parcel.alerts.values_list("kind", "game"))
    return not told or any(choices.wants(parcel.channel, BY_SLUG[kind], game) for kind, game in told)


@transaction.atomic
def store_choices(user_id: int, made: dict[Place, bool]) -> None:
    """Make *made* all that the user chose."""
    AlertChoice.objects.filter(user=user_id).delete()
    AlertChoice.objects.bulk_create(
        (
            AlertChoice(user_id=user_id, channel=channel, kind=kind, game=game, wanted=wanted)
            for (channel, kind, game), wanted in made.items()
        ),
        ignore_conflicts=True,
    )


@transaction.atomic
def switch_off(user_id: int, channel: str, kind: str = "") -> None:
    """Let nothing more come by *channel*, or nothing of *kind*, for any game."""
    if kind:
        AlertChoice.objects.filter(user=user_id, channel=channel, kind=kind).exclude(game="").delete()
    AlertChoice.objects.update_or_create(
        user_id=user_id, channel=channel, kind=kind, game="", defaults={"wanted": False}
    )
