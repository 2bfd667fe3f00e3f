"""What a user follows, and what others did there since the user's last visit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Min, Q
from django.urls import reverse
from django.utils.text import Truncator

from rules.document.books import Book
from rules.document.markup import plain
from rules.talk.models import Comment, Follow, Thread, ThreadKind
from rules.talk.words import address_of
from rules.wiki.linking import linked_comment, name_at
from rules.wiki.models import Paragraph, Revision
from rules.wiki.stored_books import editions_of
from scrapsite.common.players import author_name

MOST_NEWS = 200
_EXCERPT = 220


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news. *kind:* revision, thread, comment, ruling or another of `news`. *what:* in words.

    *sentence:* who did what, where “*what*, by *by*” doesn't say it.
    """

    at: datetime
    kind: str
    what: str
    by: str
    excerpt: str
    url: str
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Followed:
    """A followed thing in words, with the fields of the form that unfollows it. *thread:* its key or 0."""

    name: str
    url: str
    game: str
    anchor: str
    thread: int


@dataclass(frozen=True, slots=True)
class Following:
    """All that a user follows. *has_more:* whether there is more news than is listed."""

    followed: tuple[Followed, ...]
    news: tuple[News, ...]
    has_more: bool


def is_followed(user: User | AnonymousUser, game: str, anchor: str = "") -> bool:
    """Return whether *user* follows a game's rulebook, or one of its paragraphs."""
    if not user.is_authenticated:
        return False
    return Follow.objects.filter(user=user, rulebook__game=game, anchor=anchor, thread=None).exists()


def following(user: User) -> Following:
    """Return what *user* follows and the news of it, the latest first."""
    follows = list(
        Follow.objects.filter(user=user).select_related(
            "rulebook", "thread__edition", "thread__edition__rulebook"
        )
    )
    if not follows:
        return Following((), (), False)
    wanted = _Wanted(user, follows)
    found = [*_said(wanted), *_ruled(wanted), *_published(wanted)]
    found.sort(key=lambda news: news.at, reverse=True)
    followed = tuple(_followed(follow, wanted) for follow in follows if _is_there(follow, wanted))
    return Following(followed, tuple(found[:MOST_NEWS]), len(found) > MOST_NEWS)


class _Wanted:
    """The time since when each followed thread, paragraph and rulebook counts as news."""

    def __init__(self, user: User, follows: Sequence[Follow]) -> None:
        self.user = user
        self.since = min(follow.seen_at for follow in follows)
        self.threads: dict[int, datetime] = {}
        self.paragraphs: dict[tuple[int, str], datetime] = {}
        self.rulebooks: dict[int, datetime] = {}
        for follow in follows:
            if follow.thread_id:
                self.threads[follow.thread_id] = follow.seen_at
            elif follow.anchor:
                self.paragraphs[follow.rulebook_id, follow.anchor] = follow.seen_at
            else:
                self.rulebooks[follow.rulebook_id] = follow.seen_at
        games = {follow.rulebook.game for follow in follows}
        self.books = {(book.game, book.edition): book for game in games for book in editions_of(game)}
        self.visible = set(
            Thread.objects.filter(pk__in=self.threads, comments__hidden_at=None, comments__deleted_at=None)
            .order_by()
            .values_list("pk", flat=True)
            .distinct()
        )

    def in_threads(self, before: str) -> Q:
        """Return the filter for followed threads. *before:* the lookup prefix, such as `thread__`."""
        found = Q(**{f"{before}pk__in": list(self.threads)})
        found |= Q(**{f"{before}edition__rulebook__in": list(self.rulebooks)})
        for rulebook in {rulebook for rulebook, _ in self.paragraphs}:
            anchors = [anchor for of, anchor in self.paragraphs if of == rulebook]
            found |= Q(**{f"{before}edition__rulebook": rulebook, f"{before}anchor__in": anchors})
        return found

    def is_news(self, thread: Thread, at: datetime) -> bool:
        """Return whether something in *thread* is newer than the user's last visit to what they follow."""
        rulebook = thread.edition.rulebook_id
        looks = (
            self.threads.get(thread.pk),
            self.paragraphs.get((rulebook, thread.anchor)),
            self.rulebooks.get(rulebook),
        )
        return any(look is not None and at > look for look in looks)

    def excerpt(self, thread: Thread, html: str) -> str:
        """Return the first words of a comment, as its readers see them."""
        return excerpt_in(self._book(thread), html)

    def place(self, thread: Thread) -> str:
        """Return the paragraph that *thread* is about, in words."""
        return place_of(thread, self._book(thread))

    def _book(self, thread: Thread) -> Book:
        return self.books[thread.edition.rulebook.game, thread.edition.slug]


def excerpt_in(book: Book, html: str) -> str:
    """Return the first words of people's *html*, as readers of *book* see them."""
    return Truncator(plain(linked_comment(book, html))).chars(_EXCERPT)


def place_of(thread: Thread, book: Book) -> str:
    """Return the paragraph that *thread* is about, in words. *book:* its edition's."""
    return f"{name_at(book, thread.anchor)}, edition {thread.edition.slug}"


