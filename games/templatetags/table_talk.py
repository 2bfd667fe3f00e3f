"""Template tags for table talk and notes."""

from typing import Any

from django import template

from games.matches.models import Match
from games.matches.queries.board import Board
from games.talk.queries import Talk, note, talk

register = template.Library()


@register.simple_tag(takes_context=True)
def said_at(context: dict[str, Any], board: Board) -> Talk:
    """Return the table talk that the visitor may read; all of it with `?talk=all`."""
    request = context["request"]
    match = Match(pk=board.match, status=board.status)
    whole = request.GET.get("talk") == "all"
    return talk(match, request.user, whole=whole, seats=context.get("seats"))


@register.simple_tag(takes_context=True)
def note_at(context: dict[str, Any], board: Board) -> str:
    """Return the visitor's own note about the match."""
    return note(Match(pk=board.match), context["request"].user)
