"""Plays many games between bots and counts who wins, how long games are, and which cards are played. Pure."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.errors import BadOptions
from games.engine.events import Event
from games.engine.optional import BringsDeck
from games.engine.protocol import Game
from games.statistics.playing import play
from games.statistics.uses import Use, uses_of

SHOWN_EXCEPTIONS = 5


class Length(Struct):
    """Shortest, longest and mean over the games that ended."""

    least: int = 0
    most: int = 0
    total: int = 0
    games: int = 0

    def add(self, value: int) -> None:
        """Count one game of length *value*."""
        self.least = min(self.least, value) if self.games else value
        self.most = max(self.most, value)
        self.total += value
        self.games += 1

    def join(self, other: Length) -> None:
        """Count the games of *other*, too."""
        if other.games:
            self.least = min(self.least, other.least) if self.games else other.least
            self.most = max(self.most, other.most)
            self.total += other.total
            self.games += other.games

    @property
    def mean(self) -> float:
        return self.total / self.games if self.games else 0.0


class CardUse(Struct):
    """*plays:* uses of the card, by kind of use. *games:* how many seats used it. *wins:* how many of them
    won. *decks:* how many seats brought it, in games of decks.
    """

    plays: Counter[str] = field(default_factory=Counter)
    games: int = 0
    wins: int = 0
    decks: int = 0

    def join(self, other: CardUse) -> None:
        """Count the uses of *other*, too."""
        self.plays += other.plays
        self.games += other.games
        self.wins += other.wins
        self.decks += other.decks


class Report(Struct):
    """The result of a simulation. A turn is a run of moves by the same seat.

    *exceptions:* how many games broke off; *broken* describes the first few.
    """

    title: str
    edition: str
    bots: list[str]
    games: int
    seed: int
    wins_by_seat: list[int]
    wins_by_bot: dict[str, int]
    draws: int
    turns: Length
    moves: Length
    cards: dict[str, CardUse]
    exceptions: int
    broken: list[str]
    seconds: float

    @property
    def moves_per_second(self) -> float:
        return self.moves.total / self.seconds if self.seconds else 0.0

    def join(self, other: Report) -> None:
        """Count the games of *other*, which are of the same edition and bots, too."""
        self.games += other.games
        self.wins_by_seat = [
            one + more for one, more in zip(self.wins_by_seat, other.wins_by_seat, strict=True)
        ]
        for name, wins in other.wins_by_bot.items():
            self.wins_by_bot[name] += wins
        self.draws += other.draws
        self.turns.join(other.turns)
        self.moves.join(other.moves)
        for slug, use in other.cards.items():
            self.cards[slug].join(use)
        self.exceptions += other.exceptions
        self.broken = [*self.broken, *other.broken][:SHOWN_EXCEPTIONS]


class _Task(NamedTuple):
    """A game to play, *number* from 0. *bots:* of the first game, by seat."""

    title: str
    edition: str
    bots: tuple[str, ...]
    options: dict[str, int]
    seed: int
    number: int


def simulate(
    title: str,
    edition: str,
    bots: Sequence[str],
    games: int,
    seed: int,
    options: Mapping[str, int] | None = None,
    run: Callable[[Callable[[_Task], Report], Iterable[_Task]], Iterable[Report]] = map,
) -> Report:
    """Play *games* games and return the counts; the bots change seats from game to game.

    *bots:* a name for each seat. Game number n, from 0, has the seed *seed* + n. *run:* a `map`, perhaps one
    that spreads the games over processes.
    *Raises:* `BadOptions` for an unknown game, edition, bot or option, or a wrong number of them.
    """
    game = catalog.game(title, edition)
    _check(title, bots, games)
    asked = dict(options or {})
    game.new(read_options(game.options_type, asked), len(bots), FastChance(seed))  # to refuse wrong options
    report = _empty_report(title, edition, bots, seed)
    start = time.perf_counter()
    tasks = [_Task(title, edition, tuple(bots), asked, seed, number) for number in range(games)]
    for played in run(_report_of, tasks):
        report.join(played)
    report.seconds = time.perf_counter() - start
    return report


def _report_of(task: _Task) -> Report:
    """Return the counts of one game."""
    title, edition, bots, options, seed, number = task
    report = _empty_report(title, edition, bots, seed)
    report.games = 1
    seating = [bots[(seat + number) % len(bots)] for seat in range(len(bots))]
    game = catalog.game(title, edition)
    try:
        _play(game, read_options(game.options_type, options), seating, FastChance(seed + number), report)
    except Exception as error:
        report.exceptions = 1
        report.broken = [f"seed {seed + number}, {' against '.join(seating)}: {error!r}"]
    return report


def _check(title: str, bots: Sequence[str], games: int) -> None:
    found = catalog.title(title)
    if games < 1:
        raise BadOptions("At least one game has to be played.")
    for name in bots:
        bot(name)
    if len(bots) not in found.seats:
        seats = " or ".join(map(str, found.seats))
        raise BadOptions(f"{found.name} is for {seats} players, and {len(bots)} bots were named.")


def _empty_report(title: str, edition: str, bots: Sequence[str], seed: int) -> Report:
    return Report(
        title=title,
        edition=edition,
        bots=list(bots),
        games=0,
        seed=seed,
        wins_by_seat=[0] * len(bots),
        wins_by_bot=dict.fromkeys(bots, 0),
        draws=0,
        turns=Length(),
        moves=Length(),
        cards={card.slug: CardUse() for card in catalog.cards(title, edition)},
        exceptions=0,
        broken=[],
        seconds=0.0,
    )


def _play(game: Game[Any], options: Any, seating: list[str], chance: FastChance, report: Report) -> None:
    """Play one game to its end and count it."""
    used: list[Counter[Use]] = [Counter() for _ in seating]
    state, dealt = game.new(options, len(seating), chance)
    _count_decks(game, dealt, report)
    moves, turns, last = 0, 0, -1
    for played in play(game, state, [bot(name) for name in seating], chance, chance):
        for user, use in uses_of(game, played.seat, played.move, played.events, report.cards):
            used[user][use] += 1
        _count_decks(game, played.events, report)
        moves, turns, last = moves + 1, turns + (played.seat != last), played.seat
    result = game.result(state)
    winners = result.winners if result else ()
    report.turns.add(turns)
    report.moves.add(moves)
    _count_wins(report, seating, winners)
    _count_cards(report, used, winners)


def _count_wins(report: Report, seating: list[str], winners: tuple[int, ...]) -> None:
    report.draws += not winners
    for seat in winners:
        report.wins_by_seat[seat] += 1
        report.wins_by_bot[seating[seat]] += 1


def _count_decks(game: Game[Any], events: Iterable[Event], report: Report) -> None:
    """Count the cards of the decks that come to the table."""
    decks = game.decks_entered(events) if isinstance(game, BringsDeck) else {}
    for deck in decks.values():
        for slug in set().union(*deck.values()):
            report.cards[slug].decks += 1


def _count_cards(report: Report, used: list[Counter[Use]], winners: tuple[int, ...]) -> None:
    for seat, counts in enumerate(used):
        for (slug, kind), count in counts.items():
            report.cards[slug].plays[kind] += count
        for slug in {slug for slug, _ in counts}:
            report.cards[slug].games += 1
            report.cards[slug].wins += seat in winners
