"""The sources of notifications. Each app registers a `Source` in its `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scrapsite.notifications.kinds import Kind
from scrapsite.notifications.models import Notification


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news. *headline:* a few words. *name:* of the match or other thing that it is about.

    *text:* a sentence or two. *path:* page on which to decide or read on, without the site's origin. *asks:*
    whether it asks for a decision.
    """

    notification: Notification
    headline: str
    name: str
    text: str
    path: str
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time by which somebody has to decide. *key:* unique among all deadlines, past and future.

    *name*, *path:* of what is to be decided. *seconds:* the whole time that they were given.
    """

    key: str
    due: datetime
    changed_at: datetime
    name: str
    path: str
    seconds: float


# Takes rows of the source's kinds, all for one user or webhook; that user's key, or None for a webhook; and
# the reader's time zone. Returns an item for each row that still matters, in the same order.
Describe = Callable[[Sequence[Notification], int | None, str], list[Item]]
# Takes the key of a user and a maximum. Returns the nearest deadlines first.
Deadlines = Callable[[int, int], list[Deadline]]
# Returns slug and name of each game for which people may choose separately.
Games = Callable[[], list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Source:
    """The kinds of notification of one app and the functions that word them and find deadlines and games."""

    kinds: tuple[Kind, ...]
    describe: Describe
    deadlines: Deadlines | None = None
    games: Games | None = None


_sources: list[Source] = []
_mutes: list[Callable[[int], Iterable[int]]] = []


def register(source: Source) -> None:
    """Register *source*. The page of choices shows kinds in the order of registration."""
    _sources.append(source)


def kinds() -> list[Kind]:
    """Return the kinds that people choose, in the order in which they are shown."""
    return [kind for kind in _all_kinds() if kind.label]


def public_kinds() -> list[tuple[str, str]]:
    """Return slug and label of the kinds that can be sent to webhooks."""
    return [(kind.slug, kind.public_label) for kind in _all_kinds() if kind.public_label]


def kind_of(slug: str) -> Kind:
    """Return the kind called *slug*. *Raises:* `KeyError`."""
    found = find_kind(slug)
    if found is None:
        raise KeyError(slug)
    return found


def find_kind(slug: str) -> Kind | None:
    """Return the kind called *slug*, or None if there is none."""
    return next((kind for kind in _all_kinds() if kind.slug == slug), None)


def games() -> list[tuple[str, str]]:
    """Return slug and name of each game for which people may choose separately."""
    return [game for source in _sources if source.games for game in source.games()]


def items_of(notifications: Sequence[Notification], user_id: int | None, zone: str) -> list[Item]:
    """Return an item for each of *notifications* that still matters, in the same order.

    All of them must be for one user or webhook.
    """
    found: dict[int, Item] = {}
    for source in _sources:
        slugs = {kind.slug for kind in source.kinds}
        rows = [row for row in notifications if row.kind in slugs]
        if rows:
            found |= {item.notification.pk: item for item in source.describe(rows, user_id, zone)}
    return [found[row.pk] for row in notifications if row.pk in found]


def deadlines_of(user_id: int, most: int) -> list[Deadline]:
    """Return the deadlines of a user, the nearest first within each source."""
    return [
        deadline for source in _sources if source.deadlines for deadline in source.deadlines(user_id, most)
    ]


def register_mutes(find: Callable[[int], Iterable[int]]) -> None:
    """Register *find*, which returns the keys of those who don't want to hear from a user."""
    _mutes.append(find)


def muting(user_id: int) -> set[int]:
    """Return the keys of those who don't want to hear from a user."""
    return {user for find in _mutes for user in find(user_id)}


def _all_kinds() -> list[Kind]:
    return [kind for source in _sources for kind in source.kinds]
