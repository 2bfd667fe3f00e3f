"""What the pages about one deck show of it: its parts, what is wrong with it, its figures, where to go on."""

from dataclasses import dataclass

from cards.catalogue.faces import type_of
from cards.catalogue.links import card_url
from cards.decks.charts import Drawn, drawn
from cards.decks.context import Bench
from cards.decks.draft import Sketch
from cards.decks.finder import Finder
from games.engine.cards import Card
from games.engine.decks import Lists, ReadyMade, Slot
from scrapsite.common.links import rule_url


@dataclass(frozen=True, slots=True)
class Line:
    """A card in a slot. *press:* what takes it out. *fits:* whether it may be there at all."""

    card: Card
    type: str
    url: str
    press: str
    fits: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A slot with its cards. *free:* places still to be filled, a list to be counted by a template."""

    slot: Slot
    lines: tuple[Line, ...]
    rule_url: str

    @property
    def free(self) -> range:
        return range(self.slot.size - len(self.lines))

    @property
    def is_over(self) -> bool:
        return len(self.lines) > self.slot.size

    @property
    def is_full(self) -> bool:
        return len(self.lines) == self.slot.size


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something wrong with the deck. *rule:* anchor, *rule_url:* its page."""

    reason: str
    rule: str
    rule_url: str


@dataclass(frozen=True, slots=True)
class Spread:
    """A deck laid out. *parts:* that it wants or has cards in. *pairs:* its fields for a form."""

    bench: Bench
    lists: Lists
    name: str
    parts: tuple[Part, ...]
    wrongs: tuple[Wrong, ...]
    pairs: tuple[tuple[str, str], ...]

    @property
    def is_ready(self) -> bool:
        """Whether it can be brought into a match."""
        return not self.wrongs

    @property
    def is_empty(self) -> bool:
        return not self.pairs

    @property
    def charts(self) -> tuple[Drawn, ...]:
        return tuple(drawn(chart) for chart in self.bench.rules.charts(self.lists))

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(line.card for part in self.parts for line in part.lines)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The cards with the whole names of their slots, for a form that brings the deck."""
        return tuple((part.slot.key, line.card.slug) for part in self.parts for line in part.lines)

    @property
    def builder_url(self) -> str:
        return self.bench.address("deck_builder", self.lists, name=self.name)

    @property
    def share_url(self) -> str:
        return self.bench.address("deck_share", self.lists, name=self.name)

    @property
    def query(self) -> str:
        """The deck as the query of an address."""
        return self.share_url.partition("?")[2]


@dataclass(frozen=True, slots=True)
class Builder:
    """The builder: the deck, and what to put into it. *saved:* the key of the saved deck it is, if any.

    *match:* the match it is built for, if any.
    """

    spread: Spread
    finder: Finder
    remarks: tuple[str, ...]
    saved: int | None = None
    saved_name: str = ""
    match: str = ""

    @property
    def sketch(self) -> Sketch:
        return Sketch(self.spread.lists, self.spread.name)

    @property
    def url(self) -> str:
        """The address that shows exactly this."""
        return self.spread.bench.address(
            "deck_builder",
            self.spread.lists,
            name=self.spread.name,
            q=self.finder.text,
            type=self.finder.type,
            saved=str(self.saved or ""),
            match=self.match,
        )

    @property
    def bring_url(self) -> str:
        """Where the deck can be brought into the match that it is built for."""
        return self.spread.bench.address(
            "deck_bring", self.spread.lists, name=self.spread.name, match=self.match
        )


def spread_out(bench: Bench, sketch: Sketch) -> Spread:
    """Return the deck as pages show it."""
    slots = bench.rules.slots(sketch.lists)
    parts = tuple(_part(bench, slot, sketch.lists.get(slot.key, ())) for slot in slots)
    wrongs = tuple(
        Wrong(fault.reason, fault.rule, _rule(bench, fault.rule))
        for fault in bench.rules.faults(sketch.lists)
    )
    return Spread(
        bench,
        sketch.lists,
        sketch.name,
        tuple(part for part in parts if part.slot.size or part.lines),
        wrongs,
        tuple(bench.pairs(sketch.lists)),
    )


def ready_made(bench: Bench) -> tuple[tuple[ReadyMade, Spread], ...]:
    """Return the decks that come with the game, each laid out."""
    return tuple(
        (made, spread_out(bench, Sketch(bench.tidy(made.lists), made.name)))
        for made in bench.rules.ready_made
    )


def _part(bench: Bench, slot: Slot, slugs: tuple[str, ...]) -> Part:
    lines = tuple(_line(bench.cards[slug], slot) for slug in slugs)
    return Part(slot, lines, _rule(bench, slot.rule))


def _line(card: Card, slot: Slot) -> Line:
    fits = card.slug in slot.fits
    return Line(card, type_of(card), card_url(card), f"{slot.key}:{card.slug}", fits)


def _rule(bench: Bench, anchor: str) -> str:
    return rule_url(bench.title.slug, bench.edition.slug, anchor)
