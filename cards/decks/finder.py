"""Finding cards for a deck: the catalogue's search, kept to the edition that the deck is made for."""

from dataclasses import dataclass

from cards.catalogue.faces import type_of
from cards.catalogue.links import card_url
from cards.decks.context import Bench
from cards.search import SearchError, read
from cards.search.editing import chosen, narrowed
from games.engine.cards import Card
from games.engine.decks import Lists, Slot

LONGEST_QUESTION = 500


@dataclass(frozen=True, slots=True)
class Place:
    """A slot that a found card fits. *does:* what a press does: `add`, `drop`, or nothing where it is full.

    *press:* what the button sends.
    """

    slot: Slot
    does: str
    press: str
    label: str


@dataclass(frozen=True, slots=True)
class Found:
    """A card that was found. *is_in:* the deck."""

    card: Card
    type: str
    url: str
    places: tuple[Place, ...]
    is_in: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A question that can't be answered, cut at the mistake. *mended:* a better one, or empty."""

    message: str
    before: str
    wrong: str
    after: str
    mended: str


@dataclass(frozen=True, slots=True)
class Finder:
    """What was looked for, and what was found. *types:* all there are, to choose from."""

    text: str
    type: str
    types: tuple[str, ...]
    english: str
    mistake: Mistake | None
    found: tuple[Found, ...]


def find(bench: Bench, lists: Lists, text: str, kind: str) -> Finder:
    """Return the cards that the question *text* finds, only those of the type *kind* if one is named."""
    text = " ".join(text.split())[: LONGEST_QUESTION + 1]
    types = tuple(dict.fromkeys(type_of(card) for card in bench.edition.cards))
    kind = kind if kind in types else ""
    try:
        english, cards = _asked(bench, text)
    except SearchError as error:
        return Finder(text, kind, types, "", _mistake(text, error), ())
    slots = bench.rules.slots(lists)
    found = tuple(_found(card, slots, lists) for card in cards if kind in ("", type_of(card)))
    return Finder(text, kind, types, english, None, found)


def _asked(bench: Bench, text: str) -> tuple[str, list[Card]]:
    """Return the question in English and what it finds. *Raises:* `SearchError`."""
    if not text:
        return "", list(bench.edition.cards)
    here = (bench.title.slug, bench.edition.slug)
    narrow = text
    for key, slug in zip(("game", "edition"), here, strict=True):
        narrow = narrow if chosen(text, key) else narrowed(narrow, key, slug)
    return read(text).english, [card for card in read(narrow).cards() if (card.game, card.edition) == here]


def _mistake(text: str, error: SearchError) -> Mistake:
    end = error.position + error.length
    return Mistake(
        error.message, text[: error.position], text[error.position : end], text[end:], error.mended(text)
    )


def _found(card: Card, slots: tuple[Slot, ...], lists: Lists) -> Found:
    places = tuple(_place(card, slot, lists.get(slot.key, ())) for slot in slots if _suits(card, slot, lists))
    return Found(card, type_of(card), card_url(card), places, any(place.does == "drop" for place in places))


def _suits(card: Card, slot: Slot, lists: Lists) -> bool:
    return (card.slug in slot.fits and slot.size > 0) or card.slug in lists.get(slot.key, ())


def _place(card: Card, slot: Slot, slugs: tuple[str, ...]) -> Place:
    press = f"{slot.key}:{card.slug}"
    if card.slug in slugs:
        return Place(slot, "drop", press, f"Take out of {slot.name}")
    if slot.size > 1 and len(slugs) >= slot.size:
        return Place(slot, "", press, f"{slot.name}: full")
    if slot.size == 1 and slugs:
        return Place(slot, "add", press, f"Take this {slot.name}")
    return Place(slot, "add", press, f"Add to {slot.name}")
