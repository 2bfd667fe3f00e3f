"""The pages that search engines should know: `/sitemap.xml`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from games import catalog
from games.puzzles.data import every
from rules.document.books import Book
from rules.wiki.linking import paragraph_address
from rules.wiki.stored_books import all_books

_PLAIN = (
    "scrapsite:home",
    "scrapsite:privacy",
    "games:match_list",
    "games:bot_list",
    "games:puzzle_list",
    "cards:card_list",
    "cards:search_help",
    "cards:export_index",
    "cards:deck_index",
    "rules:book_list",
    "api-v1:openapi-view",
)


class SiteMap(Sitemap):
    """Addresses on the site's own name, whatever name the request came by. Items are paths."""

    def get_protocol(self, protocol: str | None = None) -> str:
        """Return `http` or `https`."""
        return urlsplit(settings.SITE_URL).scheme

    def get_domain(self, site: Any = None) -> str:
        """Return the host and its port."""
        return urlsplit(settings.SITE_URL).netloc

    def location(self, item: str) -> str:
        """Return the path of *item*."""
        return item


class PageMap(SiteMap):
    """The pages of the site and those of each game."""

    def items(self) -> list[str]:
        """Return the paths."""
        paths = [reverse(name) for name in _PLAIN]
        for title in catalog.titles():
            paths.append(reverse("games:title_detail", args=(title.slug,)))
            paths.append(reverse("games:leader_list", args=(title.slug,)))
            if title.newest.decks:
                paths += [
                    reverse(f"cards:{name}", args=(title.slug,))
                    for name in ("deck_builder", "deck_ready_made", "public_list")
                ]
        return paths + [reverse("games:puzzle_detail", args=(puzzle.slug,)) for puzzle in every()]


class CardMap(SiteMap):
    """Every card, once: in the newest edition that has it."""

    def items(self) -> list[str]:
        """Return the paths."""
        return [
            reverse("cards:card_detail", args=(title.slug, slug))
            for title in catalog.titles()
            for slug in dict.fromkeys(
                card.slug for edition in title.editions.values() for card in edition.cards
            )
        ]


class RuleMap(SiteMap):
    """Every rulebook in force and each of its paragraphs."""

    def items(self) -> list[str]:
        """Return the paths."""
        return [path for books in all_books().values() for book in books for path in _paths(book)]


def _paths(book: Book) -> Iterable[str]:
    yield reverse("rules:book_detail", args=(book.game, book.edition))
    for paragraph in book.paragraphs:
        yield paragraph_address(book, paragraph.anchor)


MAPS: dict[str, type[Sitemap[Any]] | Sitemap[Any]] = {"pages": PageMap, "cards": CardMap, "rules": RuleMap}
