"""What every template may draw with: icons of the sprite, and times in words."""

from datetime import datetime

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince

register = template.Library()


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """Return the icon *name*. It is decoration unless it gets a *label* to be read out."""
    source = f"{static('icons/sprite.svg')}#{name}"
    if not label:
        return format_html('<svg class="icon" aria-hidden="true"><use href="{}"></use></svg>', source)
    return format_html(
        '<svg class="icon" role="img" aria-label="{}"><use href="{}"></use></svg>', label, source
    )


@register.simple_tag
def art(name: str) -> SafeString:
    """Return the icon *name* as the picture of a card."""
    source = f"{static('icons/sprite.svg')}#{name}"
    return format_html('<svg class="card__art" aria-hidden="true"><use href="{}"></use></svg>', source)


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago *moment* was, in its largest unit: `3 hours ago`, or `just now`."""
    since = timesince(moment, depth=1)
    return "just now" if since.startswith("0") else f"{since} ago"
