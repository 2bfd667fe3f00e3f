"""A user's own news as an Atom feed at a secret address."""

from __future__ import annotations

from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.utils.feedgenerator import Atom1Feed

from scrapsite.common.players import display_name
from scrapsite.notifications.bodies import absolute, own_host
from scrapsite.notifications.kinds import FEED
from scrapsite.notifications.news import newest_items

MOST_ENTRIES = 50


def atom_of(user: User) -> str:
    """Return an Atom feed of the newest notifications of *user* that still matter."""
    feed = _Feed(
        title=f"Scrapsite: news for {display_name(user)}",
        link=absolute("/matches/"),
        description="Matches that wait, and what you follow.",
        feed_guid=_tag(f"alerts/{user.pk}"),
        language="en-GB",
    )
    for item in newest_items(user, FEED, MOST_ENTRIES):
        feed.add_item(
            title=f"{item.headline}: {item.name}",
            link=absolute(item.path),
            description=item.text,
            unique_id=_tag(f"alerts/{item.notification.pk}"),
            pubdate=item.notification.created_at,
            updateddate=item.notification.created_at,
            author_name="Scrapsite",
        )
    return feed.writeString("utf-8")


class _Feed(Atom1Feed):
    """Atom; a feed without entries always has the same time, so that it doesn't seem to change."""

    def latest_post_date(self) -> datetime:
        """Return the time of the newest entry."""
        moments = [item["updateddate"] for item in self.items]
        return max(moments, default=datetime(2026, 1, 1, tzinfo=UTC))


def _tag(name: str) -> str:
    return f"tag:{own_host()},2026:{name}"
