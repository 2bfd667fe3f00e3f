"""The channels that reach people, and the type of a kind of notification. Apps register their kinds."""

from dataclasses import dataclass

from django.conf import settings

EMAIL, PUSH, FEED, WEBHOOK = "email", "push", "feed", "webhook"
# The page “News” and the number beside it in the header. Only some kinds can be listed there.
SITE = "site"
# What Django and allauth send, such as links for choosing a new password; nobody can switch it off.
SITE_MAIL = "site-mail"
EVERYWHERE = (EMAIL, PUSH, FEED)


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to reach a person. *label:* heading of its column on the page of choices."""

    slug: str
    label: str


CHANNELS = (
    Channel(SITE, "News page"),
    Channel(EMAIL, "E-mail"),
    Channel(PUSH, "Push"),
    Channel(FEED, "Feed"),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notification. *rank:* the lowest comes first in a letter.

    *label*, *help:* texts beside the check boxes; people can't choose a kind without a label. *channels:* the
    default channels. *urgent:* it waits neither for others nor for the daily letter. *of_games:* it belongs
    to matches, so people can choose it for each game. *public_label:* its name in the form for webhooks;
    empty unless the news is public. *on_site:* it can be listed on the page “News”.
    """

    slug: str
    rank: int
    label: str = ""
    help: str = ""
    channels: tuple[str, ...] = ()
    urgent: bool = False
    of_games: bool = True
    public_label: str = ""
    on_site: bool = False

    @property
    def channels_here(self) -> tuple[Channel, ...]:
        """The channels of this site by which people can have it."""
        return tuple(channel for channel in channels_here() if self.on_site or channel.slug != SITE)


def can_push() -> bool:
    """Return whether this site has keys for push messages."""
    return bool(settings.VAPID_PUBLIC_KEY and settings.VAPID_PRIVATE_KEY)


def channels_here() -> tuple[Channel, ...]:
    """Return the channels that are available on this site."""
    return tuple(channel for channel in CHANNELS if channel.slug != PUSH or can_push())
