"""The form that asks for a search: what may move, what is wanted, and how long it takes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from games import catalog
from games.drafts.access import own_draft
from games.drafts.models import Draft
from games.engine.drafting import AbilityFigure, EditionValues, Number, figures_in
from games.engine.errors import BadOptions
from games.engine.protocol import Title
from games.lab.costs import levels_of, usual_effort, usual_level
from games.lab.measuring.packages import DraftData
from games.matches.queries.people import bot_name
from games.suggestions.asking import seconds_for
from games.suggestions.searching.question import (
    CANDIDATES,
    CARDS,
    DOES,
    FIRST,
    GAINED,
    GAMES,
    MOST_FIGURES,
    MOST_PERCENT,
    MOST_TURNS,
    PARAMETERS,
    TURNS,
    USED,
    Figure,
    Question,
    Target,
    checked_question,
    values_of,
)
from scrapsite.common.requests import whole_number

USUAL_CANDIDATES, USUAL_GAMES = 24, 100
_MINUTE = 60
# More than the longest place of a figure.
_LONGEST = 200
# What the fields are called where something is wrong with them.
_CALLED = {
    "first-low": "“The first player wins, from”",
    "first-high": "“The first player wins, to”",
    "turns-low": "“Turns of a game, from”",
    "turns-high": "“Turns of a game, to”",
    "share-low": "“In how many percent of the games, from”",
    "share-high": "“In how many percent of the games, to”",
    "seed": "“Luck”",
}
# Without bounds of the designer's, a figure moves by half of itself, and by so many steps at least.
_LEAST_STEPS = 2


@dataclass(frozen=True, slots=True)
class Movable:
    """A figure that may move. *now:* its value. *low*, *high:* how far the rules let it go."""

    at: str
    label: str
    now: int
    low: int
    high: int
    step: int


@dataclass(frozen=True, slots=True)
class MovableGroup:
    """The figures of a card, or of the rules."""

    name: str
    figures: tuple[Movable, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What a search begins with: the working copy of *draft*, or the published edition *base*."""

    title: Title
    base: str
    draft: Draft | None
    changes: str
    values: EditionValues
    groups: tuple[MovableGroup, ...]

    @property
    def cards(self) -> list[tuple[str, str]]:
        return [(slug, card.name) for slug, card in self.values.cards.items()]

    def movable(self) -> dict[str, Movable]:
        """Return all figures by their places."""
        return {one.at: one for group in self.groups for one in group.figures}


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A row of the form, as it was filled in. *at:* the chosen figure, or empty.

    *low*, *high:* its bounds.
    """

    number: int
    at: str
    low: str
    high: str

    @property
    def key(self) -> str:
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is wanted of a figure, as it was filled in."""

    low: str
    high: str


@dataclass(frozen=True, slots=True)
class BotChoice:
    """*takes:* how long the usual search takes, in words."""

    slug: str
    name: str
    takes: str


@dataclass(frozen=True, slots=True)
class SearchForm:
    """*said:* what the form shows, by the names of its fields. *count*, *games_each:* chosen numbers.

    *fair:* the percentage of the games that each player wins in a fair game. *can_add:* another figure.
    *is_added:* the last row was added just now.
    """

    start: Start
    said: Mapping[str, str]
    fair: int
    first: Bounds
    turns: Bounds
    share: Bounds
    rows: tuple[FigureRow, ...]
    can_add: bool
    is_added: bool
    levels: tuple[BotChoice, ...]
    count: int
    games_each: int
    candidates: tuple[int, ...] = CANDIDATES
    games: tuple[int, ...] = GAMES


def start_of(user: Any, data: Mapping[str, str], *, as_base: bool = False) -> Start:
    """Return what *data* says that a search begins with: `draft`, or `title` and `edition`.

    *as_base:* without the draft's changes, for a form that only keeps what was filled in.
    *Raises:* `Http404` for a draft of somebody else, `BadOptions`, `DraftRefused` if it makes no edition.
    """
    draft = own_draft(user, data["draft"]) if data.get("draft") else None
    if draft is not None:
        title, base, changes = catalog.title(draft.title), draft.base, "{}" if as_base else draft.working
    else:
        title = catalog.title(data.get("title") or catalog.titles()[0].slug)
        base, changes = data.get("edition") or title.newest.slug, "{}"
        catalog.published(title.slug, base)
    values = values_of(title.slug, DraftData(title.slug, base, changes, "draft:aaaaaaaaaa@1"), base)
    return Start(title, base, draft, changes, values, tuple(_groups(title, values)))


def read(start: Start, data: Mapping[str, str]) -> Question:
    """Return what the form *data* asks. *Raises:* `BadOptions`."""
    title = start.title
    question = Question(
        title=title.slug,
        base=start.base,
        changes=start.changes,
        figures=tuple(_figures(start, data)),
        targets=tuple(_targets(start, data)),
        candidates=_number(data, "candidates", USUAL_CANDIDATES, 1, max(CANDIDATES)),
        games=_number(data, "games", USUAL_GAMES, 1, max(GAMES)),
        level=data.get("level") or usual_level(title),
        effort=usual_effort(title.slug),
        seats=min(title.seats),
        seed=_number(data, "seed", 1, 0, 999_999),
    )
    return checked_question(question)


