"""A list of cards as a saved object: one deck with every copy, or a deck for each pile."""

from collections.abc import Callable

from cards.exports.lists import CardList
from cards.exports.tabletop.decks import Numbered, deck
from cards.exports.tabletop.sheets import card_ids, custom_decks, grids
from cards.exports.tabletop.things import Ids, Pose, saved

BETWEEN_PILES = 3.0


def saved_object(cards: CardList, address: Callable[[str], str]) -> bytes:
    """Return the saved object. *address:* gives the URL of a picture."""
    numbered, ids, words = _numbered(cards), Ids(), "\n".join(cards.credits)
    sheets = custom_decks(cards.part_of or cards, address)
    made = []
    for place, (name, size) in enumerate(cards.piles or ((cards.name, len(numbered)),)):
        pile, numbered = numbered[:size], numbered[size:]
        pose = Pose(x=place * BETWEEN_PILES, is_down=True)
        made.append(deck(pile, ids, f"{cards.slug}/{name}", name, sheets, pose, words))
    return saved(made, SaveName=cards.name)


def _numbered(cards: CardList) -> list[Numbered]:
    """Return every copy with its number on the sheets; in the order of the sheets, or of the piles."""
    if cards.part_of is not None:
        numbers = card_ids(cards.part_of)
        return [(card, numbers[card.slug]) for card in cards.cards]
    return [
        (card, grid.number * 100 + place)
        for grid in grids(cards)
        for place, card in enumerate(grid.cards)
        for _ in range(card.quantity)
    ]
