"""What apps tell of. Each registers a `Source` in its `AppConfig.ready`: its kinds, and how to word them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from scrapsite.notifications.kinds import Kind
from scrapsite.notifications.models import Notification


@dataclass(frozen=True, slots=True)
class Item:
    """One piece of news. *headline:* a few words. *name:* of the match, or of what else it is about.

    *text:* a sentence or two. *path:* where to decide, or to read it, without the site's origin. *asks:* it
    asks for a decision.
    """

    notification: Notification
    headline: str
    name: str
    text: str
    path: str
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Deadline:
    """By when somebody has to decide. *key:* tells it from other deadlines, now and later.

    *name*, *path:* of what is to be decided. *seconds:* how long they had from the beginning.
    """

    key: str
    due: datetime
    changed_at: datetime
    name: str
    path: str
    seconds: float


# Rows of the source's kinds, all of one user or webhook; whose they are, None for everybody; the time zone of
# who reads. Returns an item for each that still matters, in their order.
Describe = Callable[[Sequence[Notification], int | None, str], list[Item]]
# A user, and the most that are wanted. Returns the nearest first.
Deadlines = Callable[[int, int], list[Deadline]]
# Slug and name of each game for which people may choose separately.
Games = Callable[[], list[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class Source:
    """What one app tells of, how it words that, and what else it knows that people are told."""

    kinds: tuple[Kind, ...]
    describe: Describe
    deadlines: Deadlines | None = None
    games: Games | None = None


_sources: list[Source] = []


def register(source: Source) -> None:
    """Let the kinds of *source* be told of. The order of registering is that of the page of choices."""
    _sources.append(source)


def kinds() -> list[Kind]:
    """Return the kinds that people choose, in the order in which they are shown."""
    return [kind for kind in _all_kinds() if kind.label]


def public_kinds() -> list[tuple[str, str]]:
    """Return slug and label of the kinds that webhooks may hear of."""
    return [(kind.slug, kind.public_label) for kind in _all_kinds() if kind.public_label]


def kind_of(slug: str) -> Kind:
    """Return the kind called *slug*. *Raises:* `KeyError`."""
    found = find_kind(slug)
    if found is None:
        raise KeyError(slug)
    return found


def find_kind(slug: str) -> Kind | None:
    """Return the kind called *slug*, None for none."""
    return next((kind for kind in _all_kinds() if kind.slug == slug), None)


def games() -> list[tuple[str, str]]:
    """Return slug and name of each game for which people may choose separately."""
    return [game for source in _sources if source.games for game in source.games()]


def items_of(notifications: Sequence[Notification], user_id: int | None, zone: str) -> list[Item]:
    """Return what of *notifications*, all of one user or webhook, still matters, in their order."""
    found: dict[int, Item] = {}
    for source in _sources:
        slugs = {kind.slug for kind in source.kinds}
        rows = [row for row in notifications if row.kind in slugs]
        if rows:
            found |= {item.notification.pk: item for item in source.describe(rows, user_id, zone)}
    return [found[row.pk] for row in notifications if row.pk in found]


def deadlines_of(user_id: int, most: int) -> list[Deadline]:
    """Return by when a user has to decide, the nearest first in each source."""
    return [
        deadline for source in _sources if source.deadlines for deadline in source.deadlines(user_id, most)
    ]


def _all_kinds() -> list[Kind]:
    return [kind for source in _sources for kind in source.kinds]
