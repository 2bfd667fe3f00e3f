"""Matches as a source of notifications."""

from collections.abc import Sequence

from games import catalog
from games.notifications.deadlines import deadlines
from games.notifications.facts import Facts
from games.notifications.kinds import KINDS
from games.notifications.words import item_of
from scrapsite.notifications.models import Notification
from scrapsite.notifications.registry import Item, Source


def describe(notifications: Sequence[Notification], user_id: int | None, zone: str) -> list[Item]:
    """Return those of *notifications* that still matter, in words. All belong to one user or webhook.

    *user_id:* None for a webhook. *zone:* the reader's time zone, an IANA name.
    """
    facts = Facts(notifications, user_id)
    return [item_of(facts, one, zone) for one in notifications if facts.still_matters(one)]


def games() -> list[tuple[str, str]]:
    """Return slug and name of each game."""
    return [(title.slug, title.name) for title in catalog.titles()]


SOURCE = Source(KINDS, describe, deadlines, games)
