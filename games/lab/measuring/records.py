"""What is kept of a game: a few figures, and which cards each seat used. Pure.

The measures of a course of play follow Browne, "Automatic Generation and Evaluation of Recombination Games",
2008, chapter 6; those of decisions follow Gaina et al., "TAG: A Tabletop Games Framework", 2020.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from msgspec import Struct

from games import catalog
from games.bots import bot
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.events import Event
from games.engine.optional import BringsDeck, Weighs
from games.engine.protocol import Game
from games.lab.measuring.setup import Setup
from games.statistics.playing import play
from games.statistics.uses import uses_of

# Whoever stands this well, from 0 to 1, is in the lead. Smaller leads come and go with each turn.
LEADS = 0.55
USUAL_SCALE = 10.0
# What is done with a card, by the kind of use; any other kind is a play.
GAINS = frozenset({"buy-card", "salvage", "take", "take-card"})
DISCARDS = frozenset({"gain-scrap", "gain-energy", "trash", "scrap"})

# How often a seat gained, played and discarded each card.
Uses = dict[str, tuple[int, int, int]]
# The cards of a deck, by the key of their slot.
Brought = dict[str, tuple[str, ...]]


class GameRecord(Struct, frozen=True, array_like=True):
    """A game of a report.

    *side:* of the comparison. *rival:* the seat of the other bot, -1 if all are alike. *first:* the seat
    that decided first, -1 if several did. *winners:* empty for a draw. *rule:* what ended it.
    *turns:* as the title counts them. *forced:* decisions with one legal move. *choices:* the sum of legal
    moves over all others. *changes:* of the lead. *decided:* the share of the turns after which the later
    winner led for good, *drama:* how far the later winner was behind; -1 without a single winner.
    *uses:* by seat. *broken:* why it broke off, empty if it ended; then nothing else counts.
    *brought:* the deck of each seat, where players bring decks.
    """

    side: str
    deal: int
    turned: bool
    rival: int = -1
    first: int = -1
    winners: tuple[int, ...] = ()
    rule: str = ""
    turns: int = 0
    decisions: int = 0
    forced: int = 0
    choices: int = 0
    changes: int = 0
    decided: float = -1.0
    drama: float = -1.0
    uses: tuple[Uses, ...] = ()
    broken: str = ""
    brought: tuple[Brought, ...] = ()

    @property
    def place(self) -> tuple[str, int, bool, bool]:
        """What records are sorted by."""
        return self.side, self.deal, self.rival >= 0, self.turned

    def points(self, seat: int) -> float:
        """Return what *seat* won: 1 alone, a share with others; all share a draw."""
        if not self.winners:
            return 1 / len(self.uses)
        return (seat in self.winners) / len(self.winners)


def play_game(setup: Setup, side: str, edition: str, deal: int, turned: bool, rival: int = -1) -> GameRecord:
    """Return the record of one game. Both sides play a deal with the same luck, and bots with the same mind.

    *rival:* the seat at which the rival plays; -1 for none.
    """
    game = catalog.game(setup.title, edition)
    slugs = frozenset(card.slug for card in catalog.cards(setup.title, edition))
    luck = _chance(setup.seed, deal, "deal")
    mind = _chance(setup.seed, deal, f"mind {turned} {rival}")
    names = [setup.opponent if seat == rival else setup.level for seat in range(setup.seats)]
    counts, decisions, forced, choices = _Uses(setup.seats), 0, 0, 0
    decks: dict[int, Brought] = {}
    try:
        state, events = game.new(read_options(game.options_type, dict(setup.options)), setup.seats, luck)
        first = game.to_act(state)
        course = Course(game, state, setup.seats)
        decks.update(_decks(game, events))
        for played in play(game, state, [bot(name, setup.effort) for name in names], luck, mind):
            decisions += 1
            forced += played.moves == 1
            choices += played.moves if played.moves > 1 else 0
            course.follow(state)
            counts.add(uses_of(game, played.seat, played.move, played.events, slugs))
            decks.update(_decks(game, played.events))
    except Exception as error:
        return GameRecord(side, deal, turned, rival, broken=repr(error)[:300])
    course.finish(state)
    result = game.result(state)
    winners = result.winners if result else ()
    decided, drama = course.of_winner(winners)
    return GameRecord(
        side=side,
        deal=deal,
        turned=turned,
        rival=rival,
        first=first[0] if len(first) == 1 else -1,
        winners=winners,
        rule=result.rule if result else "",
        turns=course.turns,
        decisions=decisions,
        forced=forced,
        choices=choices,
        changes=course.changes,
        decided=decided,
        drama=drama,
        uses=counts.kept(),
        brought=tuple(decks[seat] for seat in sorted(decks)) if len(decks) == setup.seats else (),
    )


class Course:
    """How well each seat stood, from 0 to 1, at the end of every turn.

    Turns are what a searchable title counts; elsewhere one ends when another seat is to act.
    """

    def __init__(self, game: Game[Any], state: Any, seats: int) -> None:
        self._game, self._seats = game, seats
        self._scale = game.search_settings.scale if isinstance(game, Weighs) else USUAL_SCALE
        self._mark = self._clock(state)
        self._is_noted = False
        self.standings: list[tuple[float, ...]] = []

    @property
    def turns(self) -> int:
        return len(self.standings)

    def follow(self, state: Any) -> None:
        """Note how everybody stands if the last move has ended a turn."""
        mark = self._clock(state)
        self._is_noted = mark != self._mark
        if self._is_noted:
            self._mark = mark
            self._note(state)

    def finish(self, state: Any) -> None:
        """Note how everybody stands when the game is over."""
        if not self._is_noted:
            self._note(state)

    def _note(self, state: Any) -> None:
        points = [self._game.evaluate(state, seat) for seat in range(self._seats)]
        self.standings.append(standings_of(points, self._scale))

    @property
    def changes(self) -> int:
        """How often another seat took the lead than the one that had it last."""
        leaders = [leader for leader in map(leader_of, self.standings) if leader >= 0]
        return sum(one != two for one, two in pairwise(leaders))

    def of_winner(self, winners: Sequence[int]) -> tuple[float, float]:
        """Return when the winner took the lead for good, as a share of all turns, and the drama.

        Both are -1 without a single winner.
        """
        if len(winners) != 1:
            return -1.0, -1.0
        (winner,) = winners
        before = self.standings[:-1]
        last = max((at for at, stands in enumerate(before, 1) if leader_of(stands) != winner), default=0)
        behind = [
            math.sqrt(max(stands) - stands[winner]) for stands in before if max(stands) > stands[winner]
        ]
        return last / max(1, len(self.standings)), math.fsum(behind) / len(behind) if behind else 0.0

    def _clock(self, state: Any) -> int:
        if isinstance(self._game, Weighs):
            return self._game.clock(state)
        return next(iter(self._game.to_act(state)), -1)


def standings_of(points: Sequence[float], scale: float) -> tuple[float, ...]:
    """Return how well each seat stands, from 0, lost, to 1, won. *points:* what a title's evaluation says."""
    ahead = [
        value - max(other for at, other in enumerate(points) if at != seat)
        for seat, value in enumerate(points)
    ]
    return tuple((1 + math.tanh(value / scale)) / 2 for value in ahead)


