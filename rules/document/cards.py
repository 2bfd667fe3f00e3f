"""The cards that the text of a rulebook links to, as the catalogue has them."""

import re
from difflib import get_close_matches
from html import unescape

from games import catalog
from games.engine.cards import Card
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo

_LINK = re.compile(r'<a href="card:([a-z0-9-]+)">')
# What was meant as a link, but is none, because the name isn't written as in an address.
_UNREAD = re.compile(r"\[\[\s*(rule|card)\s*:([^\[\]<>]{1,80})\]\]", re.IGNORECASE)
_CODE = re.compile(r"<(code|pre)>.*?</\1>", re.DOTALL)


def find_card(game: str, slug: str, edition: str = "") -> Card | None:
    """Return a game's card in *edition* or, where that lacks it, in the newest edition that has it."""
    ordered = sorted(_editions(game), key=lambda found: found.slug != edition)
    return next((card for found in ordered for card in found.cards if card.slug == slug), None)


def cards_in(game: str, edition: str) -> tuple[Card, ...]:
    """Return the cards of an edition; none if it left the catalogue, which its rulebook outlasts."""
    try:
        return catalog.cards(game, edition)
    except BadOptions:
        return ()


def missing_cards(game: str, html: str) -> tuple[str, ...]:
    """Return the slugs of cards that *html* links to and no edition has."""
    slugs = dict.fromkeys(_LINK.findall(html))
    return tuple(slug for slug in slugs if find_card(game, slug) is None)


def unread_links(html: str) -> tuple[tuple[str, str], ...]:
    """Return scheme and name of what was meant as a link in clean HTML, but isn't one."""
    if "[[" not in html:
        return ()
    found = _UNREAD.findall(unescape(_CODE.sub(" ", html)))
    return tuple((scheme.lower(), name.strip()) for scheme, name in found)


def likely_card(game: str, name: str) -> str:
    """Return the slug of the card that *name* could stand for; empty if none is near."""
    cards = {card.slug: card for found in _editions(game) for card in found.cards}
    by_name = {card.name.casefold(): slug for slug, card in cards.items()}
    wanted = " ".join(name.casefold().split())
    near = get_close_matches(wanted, [*by_name, *cards], n=1, cutoff=0.6)
    return by_name.get(near[0], near[0]) if near else ""


def _editions(game: str) -> list[EditionInfo]:
    titles = {title.slug: title for title in catalog.titles()}
    return list(titles[game].editions.values()) if game in titles else []
