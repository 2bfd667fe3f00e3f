"""News about drafts: a comment, a mention in one, and what a moderator decided."""

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from games.discussion.models import DraftComment, DraftDecision
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
_DECIDED = {
    DraftDecision.What.HIDE: "A moderator has hidden your draft {}.",
    DraftDecision.What.UNLIST: "A moderator has taken your draft {} off the list.",
    DraftDecision.What.SHOW: "A moderator has decided that your draft {} may be seen again.",
}


def tell_of_comment(comment: DraftComment, named: Iterable[User]) -> None:
    """Notify those whom a new comment names, its draft's owner, and everybody in its thread.

    Who muted its author isn't told, nor who may not see the draft.
    """
    silent = {comment.author_id, *muting(comment.author_id or 0)}
    mentioned = {
        user.pk
        for user in named
        if user.pk not in silent and drafts_for(user).filter(pk=comment.draft_id).exists()
    }
    notify(mentioned, DRAFT_NEWS, about=comment.pk, detail=MENTION)
    thread = DraftComment.objects.filter(draft=comment.draft_id, about=comment.about, deleted_at=None)
    people = {comment.draft.owner_id, *thread.values_list("author", flat=True)}
    notify(people - silent - mentioned - {None}, DRAFT_NEWS, about=comment.pk, detail=COMMENT)


def mentions_today(author: User) -> int:
    """Return how many people *author* has named in comments on drafts within a day."""
    day_ago = timezone.now() - timedelta(days=1)
    said = DraftComment.objects.filter(author=author, created_at__gte=day_ago).values("pk")
    told = Notification.objects.filter(kind=DRAFT_NEWS, detail=MENTION, about__in=said)
    return told.order_by().values("user", "about").distinct().count()


def tell_of_decision(decision: DraftDecision) -> None:
    """Notify the owner of a draft of what a moderator has decided about it."""
    notify([decision.draft.owner_id], DRAFT_NEWS, about=decision.pk, detail=DECISION)


def settle_news(comment: int) -> None:
    """Count news about a comment that is gone as read. Call it in the transaction of the change."""
    settle([DRAFT_NEWS], comment, [COMMENT, MENTION])


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


def _comments(user: User, keys: set[int]) -> dict[int, DraftComment]:
    """Return the comments that *user* may read, without those of people whom they have muted."""
    muted = Mute.objects.filter(user=user).values("muted")
    rows = DraftComment.objects.select_related("draft__owner", "author__profile")
    shown = rows.filter(deleted_at=None, hidden_at=None, draft__in=drafts_for(user).values("pk"))
    return shown.exclude(author__in=muted).in_bulk(keys)


def _of_comment(one: Notification, comment: DraftComment) -> Item:
    name, by = _name(comment.draft), author_name(comment.author)
    did = "mentions you in a comment on" if one.detail == MENTION else "commented on"
    path = f"{reverse('games:discussion', args=[comment.draft_id])}#comment-{comment.pk}"
    return Item(one, "Workshop", name, f"{by} {did} {name}.", path)


def _of_decision(one: Notification, decision: DraftDecision) -> Item:
    name = _name(decision.draft)
    said = _DECIDED[DraftDecision.What(decision.what)].format(name)
    path = reverse("games:draft_detail", args=[decision.draft_id])
    return Item(one, "Workshop", name, f"{said} {decision.reason}".strip(), path)


def _name(draft: Draft) -> str:
    """Return the name of *draft*; a guest's words are in no letter."""
    return "a draft" if draft.owner is None or is_guest(draft.owner) else f"“{draft.name}”"


SOURCE = Source(KINDS, describe)
