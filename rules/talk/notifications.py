"""The words of notifications about followed rulebooks, for news that may still be read."""

from collections.abc import Sequence

from rules.talk.queries.news import news_of
from scrapsite.notifications.kinds import EMAIL, FEED, Kind
from scrapsite.notifications.models import Notification
from scrapsite.notifications.registry import Item, Source

RULES_NEWS = "rules-news"

KINDS = (
    Kind(
        RULES_NEWS,
        8,
        "Rulebooks I follow",
        "News of the rulebooks, paragraphs and threads you follow.",
        (EMAIL, FEED),
        of_games=False,
    ),
)


def describe(notifications: Sequence[Notification], user_id: int | None, zone: str) -> list[Item]:
    """Return an item for each of *notifications* whose news everybody may still read."""
    news = news_of({(one.detail, one.about) for one in notifications})
    items = []
    for one in notifications:
        found = news.get((one.detail, one.about))
        if found is not None:
            text = f"{found.what}, by {found.by}." + (f" “{found.excerpt}”" if found.excerpt else "")
            items.append(Item(one, "Rules", found.what, text, found.url))
    return items


SOURCE = Source(KINDS, describe)
