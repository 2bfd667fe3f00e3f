"""Template tags of the workshop."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scrapsite.common.links import rule_name, rule_url
from scrapsite.common.players import display_name

register = template.Library()

register.filter("player_name", display_name)


@register.filter
def place_of_text(anchor: str) -> str:
    """Return where people talk about the words of a paragraph."""
    return f"texts/{anchor}"


@register.simple_tag
def rule_of(title: str, edition: str, anchor: str, query: str = "") -> SafeString:
    """Return a link to the rule at *anchor*; its name alone if the site has no page of it.

    *query:* what its address ends with.
    """
    url = rule_url(title, edition, anchor)
    if not url:
        return format_html("rule {}", anchor)
    name = rule_name(anchor, url)
    called = f"Rule {name}" if name[:1].isdigit() else f"“{name}”"
    return format_html('<a class="rule-of" href="{}{}">{}</a>', url, query, called)
