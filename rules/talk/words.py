"""What the talk about rules shows everywhere: where a comment is read, its words, and what it quotes."""

from django.urls import reverse
from django.utils.safestring import SafeString

from rules.document.books import Book, Paragraph
from rules.document.errors import BadText
from rules.talk.models import Comment, Thread
from rules.wiki.linking import comment_html, words_of
from rules.wiki.stored_books import stored_book


def address_of(thread: Thread, comment: Comment | None = None) -> str:
    """Return the page of *thread*, at one of its comments if one is given."""
    page = reverse("rules:thread_detail", args=(thread.pk,))
    return f"{page}#comment-{comment.pk}" if comment else page


def html_in(thread: Thread, html: str) -> SafeString:
    """Return a comment's *html*, linked to the book in force. Load `edition__rulebook` with *thread*."""
    return comment_html(stored_book(thread.edition.rulebook.game, thread.edition.slug), html)


def exact_quote(book: Book, paragraph: Paragraph, wanted: str) -> str:
    """Return the quoted words with even spaces. *Raises:* BadText if the paragraph doesn't say them."""
    quote = " ".join(wanted.split())
    if quote and quote not in words_of(book, paragraph):
        raise BadText(
            "These words aren't in the paragraph as it stood. Quote a run of its words, exactly.",
            "text/misquoted",
        )
    return quote
