"""Atom feeds: new revisions, and what people say. Public; hidden and deleted comments are in none.

Identifiers are `tag:` addresses of the site's host, so that a thing keeps its own wherever its page moves.
"""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.xmlutils import SimplerXMLGenerator
from django.views.decorators.http import conditional_page, require_safe

from rules.document.books import Book
from rules.document.markup import without_unseen
from rules.talk.models import Comment, Thread
from rules.talk.queries.threads import visible_threads
from rules.talk.words import address_of
from rules.wiki.linking import linked_comment, name_at
from rules.wiki.models import Revision, RevisionKind, Rulebook
from rules.wiki.stored_books import editions_of, stored_book
from scrapsite.common.players import author_name
from scrapsite.common.public import public_page

MOST = 50
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
_OWN = re.compile(r'href="/(?!/)')
_FACE = re.compile(r' data-face="[^"]*"')


class AtomFeed(Atom1Feed):
    """Atom with the whole text as content; one without entries is as old as what it is about."""

    def latest_post_date(self) -> datetime:
        """Return when the newest entry changed; always the same for a feed without any."""
        moments = [item["updateddate"] for item in self.items]
        return max(moments, default=self.feed["began"])

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, Any]) -> None:
        """Write an entry; its text is content, not a summary of it."""
        content = item["description"]
        super().add_item_elements(handler, {**item, "description": None})
        handler.addQuickElement("content", content, {"type": "html"})


class _RulesFeed(Feed):
    feed_type = AtomFeed
    language = "en-GB"

    def __init__(self, request: HttpRequest) -> None:
        self.site_root = request.build_absolute_uri("/")
        self.authority = request.get_host().partition(":")[0]

    def tag(self, name: str) -> str:
        """Return the lasting identifier of something."""
        return f"tag:{self.authority},2026:rules/{name}"

    def absolute(self, html: str) -> str:
        """Return clean HTML whose links work away from the site, where nothing shows the faces of cards.

        What was stored long ago may have characters with which nobody could read the feed.
        """
        return _OWN.sub(f'href="{escape(self.site_root)}', _FACE.sub("", without_unseen(html)))

    def feed_guid(self, about: Any) -> str:
        return self.tag(self.feed_name(about))

    def feed_name(self, about: Any) -> str:
        """Return a name that is unique among the feeds."""
        raise NotImplementedError

    def feed_extra_kwargs(self, about: Any) -> dict[str, Any]:
        return {"began": self.began(about)}

    def began(self, about: Any) -> datetime:
        """Return the time for a feed without entries."""
        return BEGAN


class RevisionsFeed(_RulesFeed):
    """New revisions of one game's rulebook."""

    def get_object(self, request: HttpRequest, game: str = "") -> Rulebook | None:
        return _rulebook(game)

    def title(self, about: Rulebook | None) -> str:
        return f"{about.title}: revisions of the rules" if about else "Revisions of all rules"

    def subtitle(self, about: Rulebook | None) -> str:
        return "What changed in the rules, and why."

    def link(self, about: Rulebook | None) -> str:
        return reverse("rules:revision_list", args=(about.game,)) if about else reverse("rules:book_list")

    def feed_name(self, about: Rulebook | None) -> str:
        return f"{about.game}/revisions" if about else "revisions"

    def items(self, about: Rulebook | None) -> QuerySet[Revision]:
        found = Revision.objects.select_related("edition__rulebook", "author__profile").defer("blocks")
        if about is not None:
            found = found.filter(edition__rulebook=about)
        return found.order_by("-created_at", "-pk")[:MOST]

    def item_title(self, item: Revision) -> str:
        return str(item)

    def item_description(self, item: Revision) -> str:
        return self.absolute(f"<p>{escape(item.summary)}</p>")

    def item_link(self, item: Revision) -> str:
        edition = item.edition
        return reverse("rules:revision_detail", args=(edition.rulebook.game, edition.slug, item.number))

    def item_guid(self, item: Revision) -> str:
        return self.tag(f"{item.edition.rulebook.game}/{item.edition.slug}/revisions/{item.number}")

    def item_author_name(self, item: Revision) -> str:
        is_ours = item.author is None and item.kind == RevisionKind.SHIPPED
        return "this site" if is_ours else author_name(item.author)

    def item_pubdate(self, item: Revision) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Revision) -> datetime:
        return item.created_at


class AllRevisionsFeed(RevisionsFeed):
    """New revisions of every rulebook."""

    def get_object(self, request: HttpRequest, game: str = "") -> None:
        return None


