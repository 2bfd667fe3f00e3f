"""What pages about decks need of a title: its newest edition, the rules for decks, and addresses."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse

from games import catalog
from games.engine.cards import Card
from games.engine.decks import DeckRules, Lists, Slot
from games.engine.protocol import EditionInfo, Title


@dataclass(frozen=True)
class DeckContext:
    """A title whose players bring decks. *edition:* the edition that decks are made for."""

    title: Title
    edition: EditionInfo
    rules: DeckRules

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards of the edition by slug, in the order of the box."""
        return {card.slug: card for card in self.edition.cards}

    @cached_property
    def empty_slots(self) -> tuple[Slot, ...]:
        """The slots of an empty deck."""
        return self.rules.slots({})

    def address(self, page: str, lists: Lists | None = None, **more: str) -> str:
        """Return the address of *page* (`deck_share`) for the deck *lists*. Empty *more* is left out."""
        query = [*self.pairs(lists or {}), *((key, value) for key, value in more.items() if value)]
        return reverse(f"cards:{page}", args=(self.title.slug,)) + (f"?{urlencode(query)}" if query else "")

    def pairs(self, lists: Lists) -> list[tuple[str, str]]:
        """Return the deck as addresses and forms hold it: pairs of a slot's short name and a card's slug."""
        return [(slot.short, slug) for slot in self.empty_slots for slug in lists.get(slot.key, ())]

    def tidy(self, lists: Mapping[str, Iterable[str]]) -> Lists:
        """Return the deck with every slot, with only cards of the edition, in the order of the box."""
        known = {slot.key: self.known(lists.get(slot.key, ())) for slot in self.empty_slots}
        return self.rules.sort(known)

    def known(self, slugs: Iterable[str]) -> tuple[str, ...]:
        """Return those of *slugs* that are cards of the edition."""
        return tuple(slug for slug in slugs if slug in self.cards)


def deck_contexts() -> tuple[DeckContext, ...]:
    """Return the contexts of all titles whose players bring decks, in the order of the lobby."""
    found = (deck_context_of(title.slug) for title in catalog.titles())
    return tuple(context for context in found if context is not None)


def deck_context_of(game: str, edition: str = "") -> DeckContext | None:
    """Return the context of the title *game*; None if it is unknown, or its players bring no decks.

    *edition:* the newest if empty.
    """
    title = next((title for title in catalog.titles() if title.slug == game), None)
    if title is None:
        return None
    found = title.editions.get(edition or title.newest.slug)
    return DeckContext(title, found, found.decks) if found and found.decks else None


def deck_context_or_404(game: str) -> DeckContext:
    """Return the context of *game*. *Raises:* `Http404` if its players bring no decks."""
    context = deck_context_of(game)
    if context is None:
        raise Http404("You can’t bring a deck to that game.")
    return context


def deck_url(card: Card) -> str:
    """Return the address of the builder with *card* in the deck; empty if no deck can hold the card."""
    context = deck_context_of(card.game)
    if context is None or card.edition != context.edition.slug:
        return ""
    slot = next((slot for slot in context.empty_slots if slot.size and card.slug in slot.fits), None)
    return context.address("deck_builder", {slot.key: (card.slug,)}) if slot else ""
