"""Texts that show a card on another site: its face, which leads to its page."""

from dataclasses import dataclass
from html import escape

from django.conf import settings

from cards.catalogue.links import card_url, face_picture_url
from games import catalog
from games.engine.cards import Card


@dataclass(frozen=True, slots=True)
class Embed:
    """A text to paste on another site. *key:* for ids of the page. *label:* where it is understood."""

    key: str
    label: str
    text: str


def embeds(card: Card) -> tuple[Embed, ...]:
    """Return the texts that show *card* of its edition, with whole addresses. They run no script."""
    page, picture = (f"{settings.SITE_URL}{path}" for path in (card_url(card), face_picture_url(card)))
    words = f"{card.name}: {catalog.title(card.game).name} {card.edition}"
    html = (
        f'<a href="{escape(page)}">'
        f'<img src="{escape(picture)}" alt="{escape(words)}" width="252" height="352"></a>'
    )
    return (
        Embed("html", "HTML, for websites and blogs", html),
        Embed("markdown", "Markdown", f"[![{words}]({picture})]({page})"),
        Embed("bbcode", "BBCode, for forums", f"[url={page}][img]{picture}[/img][/url]"),
    )
