"""The channels that lead to people, and what a kind of notification is. Apps register their kinds."""

import importlib.util
from dataclasses import dataclass

from django.conf import settings

EMAIL, PUSH, FEED, WEBHOOK = "email", "push", "feed", "webhook"
EVERYWHERE = (EMAIL, PUSH, FEED)


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to reach a person. *label:* above a column of choices."""

    slug: str
    label: str


CHANNELS = (Channel(EMAIL, "E-mail"), Channel(PUSH, "Push"), Channel(FEED, "Feed"))


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notification. *rank:* the lowest comes first in a letter.

    *label*, *help:* beside the boxes to tick; people can't choose a kind without a label. *channels:* those
    by which it comes unless somebody chooses otherwise. *urgent:* it waits for no others, and for no daily
    letter. *of_games:* it belongs to matches, so people can choose it for each game. *public_label:* what
    staff choose it by for a webhook; empty unless everybody can see what it tells of.
    """

    slug: str
    rank: int
    label: str = ""
    help: str = ""
    channels: tuple[str, ...] = ()
    urgent: bool = False
    of_games: bool = True
    public_label: str = ""


def can_push() -> bool:
    """Say whether this site has keys for push messages, and the package that encrypts them."""
    has_keys = bool(settings.VAPID_PUBLIC_KEY and settings.VAPID_PRIVATE_KEY)
    return has_keys and importlib.util.find_spec("pywebpush") is not None


def channels_here() -> tuple[Channel, ...]:
    """Return the channels that this site has."""
    return tuple(channel for channel in CHANNELS if channel.slug != PUSH or can_push())
