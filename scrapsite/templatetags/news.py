"""The number of unread news in the header."""

from typing import Any

from django import template
from django.template import Context

from scrapsite.notifications import news

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_count(context: Context, user: Any) -> int:
    """Return how many pieces of news *user* hasn’t read; a view that has counted them says so as `unread`."""
    counted: int | None = context.get("unread")
    return news.unread_count(user) if counted is None else counted
