"""Rights of the reader, for links that are only for some people."""

from typing import Any

from django import template

from rules.wiki.permissions import rights_of

register = template.Library()


@register.simple_tag(takes_context=True)
def edits(context: Any, game: str) -> bool:
    """Return whether whoever reads the page is an editor of the rulebook of *game*."""
    return "edit" in rights_of(context["request"].user, game)


@register.simple_tag(takes_context=True)
def keeps(context: Any, game: str) -> bool:
    """Return whether whoever reads the page is an editor or moderator of the rulebook of *game*."""
    return not rights_of(context["request"].user, game).isdisjoint(("edit", "moderate"))
