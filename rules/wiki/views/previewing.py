"""How a comment would read, shown in its form before it is sent."""

from dataclasses import dataclass
from typing import cast

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.utils.safestring import SafeString

from rules.wiki.comment_text import comment_in, people_in
from rules.wiki.linking import comment_html
from rules.wiki.models import Edition
from rules.wiki.stored_books import stored_book
from scrapsite.common import limits
from scrapsite.common.players import display_name


@dataclass(frozen=True, slots=True)
class CommentPreview:
    """A comment as it would read. *mentioned:* whom it would name."""

    html: SafeString
    mentioned: tuple[str, ...]


def wants_preview(request: HttpRequest) -> bool:
    """Return whether the form was sent by its button “Preview”."""
    return "preview" in request.POST


def comment_preview(request: HttpRequest, edition: Edition, text: str, before: str = "") -> CommentPreview:
    """Return how a member's *text* would read. *before:* as of `comment_in`. *Raises:* BadText, TooMany."""
    limits.check("previews", request)
    html = comment_in(edition, text, before)
    people = people_in(html, cast(User, request.user))
    return CommentPreview(
        comment_html(stored_book(edition.rulebook.game, edition.slug), html),
        tuple(display_name(user) for user in people),
    )
