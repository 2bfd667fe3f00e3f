"""Template tags for the head of a page: its words on one line, and whole addresses."""

from typing import Any

from django import template
from django.conf import settings
from django.http import HttpRequest
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from scrapsite.found.facts import game_facts, site_facts
from scrapsite.found.pictures import card_picture, game_picture, rule_picture

register = template.Library()

register.filter(card_picture)
register.filter(rule_picture)
register.filter(game_picture)
register.simple_tag(site_facts)
register.simple_tag(game_facts)


class _Words(template.Node):
    """Keeps what its nodes render under a name, on one line."""

    def __init__(self, nodelist: NodeList, name: str) -> None:
        self.nodelist = nodelist
        self._name = name

    def render(self, context: Context) -> SafeString:
        """Render the nodes into the context, and nothing here."""
        context[self._name] = SafeString(" ".join(self.nodelist.render(context).split()))
        return SafeString("")


@register.tag
def words(parser: Parser, token: Token) -> _Words:
    """Keep the words of a block that is needed twice: `{% words as name %}…{% endwords %}`."""
    parts = token.split_contents()
    if len(parts) != 3 or parts[1] != "as":
        raise template.TemplateSyntaxError("Write {% words as name %}.")
    nodes = parser.parse(("endwords",))
    parser.delete_first_token()
    return _Words(nodes, parts[2])


@register.filter
def on_site(path: str) -> str:
    """Return the whole address of *path*, on the site's own name; a whole address stays as it is."""
    return path if path.startswith(("http://", "https://")) else f"{settings.SITE_URL}{path}"


@register.simple_tag(takes_context=True)
def own_address(context: Context) -> str:
    """Return the whole address of the page, without what stands after `?`; empty outside a request."""
    request: Any = context.get("request")
    return on_site(request.path) if isinstance(request, HttpRequest) else ""


@register.filter
def oembed(address: str) -> str:
    """Return the whole address at which other sites ask what they may show of the page *address*."""
    return f"{on_site(reverse('scrapsite:oembed'))}?{urlencode({'url': address, 'format': 'json'})}"
