"""Addresses of card pages and lists."""

from urllib.parse import urlencode

from django.urls import reverse

from games.catalog import is_draft
from games.engine.cards import Card
from scrapsite.common import links


def card_url(card: Card) -> str:
    """Return the address of the page of *card* in its edition."""
    return links.card_url(card.game, card.edition, card.slug)


def picture_url(card: Card) -> str:
    """Return the address that leads to the drawn picture of *card*; empty for a card of a draft."""
    if is_draft(card.edition):
        return ""
    address = reverse("scrapsite:picture_of_card", args=(card.game, card.slug))
    return f"{address}?{urlencode({'edition': card.edition})}"


def face_picture_url(card: Card) -> str:
    """Return the address that leads to the drawn face of *card* alone."""
    return f"{picture_url(card)}&form=face"


def list_url(**filters: str) -> str:
    """Return the address of the list narrowed by *filters*; empty filters are left out."""
    query = urlencode({key: value for key, value in filters.items() if value})
    return reverse("cards:card_list") + (f"?{query}" if query else "")


def found_url(url: str) -> str:
    """Return the address of the list at *url* without the page around it; empty for an empty *url*."""
    return url and reverse("cards:card_found") + url.removeprefix(reverse("cards:card_list"))


def export_url(card: Card) -> str:
    """Return the address of the downloads of *card* alone: those of a search that finds nothing else."""
    name = card.name.replace('"', " ")
    question = f'game:{card.game} edition:{card.edition} name="{name}"'
    return f"{reverse('cards:export_index')}?{urlencode({'q': question})}"