def form_of(start: Start, data: Mapping[str, str], is_added: bool = False) -> SearchForm:
    """Return the form that shows *data*. *is_added:* with an empty row more."""
    title = start.title
    said = {
        "level": usual_level(title),
        "what": GAINED,
        **{name: text[:_LONGEST] for name, text in data.items()},
    }
    rows = max([1, *(row for row in range(1, MOST_FIGURES + 1) if f"figure-{row}" in data)])
    rows = min(rows + is_added, MOST_FIGURES)
    return SearchForm(
        start=start,
        said=said,
        fair=round(MOST_PERCENT / min(title.seats)),
        first=_said_bounds(said, "first"),
        turns=_said_bounds(said, "turns"),
        share=_said_bounds(said, "share"),
        rows=tuple(_row(said, row) for row in range(1, rows + 1)),
        can_add=rows < MOST_FIGURES,
        is_added=is_added,
        levels=tuple(BotChoice(level, bot_name(level), takes_of(start, level)) for level in levels_of(title)),
        count=whole_number(said.get("candidates", "")) or USUAL_CANDIDATES,
        games_each=whole_number(said.get("games", "")) or USUAL_GAMES,
    )


def _said_bounds(said: Mapping[str, str], name: str) -> Bounds:
    return Bounds(said.get(f"{name}-low", ""), said.get(f"{name}-high", ""))


def _row(said: Mapping[str, str], row: int) -> FigureRow:
    bounds = _said_bounds(said, f"figure-{row}")
    return FigureRow(row, said.get(f"figure-{row}", ""), bounds.low, bounds.high)


def takes_of(start: Start, level: str) -> str:
    """Return how long the usual search by that bot takes, in words."""
    question = Question(
        title=start.title.slug,
        base=start.base,
        changes="{}",
        figures=(),
        targets=(),
        candidates=USUAL_CANDIDATES,
        games=USUAL_GAMES,
        level=level,
        effort=usual_effort(start.title.slug),
        seats=min(start.title.seats),
    )
    minutes = seconds_for(question) / max(1, settings.LAB_PROCESSES) / _MINUTE
    return "under a minute" if minutes < 1 else f"about {minutes:.0f} minute{'s' * (round(minutes) != 1)}"


def _groups(title: Title, values: EditionValues) -> Iterator[MovableGroup]:
    drafting = title.drafting
    if drafting is None:
        return
    rules = [parameter.field for parameter in drafting.parameters]
    yield MovableGroup("Rules", tuple(_movable(rules, values.parameters, PARAMETERS)))
    for slug, card in values.cards.items():
        card_type, at = drafting.card_types[card.type], f"{CARDS}/{slug}"
        figures = [*_movable(card_type.figures, card.figures, at)]
        if not card.fixed:
            figures += _in_what_it_does(figures_in(card.does, card_type, drafting.vocabulary), at)
        yield MovableGroup(card.name, tuple(figures))


def _movable(fields: Any, values: Mapping[str, Any], at: str) -> Iterator[Movable]:
    for one in fields:
        now = values.get(one.key)
        if isinstance(one, Number) and isinstance(now, int) and not isinstance(now, bool):
            yield Movable(f"{at}/{one.key}", one.label, now, one.low, one.high, one.step)


def _in_what_it_does(found: Iterable[AbilityFigure], at: str) -> Iterator[Movable]:
    for one in found:
        field = one.field
        yield Movable(f"{at}/{DOES}{one.at}", one.name, one.now, field.low, field.high, field.step)


def _figures(start: Start, data: Mapping[str, str]) -> Iterator[Figure]:
    known = start.movable()
    for row in range(1, MOST_FIGURES + 1):
        at = data.get(f"figure-{row}", "")
        if not at:
            continue
        if at not in known:
            raise BadOptions("Choose the figures from the list.")
        found = known[at]
        reach = max(abs(found.now) // 2, _LEAST_STEPS * found.step)
        low = _bound(data, f"figure-{row}-low", found, max(found.low, found.now - reach))
        high = _bound(data, f"figure-{row}-high", found, min(found.high, found.now + reach))
        # Where the rules have steps, a bound between two of them means the next one inside.
        low += (found.low - low) % found.step
        if high < low + found.step:
            raise BadOptions(f"“{found.label}” needs at least two values: “from” must be below “to”.")
        yield Figure(at, low, high, found.step, found.now)


def _bound(data: Mapping[str, str], name: str, found: Movable, usual: int) -> int:
    text = data.get(name, "").strip()
    if not text:
        return usual
    digits = text.removeprefix("-").removeprefix("−")
    number = whole_number(digits)
    if number is not None and digits != text:
        number = -number
    if number is None or not found.low <= number <= found.high:
        raise BadOptions(f"“{found.label}” goes from {found.low} to {found.high}.".replace("-", "−"))
    return number


def _targets(start: Start, data: Mapping[str, str]) -> Iterator[Target]:
    if bounds := _between(data, "first", MOST_PERCENT):
        yield Target(FIRST, bounds[0] / 100, bounds[1] / 100)
    if bounds := _between(data, "turns", MOST_TURNS):
        yield Target(TURNS, *bounds)
    if bounds := _between(data, "share", MOST_PERCENT):
        card, what = data.get("card", ""), data.get("what", GAINED)
        if what not in (GAINED, USED) or (card and card not in start.values.cards):
            raise BadOptions("Choose the card from the list.")
        yield Target(what, bounds[0] / 100, bounds[1] / 100, card)


def _between(data: Mapping[str, str], name: str, most: int) -> tuple[int, int] | None:
    """Return both bounds of what is wanted, or None if nothing is said of it."""
    low, high = f"{name}-low", f"{name}-high"
    if not data.get(low, "").strip() and not data.get(high, "").strip():
        return None
    return _number(data, low, 0, 0, most), _number(data, high, most, 0, most)


def _number(data: Mapping[str, str], name: str, usual: int, low: int, high: int) -> int:
    text = data.get(name, "").strip()
    number = whole_number(text, low=low, high=high) if text else usual
    if number is None:
        raise BadOptions(f"{_CALLED.get(name, name)} must be a whole number from {low} to {high:,}.")
    return number
