"""Comments in a thread: adding, editing and deleting them."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from rules.document.errors import Outdated, Refused
from rules.talk.actions.notifying import settle_news
from rules.talk.actions.settling import unsettle
from rules.talk.actions.taking_part import mention, take_part
from rules.talk.models import Comment, Thread
from rules.talk.queries.news import COMMENT, MENTION, OPENING
from rules.talk.queries.thread_pages import MOST_COMMENTS, version_of
from rules.talk.words import address_of, checked_title, first_words, words_to_find
from rules.wiki.audit import note
from rules.wiki.comment_text import comment_in, people_in
from rules.wiki.permissions import require
from rules.wiki.stored_books import stored_book
from scrapsite.common.versions import bump_data_version
from scrapsite.server.work.once import Note, forget


def add_comment(author: User, thread: Thread, text: str, note_done: Note = forget) -> Comment:
    """Add a comment to *thread*. The same text sent twice in a row is stored once.

    *note_done:* see `once`. *Raises:* Refused, BadText.
    """
    require(author, "discuss", thread.edition.rulebook)
    html = comment_in(thread.edition, text)
    people = people_in(html, author)
    with transaction.atomic():
        Thread.locked(thread.pk)
        last = thread.comments.order_by("-pk").first()
        if last and last.author_id == author.pk and last.source == text and not last.hidden_at:
            return last
        if thread.comments.count() >= MOST_COMMENTS:
            raise Refused(
                f"A thread has at most {MOST_COMMENTS} comments. Start another one.", "rules/thread-full"
            )
        words = words_to_find(thread.edition.rulebook.game, html)
        comment = Comment.objects.create(thread=thread, author=author, source=text, html=html, words=words)
        Thread.objects.filter(pk=thread.pk).update(updated_at=comment.created_at)
        take_part(comment, people)
        _note(author, "comment/added", comment)
        note_done(comment.pk)
    return comment


def edit_comment(author: User, comment_id: int, text: str, version: str, title: str | None = None) -> Comment:
    """Replace the text of the author's own comment. *version:* the version that they edited.

    *title:* for the thread, if the comment began it; None to leave it as it is.
    *Raises:* Comment.DoesNotExist for others' comments and those that can't be read any more; `Outdated`;
    `Refused` for a ruling; `BadText`.
    """
    comment = own_comment(author, comment_id)
    require(author, "discuss", comment.thread.edition.rulebook)
    html = comment_in(comment.thread.edition, text, comment.html)
    people = people_in(html, author)
    title = None if title is None else checked_title(title)
    with transaction.atomic():
        comment = _locked(author, comment_id)
        if version != version_of(comment):
            raise Outdated("You have changed this comment in another window. Compare both before you save.")
        was, thread = comment.source, comment.thread
        title = _title_for(comment, html, title)
        comment.source, comment.html = text, html
        if text != was or title != thread.title:
            thread.title = title
            comment.words = _words(comment)
            comment.edited_at = timezone.now()
            comment.save(update_fields=["source", "html", "words", "edited_at"])
            thread.save(update_fields=["title"])
            mention(comment, people)
            _note(author, "comment/edited", comment)
    return comment


@transaction.atomic
def delete_comment(author: User, comment_id: int) -> Comment:
    """Delete the text of the author's own comment; its place stays. If it was the answer, the thread is open.

    *Raises:* Comment.DoesNotExist for others' comments; `Refused` for a ruling.
    """
    comment = _locked(author, comment_id)
    if is_opening(comment):
        Thread.objects.filter(pk=comment.thread_id).update(title="")
    comment.source = comment.html = comment.words = ""
    comment.deleted_at = timezone.now()
    comment.save(update_fields=["source", "html", "words", "deleted_at"])
    if comment.thread.answer_id == comment.pk:
        unsettle(comment.thread, author)
    settle_news(comment.pk, COMMENT, OPENING, MENTION)
    _note(author, "comment/deleted", comment)
    return comment


def own_comment(author: User, comment_id: int) -> Comment:
    """Return the author's own comment if it can still be read. *Raises:* Comment.DoesNotExist."""
    found = Comment.objects.select_related("thread__edition__rulebook")
    return found.get(pk=comment_id, author=author, deleted_at=None, hidden_at=None)


def is_opening(comment: Comment) -> bool:
    """Return whether *comment* began its thread."""
    return not Comment.objects.filter(thread=comment.thread_id, pk__lt=comment.pk).exists()


def _title_for(comment: Comment, html: str, title: str | None) -> str:
    """Return what the thread is called when *comment* gets other *html*.

    A title that was the beginning of the old words becomes that of the new ones.
    """
    thread = comment.thread
    if not is_opening(comment):
        return thread.title
    book = stored_book(thread.edition.rulebook.game, thread.edition.slug)
    is_kept = title is None or title == thread.title
    if is_kept and thread.title != first_words(book, comment.html):
        return thread.title
    return first_words(book, html) if is_kept or not title else title


def _words(comment: Comment) -> str:
    title = comment.thread.title if is_opening(comment) else ""
    return words_to_find(comment.thread.edition.rulebook.game, comment.html, title)


def _locked(author: User, comment_id: int) -> Comment:
    """Return the author's own comment, with its thread locked. *Raises:* Comment.DoesNotExist, Refused."""
    comment = own_comment(author, comment_id)
    comment.thread = Thread.locked(comment.thread_id)
    comment.refresh_from_db(fields=["source", "edited_at", "deleted_at", "hidden_at"])
    if comment.deleted_at or comment.hidden_at:
        raise Comment.DoesNotExist
    if comment.thread.ruled_at and comment.thread.answer_id == comment.pk:
        raise Refused(
            "This comment is a ruling. You can change it after an editor has reopened the thread.",
            "rules/is-ruling",
        )
    return comment


def _note(author: User, what: str, comment: Comment) -> None:
    thread = comment.thread
    about = f"{comment} in {thread}"
    note(author, what, thread.edition.rulebook, about, address_of(thread, comment))
    transaction.on_commit(bump_data_version)
