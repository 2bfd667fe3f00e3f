"""Single items of news for notifications: comments, rulings, revisions, reviews and answers."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from django.urls import reverse

from rules.document.books import Book
from rules.talk.models import Comment, Thread
from rules.talk.queries.follows import News, excerpt_in, place_of, published_one
from rules.talk.words import address_of
from rules.wiki.linking import name_at
from rules.wiki.models import Proposal, Review, Revision, Verdict
from rules.wiki.stored_books import books_at
from scrapsite.common.players import author_name

COMMENT, OPENING, RULING, REVISION = "comment", "thread", "ruling", "revision"
SUBMITTED, REVIEW, REVERTED, ANSWERED = "submitted", "review", "reverted", "answered"
MENTION, REVIEW_MENTION = "mention", "review-mention"

__all__ = [
    "ANSWERED",
    "COMMENT",
    "MENTION",
    "OPENING",
    "REVERTED",
    "REVIEW",
    "REVIEW_MENTION",
    "REVISION",
    "RULING",
    "SUBMITTED",
    "News",
    "news_of",
    "proposal_address",
]

# By verdict: the title of the news, and what the reviewer did.
_REVIEWED = {
    Verdict.COMMENT: ("Comment on a proposal", "commented on"),
    Verdict.ACCEPT: ("Proposal accepted", "accepted"),
    Verdict.ASK: ("Changes asked for", "asked for changes to"),
    Verdict.DECLINE: ("Proposal declined", "declined"),
}


def news_of(wanted: Iterable[tuple[str, int]]) -> dict[tuple[str, int], News]:
    """Return the news for *wanted*, pairs of kind and key, without what not everybody may read any more.

    The key of a ruling is that of its thread.
    """
    pairs = set(wanted)
    found: dict[tuple[str, int], News] = {}
    for kind in (COMMENT, OPENING):
        found |= {(kind, pk): news for pk, news in _comments(_keys(pairs, kind), kind).items()}
    for kind, read in _READ.items():
        found |= {(kind, pk): news for pk, news in read(_keys(pairs, kind)).items()}
    return found


def proposal_address(pk: int) -> str:
    """Return the page of a proposal."""
    return reverse("rules:proposal_detail", args=(pk,))


def _keys(pairs: set[tuple[str, int]], kind: str) -> set[int]:
    return {pk for of, pk in pairs if of == kind}


def _comments(keys: set[int], kind: str) -> dict[int, News]:
    if not keys:
        return {}
    found = Comment.objects.filter(pk__in=keys, hidden_at=None, deleted_at=None)
    rows = list(found.select_related("author__profile", "thread__edition__rulebook"))
    books = books_at(row.thread.edition_id for row in rows)
    return {row.pk: _comment(row, kind, books[row.thread.edition_id]) for row in rows}


def _comment(comment: Comment, kind: str, book: Book) -> News:
    thread = comment.thread
    return News(
        at=comment.created_at,
        kind=kind,
        what=f"{_called(thread, kind)} on {place_of(thread, book)}",
        by=author_name(comment.author),
        excerpt=excerpt_in(book, comment.html),
        url=address_of(thread, comment),
    )


def _called(thread: Thread, kind: str) -> str:
    return thread.get_kind_display() if kind == OPENING else "Comment"


def _rulings(keys: set[int]) -> dict[int, News]:
    if not keys:
        return {}
    found = Thread.objects.filter(
        pk__in=keys, ruled_at__isnull=False, answer__hidden_at=None, answer__deleted_at=None
    )
    rows = list(found.select_related("answer", "edition__rulebook", "resolved_by__profile"))
    books = books_at(row.edition_id for row in rows)
    return {
        thread.pk: News(
            at=thread.ruled_at,
            kind=RULING,
            what=f"Ruling on {place_of(thread, books[thread.edition_id])}",
            by=author_name(thread.resolved_by),
            excerpt=excerpt_in(books[thread.edition_id], thread.answer.html),
            url=address_of(thread, thread.answer),
        )
        for thread in rows
        if thread.answer and thread.ruled_at
    }


def _revisions(keys: set[int]) -> dict[int, News]:
    return {revision.pk: published_one(revision) for revision in _revisions_of(keys)}


def _reverts(keys: set[int]) -> dict[int, News]:
    return {revision.pk: _reverted(revision) for revision in _revisions_of(keys)}


def _revisions_of(keys: set[int]) -> Iterable[Revision]:
    if not keys:
        return ()
    rows = Revision.objects.filter(pk__in=keys).select_related("edition__rulebook", "author__profile")
    return rows.defer("blocks")


def _reverted(revision: Revision) -> News:
    by, address = author_name(revision.author), published_one(revision).url
    return News(
        at=revision.created_at,
        kind=REVERTED,
        what=f"A change of yours was reverted: {revision}",
        by=by,
        excerpt=revision.summary,
        url=address,
        sentence=f"{by} returned {revision.edition} to an older revision, without a change of yours.",
    )


def _mentions(keys: set[int]) -> dict[int, News]:
    """Return news without the words of the comment, or anybody could send letters to others."""
    found = _comments(keys, COMMENT)
    return {
        pk: replace(
            news,
            kind=MENTION,
            what=f"You are mentioned: {news.what[:1].lower()}{news.what[1:]}",
            excerpt="",
            sentence=f"{news.by} mentions you in a {news.what[:1].lower()}{news.what[1:]}.",
        )
        for pk, news in found.items()
    }


def _review_mentions(keys: set[int]) -> dict[int, News]:
    """Return news without the words of the review, as of a comment."""
    return {
        pk: replace(
            news,
            kind=REVIEW_MENTION,
            what="You are mentioned in a review of a proposal",
            excerpt="",
            sentence=f"{news.by} mentions you in a review of a proposal.",
        )
        for pk, news in _reviews(keys).items()
    }


def _submissions(keys: set[int]) -> dict[int, News]:
    if not keys:
        return {}
    rows = Proposal.objects.filter(pk__in=keys, submitted_at__isnull=False)
    return {
        row.pk: News(
            at=row.submitted_at,
            kind=SUBMITTED,
            what=f"Proposal submitted again: {row.summary}",
            by=author_name(row.author),
            excerpt="",
            url=proposal_address(row.pk),
            sentence=f"{author_name(row.author)} changed a proposal that you reviewed.",
        )
        for row in rows.select_related("author__profile").defer("blocks", "reason_html")
        if row.submitted_at
    }


def _reviews(keys: set[int]) -> dict[int, News]:
    if not keys:
        return {}
    found = Review.objects.filter(pk__in=keys).defer("proposal__blocks", "proposal__reason_html")
    rows = list(found.select_related("proposal__edition__rulebook", "author__profile"))
    books = books_at(row.proposal.edition_id for row in rows)
    return {row.pk: _reviewed(row, books[row.proposal.edition_id]) for row in rows}


def _reviewed(row: Review, book: Book) -> News:
    title, did = _REVIEWED[Verdict(row.verdict)]
    by, proposal = author_name(row.author), row.proposal
    return News(
        at=row.created_at,
        kind=REVIEW,
        what=f"{title}: {proposal.summary}",
        by=by,
        excerpt=excerpt_in(book, row.html),
        url=f"{proposal_address(proposal.pk)}#review-{row.pk}",
        sentence=f"{by} {did} the proposal “{proposal.summary}”.",
    )


def _answers(keys: set[int]) -> dict[int, News]:
    if not keys:
        return {}
    found = Thread.objects.filter(
        pk__in=keys, resolved_at__isnull=False, answer__hidden_at=None, answer__deleted_at=None
    )
    rows = list(found.select_related("answer", "edition__rulebook", "resolved_by__profile"))
    books = books_at(row.edition_id for row in rows)
    return {thread.pk: _answered(thread, books[thread.edition_id]) for thread in rows}


def _answered(thread: Thread, book: Book) -> News:
    by, place = author_name(thread.resolved_by), place_of(thread, book)
    called = thread.get_kind_display().lower()
    done = "answered your question" if called == "question" else f"resolved your {called}"
    return News(
        at=thread.resolved_at or thread.updated_at,
        kind=ANSWERED,
        what=f"Your {called} on {place} is resolved",
        by=by,
        excerpt=excerpt_in(book, thread.answer.html) if thread.answer else "",
        url=address_of(thread, thread.answer),
        sentence=f"{by} {done} on {place}{_by_rule(thread, book)}.",
    )


def _by_rule(thread: Thread, book: Book) -> str:
    return f": {name_at(book, thread.answer_anchor)} says it" if thread.answer_anchor else ""


_READ: dict[str, Callable[[set[int]], dict[int, News]]] = {
    RULING: _rulings,
    REVISION: _revisions,
    SUBMITTED: _submissions,
    REVIEW: _reviews,
    REVERTED: _reverts,
    ANSWERED: _answers,
    MENTION: _mentions,
    REVIEW_MENTION: _review_mentions,
}