class _CommentsFeed(_RulesFeed):
    """What people say in some threads, the last said or changed first."""

    def threads(self, about: Any) -> QuerySet[Thread]:
        """Return the threads that the feed is of."""
        raise NotImplementedError

    def items(self, about: Any) -> Sequence[Comment]:
        found = Comment.objects.filter(
            thread__in=self.threads(about).order_by().values("pk"), hidden_at=None, deleted_at=None
        ).select_related("author__profile", "thread__edition__rulebook")
        said = list(found.order_by(Coalesce("edited_at", "created_at").desc(), "-pk")[:MOST])
        games = {comment.thread.edition.rulebook.game for comment in said}
        self.books = {(game, book.edition): book for game in games for book in editions_of(game)}
        return said

    def item_title(self, item: Comment) -> str:
        thread = item.thread
        return f"{thread.get_kind_display()} on {name_at(self._book(item), thread.anchor)}, {thread.edition}"

    def item_description(self, item: Comment) -> str:
        return self.absolute(linked_comment(self._book(item), item.html))

    def item_link(self, item: Comment) -> str:
        return address_of(item.thread, item)

    def item_guid(self, item: Comment) -> str:
        return self.tag(f"comments/{item.pk}")

    def item_author_name(self, item: Comment) -> str:
        return author_name(item.author)

    def item_pubdate(self, item: Comment) -> datetime:
        return item.created_at

    def item_updateddate(self, item: Comment) -> datetime:
        return item.edited_at or item.created_at

    def _book(self, item: Comment) -> Book:
        edition = item.thread.edition
        return self.books[edition.rulebook.game, edition.slug]


class CommentsFeed(_CommentsFeed):
    """Comments on all of a game's rules."""

    def get_object(self, request: HttpRequest, game: str) -> Rulebook:
        return _rulebook(game)

    def title(self, about: Rulebook) -> str:
        return f"{about.title}: talk about the rules"

    def link(self, about: Rulebook) -> str:
        return reverse("rules:thread_list", args=(about.game,))

    def feed_name(self, about: Rulebook) -> str:
        return f"{about.game}/comments"

    def threads(self, about: Rulebook) -> QuerySet[Thread]:
        return visible_threads(about.game)


class ParagraphFeed(_CommentsFeed):
    """Comments on one paragraph of one edition, also when it is gone."""

    def get_object(self, request: HttpRequest, game: str, edition: str, anchor: str) -> tuple[Book, str]:
        try:
            book = stored_book(game, edition)
        except KeyError:
            raise Http404("No such edition.") from None
        known = visible_threads(game).filter(edition__slug=edition, anchor=anchor)
        if anchor not in book.by_anchor and not known.exists():
            raise Http404("No such paragraph.")
        return book, anchor

    def title(self, about: tuple[Book, str]) -> str:
        book, anchor = about
        return f"{book.title} {book.edition}, {name_at(book, anchor)}: talk"

    def link(self, about: tuple[Book, str]) -> str:
        book, anchor = about
        if anchor in book.by_anchor:
            return reverse("rules:paragraph_detail", args=(book.game, book.edition, anchor))
        return reverse("rules:thread_list", args=(book.game,))

    def feed_name(self, about: tuple[Book, str]) -> str:
        book, anchor = about
        return f"{book.game}/{book.edition}/{anchor}/comments"

    def threads(self, about: tuple[Book, str]) -> QuerySet[Thread]:
        book, anchor = about
        return visible_threads(book.game).filter(edition__slug=book.edition, anchor=anchor)


class ThreadFeed(_CommentsFeed):
    """Comments in one thread."""

    def get_object(self, request: HttpRequest, pk: int) -> Thread:
        found = Thread.objects.select_related("edition__rulebook").filter(pk=pk).first()
        if found is None or not visible_threads(found.edition.rulebook.game).filter(pk=pk).exists():
            raise Http404("No such thread.")
        return found

    def title(self, about: Thread) -> str:
        return f"{about.get_kind_display()} {about.pk} on {about.anchor}, {about.edition}"

    def link(self, about: Thread) -> str:
        return address_of(about)

    def feed_name(self, about: Thread) -> str:
        return f"threads/{about.pk}/comments"

    def threads(self, about: Thread) -> QuerySet[Thread]:
        return Thread.objects.filter(pk=about.pk)

    def began(self, about: Thread) -> datetime:
        return about.created_at


def _rulebook(game: str) -> Rulebook:
    found = Rulebook.objects.filter(game=game).first()
    if found is None:
        raise Http404("No such rulebook.")
    return found


def _served(feed: type[_RulesFeed]) -> Callable[..., HttpResponseBase]:
    """Return the view of *feed*: public, and answered with 304 to those who have it already."""

    def view(request: HttpRequest, **asked: Any) -> HttpResponseBase:
        return feed(request)(request, **asked)

    return require_safe(conditional_page(public_page(view)))


revisions_feed = _served(RevisionsFeed)
all_revisions_feed = _served(AllRevisionsFeed)
comments_feed = _served(CommentsFeed)
paragraph_feed = _served(ParagraphFeed)
thread_feed = _served(ThreadFeed)
