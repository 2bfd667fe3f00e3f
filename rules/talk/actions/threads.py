"""Threads: opening one, resolving it with an answer, a ruling or a rule, and reopening it."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from rules.document.books import Book, Paragraph
from rules.document.errors import BadText, Outdated, Refused
from rules.talk.actions.notifying import tell_of_opening
from rules.talk.actions.settling import settle, unsettle
from rules.talk.actions.taking_part import follow_own, mention
from rules.talk.models import Comment, Thread, ThreadKind
from rules.talk.queries.standing import standing_since
from rules.talk.queries.thread_pages import version_of
from rules.talk.words import (
    address_of,
    checked_title,
    exact_quote,
    first_words,
    rule_called,
    words_to_find,
)
from rules.wiki.audit import note
from rules.wiki.comment_text import comment_in, people_in
from rules.wiki.linking import words_of
from rules.wiki.models import Edition, Revision
from rules.wiki.permissions import may, require
from rules.wiki.stored_books import stored_book
from scrapsite.common.versions import bump_data_version
from scrapsite.server.work.once import Note, forget


@dataclass(frozen=True, slots=True)
class Opening:
    """The opening of a thread. *quote:* words of the paragraph. *whole:* quote all of it instead.

    *title:* of the thread; the first words of the text if it is empty.
    """

    kind: str
    text: str
    quote: str = ""
    whole: bool = False
    title: str = ""


def open_thread(
    author: User, edition: Edition, book: Book, anchor: str, opening: Opening, note_done: Note = forget
) -> Thread:
    """Open a thread on a paragraph of *book*, the revision its author saw. A ruling takes effect at once.

    *note_done:* see `once`. *Raises:* Refused, BadText; `Outdated` for a ruling on words not in force.
    """
    require(author, "discuss", edition.rulebook)
    if opening.kind not in ThreadKind.values:
        raise Refused("Say whether it is a question, an idea or a ruling.", "rules/no-kind")
    if opening.kind == ThreadKind.RULING:
        require(author, "edit", edition.rulebook)
    quote = _quote(book, anchor, opening)
    html = comment_in(edition, opening.text)
    people = people_in(html, author)
    title = checked_title(opening.title) or first_words(book, html)
    with transaction.atomic():
        if opening.kind == ThreadKind.RULING:
            require_in_force(_held(pk=edition.pk), anchor, book.revision)
        revision = Revision.objects.get(edition=edition, number=book.revision)
        thread = Thread.objects.create(
            edition=edition,
            anchor=anchor,
            revision=revision,
            kind=opening.kind,
            title=title,
            quote=quote,
            author=author,
        )
        words = words_to_find(book.game, html, title)
        comment = Comment.objects.create(
            thread=thread, author=author, source=opening.text, html=html, words=words
        )
        follow_own(author, thread)
        mentioned = mention(comment, people)
        note(author, "thread/opened", edition.rulebook, str(thread), address_of(thread))
        if opening.kind == ThreadKind.RULING:
            settle(thread, comment, author, is_ruling=True)
        else:
            tell_of_opening(thread, comment, mentioned)
        note_done(thread.pk)
        transaction.on_commit(bump_data_version)
    return thread


@transaction.atomic
def resolve(
    user: User,
    thread_id: int,
    comment_id: int,
    version: str,
    *,
    makes_rulings: bool = True,
    seen: int | None = None,
) -> Thread:
    """Make a comment the answer of its thread; an editor's choice is a ruling, except on a proposal.

    *version:* of the comment that the user read. *makes_rulings:* False for an editor who only answers.
    *seen:* the number of the revision that was in force then, None if the form didn't say.
    *Raises:* `Outdated` if it was edited, another answer was chosen or the paragraph of a ruling was reworded
    in the meantime; `Refused`.
    """
    held = _held(threads=thread_id)
    thread, is_editor = _to_settle(user, thread_id)
    comment = _answer(thread, comment_id, version)
    is_ruling = is_editor and thread.kind != ThreadKind.PROPOSAL and makes_rulings
    if thread.kind == ThreadKind.RULING and not is_ruling:
        raise Refused("A thread that began as a ruling can only be resolved as a ruling.", "rules/is-ruling")
    if thread.resolved_at is not None and not (thread.answer_id == comment.pk and is_ruling):
        raise Outdated("There is already an answer. Reopen the thread to choose another.")
    if is_ruling and seen is not None:
        require_in_force(held, thread.anchor, seen)
    if thread.ruled_at is None:
        settle(thread, comment, user, is_ruling=is_ruling)
    return thread


@transaction.atomic
def resolve_by_rule(user: User, thread_id: int, wanted: str, seen: int | None = None) -> Thread:
    """Settle a question with a rule of its edition, which makes no new law.

    *wanted:* what people call the rule: its number, its anchor or its word. *seen:* the number of the
    revision that they read, None if the form didn't say. *Raises:* `BadText` if the edition has no such
    rule; `Outdated` if people call another rule so by now or there is an answer by now; `Refused`.
    """
    thread, _ = _to_settle(user, thread_id)
    if thread.kind != ThreadKind.QUESTION:
        raise Refused("Only a question can be answered by a rule.", "rules/no-question")
    if thread.resolved_at is not None:
        raise Outdated("There is already an answer. Reopen the thread to choose another.")
    book = stored_book(thread.edition.rulebook.game, thread.edition.slug)
    found = rule_called(book, wanted)
    _require_same_rule(book, wanted, found, seen)
    if found is None:
        raise BadText(
            f"This edition has no rule “{' '.join(wanted.split())[:40]}”. "
            "Enter a number, such as 4.2, or the last part of the rule’s address, such as setup-1.",
            "text/no-rule",
        )
    settle(thread, None, user, anchor=found.anchor)
    return thread


@transaction.atomic
def reopen(user: User, thread_id: int) -> Thread:
    """Remove the answer, and with it the ruling. *Raises:* Refused."""
    thread = Thread.locked(thread_id)
    if thread.ruled_at is not None or thread.author_id != user.pk:
        require(user, "edit", thread.edition.rulebook)
    require(user, "discuss", thread.edition.rulebook)
    if thread.resolved_at is not None:
        unsettle(thread, user)
    return thread


def _held(**at: int) -> Edition:
    """Return the edition, held until the transaction ends: nobody publishes in it. Hold it before threads."""
    return Edition.objects.select_for_update(of=("self",)).get(**at)


def require_in_force(edition: Edition, anchor: str, seen: int) -> None:
    """*Raises:* Outdated when the paragraph says something else by now than in the revision *seen*."""
    standing = standing_since(edition, anchor, seen)
    if standing == "gone":
        raise Outdated("The paragraph was removed from the rules. Look at it again before you rule on it.")
    if standing == "changed":
        raise Outdated("The paragraph has other words by now. Read it again before you rule on it.")


def _require_same_rule(book: Book, wanted: str, found: Paragraph | None, seen: int | None) -> None:
    """*Raises:* Outdated when *wanted* stood for another rule than *found* in the revision *seen*."""
    if seen is None or seen == book.revision:
        return
    try:
        meant = rule_called(stored_book(book.game, book.edition, seen), wanted)
    except KeyError:
        meant = None
    if (meant and meant.anchor) != (found and found.anchor):
        raise Outdated("The rulebook was changed, and its numbers with it. Enter the rule again.")


def _to_settle(user: User, thread_id: int) -> tuple[Thread, bool]:
    """Return the locked thread, and whether *user* is an editor. *Raises:* Refused."""
    thread = Thread.locked(thread_id)
    is_editor = may(user, "edit", thread.edition.rulebook)
    if not is_editor and (thread.author_id != user.pk or thread.kind == ThreadKind.RULING):
        raise Refused("Only editors and whoever started the thread can resolve it.", "rules/needs-edit")
    require(user, "discuss", thread.edition.rulebook)
    return thread, is_editor


def _answer(thread: Thread, comment_id: int, version: str) -> Comment:
    """Return the comment to make the answer. *Raises:* Refused, Outdated."""
    comment = thread.comments.filter(pk=comment_id, hidden_at=None, deleted_at=None).first()
    if comment is None:
        raise Refused("This comment can't be read any more, so it can't be the answer.", "rules/no-comment")
    if version != version_of(comment):
        raise Outdated("The comment was edited in the meantime. Read it again before you accept it.")
    if thread.kind != ThreadKind.RULING and thread.comments.order_by("pk").first() == comment:
        raise Refused("The first post can't be the answer. Add a comment first.", "rules/opening")
    return comment


def _quote(book: Book, anchor: str, opening: Opening) -> str:
    paragraph = book.by_anchor.get(anchor)
    if paragraph is None:
        raise Refused("This revision has no such paragraph.", "rules/no-paragraph")
    return words_of(book, paragraph) if opening.whole else exact_quote(book, paragraph, opening.quote)
