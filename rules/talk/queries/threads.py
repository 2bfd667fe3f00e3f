"""Threads for lists, at a paragraph and in the talk of a game.

Hidden comments are left out, and so are threads without any comment that everybody may see.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, F, Min, OuterRef, Q, QuerySet
from django.db.models.lookups import IsNull
from django.urls import reverse
from django.utils.safestring import SafeString

from rules.document.books import Book
from rules.talk.models import Comment, Thread
from rules.talk.queries.rulings import DatedRuling, rulings_in, rulings_naming
from rules.talk.queries.standing import ParagraphTexts, Standing
from rules.wiki.linking import Linker, comment_html, framed, name_at, paragraph_address
from rules.wiki.stored_books import editions_of
from scrapsite.common.players import author_name, display_name

__all__ = [
    "CommentView",
    "DatedRuling",
    "Elsewhere",
    "ThreadView",
    "comment_view",
    "rulings_in",
    "rulings_naming",
    "thread_counts",
    "thread_views",
    "threads_at",
    "threads_elsewhere",
    "visible_threads",
]

MOST_AT_PARAGRAPH = 20
MENTIONED = "mentions__user__profile"
_IS_RESOLVED = IsNull(F("resolved_at"), False)
_VISIBLE = Q(comments__hidden_at=None, comments__deleted_at=None)


@dataclass(frozen=True, slots=True)
class CommentView:
    """A comment, ready to show. *state:* shown, deleted or hidden; *html* is empty unless it is shown.

    *author_id:* 0 for somebody who left. *mentioned:* the names of those it mentions, while it is shown.
    """

    pk: int
    author: str
    author_id: int
    html: SafeString
    created_at: datetime
    edited_at: datetime | None
    state: str
    mentioned: tuple[str, ...] = ()

    @property
    def anchor(self) -> str:
        """The fragment under which the page of its thread has it."""
        return f"comment-{self.pk}"


@dataclass(frozen=True, slots=True)
class AnswerRule:
    """A rule that answers a question. *name:* `rule 4.2`. *url*, *html:* empty if the rule is gone."""

    name: str
    url: str
    html: SafeString


@dataclass(frozen=True, slots=True)
class ThreadView:
    """A thread as a list shows it. *name:* what its paragraph is called now.

    *title:* the thread's own while its opening can be read, else its kind and paragraph.

    *replies:* those anybody may read, the opening aside. *standing:* of the paragraph in the book in force
    against the words the thread was begun on. *paragraph_url:* where those words are. *answer:* the comment
    that answers it, *answer_rule:* or the rule; None until there is one. *ruled_at:* None unless the answer
    is a ruling.
    """

    pk: int
    url: str
    kind: str
    kind_name: str
    game: str
    edition: str
    anchor: str
    name: str
    title: str
    paragraph_url: str
    quote: str
    opening: CommentView
    replies: int
    updated_at: datetime
    standing: Standing
    is_resolved: bool
    answer: CommentView | None
    answer_rule: AnswerRule | None
    ruled_at: datetime | None


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """How many threads there are at the same anchor of another edition. *url:* its paragraph's page."""

    edition: str
    count: int
    url: str


def visible_threads(game: str) -> QuerySet[Thread]:
    """Return the threads of a game that have a comment anybody may read."""
    said = Comment.objects.filter(thread=OuterRef("pk"), hidden_at=None, deleted_at=None)
    return Thread.objects.filter(Exists(said), edition__rulebook__game=game)


def thread_counts(book: Book) -> dict[str, int]:
    """Return how many threads each paragraph of *book* has, by anchor; those without any are left out."""
    threads = visible_threads(book.game).filter(edition__slug=book.edition)
    counts = Counter(threads.order_by().values_list("anchor", flat=True))
    return {anchor: count for anchor, count in counts.items() if anchor in book.by_anchor}


def threads_at(book: Book, anchor: str) -> tuple[ThreadView, ...]:
    """Return the newest threads of the edition at *anchor*, open ones first, `MOST_AT_PARAGRAPH` at most."""
    threads = visible_threads(book.game).filter(edition__slug=book.edition, anchor=anchor)
    newest = threads.order_by(_IS_RESOLVED, "-updated_at", "-pk")[:MOST_AT_PARAGRAPH]
    return thread_views(newest, (book,) if book.is_head else ())


def threads_elsewhere(book: Book, anchor: str) -> tuple[Elsewhere, ...]:
    """Return the other editions that have threads at *anchor*, newest edition first."""
    threads = visible_threads(book.game).filter(anchor=anchor).exclude(edition__slug=book.edition)
    counts = threads.order_by("-edition__date").values_list("edition__slug").annotate(Count("pk"))
    return tuple(
        Elsewhere(edition, count, _list_url(book.game, edition, anchor)) for edition, count in counts
    )


