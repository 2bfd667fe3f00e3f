"""Addresses of other apps' pages, by URL name; empty if the title has no such page.

The rulebooks say which paragraphs have changed since they were checked (`tell_changed_rules`).
"""

from collections.abc import Callable
from functools import lru_cache

from django.urls import NoReverseMatch, reverse

_tellers: list[Callable[[], frozenset[str]]] = []


def tell_changed_rules(teller: Callable[[], frozenset[str]]) -> None:
    """Let *teller* say what `changed_rules` returns. It is asked at every link, so it has to be quick."""
    _tellers.append(teller)


def changed_rules() -> frozenset[str]:
    """Return the addresses of paragraphs whose words nobody has checked since they changed."""
    found: frozenset[str] = frozenset()
    for teller in _tellers:
        found = teller() | found if found else teller()
    return found


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
