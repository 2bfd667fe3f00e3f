"""What the talk about rules shows everywhere: where a comment is read, its words, and what it quotes."""

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.text import Truncator

from rules.document.books import Book, Paragraph
from rules.document.errors import BadText
from rules.document.marking import said
from rules.document.markup import plain
from rules.document.text_limits import checked_line
from rules.talk.models import Comment, Thread
from rules.wiki.linking import comment_html, linked_comment, words_of
from rules.wiki.stored_books import stored_book
from scrapsite.common.fulltext import words

LONGEST_TITLE = 100


def address_of(thread: Thread, comment: Comment | None = None) -> str:
    """Return the page of *thread*, at one of its comments if one is given."""
    page = reverse("rules:thread_detail", args=(thread.pk,))
    return f"{page}#comment-{comment.pk}" if comment else page


def html_in(thread: Thread, html: str) -> SafeString:
    """Return a comment's *html*, linked to the book in force. Load `edition__rulebook` with *thread*."""
    return comment_html(stored_book(thread.edition.rulebook.game, thread.edition.slug), html)


def checked_title(title: str) -> str:
    """Return the title of a thread with even spaces; empty for none. *Raises:* BadText."""
    return checked_line(title, LONGEST_TITLE, "A title", "text/title-long")


def first_words(book: Book, html: str) -> str:
    """Return the first words of a comment's *html*, for a thread without a title."""
    return Truncator(plain(linked_comment(book, html))).chars(80)


def words_to_find(game: str, html: str, title: str = "") -> str:
    """Return the words by which a comment is found. *title:* of the thread that it begins."""
    return words.plain(f"{title} {said(html, game)}")


def rule_called(book: Book, name: str) -> Paragraph | None:
    """Return the paragraph that people call *name*: its number, anchor or word, with or without `rule`."""
    wanted = " ".join(name.casefold().removeprefix("#").split()).removeprefix("rule ")
    found = (
        one
        for one in book.paragraphs
        if wanted and wanted in (one.number, one.anchor.casefold(), one.term.casefold())
    )
    return next(found, None)


def exact_quote(book: Book, paragraph: Paragraph, wanted: str) -> str:
    """Return the quoted words with even spaces. *Raises:* BadText if the paragraph doesn't say them."""
    quote = " ".join(wanted.split())
    if quote and quote not in words_of(book, paragraph):
        raise BadText(
            "These words aren't in the paragraph. Quote words that are next to each other in it, exactly.",
            "text/misquoted",
        )
    return quote
