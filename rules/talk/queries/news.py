"""Single items of news for notifications: comments, rulings and revisions."""

from collections.abc import Iterable

from rules.talk.models import Comment, Thread
from rules.talk.queries.follows import News, excerpt_of, place_of, published_one
from rules.talk.words import address_of
from rules.wiki.models import Revision
from scrapsite.common.players import author_name

COMMENT, OPENING, RULING, REVISION = "comment", "thread", "ruling", "revision"

__all__ = ["COMMENT", "OPENING", "REVISION", "RULING", "News", "news_of"]


def news_of(wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], News]:
    """Return the news for *wanted*, pairs of kind and key, without what not everybody may read any more.

    The key of a ruling is that of its thread.
    """
    pairs = set(wanted)
    found: dict[tuple[str, int], News] = {}
    for kind in (COMMENT, OPENING):
        found |= {(kind, pk): news for pk, news in _comments(_keys(pairs, kind), kind).items()}
    found |= {(RULING, pk): news for pk, news in _rulings(_keys(pairs, RULING)).items()}
    return found | {(REVISION, pk): news for pk, news in _revisions(_keys(pairs, REVISION)).items()}


def _keys(pairs: set[tuple[str, int]], kind: str) -> set[int]:
    return {pk for of, pk in pairs if of == kind}


def _comments(keys: set[int], kind: str) -> dict[int, News]:
    if not keys:
        return {}
    rows = Comment.objects.filter(pk__in=keys, hidden_at=None, deleted_at=None)
    return {
        comment.pk: News(
            at=comment.created_at,
            kind=kind,
            what=f"{_called(comment.thread, kind)} on {place_of(comment.thread)}",
            by=author_name(comment.author),
            excerpt=excerpt_of(comment.thread, comment.html),
            url=address_of(comment.thread, comment),
        )
        for comment in rows.select_related("author__profile", "thread__edition__rulebook")
    }


def _called(thread: Thread, kind: str) -> str:
    return thread.get_kind_display() if kind == OPENING else "Comment"


def _rulings(keys: set[int]) -> dict[int, News]:
    if not keys:
        return {}
    rows = Thread.objects.filter(
        pk__in=keys, ruled_at__isnull=False, answer__hidden_at=None, answer__deleted_at=None
    ).select_related("answer", "edition__rulebook", "resolved_by__profile")
    return {
        thread.pk: News(
            at=thread.ruled_at,
            kind=RULING,
            what=f"Ruling on {place_of(thread)}",
            by=author_name(thread.resolved_by),
            excerpt=excerpt_of(thread, thread.answer.html),
            url=address_of(thread, thread.answer),
        )
        for thread in rows
        if thread.answer and thread.ruled_at
    }


def _revisions(keys: set[int]) -> dict[int, News]:
    if not keys:
        return {}
    rows = Revision.objects.filter(pk__in=keys).select_related("edition__rulebook", "author__profile")
    return {revision.pk: published_one(revision) for revision in rows.defer("blocks")}
