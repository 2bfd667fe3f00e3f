"""Plays positions through the engine, and checks what they claim."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from games import catalog
from games.engine import codec
from games.engine.chance import Chance, FastChance
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.optional import Arranges
from games.engine.protocol import Game
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from games.positions.data import Claim, Line, Position


class ScriptedChance(Chance):
    """Chance that first gives the values which a position names, by the first word of their purpose."""

    def __init__(self, seed: int, draws: dict[str, list[int]]) -> None:
        self._rest = FastChance(seed)
        self._draws = {word: list(values) for word, values in draws.items()}

    def below(self, limit: int, purpose: str) -> int:
        values = self._draws.get(purpose.split(":", 1)[0])
        return values.pop(0) if values else self._rest.below(limit, purpose)

    @property
    def is_spent(self) -> bool:
        """Whether all values that were named have been drawn."""
        return not any(self._draws.values())


@dataclass(frozen=True)
class Moment:
    """The table after some moves, and what happened in the last of them; in the deal before the first."""

    state: Any
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Played:
    """A line of a position in one edition. *moments:* the beginning, and one after each move."""

    game: Game[Any]
    position: Position
    line: Line
    moments: tuple[Moment, ...]
    chance: ScriptedChance

    def view(self, number: int, seat: int | None = None) -> Any:
        """Return the view after *number* moves, of the seat that looks; pass -1 for everybody's."""
        return self.game.view(
            self.moments[number].state, viewer(self.position.seat if seat is None else seat)
        )


def viewer(seat: int) -> Viewer:
    """Return the viewer of that seat; pass -1 for everybody."""
    return SPECTATOR if seat < 0 else seat_viewer(seat)


def begin(position: Position, edition: str) -> tuple[Game[Any], Any]:
    """Return the game and the state that *position* begins with.

    *Raises:* ValueError when the game can't be laid out like that.
    """
    game, moment, _ = _begun(position, edition)
    return game, moment.state


def play(position: Position, edition: str, line: Line) -> Played:
    """Return *line* of *position*, played. *Raises:* ValueError, `IllegalMove` and its kin."""
    game, moment, chance = _begun(position, edition)
    moments = [moment]
    for data in line.moves:
        seat, move = _move(game, position, data)
        state = game.clone(moments[-1].state)
        events = game.apply(state, seat, move, chance)
        moments.append(Moment(state, tuple(events)))
    return Played(game, position, line, tuple(moments), chance)


def faults(played: Played) -> Iterator[str]:
    """Yield each claim of the line that isn't so, in words."""
    if not played.chance.is_spent:
        yield "Fewer values were drawn than the position names."
    for claim in played.line.claims:
        fault = _fault(played, claim)
        if fault:
            yield f"“{claim.says}”: {fault}"


def fits(found: Any, wanted: Any) -> bool:
    """Return whether *found* has what is *wanted* of it; of an object, only the named fields."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            key in found and fits(found[key], value) for key, value in wanted.items()
        )
    if isinstance(wanted, list):
        return isinstance(found, list | tuple) and list(found) == wanted
    return bool(found == wanted)


def _begun(position: Position, edition: str) -> tuple[Game[Any], Moment, ScriptedChance]:
    game = catalog.game(position.title, edition)
    if not isinstance(game, Arranges):
        raise ValueError(f"{position.title} lays out no positions.")
    chance = ScriptedChance(position.seed, position.draws)
    options = codec.read_options(game.options_type, position.options)
    state, events = game.new(options, position.seats, chance)
    if position.arrangement:
        game.arrange(state, msgspec.convert(position.arrangement, type=codec.known(game.arrangement_type)))
    return game, Moment(state, tuple(events)), chance


def _move(game: Game[Any], position: Position, data: dict[str, Any]) -> tuple[int, Any]:
    plain = dict(data)
    seat = plain.pop("seat", position.seat)
    return seat, codec.read_move(game.move_type, plain)


def _fault(played: Played, claim: Claim) -> str:
    last = len(played.moments) - 1 if claim.after is None else claim.after
    if claim.at:
        found = _looked_up(codec.to_plain(played.view(last, claim.seat)), claim.at.split("."))
        return "" if fits(found, claim.value) else f"{claim.at} is {found!r}"
    if claim.event:
        told = [codec.to_plain(event) for moment in played.moments[: last + 1] for event in moment.events]
        alike = [event for event in told if event["type"] == claim.event]
        is_there = any(fits(event, claim.match) for event in alike)
        return "" if is_there else f"of that kind were {alike}"
    return _unrefused(played, claim, last)


def _unrefused(played: Played, claim: Claim, last: int) -> str:
    game = played.game
    seat, move = _move(game, played.position, claim.move)
    try:
        game.apply(game.clone(played.moments[last].state), seat, move, FastChance(1))
    except IllegalMove as refused:
        return "" if refused.rule == claim.refused else f"it is refused by {refused.rule}"
    return "it isn’t refused"


def _looked_up(value: Any, path: Sequence[str]) -> Any:
    """Return what *path* leads to; `count` is the length of a list."""
    for part in path:
        if isinstance(value, list | tuple):
            value = len(value) if part == "count" else value[int(part)]
        else:
            value = value[part]
    return value