def leader_of(standings: Sequence[float]) -> int:
    """Return the seat in the lead; -1 if nobody is clearly ahead."""
    best = max(standings)
    return standings.index(best) if best >= LEADS else -1


class _Uses:
    """How often each seat gained, played and discarded each card."""

    def __init__(self, seats: int) -> None:
        self._counts: list[defaultdict[str, list[int]]] = [
            defaultdict(lambda: [0, 0, 0]) for _ in range(seats)
        ]

    def add(self, uses: Any) -> None:
        for seat, (slug, kind) in uses:
            self._counts[seat][slug][_sort_of(kind)] += 1

    def kept(self) -> tuple[Uses, ...]:
        return tuple(
            {slug: (found[0], found[1], found[2]) for slug, found in sorted(counts.items())}
            for counts in self._counts
        )


def _decks(game: Game[Any], events: Iterable[Event]) -> dict[int, Brought]:
    if not isinstance(game, BringsDeck):
        return {}
    return {seat: dict(lists) for seat, lists in game.decks_entered(events).items()}


def _sort_of(kind: str) -> int:
    return 0 if kind in GAINS else 2 if kind in DISCARDS else 1


def _chance(seed: int, deal: int, what: str) -> FastChance:
    return FastChance(int(codec.digest(f"{seed} {deal} {what}".encode())[:13], 16))
