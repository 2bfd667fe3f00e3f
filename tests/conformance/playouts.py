"""Random games played to their end under the invariants, and what came up in them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from games.engine.chance import FastChance
from games.engine.events import CardPart, Event
from tests.conformance import checks
from tests.conformance.cases import Case, members
from tests.conformance.moves import conceivable

BOUND = 20_000  # moves: any random game has ended by then
SPREAD = 100  # the one closely checked table of a game is among its first so many


@dataclass
class Tally:
    """How often things came up, over many games."""

    games: int = 0
    moves: int = 0
    tables: int = 0
    longest: int = 0
    move_types: Counter[str] = field(default_factory=Counter)
    event_types: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)  # named by a move
    shown: Counter[str] = field(default_factory=Counter)  # named by a line of the log
    endings: Counter[str] = field(default_factory=Counter)

    def add(self, other: "Tally") -> None:
        """Take in what another tally counted."""
        for name in ("games", "moves", "tables"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = max(self.longest, other.longest)
        for name in ("move_types", "event_types", "rules", "cards", "shown", "endings"):
            getattr(self, name).update(getattr(other, name))

    def missing(self, case: Case) -> dict[str, set[str]]:
        """Return the cards, move types and event types of the edition that never came up."""
        return {
            "cards": case.slugs - set(self.cards) - set(self.shown),
            "moves": {kind.__name__ for kind in members(case.game.move_type)} - set(self.move_types),
            "events": {kind.__name__ for kind in members(case.game.event_type)} - set(self.event_types),
        }


def play_many(case: Case, seeds: Iterable[int], closely: int = 1) -> Tally:
    """Play a random game of *case* for each seed; in one of *closely* games a table is checked closely."""
    tally, others = Tally(), conceivable(case)
    for seed in seeds:
        try:
            play_one(case, seed, tally, others, is_close=seed % closely == 0)
        except Exception as error:
            raise AssertionError(f"{case}, seed {seed}: {error!r}") from error
    return tally


def play_one(case: Case, seed: int, tally: Tally, others: list[Any], is_close: bool = True) -> None:
    """Play one random game, checking each step, and one of its tables (and the last) closely."""
    chance = FastChance(seed)
    state, events = case.game.new(case.read_options(), case.seats, chance)
    _count_events(tally, case, events, is_close)
    if is_close:
        checks.check_deal(case, state, events)

    def choose(state: Any, seat: int, chance: FastChance) -> Any:
        return chance.pick(case.game.legal(state, seat), "move")

    _play_on(case, state, choose, chance, seed, tally, others if is_close else [])


def play_rare(case: Case, closely: int = 10) -> Tally:
    """Play the games in which, as the title says, there is what random ones seldom come to."""
    tally, others, rare = Tally(), conceivable(case), case.rare
    for number in range(rare.games if rare else 0):
        assert rare is not None
        state, chance = rare.start(number), FastChance(number)
        close = others if number % closely == 0 else []
        _play_on(case, state, rare.choose, chance, number, tally, close)
    return tally


def _play_on(
    case: Case, state: Any, choose: Any, chance: FastChance, seed: int, tally: Tally, others: list[Any]
) -> None:
    """Play on to the end. With *others*, moves to be refused, look closely at one table, and the last."""
    game, is_close = case.game, bool(others)
    census_of = case.title.census
    census = list(census_of(state))
    close_at = chance.below(SPREAD, "close") if is_close else -1
    moves = 0
    while to_act := game.to_act(state):
        if moves == close_at:
            tally.tables += 1
            checks.check_table(case, state, FastChance(seed), others)
        seat = to_act[0] if len(to_act) == 1 else chance.pick(to_act, "seat")
        move = choose(state, seat, chance)
        events = game.apply(state, seat, move, chance)
        assert census_of(state) == census, f"{move} doesn't conserve the cards"
        tally.move_types[type(move).__name__] += 1
        tally.cards.update(_cards_of(case, move))
        _count_events(tally, case, events, is_close)
        moves += 1
        assert moves < BOUND, "the game doesn't end"
    checks.check_end(case, state)
    if is_close:
        checks.check_table(case, state, FastChance(seed), others)
    tally.games += 1
    tally.moves += moves
    tally.longest = max(tally.longest, moves)
    tally.endings[game.result(state).rule] += 1


def _cards_of(case: Case, move: Any) -> list[str]:
    values, slugs = (getattr(move, name) for name in move.__struct_fields__), case.slugs
    return [value for value in values if isinstance(value, str) and value in slugs]


def _count_events(tally: Tally, case: Case, events: list[Event], is_close: bool) -> None:
    anchors = case.anchors
    for event in events:
        tally.event_types[type(event).__name__] += 1
        tally.rules[event.rule] += 1
        assert event.rule in anchors, f"{event} cites {event.rule}, which isn't in the rulebook"
        if is_close:
            tally.shown.update(part.slug for part in event.line() if isinstance(part, CardPart))
