"""Card faces and chips for templates of any app."""

from functools import lru_cache

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from cards.catalogue.faces import face_html, kind_of
from games.engine.cards import Card
from scrapsite.common.links import rule_name, rule_url
from scrapsite.common.look import icon

register = template.Library()


@register.simple_tag
def face(card: Card, size: str = "", href: str = "", count: int = 0) -> SafeString:
    """Return the face of *card*; see `cards.catalogue.faces.face_html`."""
    return face_html(card, size, href, count)


@register.simple_tag
def rule_called(card: Card, anchor: str) -> str:
    """Return what people call a paragraph of the rulebook of *card*: its number, else its anchor."""
    return rule_name(anchor, rule_url(card.game, card.edition, anchor))


@register.simple_tag
def chip(card: Card, href: str = "") -> SafeString:
    """Return *card* as a chip in a sentence: its icon and name, linked when there is an *href*."""
    return _drawn_chip(icon(card.icon), card, href)


@lru_cache(maxsize=2048)
def _drawn_chip(picture: SafeString, card: Card, href: str) -> SafeString:
    inside = format_html("{}{}", picture, card.name)
    if href:
        return format_html('<a class="chip chip--{}" href="{}">{}</a>', kind_of(card), href, inside)
    return format_html('<span class="chip chip--{}">{}</span>', kind_of(card), inside)
