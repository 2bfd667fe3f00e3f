"""What a designer asks of a search. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from games import catalog
from games.bots import ALL
from games.engine import codec
from games.engine.drafting import Ability, CardChange, Changes, EditionValues, with_figures
from games.engine.errors import BadOptions
from games.lab.measuring.packages import DraftData
from games.lab.measuring.setup import Setup, checked

MOST_FIGURES = 6
MOST_PERCENT, MOST_TURNS = 100, 9_999
CANDIDATES = (12, 24, 48, 96)
GAMES = (40, 100, 200, 400)
# So many games at least are played with each of the best, on deals that the search hasn't seen.
LEAST_FRESH = 200
BEST = 5
# The share of its games that a candidate plays on average, since the worse ones stop early.
PLAYED = 0.7

FIRST, TURNS, GAINED, USED = "first", "turns", "gained", "used"
PARAMETERS, CARDS, DOES = "parameters", "cards", "does/"

# The values of the figures that move, by their places.
Values = Mapping[str, int]


class Figure(Struct, frozen=True):
    """A figure that may move. *now:* its value where the search begins.

    *at:* its place: `parameters/hand_size`, `cards/drone/scrap`, or `cards/drone/does/0/effects/0/amount` in
    what a card does.
    """

    at: str
    low: int
    high: int
    step: int
    now: int

    @property
    def choices(self) -> range:
        return range(self.low, self.high + 1, self.step)


class Target(Struct, frozen=True):
    """What is wanted: that a figure of the games lies between *low* and *high*; shares go from 0 to 1.

    *what:* wins of the first player, turns of a game, or the share of the games in which somebody gains or
    uses a card. *card:* its slug; empty for every card that isn't in a starting deck.
    """

    what: str
    low: float
    high: float
    card: str = ""

    @property
    def is_of_cards(self) -> bool:
        return self.what in (GAINED, USED)


class Question(Struct, frozen=True):
    """*changes:* to the published edition *base*, with which the search begins, JSON text of `Changes`.

    *candidates:* how many to try at most. *games:* with each. *further:* also when the games are as wanted
    from the beginning. The others are as in the lab's `Setup`.
    """

    title: str
    base: str
    changes: str
    figures: tuple[Figure, ...]
    targets: tuple[Target, ...]
    candidates: int
    games: int
    level: str
    effort: int = ALL
    seats: int = 2
    seed: int = 1
    further: bool = False

    @property
    def variants(self) -> int:
        """How many different candidates are tried, with the one that the search begins with."""
        is_among = all(figure.now in figure.choices for figure in self.figures)
        return min(self.candidates, count_choices(self.figures) + (not is_among))

    @property
    def fresh_games(self) -> int:
        return max(LEAST_FRESH, self.games)

    @property
    def now(self) -> dict[str, int]:
        """The values with which the search begins."""
        return {figure.at: figure.now for figure in self.figures}

    def setup(self, slug: str, games: int) -> Setup:
        """Return the setup of the games with the edition *slug*."""
        return Setup(
            title=self.title,
            edition=slug,
            level=self.level,
            games=games,
            seed=self.seed,
            seats=self.seats,
            effort=self.effort,
        )

    def draft(self, values: Values, slug: str) -> DraftData:
        """Return the draft edition *slug* that has *values*, as data."""
        base = values_of(self.title, None, self.base)
        changes = with_values(codec.from_json(Changes, self.changes), values, base)
        return DraftData(self.title, self.base, codec.to_json(changes), slug)


def checked_question(question: Question) -> Question:
    """Return *question* if it can be searched. *Raises:* `BadOptions`."""
    if not question.figures or not question.targets:
        raise BadOptions(
            "Say how games should be." if question.figures else "Choose a figure that may change."
        )
    if len(question.figures) > MOST_FIGURES:
        raise BadOptions(f"At most {MOST_FIGURES} figures may change.")
    if len({figure.at for figure in question.figures}) < len(question.figures):
        raise BadOptions("Choose each figure once.")
    if question.candidates not in CANDIDATES or question.games not in GAMES:
        raise BadOptions("Choose how many variants and games from the lists.")
    for target in question.targets:
        if not 0 <= target.low <= target.high or (target.what != TURNS and target.high > 1):
            raise BadOptions("“From” can’t be greater than “to”, and percentages lie between 0 and 100.")
    checked(question.setup(question.base, question.games))
    return question


def with_values(changes: Changes, values: Values, base: EditionValues) -> Changes:
    """Return *changes* with these values of figures; those of new cards are theirs.

    *base:* all that can be changed, as the published edition has it.
    *Raises:* `LookupError` if a figure isn't there.
    """
    for at, value in values.items():
        sort, *path = at.split("/", 2)
        if sort == PARAMETERS:
            changes = replace(changes, parameters={**changes.parameters, path[0]: value})
            continue
        slug, key = path
        new = {card.slug: card for card in changes.new}
        card = new.get(slug) or changes.cards.get(slug, CardChange())
        if key.startswith(DOES):
            does = with_figures(does_of(changes, slug, base), {key.removeprefix(DOES): value})
            changed = replace(card, does=does)
        else:
            changed = replace(card, figures={**card.figures, key: value})
        if slug in new:
            changes = replace(changes, new=tuple({**new, slug: changed}.values()))
        else:
            changes = replace(changes, cards={**changes.cards, slug: changed})
    return changes


def does_of(changes: Changes, slug: str, base: EditionValues) -> tuple[Ability, ...]:
    """Return what a card does after *changes* to *base*. *Raises:* `KeyError` if there is no such card."""
    new = next((card for card in changes.new if card.slug == slug), None)
    if new is not None:
        return new.does
    change = changes.cards.get(slug)
    return base.cards[slug].does if change is None or change.does is None else change.does


def count_choices(figures: tuple[Figure, ...]) -> int:
    """Return how many different candidates there are."""
    found = 1
    for figure in figures:
        found *= len(figure.choices)
    return found


def every_choice(figures: tuple[Figure, ...]) -> Any:
    """Yield the values of every candidate there is."""
    for values in product(*(figure.choices for figure in figures)):
        yield dict(zip((figure.at for figure in figures), values, strict=True))


def values_of(title: str, draft: DraftData | None, base: str) -> EditionValues:
    """Return all that designers may change in an edition, as it is there. *Raises:* `DraftRefused`."""
    from games.lab.measuring.packages import edition_of

    found = catalog.title(title)
    if found.drafting is None:
        raise BadOptions(f"{found.name} can’t be drafted yet.")
    return found.drafting.values(edition_of(draft) if draft else catalog.published(title, base))