def _said(wanted: _Wanted) -> Iterator[News]:
    comments = (
        Comment.objects.filter(
            wanted.in_threads("thread__"), created_at__gt=wanted.since, hidden_at=None, deleted_at=None
        )
        .exclude(author=wanted.user)
        .select_related("author__profile", "thread__edition__rulebook")
        .annotate(first=Min("thread__comments"))
        .order_by("-created_at")
    )
    news = (comment for comment in comments.iterator() if wanted.is_news(comment.thread, comment.created_at))
    for comment in islice(news, MOST_NEWS + 1):
        thread = comment.thread
        is_opening = comment.pk == comment.first
        if is_opening and thread.kind == ThreadKind.RULING and thread.answer_id == comment.pk:
            continue
        yield News(
            at=comment.created_at,
            kind="thread" if is_opening else "comment",
            what=f"{thread.get_kind_display() if is_opening else 'Comment'} on {wanted.place(thread)}",
            by=author_name(comment.author),
            excerpt=wanted.excerpt(thread, comment.html),
            url=address_of(thread, comment),
        )


def _ruled(wanted: _Wanted) -> Iterator[News]:
    threads = (
        Thread.objects.filter(
            wanted.in_threads(""), ruled_at__gt=wanted.since, answer__hidden_at=None, answer__deleted_at=None
        )
        .exclude(resolved_by=wanted.user)
        .select_related("answer", "edition__rulebook", "resolved_by__profile")
        .order_by("-ruled_at")
    )
    news = (row for row in threads.iterator() if row.ruled_at and wanted.is_news(row, row.ruled_at))
    for thread in islice(news, MOST_NEWS + 1):
        if thread.answer and thread.ruled_at:
            yield News(
                at=thread.ruled_at,
                kind="ruling",
                what=f"Ruling on {wanted.place(thread)}",
                by=author_name(thread.resolved_by),
                excerpt=wanted.excerpt(thread, thread.answer.html),
                url=address_of(thread, thread.answer),
            )


def _published(wanted: _Wanted) -> Iterator[News]:
    rulebooks = {*wanted.rulebooks, *(rulebook for rulebook, _ in wanted.paragraphs)}
    revisions = list(
        Revision.objects.filter(edition__rulebook__in=rulebooks, created_at__gt=wanted.since, number__gt=1)
        .exclude(author=wanted.user)
        .select_related("edition__rulebook", "author__profile")
        .defer("blocks")
        .order_by("-created_at")[: MOST_NEWS + 1]
    )
    changed = changed_anchors(revisions, {anchor for _, anchor in wanted.paragraphs})
    for revision in revisions:
        rulebook, at = revision.edition.rulebook_id, revision.created_at
        looks = [wanted.rulebooks.get(rulebook)]
        looks += [wanted.paragraphs.get((rulebook, anchor)) for anchor in changed.get(revision.pk, ())]
        if any(look is not None and at > look for look in looks):
            yield published_one(revision)


def changed_anchors(revisions: Sequence[Revision], anchors: set[str]) -> dict[int, set[str]]:
    """Return which of *anchors* each revision changed, added or removed, by the revision's key."""
    if not revisions or not anchors:
        return {}
    numbers = {(row.edition_id, number) for row in revisions for number in (row.number, row.number - 1)}
    rows = Paragraph.objects.filter(
        revision__edition__in={edition for edition, _ in numbers},
        revision__number__in={number for _, number in numbers},
        anchor__in=anchors,
    ).values_list("revision__edition_id", "revision__number", "anchor", "digest")
    digests = {(edition, number, anchor): digest for edition, number, anchor, digest in rows}
    return {
        row.pk: {
            anchor
            for anchor in anchors
            if digests.get((row.edition_id, row.number, anchor))
            != digests.get((row.edition_id, row.number - 1, anchor))
        }
        for row in revisions
    }


def published_one(revision: Revision) -> News:
    """Return *revision* as news. Load `edition__rulebook` and `author__profile` with it."""
    edition = revision.edition
    address = reverse("rules:revision_detail", args=(edition.rulebook.game, edition.slug, revision.number))
    by = (
        "this site"
        if revision.author is None and revision.kind == "shipped"
        else author_name(revision.author)
    )
    return News(revision.created_at, "revision", str(revision), by, revision.summary, address)


def _followed(follow: Follow, wanted: _Wanted) -> Followed:
    game = follow.rulebook.game
    if follow.thread is not None:
        thread = follow.thread
        name = f"{thread.get_kind_display()} {thread.pk} on {wanted.place(thread)}"
        return Followed(name, address_of(thread), game, "", thread.pk)
    if not follow.anchor:
        name = f"The whole rulebook of {follow.rulebook.title}"
        return Followed(name, reverse("rules:book_newest", args=(game,)), game, "", 0)
    book = next(_holding(wanted.books.values(), game, follow.anchor), None)
    name = f"{name_at(book, follow.anchor)} in all editions of {follow.rulebook.title}"
    edition = book.edition if book else ""
    url = (
        reverse("rules:paragraph_detail", args=(game, edition, follow.anchor))
        if book
        else reverse("rules:book_newest", args=(game,))
    )
    return Followed(name, url, game, follow.anchor, 0)


def _is_there(follow: Follow, wanted: _Wanted) -> bool:
    """Return whether the followed thing can be seen. A thread with only hidden or deleted comments can't."""
    return follow.thread_id is None or follow.thread_id in wanted.visible


def _holding(books: Iterable[Book], game: str, anchor: str) -> Iterator[Book]:
    return (book for book in books if book.game == game and anchor in book.by_anchor)
