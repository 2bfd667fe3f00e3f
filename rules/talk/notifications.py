"""The words of notifications about rulebooks, for news that still matters and may still be read."""

from collections.abc import Iterable, Sequence

from rules.talk.queries.news import News, news_of
from rules.talk.queries.work import work_of
from scrapsite.notifications.kinds import EMAIL, FEED, SITE, Kind
from scrapsite.notifications.models import Notification
from scrapsite.notifications.registry import Item, Source

RULES_WORK, RULES_OWN, RULES_NEWS = "rules-work", "rules-own", "rules-news"
RULES_MENTION = "rules-mention"


def _kind(slug: str, rank: int, label: str, help_text: str) -> Kind:
    return Kind(slug, rank, label, help_text, (SITE, EMAIL, FEED), of_games=False, on_site=True)


KINDS = (
    _kind(RULES_NEWS, 8, "What you follow", "News about rulebooks, paragraphs and threads that you follow."),
    _kind(RULES_MENTION, 6, "Mentions", "Somebody mentions you in a thread about rules."),
    _kind(
        RULES_OWN,
        5,
        "My proposals and questions",
        "News about proposals that you made or reviewed, and answers to your questions.",
    ),
    _kind(
        RULES_WORK,
        4,
        "Work for editors and moderators",
        "Proposals to review and reports to deal with, in the rulebooks that you look after.",
    ),
)


def describe(notifications: Sequence[Notification], user_id: int | None, zone: str) -> list[Item]:
    """Return an item for each of *notifications* that still matters and whose news may still be read."""
    work = [one for one in notifications if one.kind == RULES_WORK]
    found = {(RULES_WORK, *key): news for key, news in work_of(_wanted(work), user_id).items()}
    others = _wanted(one for one in notifications if one.kind != RULES_WORK)
    for (detail, about), news in news_of(others).items():
        found |= {(kind, detail, about): news for kind in (RULES_OWN, RULES_MENTION, RULES_NEWS)}
    told = ((one, (one.kind, one.detail, one.about)) for one in notifications)
    return [_item(one, found[key]) for one, key in told if key in found]


def _wanted(notifications: Iterable[Notification]) -> set[tuple[str, int]]:
    return {(one.detail, one.about) for one in notifications}


def _item(notification: Notification, news: News) -> Item:
    said = news.sentence or f"{news.what}, by {news.by}."
    text = f"{said} “{news.excerpt}”" if news.excerpt else said
    return Item(notification, "Rules", news.what, text, news.url, asks=notification.kind == RULES_WORK)


SOURCE = Source(KINDS, describe)
