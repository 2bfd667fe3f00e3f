"""How a comment would read, shown in its form before it is sent."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.safestring import SafeString

from rules.wiki.comment_text import comment_in
from rules.wiki.linking import comment_html
from rules.wiki.models import Edition
from rules.wiki.stored_books import stored_book
from scrapsite.common import limits


@dataclass(frozen=True, slots=True)
class CommentPreview:
    """A comment as it would read. *source_html:* as it would be stored. *mentioned:* whom it names."""

    html: SafeString
    source_html: str
    mentioned: tuple[str, ...] = ()


def wants_preview(request: HttpRequest) -> bool:
    """Return whether the form was sent by its button “Preview”."""
    return "preview" in request.POST


def comment_preview(request: HttpRequest, edition: Edition, text: str, before: str = "") -> CommentPreview:
    """Return how *text* would read. *before:* as of `comment_in`. *Raises:* BadText, TooMany."""
    limits.check("previews", request)
    html = comment_in(edition, text, before)
    return CommentPreview(comment_html(stored_book(edition.rulebook.game, edition.slug), html), html)
