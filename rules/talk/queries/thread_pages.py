"""A thread page: its comments and what the viewer may do with them."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser, User
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from rules.document.books import Book, Paragraph
from rules.document.diffing import marked
from rules.document.markup import Html
from rules.talk.models import Comment, Follow, Thread, ThreadKind
from rules.talk.queries.threads import (
    MENTIONED,
    CommentView,
    ThreadView,
    comment_view,
    then_url,
    thread_views,
)
from rules.wiki.linking import Linker, framed, paragraph_address
from rules.wiki.permissions import rights_of
from rules.wiki.stored_books import stored_book
from scrapsite.common.players import author_name

MOST_COMMENTS = 300


@dataclass(frozen=True, slots=True)
class Powers:
    """What somebody may do in a rulebook. *user_id:* 0 for a visitor."""

    user_id: int
    may_discuss: bool
    may_edit: bool
    may_moderate: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A comment in its thread. *version:* changes when it is edited. *hidden_by:* for moderators only."""

    comment: CommentView
    version: str
    is_opening: bool
    is_answer: bool
    is_own: bool
    may_change: bool
    may_report: bool
    may_hide: bool
    may_accept: bool
    hidden_by: str
    hidden_at: datetime | None


@dataclass(frozen=True, slots=True)
class Change:
    """What a paragraph said when a thread was begun. *marked:* the difference; None when it is gone."""

    old: SafeString
    marked: Html | None
    old_url: str


@dataclass(frozen=True, slots=True)
class ThreadPage:
    """A thread for one who looks at it. *revision:* the number of the one in force.

    *change:* None while the paragraph says what it said.

    *accepts_as_ruling:* an answer accepted now can be a ruling. *may_answer_by_rule:* and a rule can
    settle it. *rules:* what those are called, each with its first words.
    """

    thread: ThreadView
    revision: int
    comments: tuple[Said, ...]
    powers: Powers
    change: Change | None
    may_reopen: bool
    accepts_as_ruling: bool
    may_answer_by_rule: bool
    rules: tuple[tuple[str, str], ...]
    is_full: bool
    is_followed: bool


@dataclass(frozen=True, slots=True)
class ParagraphAlone:
    """A paragraph away from its book, as the form of a new thread shows it."""

    part: Paragraph
    url: str
    html: SafeString


def paragraph_alone(book: Book, paragraph: Paragraph) -> ParagraphAlone:
    """Return *paragraph* with links that work away from *book*."""
    html = framed(Linker(book, "alone").linked(paragraph.html, paragraph.anchor))
    return ParagraphAlone(paragraph, paragraph_address(book, paragraph.anchor), html)


def powers_of(user: User | AnonymousUser, game: str) -> Powers:
    """Return what *user* may do in the rulebook of *game*."""
    if not user.is_authenticated:
        return Powers(0, False, False, False)
    rights = rights_of(user, game)
    return Powers(user.pk, "discuss" in rights, "edit" in rights, "moderate" in rights)


def thread_page(pk: int, user: User | AnonymousUser) -> ThreadPage:
    """Return the thread for *user*. *Raises:* Thread.DoesNotExist, also when they may read nothing of it."""
    row = Thread.objects.select_related("edition__rulebook", "revision").defer("revision__blocks").get(pk=pk)
    comments = row.comments.select_related("author__profile", "hidden_by__profile")
    rows = list(comments.prefetch_related(MENTIONED))
    powers = powers_of(user, row.edition.rulebook.game)
    if not powers.may_moderate and not any(_is_visible(comment) for comment in rows):
        raise Thread.DoesNotExist
    (view,) = thread_views(Thread.objects.filter(pk=pk))
    book = stored_book(view.game, view.edition)
    by_rule = _may_answer_by_rule(row, powers)
    return ThreadPage(
        thread=view,
        revision=book.revision,
        comments=tuple(_said(comment, row, rows[0], book, powers) for comment in rows),
        powers=powers,
        change=_change(row, view, book),
        may_reopen=_may_reopen(row, powers),
        may_answer_by_rule=by_rule,
        rules=_rules(book) if by_rule else (),
        accepts_as_ruling=powers.may_edit and row.kind != ThreadKind.PROPOSAL,
        is_full=len(rows) >= MOST_COMMENTS,
        is_followed=bool(powers.user_id)
        and Follow.objects.filter(user_id=powers.user_id, thread=row).exists(),
    )


def version_of(comment: Comment) -> str:
    """Return a word that changes when *comment* is edited."""
    return (comment.edited_at or comment.created_at).isoformat()


def _said(comment: Comment, thread: Thread, opening: Comment, book: Book, powers: Powers) -> Said:
    is_visible, is_own = _is_visible(comment), comment.author_id == powers.user_id
    is_answer = comment.pk == thread.answer_id
    sees_hidden = powers.may_moderate and comment.hidden_at is not None
    return Said(
        comment=comment_view(comment, book, with_hidden=powers.may_moderate),
        version=version_of(comment),
        is_opening=comment.pk == opening.pk,
        is_answer=is_answer,
        is_own=is_own,
        may_change=is_visible and is_own and not (is_answer and thread.ruled_at),
        may_report=is_visible and powers.may_discuss and not is_own,
        may_hide=powers.may_moderate and comment.deleted_at is None,
        may_accept=is_visible and _may_accept(thread, comment.pk == opening.pk, is_answer, powers),
        hidden_by=author_name(comment.hidden_by) if sees_hidden else "",
        hidden_at=comment.hidden_at if sees_hidden else None,
    )


def _may_accept(thread: Thread, is_opening: bool, is_answer: bool, powers: Powers) -> bool:
    """Return whether the viewer may mark a comment as the answer, or the answer as a ruling."""
    if is_opening and thread.kind != ThreadKind.RULING:
        return False
    if thread.kind == ThreadKind.RULING:
        return powers.may_edit and thread.answer_id is None
    if is_answer:
        return powers.may_edit and thread.kind == ThreadKind.QUESTION and thread.ruled_at is None
    return thread.resolved_at is None and (powers.may_edit or _is_authors(thread, powers))


def _may_answer_by_rule(thread: Thread, powers: Powers) -> bool:
    is_open = thread.kind == ThreadKind.QUESTION and thread.resolved_at is None
    return is_open and (powers.may_edit or _is_authors(thread, powers))


def _rules(book: Book) -> tuple[tuple[str, str], ...]:
    return tuple((law.label, Truncator(law.text).chars(60)) for law in book.paragraphs)


def _may_reopen(thread: Thread, powers: Powers) -> bool:
    if thread.resolved_at is None:
        return False
    return powers.may_edit or (thread.ruled_at is None and _is_authors(thread, powers))


def _is_authors(thread: Thread, powers: Powers) -> bool:
    return powers.may_discuss and thread.author_id == powers.user_id


def _is_visible(comment: Comment) -> bool:
    return comment.hidden_at is None and comment.deleted_at is None


def _change(row: Thread, view: ThreadView, book: Book) -> Change | None:
    if view.standing == "current":
        return None
    old_book = stored_book(view.game, view.edition, row.revision.number)
    old = old_book.by_anchor[row.anchor].html
    new = book.by_anchor.get(row.anchor)
    return Change(
        old=SafeString(Linker(old_book, "alone").linked(old, row.anchor)),
        marked=marked(old, new.html, book.game) if new else None,
        old_url=then_url(row),
    )
