"""Addresses of other apps' pages, by URL name, and what people call what is there.

An address is empty if the title has no such page. The rulebooks say which paragraphs have changed since they
were checked (`tell_changed_rules`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from django.urls import NoReverseMatch, Resolver404, resolve, reverse

from scrapsite.common.versions import data_version

# Returns what people call the paragraphs of an edition's rulebook, by anchor.
RuleNames = Callable[[str, str], Mapping[str, str]]
_names_of: list[RuleNames] = []
# Returns the chapters of an edition's rulebook, each with its title and its words.
RuleChapters = Callable[[str, str], Sequence[tuple[str, str]]]
_chapters_of: list[RuleChapters] = []


@dataclass(frozen=True, slots=True)
class ExampleLink:
    """An example of a rulebook: what it is called, and where it is read."""

    name: str
    url: str


# Returns the examples of an edition's rulebook, by the positions that they are about.
Examples = Callable[[str, str], Mapping[str, ExampleLink]]
_examples_of: list[Examples] = []


class EditionPages(Protocol):
    """Who knows editions that have pages of their own for cards and rules, such as drafts.

    An address is empty for an edition that has none, as published ones.
    """

    def book(self, title: str, edition: str) -> str:
        """Return the edition whose rulebook an edition is played by, mostly itself."""

    def card_page(self, title: str, edition: str, slug: str) -> str:
        """Return the address of a card."""

    def rule_page(self, title: str, edition: str, anchor: str) -> str:
        """Return the address of a paragraph, or of the whole rulebook without *anchor*."""

    def rule_place(self, url_kwargs: Mapping[str, Any]) -> tuple[str, str] | None:
        """Return the title and the edition of whose rulebook `rule_page` is an address, or None."""


_edition_pages: list[EditionPages] = []
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


def has_changed(url: str) -> bool:
    """Return whether nobody has checked the words of the paragraph at *url* since they changed."""
    found = changed_rules()
    return bool(found) and (url in found or _published(url) in found)


@lru_cache(maxsize=4096)
def card_url(title: str, edition: str, slug: str) -> str:
    """Return the address of a card's page in this edition."""
    if own := next((page for pages in _edition_pages if (page := pages.card_page(title, edition, slug))), ""):
        return own
    page = _page("cards:card_detail", title, slug)
    return f"{page}?edition={edition}" if page else ""


@lru_cache(maxsize=4096)
def rule_url(title: str, edition: str, anchor: str) -> str:
    """Return the address of a paragraph's page, with the words that this edition has."""
    if not anchor:
        return ""
    return _own_rules(title, edition, anchor) or _page(
        "rules:paragraph_detail", title, book_of(title, edition), anchor
    )


def book_url(title: str, edition: str) -> str:
    """Return the address of the rulebook that an edition is played by."""
    return _own_rules(title, edition, "") or _page("rules:book_detail", title, book_of(title, edition))


def book_of(title: str, edition: str) -> str:
    """Return the edition whose rulebook an edition is played by, mostly itself."""
    return _edition_pages[0].book(title, edition) if _edition_pages else edition


def connect_editions(pages: EditionPages) -> None:
    """Register *pages* as what knows editions with pages of their own."""
    _edition_pages[:] = [pages]


def connect_rule_names(names: RuleNames) -> None:
    """Register *names* as the function that knows what people call the paragraphs of a rulebook."""
    _names_of[:] = [names]


def connect_rule_chapters(chapters: RuleChapters) -> None:
    """Register *chapters* as the function that knows the words of a rulebook."""
    _chapters_of[:] = [chapters]


def rule_chapters(title: str, edition: str) -> Sequence[tuple[str, str]]:
    """Return the chapters of the rulebook in force as titles and plain words; none without a rulebook."""
    return _chapters_of[0](title, book_of(title, edition)) if _chapters_of else ()


def connect_examples(examples: Examples) -> None:
    """Register *examples* as the function that knows the examples of a rulebook."""
    _examples_of[:] = [examples]


def example_at(title: str, edition: str, position: str) -> ExampleLink | None:
    """Return the example that is about *position*, or None if the rulebook has none (any more)."""
    return _examples(title, book_of(title, edition), data_version()).get(position) if position else None


def rule_name(anchor: str, url: str) -> str:
    """Return what people call the paragraph at *url*: its number in the rulebook, else its anchor."""
    place = _place(url) if url else None
    return _names(*place, data_version()).get(anchor, anchor) if place else anchor


@lru_cache(maxsize=4096)
def _place(url: str) -> tuple[str, str] | None:
    """Return the title and the edition of a paragraph's address; None for other addresses."""
    try:
        found = resolve(url).kwargs
    except Resolver404:
        return None
    if {"game", "edition", "anchor"} <= found.keys():
        return found["game"], found["edition"]
    return next((place for pages in _edition_pages if (place := pages.rule_place(found))), None)


@lru_cache(maxsize=4096)
def _published(url: str) -> str:
    """Return the page in the published rulebook of the paragraph at *url*; empty for other addresses."""
    place = _place(url) if url else None
    return _page("rules:paragraph_detail", *place, resolve(url).kwargs["anchor"]) if place else ""


def _own_rules(title: str, edition: str, anchor: str) -> str:
    return next((page for pages in _edition_pages if (page := pages.rule_page(title, edition, anchor))), "")


@lru_cache(maxsize=32)
def _names(title: str, edition: str, version: str) -> Mapping[str, str]:
    """Return the names of the paragraphs by anchor. *version:* of the site's data."""
    return _names_of[0](title, edition) if _names_of else {}


@lru_cache(maxsize=32)
def _examples(title: str, edition: str, version: str) -> Mapping[str, ExampleLink]:
    """Return the examples by position. *version:* of the site's data."""
    return _examples_of[0](title, edition) if _examples_of else {}


def _page(name: str, *args: str) -> str:
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""
