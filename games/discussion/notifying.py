"""News about drafts: a comment, a mention in one, and what a moderator decided."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.db.models.signals import post_save, pre_delete
from django.urls import reverse
from django.utils import timezone

from games.discussion.models import DraftComment, DraftDecision
from games.discussion.queries import address_of
from games.drafts.access import drafts_for
from games.drafts.models import Draft
from games.matches.models import Mute
from scrapsite.common.players import author_name, is_guest
from scrapsite.notifications import notify
from scrapsite.notifications.kinds import EMAIL, FEED, SITE, Kind
from scrapsite.notifications.models import Notification
from scrapsite.notifications.news import settle
from scrapsite.notifications.registry import Item, Source, muting

DRAFT_NEWS = "draft-news"
COMMENT, MENTION, DECISION = "comment", "mention", "decision"

KINDS = (
    Kind(
        DRAFT_NEWS,
        7,
        "Drafts",
        "Comments on your drafts and where you take part, and what moderators decide about your drafts.",
        (SITE, EMAIL, FEED),
        of_games=False,
        on_site=True,
    ),
)
# Fields of a draft on which it depends who may see it.
_DECIDE_WHO_SEES = {"visibility", "share_key", "hidden_at", "moderation"}
_DECIDED = {
    DraftDecision.What.HIDE: "A moderator has hidden your draft {}.",
    DraftDecision.What.UNLIST: "A moderator has taken your draft {} off the list.",
    DraftDecision.What.SHOW: "A moderator has decided that your draft {} may be seen again.",
}


def tell_of_comment(comment: DraftComment, named: Iterable[User]) -> None:
    """Notify those whom a new comment names, its draft's owner, and everybody in its thread.

    Who muted its author isn't told, nor who may not see the draft.
    """
    silent, mentioned = _not_told(comment), tell_named(comment, named)
    thread = DraftComment.objects.filter(draft=comment.draft_id, about=comment.about, deleted_at=None)
    people = User.objects.filter(pk__in={comment.draft.owner_id, *thread.values_list("author", flat=True)})
    others = _who_see(comment.draft_id, people) - silent - mentioned
    notify(others, DRAFT_NEWS, about=comment.pk, detail=COMMENT)


def tell_named(comment: DraftComment, named: Iterable[User]) -> set[int]:
    """Notify those whom a comment names, as `tell_of_comment` does; return their keys."""
    mentioned = _who_see(comment.draft_id, named) - _not_told(comment)
    notify(mentioned, DRAFT_NEWS, about=comment.pk, detail=MENTION)
    return mentioned


def named_before(comment: DraftComment) -> set[int | None]:
    """Return the keys of those who were told that the comment names them."""
    told = Notification.objects.filter(kind=DRAFT_NEWS, detail=MENTION, about=comment.pk)
    return set(told.values_list("user", flat=True))


def mentions_today(author: User) -> int:
    """Return how many people *author* has named in comments on drafts within a day."""
    day_ago = timezone.now() - timedelta(days=1)
    said = DraftComment.objects.filter(author=author).values("pk")
    told = Notification.objects.filter(
        kind=DRAFT_NEWS, detail=MENTION, about__in=said, created_at__gte=day_ago
    )
    return told.order_by().values("user", "about").distinct().count()


def tell_of_decision(decision: DraftDecision) -> None:
    """Notify the owner of a draft of what a moderator has decided about it."""
    notify([decision.draft.owner_id], DRAFT_NEWS, about=decision.pk, detail=DECISION)


def settle_news(comment: int) -> None:
    """Count news about a comment that is gone as read. Call it in the transaction of the change."""
    settle([DRAFT_NEWS], comment, [COMMENT, MENTION])


def connect() -> None:
    """Hear of what takes comments out of people's sight, and count news about them as read then."""
    post_save.connect(_draft_changed, sender=Draft, dispatch_uid="draft news: changed")
    pre_delete.connect(_draft_goes, sender=Draft, dispatch_uid="draft news: goes")
    post_save.connect(_muted, sender=Mute, dispatch_uid="draft news: muted")


