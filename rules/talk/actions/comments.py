"""Comments in a thread: adding, editing and deleting them."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.document.errors import Outdated, Refused
from rules.talk.actions.follows import take_part
from rules.talk.actions.settling import unsettle
from rules.talk.models import Comment, Thread
from rules.talk.queries.thread_pages import MOST_COMMENTS, version_of
from rules.talk.words import address_of
from rules.wiki.audit import note
from rules.wiki.permissions import require
from rules.wiki.rendering import render_comment
from scrapsite.common.versions import bump_data_version
from scrapsite.server.work.once import Note, forget


def add_comment(author: User, thread: Thread, text: str, note_done: Note = forget) -> Comment:
    """Add a comment to *thread*. The same text sent twice in a row is stored once.

    *note_done:* see `once`. *Raises:* Refused, BadText.
    """
    require(author, "discuss", thread.edition.rulebook)
    html = render_comment(text)
    with transaction.atomic():
        Thread.locked(thread.pk)
        last = thread.comments.order_by("-pk").first()
        if last and last.author_id == author.pk and last.source == text and not last.hidden_at:
            return last
        if thread.comments.count() >= MOST_COMMENTS:
            raise Refused(
                f"A thread has at most {MOST_COMMENTS} comments. Begin another.", "rules/thread-full"
            )
        comment = Comment.objects.create(thread=thread, author=author, source=text, html=html)
        Thread.objects.filter(pk=thread.pk).update(updated_at=comment.created_at)
        take_part(comment)
        _note(author, "comment/added", comment)
        note_done(comment.pk)
    return comment


def edit_comment(author: User, comment_id: int, text: str, version: str) -> Comment:
    """Replace the text of the author's own comment. *version:* the version that they edited.

    *Raises:* Comment.DoesNotExist for others' comments and those that can't be read any more; `Outdated`;
    `Refused` for a ruling; `BadText`.
    """
    comment = own_comment(author, comment_id)
    require(author, "discuss", comment.thread.edition.rulebook)
    html = render_comment(text)
    with transaction.atomic():
        comment = _locked(author, comment_id)
        if version != version_of(comment):
            raise Outdated("You changed this comment in another window meanwhile. Compare before you save.")
        if text != comment.source:
            comment.source, comment.html, comment.edited_at = text, html, timezone.now()
            comment.save(update_fields=["source", "html", "edited_at"])
            _note(author, "comment/edited", comment)
    return comment


@transaction.atomic
def delete_comment(author: User, comment_id: int) -> Comment:
    """Delete the text of the author's own comment; its place stays. If it was the answer, the thread is open.

    *Raises:* Comment.DoesNotExist for others' comments; `Refused` for a ruling.
    """
    comment = _locked(author, comment_id)
    comment.source = comment.html = ""
    comment.deleted_at = timezone.now()
    comment.save(update_fields=["source", "html", "deleted_at"])
    if comment.thread.answer_id == comment.pk:
        unsettle(comment.thread, author)
    _note(author, "comment/deleted", comment)
    return comment


def own_comment(author: User, comment_id: int) -> Comment:
    """Return the author's own comment if it can still be read. *Raises:* Comment.DoesNotExist."""
    found = Comment.objects.select_related("thread__edition__rulebook")
    return found.get(pk=comment_id, author=author, deleted_at=None, hidden_at=None)


def _locked(author: User, comment_id: int) -> Comment:
    """Return the author's own comment, with its thread locked. *Raises:* Comment.DoesNotExist, Refused."""
    comment = own_comment(author, comment_id)
    comment.thread = Thread.locked(comment.thread_id)
    comment.refresh_from_db(fields=["source", "edited_at", "deleted_at", "hidden_at"])
    if comment.deleted_at or comment.hidden_at:
        raise Comment.DoesNotExist
    if comment.thread.ruled_at and comment.thread.answer_id == comment.pk:
        raise Refused(
            "This comment is a ruling. It can be changed once an editor has reopened the thread.",
            "rules/is-ruling",
        )
    return comment


def _note(author: User, what: str, comment: Comment) -> None:
    thread = comment.thread
    about = f"{comment} in {thread}"
    note(author, what, thread.edition.rulebook, about, address_of(thread, comment))
    transaction.on_commit(bump_data_version)
