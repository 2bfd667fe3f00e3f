"""Finding cards for a deck: the card search, limited to the edition that the deck is made for."""

from dataclasses import dataclass

from cards.catalogue.faces import type_of
from cards.catalogue.links import card_url
from cards.decks.context import DeckContext
from cards.search import Mistake, SearchError, read
from cards.search.language.editing import chosen, narrowed
from cards.search.language.question import mended
from games.engine.cards import Card
from games.engine.decks import Lists, Slot

LONGEST_QUESTION = 500


@dataclass(frozen=True, slots=True)
class Place:
    """A slot that a found card fits, with its button.

    *does:* `add`, `drop`, or empty where the slot is full. *value:* what the button sends.
    """

    slot: Slot
    does: str
    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Found:
    """A card that the search finds. *is_in:* whether the deck holds it."""

    card: Card
    type: str
    url: str
    places: tuple[Place, ...]
    is_in: bool


@dataclass(frozen=True, slots=True)
class Finder:
    """What somebody looks for, and the cards that fit. *types:* every type of the edition, to choose from."""

    text: str
    type: str
    types: tuple[str, ...]
    english: str
    mistake: Mistake | None
    found: tuple[Found, ...]


def find(context: DeckContext, lists: Lists, text: str, kind: str) -> Finder:
    """Return the cards that the question *text* finds; with a *kind*, only those of that type."""
    text = " ".join(text.split())[: LONGEST_QUESTION + 1]
    types = tuple(dict.fromkeys(type_of(card) for card in context.edition.cards))
    kind = kind if kind in types else ""
    try:
        english, cards = _asked(context, text)
    except SearchError as error:
        return Finder(text, kind, types, "", error.mistake_in(text, mended(text, error)), ())
    slots = context.rules.slots(lists)
    found = tuple(_found(card, slots, lists) for card in cards if kind in ("", type_of(card)))
    return Finder(text, kind, types, english, None, found)


def _asked(context: DeckContext, text: str) -> tuple[str, list[Card]]:
    """Return the question in English, and the cards that it finds. *Raises:* `SearchError`."""
    if not text:
        return "", list(context.edition.cards)
    here = (context.title.slug, context.edition.slug)
    narrow = text
    for key, slug in zip(("game", "edition"), here, strict=True):
        narrow = narrow if chosen(text, key) else narrowed(narrow, key, slug)
    return read(text).english, [card for card in read(narrow).cards() if (card.game, card.edition) == here]


def _found(card: Card, slots: tuple[Slot, ...], lists: Lists) -> Found:
    places = tuple(_place(card, slot, lists.get(slot.key, ())) for slot in slots if _suits(card, slot, lists))
    return Found(card, type_of(card), card_url(card), places, any(place.does == "drop" for place in places))


def _suits(card: Card, slot: Slot, lists: Lists) -> bool:
    return (card.slug in slot.fits and slot.size > 0) or card.slug in lists.get(slot.key, ())


def _place(card: Card, slot: Slot, slugs: tuple[str, ...]) -> Place:
    value = f"{slot.key}:{card.slug}"
    if card.slug in slugs:
        return Place(slot, "drop", value, f"Remove from {slot.name}")
    if slot.size > 1 and len(slugs) >= slot.size:
        return Place(slot, "", value, f"{slot.name}: full")
    if slot.size == 1:
        return Place(slot, "add", value, f"Choose this {slot.name}")
    return Place(slot, "add", value, f"Add to {slot.name}")