def _draft_changed(instance: Draft, update_fields: frozenset[str] | None = None, **said: Any) -> None:
    if update_fields is not None and not _DECIDE_WHO_SEES & update_fields:
        return
    rows = _unread(DraftComment.objects.filter(draft=instance))
    told = User.objects.filter(pk__in=rows.values("user"))
    unseeing = {user.pk for user in told} - _who_see(instance.pk, told)
    rows.filter(user__in=unseeing).update(read_at=timezone.now())


def _draft_goes(instance: Draft, **said: Any) -> None:
    _unread(DraftComment.objects.filter(draft=instance)).update(read_at=timezone.now())
    for decision in instance.decisions.all():
        settle([DRAFT_NEWS], decision.pk, [DECISION])


def _muted(instance: Mute, **said: Any) -> None:
    rows = _unread(DraftComment.objects.filter(author=instance.muted_id))
    rows.filter(user=instance.user_id).update(read_at=timezone.now())


def _unread(comments: QuerySet[DraftComment]) -> QuerySet[Notification]:
    rows = Notification.objects.filter(channel=SITE, read_at=None, kind=DRAFT_NEWS)
    return rows.filter(detail__in=(COMMENT, MENTION), about__in=comments.values("pk"))


def _who_see(draft_id: str, users: Iterable[User]) -> set[int]:
    """Return the keys of those of *users* who may see the draft."""
    if drafts_for(None).filter(pk=draft_id).exists():
        return {user.pk for user in users}
    return {user.pk for user in users if drafts_for(user).filter(pk=draft_id).exists()}


def describe(notifications: Sequence[Notification], user_id: int | None, zone: str) -> list[Item]:
    """Return an item for each of *notifications* that still matters and that the user may read."""
    user = User.objects.filter(pk=user_id or 0).first()
    if user is None:
        return []
    decided = {one.about for one in notifications if one.detail == DECISION}
    said = {one.about for one in notifications if one.detail != DECISION}
    comments = _comments(user, said) if said else {}
    decisions = (
        DraftDecision.objects.select_related("draft__owner").filter(draft__owner=user).in_bulk(decided)
    )
    found: list[Item] = []
    for one in notifications:
        if one.detail == DECISION and one.about in decisions:
            found.append(_of_decision(one, decisions[one.about]))
        elif one.detail != DECISION and one.about in comments:
            found.append(_of_comment(one, comments[one.about]))
    return found


def _not_told(comment: DraftComment) -> set[int | None]:
    return {comment.author_id, *muting(comment.author_id or 0)}


def _comments(user: User, keys: set[int]) -> dict[int, DraftComment]:
    """Return the comments that *user* may read, without those of people whom they have muted."""
    muted = Mute.objects.filter(user=user).values("muted")
    rows = DraftComment.objects.select_related("draft__owner", "author__profile")
    shown = rows.filter(deleted_at=None, hidden_at=None, draft__in=drafts_for(user).values("pk"))
    return shown.exclude(author__in=muted).in_bulk(keys)


def _of_comment(one: Notification, comment: DraftComment) -> Item:
    name, by = _name(comment.draft), author_name(comment.author)
    did = "mentions you in a comment on" if one.detail == MENTION else "commented on"
    return Item(one, "Workshop", name, f"{by} {did} {name}.", address_of(comment))


def _of_decision(one: Notification, decision: DraftDecision) -> Item:
    name = _name(decision.draft)
    said = _DECIDED[DraftDecision.What(decision.what)].format(name)
    path = reverse("games:draft_detail", args=[decision.draft_id])
    return Item(one, "Workshop", name, f"{said} {decision.reason}".strip(), path)


def _name(draft: Draft) -> str:
    """Return the name of *draft*; a guest's words are in no letter."""
    return "a draft" if draft.owner is None or is_guest(draft.owner) else f"“{draft.name}”"


SOURCE = Source(KINDS, describe)
