"""A list of cards as a saved object: one deck with every copy."""

from collections.abc import Callable

from cards.exports.lists import CardList
from cards.exports.tabletop.decks import deck
from cards.exports.tabletop.sheets import custom_decks, grids
from cards.exports.tabletop.things import Ids, Pose, saved


def saved_object(cards: CardList, address: Callable[[str], str]) -> bytes:
    """Return the saved object. *address:* gives the URL of a picture."""
    numbered = [
        (card, grid.number * 100 + place)
        for grid in grids(cards)
        for place, card in enumerate(grid.cards)
        for _ in range(card.quantity)
    ]
    sheets = custom_decks(cards, address)
    made = deck(numbered, Ids(), cards.slug, cards.name, sheets, Pose(is_down=True), "\n".join(cards.credits))
    return saved([made], SaveName=cards.name)
