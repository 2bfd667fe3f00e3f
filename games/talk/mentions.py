"""Finds the cards that somebody names in a message."""

import re
from functools import lru_cache

from games import catalog
from games.engine.cards import Card
from games.engine.errors import BadOptions


def mentions(text: str, title: str, edition: str) -> list[str | Card]:
    """Return *text* in parts, with a card of the edition in place of each name of one.

    A name of several words counts in whatever case it is written, a single word only as it is printed: who
    says that something is a drone, or to roll on, may not mean a card.
    """
    cards, pattern = _names(title, edition)
    parts: list[str | Card] = []
    for place, part in enumerate(pattern.split(text)):
        card = cards.get(part.lower()) if place % 2 else None
        parts.append(card or part)
    return [part for part in parts if part]


@lru_cache(maxsize=64)
def _names(title: str, edition: str) -> tuple[dict[str, Card], re.Pattern[str]]:
    """Return the cards of the edition by name in small letters, and what splits a text at their names."""
    try:
        cards = {card.name.lower(): card for card in catalog.cards(title, edition)}
    except BadOptions:
        cards = {}
    names = sorted((card.name for card in cards.values()), key=len, reverse=True)
    found = "|".join(f"(?i:{re.escape(name)})" if " " in name else re.escape(name) for name in names)
    return cards, re.compile(rf"\b({found or '(?!)'})\b")
