"""The cards that the text of a rulebook links to, as the catalogue has them."""

import re

from games import catalog
from games.engine.cards import Card

_LINK = re.compile(r'<a href="card:([a-z0-9-]+)">')


def find_card(game: str, slug: str, edition: str = "") -> Card | None:
    """Return a game's card in *edition* or, where that lacks it, in the newest edition that has it."""
    titles = {title.slug: title for title in catalog.titles()}
    editions = titles[game].editions.values() if game in titles else ()
    ordered = sorted(editions, key=lambda found: found.slug != edition)
    return next((card for found in ordered for card in found.cards if card.slug == slug), None)


def missing_cards(game: str, html: str) -> tuple[str, ...]:
    """Return the slugs of cards that *html* links to and no edition has."""
    slugs = dict.fromkeys(_LINK.findall(html))
    return tuple(slug for slug in slugs if find_card(game, slug) is None)
