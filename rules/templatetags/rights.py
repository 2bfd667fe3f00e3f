"""What the reader of a page may do, for links that lead only some people further."""

from typing import Any

from django import template

from rules.models import Rulebook
from rules.permissions import may

register = template.Library()


@register.simple_tag(takes_context=True)
def keeps(context: Any, game: str) -> bool:
    """Say whether whoever reads the page is an editor or moderator of the rulebook of *game*."""
    user = context["request"].user
    if not user.is_authenticated:
        return False
    rulebook = Rulebook.objects.filter(game=game).first()
    return rulebook is not None and (may(user, "edit", rulebook) or may(user, "moderate", rulebook))
