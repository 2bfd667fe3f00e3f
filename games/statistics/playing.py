"""Games between bots, move by move, for whoever counts what happens in them. Pure."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from games import catalog
from games.bots import Choose, bot
from games.engine.chance import Chance, FastChance
from games.engine.codec import read_options
from games.engine.decks import Lists
from games.engine.errors import BadOptions
from games.engine.events import Event
from games.engine.optional import BringsDeck
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer

MOST_MOVES = 100_000
BUILDER = "greedy"  # says that a deck is ready


class Played(NamedTuple):
    """A move of a bot. *moves:* how many were legal. *state:* after it; it changes with the next move.

    *seconds:* of processor time for the decision.
    """

    seat: int
    move: Any
    moves: int
    events: list[Event]
    state: Any
    seconds: float


def play(game: Game[Any], state: Any, bots: Sequence[Choose], luck: Chance, mind: Chance) -> Iterator[Played]:
    """Yield every move from *state*, just dealt, to the end.

    *bots:* by seat. *luck:* what the game draws. *mind:* what the bots draw.
    *Raises:* `RuntimeError` after 100,000 moves.
    """
    count = 0
    while to_act := game.to_act(state):
        seat = to_act[0]
        moves = len(game.legal(state, seat))
        view, begun = game.view(state, seat_viewer(seat)), time.process_time()
        move = bots[seat](game, view, seat, mind)
        seconds = time.process_time() - begun
        events = game.apply(state, seat, move, luck)
        count += 1
        if count > MOST_MOVES:
            raise RuntimeError(f"no end after {MOST_MOVES} moves")
        yield Played(seat, move, moves, events, state, seconds)


def begin(
    title: str,
    edition: str,
    luck: Chance,
    decks: Sequence[Lists] = (),
    options: Mapping[str, int] | None = None,
) -> tuple[Game[Any], Any]:
    """Return the rules, and a game for two that was just dealt by *luck*, to which the seats brought *decks*.

    *Raises:* `BadOptions`.
    """
    game = catalog.game(title, edition)
    state, _ = game.new(read_options(game.options_type, dict(options or {})), 2, luck)
    if decks:
        bring(game, state, decks, luck)
    return game, state


def ready_made(title: str, edition: str, deal: int) -> list[Lists]:
    """Return two ready-made decks for the seats of *deal*; none where nobody brings any."""
    rules = catalog.edition(title, edition).decks
    if not rules:
        return []
    drawn = FastChance(deal)
    first = drawn.pick(rules.ready_made, "deck")
    second = drawn.pick([deck for deck in rules.ready_made if deck != first], "deck")
    return [first.lists, second.lists]


def bring(game: Game[Any], state: Any, decks: Sequence[Lists], luck: Chance) -> None:
    """Let the seats bring *decks*, one each, and say that they are ready.

    *Raises:* `BadOptions` if a deck can't be brought as it is.
    """
    if not isinstance(game, BringsDeck):
        raise TypeError(f"Nobody brings a deck to {game.slug}.")
    entered: dict[int, Lists] = {}
    for seat, deck in enumerate(decks):
        for move in game.moves_to_bring(game.view(state, seat_viewer(seat)), deck):
            entered.update(game.decks_entered(game.apply(state, seat, move, luck)))
        ready = bot(BUILDER)(game, game.view(state, seat_viewer(seat)), seat, luck)
        entered.update(game.decks_entered(game.apply(state, seat, ready, luck)))
    if [entered.get(seat) for seat in range(len(decks))] != list(decks):
        raise BadOptions("A ready-made deck was changed on the way to the table.")


def points_of(game: Game[Any], state: Any, seats: Sequence[int]) -> float:
    """Return 1 if the first of two players has won, 0 if the second has, 0.5 for neither or both.

    *seats:* by seat, which of the two sits there, 0 or 1.
    """
    result = game.result(state)
    winners = {seats[seat] for seat in result.winners} if result else set()
    return 0.5 if len(winners) != 1 else float(0 in winners)
