"""Every step of a match made again through the engine, from seed, parts and moves alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from games.engine import codec
from games.engine.chance import MatchChance
from games.engine.protocol import Game
from games.engine.system import (
    HandedToBot,
    MoveTakenBack,
    Resigned,
    RulesChange,
    SystemEvent,
    TimedOut,
    TurnedBack,
    UndoTalk,
)
from games.engine.viewers import SPECTATOR, seat_viewer
from games.replayer.record import Mismatch, Step


@dataclass(frozen=True, slots=True)
class Moment:
    """A replayed step. *events:* JSON text. *head:* the newest step that still counts.

    *to_act:* seats to act after it. *told:* its events as values.
    """

    state: bytes
    draws: int
    events: str
    head: int
    to_act: tuple[int, ...]
    drawn: Sequence[tuple[str, int, int]] = ()
    told: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What a match is played with. *played:* the seed. *begins:* the encoded state of a practice match."""

    game: Game[Any]
    options: str
    seats: int
    version: int
    played: bytes
    begins: bytes = b""

    def chance(self, draws: int) -> MatchChance:
        """Return the source of randomness after so many draws."""
        return MatchChance(self.played, draws, self.version)


def play(setting: Setting, step: Step, before: Sequence[Moment]) -> Moment:
    """Return what *step* leads to after the moments *before* it, worked out from its move alone.

    *Raises:* `GameError` if the rules refuse the move, `Mismatch`.
    """
    if step.kind == "start":
        return _start(setting, step)
    if not before:
        raise Mismatch("The first step isn't the deal.")
    now = before[-1]
    if step.kind == "move":
        return _move(setting, step, now)
    if step.kind == "timeout":
        return _unmoved(now, _system(TimedOut, step), step.seq)
    if step.kind == "resign":
        return _unmoved(
            now, _system(Resigned if '"resigned"' in step.events else HandedToBot, step), step.seq
        )
    if step.kind == "rules":
        return _unmoved(now, _system(RulesChange, step), step.seq)
    if step.kind == "ask":
        return _unmoved(now, _system(UndoTalk, step), now.head)
    return _undo(step, now, before)


def differences(step: Step, moment: Moment) -> Iterator[str]:
    """Yield in words what of the recorded *step* isn't as replayed."""
    if step.drawn != moment.draws:
        yield f"{step.drawn} draws of chance are noted, replayed {moment.draws}"
    if step.events != moment.events:
        yield "the events differ"
    if step.head != moment.head:
        yield f"the head is {step.head}, replayed {moment.head}"
    if list(step.draws) != list(moment.drawn):
        yield "the draws differ"


def noticed_by_others(moment: Moment, seat: int, seats: int) -> bool:
    """Return whether anybody but *seat* notices the step."""
    others = [viewer for viewer in (SPECTATOR, *map(seat_viewer, range(seats))) if viewer.seat != seat]
    return any(event.seen_by(other) is not None for event in moment.told for other in others)


def _start(setting: Setting, step: Step) -> Moment:
    if step.seq or step.seat != -1:
        raise Mismatch("The deal is the first step, and no seat's.")
    chance = setting.chance(0)
    if setting.begins:
        return _after(setting, setting.game.decode(setting.begins), step, chance, [])
    options = codec.from_json(setting.game.options_type, setting.options)
    if codec.to_json(options) != setting.options:
        raise Mismatch("The options aren't as the site writes them.")
    state, events = setting.game.new(options, setting.seats, chance)
    return _after(setting, state, step, chance, events)


def _move(setting: Setting, step: Step, now: Moment) -> Moment:
    game = setting.game
    move = codec.read_move(game.move_type, codec.from_json(dict[str, Any], step.move))
    if codec.to_json(move) != step.move:
        raise Mismatch(f"Step {step.seq} ({step.kind}): the move isn't as the site writes it.")
    state, chance = game.decode(now.state), setting.chance(now.draws)
    return _after(setting, state, step, chance, game.apply(state, step.seat, move, chance))


def _after(setting: Setting, state: Any, step: Step, chance: MatchChance, events: Sequence[Any]) -> Moment:
    game = setting.game
    to_act = tuple(game.to_act(state))
    told = codec.to_json(events)
    return Moment(game.encode(state), chance.counter, told, step.seq, to_act, chance.made, events)


def _unmoved(now: Moment, told: Sequence[Any], head: int) -> Moment:
    return Moment(now.state, now.draws, codec.to_json(told), head, now.to_act, (), told)


def _undo(step: Step, now: Moment, before: Sequence[Moment]) -> Moment:
    """Return what an undo leads to: it takes back the newest move, or an earlier one and all after it."""
    events = codec.from_json(list[SystemEvent], step.events)
    undone, head = step.undoes or 0, now.head
    while events and isinstance(events[-1], TurnedBack) and head > undone:
        head = before[head - 1].head
    if undone < 1 or undone != head:
        raise Mismatch(f"Step {step.seq} takes back step {step.undoes}, which isn't the newest.")
    earlier = before[undone - 1]
    told = events if isinstance(events[-1], TurnedBack) else _system(MoveTakenBack, step)
    return Moment(earlier.state, earlier.draws, codec.to_json(told), earlier.head, earlier.to_act, (), told)


def _system(kind: Any, step: Step) -> list[Any]:
    """Return the step's stored system event, for the step's seat; its rule is kept as stored."""
    events = codec.from_json(list[kind], step.events)
    return [replace(events[0], seat=step.seat)] if events else []