def thread_views(threads: QuerySet[Thread], heads: Iterable[Book] = ()) -> tuple[ThreadView, ...]:
    """Return *threads* ready to show, in their order; the number of queries doesn't grow with them.

    *heads:* the books in force of all their editions, if they are at hand.
    """
    rows = list(
        threads.select_related("edition__rulebook", "revision")
        .defer("revision__blocks")
        .annotate(first=Min("comments"), said=Count("comments", filter=_VISIBLE))
    )
    if not rows:
        return ()
    comments = _comments([*(row.first for row in rows), *(row.answer_id for row in rows)])
    revisions = {row.revision_id for row in rows} | {row.edition.head_id or 0 for row in rows}
    texts = ParagraphTexts(revisions, {row.anchor for row in rows})
    books = {(book.game, book.edition): book for book in heads}
    books = books or _books({row.edition.rulebook.game for row in rows})
    return tuple(_view(row, comments, texts, books) for row in rows)


def comment_view(comment: Comment, book: Book, *, with_hidden: bool = False) -> CommentView:
    """Return *comment* ready to show. The words of a hidden one are included only *with_hidden*."""
    state = "deleted" if comment.deleted_at else "hidden" if comment.hidden_at else "shown"
    may_show = state == "shown" or (state == "hidden" and with_hidden)
    return CommentView(
        pk=comment.pk,
        author=author_name(comment.author),
        author_id=comment.author_id or 0,
        html=comment_html(book, comment.html) if may_show else SafeString(""),
        created_at=comment.created_at,
        edited_at=comment.edited_at,
        state=state,
        mentioned=tuple(display_name(one.user) for one in comment.mentions.all()) if may_show else (),
    )


def _view(
    row: Thread, comments: dict[int, Comment], texts: ParagraphTexts, books: dict[tuple[str, str], Book]
) -> ThreadView:
    game, edition = row.edition.rulebook.game, row.edition.slug
    book = books[game, edition]
    opening = comment_view(comments[row.first], book)  # type: ignore[attr-defined]
    answer = comments.get(row.answer_id or 0)
    return ThreadView(
        pk=row.pk,
        url=reverse("rules:thread_detail", args=(row.pk,)),
        kind=row.kind,
        kind_name=row.get_kind_display(),
        game=game,
        edition=edition,
        anchor=row.anchor,
        name=(name := name_at(book, row.anchor)),
        title=row.title if row.title and opening.state == "shown" else f"{row.get_kind_display()} on {name}",
        paragraph_url=now_url(row) if row.anchor in book.by_anchor else then_url(row),
        quote=row.quote,
        opening=opening,
        replies=row.said - (opening.state == "shown"),  # type: ignore[attr-defined]
        updated_at=row.updated_at,
        standing=texts.standing(row.anchor, row.revision_id, row.edition.head_id or 0),
        is_resolved=row.resolved_at is not None,
        answer=comment_view(answer, book) if answer else None,
        answer_rule=_answer_rule(book, row.answer_anchor) if row.answer_anchor else None,
        ruled_at=row.ruled_at,
    )


def _answer_rule(book: Book, anchor: str) -> AnswerRule:
    rule = book.by_anchor.get(anchor)
    if rule is None:
        return AnswerRule(name_at(book, anchor), "", SafeString(""))
    html = framed(Linker(book, "alone").linked(rule.html, anchor))
    return AnswerRule(name_at(book, anchor), paragraph_address(book, anchor), html)


def now_url(thread: Thread) -> str:
    """Return the page of the thread's paragraph in the book in force."""
    edition = thread.edition
    return reverse("rules:paragraph_detail", args=(edition.rulebook.game, edition.slug, thread.anchor))


def then_url(thread: Thread) -> str:
    """Return the page of the thread's paragraph in the revision it was begun on."""
    edition, number = thread.edition, thread.revision.number
    return reverse(
        "rules:paragraph_in_revision", args=(edition.rulebook.game, edition.slug, number, thread.anchor)
    )


def _comments(keys: Sequence[int | None]) -> dict[int, Comment]:
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    found = Comment.objects.filter(pk__in=wanted).select_related("author__profile")
    return {comment.pk: comment for comment in found.prefetch_related(MENTIONED)}


def _books(games: Iterable[str]) -> dict[tuple[str, str], Book]:
    return {(game, book.edition): book for game in games for book in editions_of(game)}


def _list_url(game: str, edition: str, anchor: str) -> str:
    return f"{reverse('rules:thread_list', args=(game,))}?edition={edition}&anchor={anchor}"
