"""Template tags about the edition of a match, published or drafted."""

from django import template
from django.urls import reverse

from games import catalog
from games.drafts.slugs import read_slug
from scrapsite.common.links import book_url

register = template.Library()

register.filter("edition_name", catalog.edition_name)
register.filter("revision_number", catalog.revision_number)


@register.simple_tag
def rulebook_url(title: str, edition: str) -> str:
    """Return the address of the rulebook that the edition is played by."""
    return book_url(title, edition)


@register.simple_tag
def differing_url(edition: str) -> str:
    """Return the address of the page that says what differs in a draft edition; empty for published ones."""
    asked = read_slug(edition)
    return reverse("games:revision_detail", args=asked) if asked else ""


@register.simple_tag
def card_folder(title: str, edition: str) -> str:
    """Return the address under which pages find the faces of the edition’s cards."""
    asked = read_slug(edition)
    if asked:
        return reverse("games:draft_cards", args=asked)
    return f"{reverse('cards:card_list')}{title}/"
