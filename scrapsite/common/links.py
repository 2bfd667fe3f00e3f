"""Addresses of other apps' pages, by URL name; empty if the title has no such page."""

from functools import lru_cache

from django.urls import NoReverseMatch, reverse


@lru_cache(maxsize=4096)
def card_url(title: str, edition: str, slug: str) -> str:
    """Return the address of a card's page in this edition."""
    page = _page("cards:card_detail", title, slug)
    return f"{page}?edition={edition}" if page else ""


@lru_cache(maxsize=4096)
def rule_url(title: str, edition: str, anchor: str) -> str:
    """Return the address of a paragraph's page."""
    return _page("rules:paragraph_detail", title, edition, anchor) if anchor else ""


def _page(name: str, *args: str) -> str:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
