"""Two decks side by side: which cards are in one of them only, and which in both."""

from collections import Counter
from dataclasses import dataclass

from cards.decks.building import DeckChart, Line, Part, Spread, deck_chart, spread_out
from cards.decks.context import DeckContext
from cards.decks.draft import Draft


@dataclass(frozen=True, slots=True)
class Copies:
    """A card, and how many copies of it are meant."""

    line: Line
    count: int


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one slot."""

    name: str
    cards: tuple[Copies, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """Cards in one of the decks only, or in both, by slot."""

    label: str
    groups: tuple[Group, ...]

    @property
    def count(self) -> int:
        """The number of cards, with every copy."""
        return sum(copies.count for group in self.groups for copies in group.cards)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two decks, and what of them is where."""

    first: Spread
    second: Spread
    only_first: Column
    both: Column
    only_second: Column
    names: tuple[str, str]

    @property
    def decks(self) -> tuple[tuple[Spread, str, tuple[DeckChart, ...]], ...]:
        """Each deck with its name and its charts, which have the same scale for both."""
        counted = [deck.context.rules.charts(deck.lists) for deck in (self.first, self.second)]
        most = {
            label: max(count for chart in same for _, count in (*chart.bars, ("", 0)))
            for label in {chart.label for charts in counted for chart in charts}
            for same in [[chart for charts in counted for chart in charts if chart.label == label]]
        }
        drawn = (tuple(deck_chart(chart, most[chart.label]) for chart in charts) for charts in counted)
        return tuple(zip((self.first, self.second), self.names, drawn, strict=True))

    @property
    def is_same(self) -> bool:
        """Whether both decks have the same cards."""
        return not self.only_first.groups and not self.only_second.groups

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns to show: of the same decks only the cards in both."""
        return (self.both,) if self.is_same else (self.only_first, self.both, self.only_second)


def compare(context: DeckContext, first: Draft, second: Draft) -> Comparison:
    """Return how the decks differ, slot by slot: a card in another slot is another card."""
    one, other = spread_out(context, first), spread_out(context, second)
    names = name_of(context, first, "the first"), name_of(context, second, "the second")
    ours, theirs = _counts(one), _counts(other)
    return Comparison(
        one,
        other,
        _column(f"Only in {names[0]}", one, ours - theirs),
        _column("In both", one, ours & theirs),
        _column(f"Only in {names[1]}", other, theirs - ours),
        names,
    )


def name_of(context: DeckContext, draft: Draft, which: str) -> str:
    """Return what a page calls the deck: its name, or `the first mech`."""
    return draft.name or f"{which} {context.rules.noun}"


def _counts(spread: Spread) -> Counter[tuple[str, str]]:
    return Counter((part.slot.key, line.card.slug) for part in spread.parts for line in part.lines)


def _column(label: str, spread: Spread, counts: Counter[tuple[str, str]]) -> Column:
    groups = (Group(part.slot.name, _copies(part, counts)) for part in spread.parts)
    return Column(label, tuple(group for group in groups if group.cards))


def _copies(part: Part, counts: Counter[tuple[str, str]]) -> tuple[Copies, ...]:
    lines = {line.card.slug: line for line in part.lines}
    found = ((line, counts[part.slot.key, slug]) for slug, line in lines.items())
    return tuple(Copies(line, count) for line, count in found if count)
