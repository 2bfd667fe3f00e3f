"""What the pages about one deck show: its parts, its problems, its charts, and where to go from there."""

from dataclasses import dataclass, replace

from django.utils.text import get_text_list

from cards.catalogue.faces import type_of
from cards.catalogue.links import card_url
from cards.decks.context import DeckContext
from cards.decks.draft import Draft, draft_of, file_name
from cards.decks.finder import Finder
from cards.exports.lists import CardList, card_list, edition_list
from games.engine.cards import Card
from games.engine.decks import LEVELS, Chart, Lists, ReadyMade, Slot
from scrapsite.common.charts import BarChart, bar_chart
from scrapsite.common.links import rule_name, rule_url


@dataclass(frozen=True, slots=True)
class Line:
    """A card in a slot. *value:* what its button sends to take it out. *fits:* whether the slot allows it."""

    card: Card
    type: str
    url: str
    value: str
    fits: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A slot with its cards. *free:* an item for each empty place, for a template to loop over."""

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
class Problem:
    """Something wrong with the deck. *rule:* the anchor of the rule that it breaks; *rule_url:* its page."""

    reason: str
    rule: str
    rule_url: str

    @property
    def rule_name(self) -> str:
        """What people call the rule: its number in the rulebook."""
        return rule_name(self.rule, self.rule_url)


@dataclass(frozen=True, slots=True)
class DeckChart:
    """A count over the deck. *words:* all that the *drawing* shows, to be read out."""

    label: str
    summary: str
    words: str
    drawing: BarChart


@dataclass(frozen=True, slots=True)
class Spread:
    """A deck laid out. *parts:* the slots that want or hold cards. *pairs:* the deck as fields of a form."""

    context: DeckContext
    lists: Lists
    name: str
    parts: tuple[Part, ...]
    problems: tuple[Problem, ...]
    pairs: tuple[tuple[str, str], ...]

    @property
    def is_ready(self) -> bool:
        """Whether players can bring it into a match."""
        return not self.problems

    @property
    def is_empty(self) -> bool:
        return not self.pairs

    @property
    def is_unfinished(self) -> bool:
        """Whether nothing is wrong with it but that cards are missing."""
        short = [part for part in self.parts if part.free]
        fits = all(line.fits for part in self.parts for line in part.lines)
        return bool(short) and fits and len(self.problems) == len(short)

    @property
    def missing(self) -> int:
        """How many cards its slots still need."""
        return sum(len(part.free) for part in self.parts)

    @property
    def wanted(self) -> str:
        """Which slots still need cards, and how many: `2 BOT and 1 ULT`."""
        short = [f"{len(part.free)} {part.slot.name}" for part in self.parts if part.free]
        return str(get_text_list(short, "and"))

    @property
    def charts(self) -> tuple[DeckChart, ...]:
        return tuple(deck_chart(chart) for chart in self.context.rules.charts(self.lists))

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(line.card for part in self.parts for line in part.lines)

    @property
    def fields(self) -> tuple[tuple[str, str], ...]:
        """The cards with the full names of their slots, for a form that brings the deck into a match."""
        return tuple((part.slot.key, line.card.slug) for part in self.parts for line in part.lines)

    @property
    def builder_url(self) -> str:
        return self.context.address("deck_builder", self.lists, name=self.name)

    @property
    def share_url(self) -> str:
        return self.context.address("deck_share", self.lists, name=self.name)

    @property
    def compare_url(self) -> str:
        """The page that chooses another deck to compare it with."""
        return self.context.address("deck_compare", self.lists, name=self.name)

    @property
    def query(self) -> str:
        """The deck as the query string of an address."""
        return self.share_url.partition("?")[2]


@dataclass(frozen=True, slots=True)
class Builder:
    """The builder: the deck, and cards to put into it.

    *saved:* the key of the saved deck that it shows, if any. *seen:* the mark of that deck when it was
    opened, if known. *is_changed:* it differs from what is saved. *match:* the match that it is built for,
    if any.
    """

    spread: Spread
    finder: Finder
    remarks: tuple[str, ...]
    saved: int | None = None
    saved_name: str = ""
    seen: str = ""
    is_changed: bool = False
    match: str = ""

    @property
    def draft(self) -> Draft:
        return Draft(self.spread.lists, self.spread.name)

    @property
    def url(self) -> str:
        """The address that shows exactly this."""
        return self.spread.context.address(
            "deck_builder",
            self.spread.lists,
            name=self.spread.name,
            q=self.finder.text,
            type=self.finder.type,
            saved=str(self.saved or ""),
            seen=self.seen,
            match=self.match,
        )

    @property
    def mended_url(self) -> str:
        """The address that shows this with what the search probably means; empty if nobody knows."""
        mistake = self.finder.mistake
        if mistake is None or not mistake.mended:
            return ""
        return replace(self, finder=replace(self.finder, text=mistake.mended)).url

    @property
    def bring_url(self) -> str:
        """The page that brings the deck into the match that it is built for."""
        return self.spread.context.address(
            "deck_bring", self.spread.lists, name=self.spread.name, match=self.match
        )


def spread_out(context: DeckContext, draft: Draft) -> Spread:
    """Return the deck as pages show it."""
    slots = context.rules.slots(draft.lists)
    parts = tuple(_part(context, slot, draft.lists.get(slot.key, ())) for slot in slots)
    problems = tuple(
        Problem(fault.reason, fault.rule, _rule(context, fault.rule))
        for fault in context.rules.faults(draft.lists)
    )
    return Spread(
        context,
        draft.lists,
        draft.name,
        tuple(part for part in parts if part.slot.size or part.lines),
        problems,
        tuple(context.pairs(draft.lists)),
    )


def deck_list(spread: Spread) -> CardList:
    """Return the deck as a list to export: on a table a pile for each slot, with the edition's pictures."""
    game, noun = spread.context.title, spread.context.rules.noun
    name = f"{game.name} {noun}" + (f" “{spread.name}”" if spread.name else "")
    return replace(
        card_list(name, file_name(spread.context, spread.name), spread.cards),
        piles=tuple((part.slot.name, len(part.lines)) for part in spread.parts if part.lines),
        part_of=edition_list(game.slug, spread.context.edition.slug),
    )


def ready_made(context: DeckContext) -> tuple[tuple[ReadyMade, Spread], ...]:
    """Return the decks that come with the game, the easiest first, each laid out."""
    found = sorted(context.rules.ready_made, key=lambda made: LEVELS.index(made.level))
    return tuple((made, spread_out(context, draft_of(context, made))) for made in found)


def deck_chart(chart: Chart, most: int = 0) -> DeckChart:
    """Return *chart* in words and as a drawing. *most:* a count in another chart of the same scale."""
    counted = ", ".join(f"{count} at {label}" for label, count in chart.bars if count) or "nothing yet"
    return DeckChart(chart.label, chart.summary, f"{chart.label}: {counted}.", bar_chart(chart.bars, most))


def _part(context: DeckContext, slot: Slot, slugs: tuple[str, ...]) -> Part:
    lines = tuple(_line(context.cards[slug], slot) for slug in slugs)
    return Part(slot, lines, _rule(context, slot.rule))


def _line(card: Card, slot: Slot) -> Line:
    fits = card.slug in slot.fits
    return Line(card, type_of(card), card_url(card), f"{slot.key}:{card.slug}", fits)


def _rule(context: DeckContext, anchor: str) -> str:
    return rule_url(context.title.slug, context.edition.slug, anchor)
