"""Table talk and notes in templates."""

from typing import Any

from django import template

from games.matches.models import Match
from games.matches.queries.board import Board
from games.talk.queries import Talk, note, talk

register = template.Library()


@register.simple_tag(takes_context=True)
def said_at(context: dict[str, Any], board: Board) -> Talk:
    """Return what the reader of the page may read of the talk at the match."""
    request = context["request"]
    match = Match(pk=board.match, status=board.status)
    return talk(match, request.user, whole=request.GET.get("talk") == "all")


@register.simple_tag(takes_context=True)
def note_at(context: dict[str, Any], board: Board) -> str:
    """Return what the reader of the page has noted down about the match."""
    return note(Match(pk=board.match), context["request"].user)
