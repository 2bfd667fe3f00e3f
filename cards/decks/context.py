"""The workbench of a title: its newest edition that knows decks, and where pages about its decks are."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from django.urls import reverse

from games import catalog
from games.engine.cards import Card
from games.engine.decks import DeckRules, Lists, Slot
from games.engine.protocol import EditionInfo, Title


@dataclass(frozen=True)
class Bench:
    """A title whose players bring decks. *edition:* the one that decks are made for."""

    title: Title
    edition: EditionInfo
    rules: DeckRules

    @cached_property
    def cards(self) -> Mapping[str, Card]:
        """The cards of the edition by slug, in the order of the box."""
        return {card.slug: card for card in self.edition.cards}

    @cached_property
    def empty_slots(self) -> tuple[Slot, ...]:
        """The slots of a deck without cards."""
        return self.rules.slots({})

    def address(self, page: str, lists: Lists | None = None, **more: str) -> str:
        """Return where *page* (`deck_share`) is about the deck *lists*; empty *more* is left out."""
        query = [*self.pairs(lists or {}), *((key, value) for key, value in more.items() if value)]
        return reverse(f"cards:{page}", args=(self.title.slug,)) + (f"?{urlencode(query)}" if query else "")

    def pairs(self, lists: Lists) -> list[tuple[str, str]]:
        """Return the deck as an address and its forms have it: the short name of the slot, the card."""
        return [(slot.short, slug) for slot in self.empty_slots for slug in lists.get(slot.key, ())]

    def tidy(self, lists: Mapping[str, Iterable[str]]) -> Lists:
        """Return the deck with only cards of the edition, every slot named, in the order of the box."""
        known = {slot.key: self.known(lists.get(slot.key, ())) for slot in self.empty_slots}
        return self.rules.sort(known)

    def known(self, slugs: Iterable[str]) -> tuple[str, ...]:
        """Return those of *slugs* that are cards of the edition."""
        return tuple(slug for slug in slugs if slug in self.cards)


def benches() -> tuple[Bench, ...]:
    """Return the workbenches of all titles that have one, in the order of the lobby."""
    found = (bench_of(title.slug) for title in catalog.titles())
    return tuple(bench for bench in found if bench is not None)


def bench_of(game: str) -> Bench | None:
    """Return the workbench of the title *game*; None when it isn't here, or its players bring no decks."""
    title = next((title for title in catalog.titles() if title.slug == game), None)
    if title is None or title.newest.decks is None:
        return None
    return Bench(title, title.newest, title.newest.decks)


def deck_url(card: Card) -> str:
    """Return the builder with *card* in the deck; empty when decks aren't made of it."""
    bench = bench_of(card.game)
    if bench is None or card.edition != bench.edition.slug:
        return ""
    slot = next((slot for slot in bench.empty_slots if slot.size and card.slug in slot.fits), None)
    return bench.address("deck_builder", {slot.key: (card.slug,)}) if slot else ""
