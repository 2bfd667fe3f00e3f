"""Comments on drafts: adding, editing and deleting them, and closing a discussion."""

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone

from games.discussion.models import LONGEST_PLACE, DraftComment, DraftReport
from games.discussion.notifying import mentions_today, named_before, settle_news, tell_named, tell_of_comment
from games.drafts.access import own_draft
from games.drafts.actions.changing import OVERTAKEN
from games.drafts.editing import mark_of
from games.drafts.errors import BadWords, Overtaken
from games.drafts.models import Draft
from scrapsite.common.errors import Full
from scrapsite.common.rulebook import connected
from scrapsite.server.work.once import Note, forget

MOST_COMMENTS, MOST_IN_THREAD = 2_000, 300
MOST_NAMED_A_DAY = 50
NOT_YOU = "Sign in with an account of your own to take part."


def may_comment(user: Any, draft: Draft) -> bool:
    """Return whether *user*, who may see the draft, may write: whoever may talk about the game's rules."""
    return bool(user.is_authenticated) and connected().may_discuss(user, draft.title)


def add_comment(author: User, draft: Draft, about: str, text: str, note: Note = forget) -> DraftComment:
    """Add a comment of *author*, who may see the draft, and notify its owner and those in the thread.

    *about:* a place that the draft has. *note:* see `once`. *Raises:* `BadText`, `BadWords`, `Full`.
    """
    _check_may_write(author, draft)
    made = connected().comment(author, draft.title, draft.base, text)
    with transaction.atomic():
        locked = Draft.objects.select_for_update().get(pk=draft.pk)
        if locked.is_closed:
            raise BadWords("The designer has closed this discussion.")
        _check_room(draft, about)
        _check_may_name(author, made.people)
        newest = draft.revisions.order_by("-number").values_list("number", flat=True).first()
        comment = DraftComment.objects.create(
            draft=draft,
            about=about[:LONGEST_PLACE],
            revision=newest or 0,
            author=author,
            source=text,
            html=made.html,
        )
        tell_of_comment(comment, made.people)
        note(comment.pk)
    return comment


def edit_comment(author: User, comment: DraftComment, text: str, seen: str = "") -> None:
    """Replace the text of the author's own comment, and notify those whom only the new one names.

    *seen:* the mark of its text when the form was shown. *Raises:* `Http404`, `BadText`, `BadWords`, `Full`,
    `Overtaken`.
    """
    _check_may_write(author, comment.draft)
    draft = comment.draft
    made = connected().comment(author, draft.title, draft.base, text, comment.html)
    was = connected().comment(author, draft.title, draft.base, comment.source, comment.html)
    with transaction.atomic():
        locked = _own(author, comment.pk)
        if seen and locked.source != text and mark_of(locked.source) != seen:
            raise Overtaken(OVERTAKEN)
        if locked.source != text:
            # News of long ago are gone; whom the earlier words name has been told.
            before = named_before(locked) | {user.pk for user in was.people}
            named = [user for user in made.people if user.pk not in before]
            _check_may_name(author, named)
            locked.source, locked.html, locked.edited_at = text, made.html, timezone.now()
            locked.save(update_fields=["source", "html", "edited_at"])
            tell_named(locked, named)


@transaction.atomic
def delete_comment(author: User, comment: DraftComment) -> None:
    """Delete the words of the author's own comment; its place stays. Reports of it are settled by that.

    *Raises:* `Http404`.
    """
    locked = _own(author, comment.pk)
    locked.source = locked.html = ""
    locked.deleted_at = timezone.now()
    locked.save(update_fields=["source", "html", "deleted_at"])
    DraftReport.objects.filter(comment=locked, settled_at=None).update(settled_at=locked.deleted_at)
    settle_news(comment.pk)


def own_comment(author: User, draft_id: str, pk: int) -> DraftComment:
    """Return the author's own comment, also on a draft that they can't see any more. *Raises:* `Http404`."""
    found = _own_ones(author, pk).filter(draft=draft_id).first()
    if found is None:
        raise Http404("No such comment of yours.")
    return found


def close_discussion(user: Any, draft_id: str, *, is_closed: bool) -> Draft:
    """Take no more comments on the draft of *user*, or take them again. *Raises:* `Http404`."""
    draft = own_draft(user, draft_id)
    draft.is_closed = is_closed
    draft.save(update_fields=["is_closed"])
    return draft


def _check_may_write(author: User, draft: Draft) -> None:
    if not may_comment(author, draft):
        raise BadWords(NOT_YOU)


def _check_may_name(author: User, named: Collection[User]) -> None:
    if named and mentions_today(author) + len(named) > MOST_NAMED_A_DAY:
        raise Full(f"You can mention {MOST_NAMED_A_DAY} people a day in comments on drafts.")


def _check_room(draft: Draft, about: str) -> None:
    there = DraftComment.objects.filter(draft=draft)
    if there.filter(about=about).count() >= MOST_IN_THREAD or there.count() >= MOST_COMMENTS:
        raise Full(f"A discussion has at most {MOST_IN_THREAD} comments about one thing. This one is full.")


def _own(author: User, pk: int) -> DraftComment:
    comment = _own_ones(author, pk).select_for_update().first()
    if comment is None:
        raise Http404("No such comment of yours.")
    return comment


def _own_ones(author: User, pk: int) -> QuerySet[DraftComment]:
    return DraftComment.objects.filter(pk=pk, author=author, deleted_at=None, hidden_at=None)
