"""A recorded match played again under another edition: how far it goes alike, and what differs first.

The recorded moves, the steps of the system and the seed stay; only the rules are others. As long as both
editions make the same draws in the same order, the same comes of them.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any, Literal

from msgspec import Struct

from games.engine import codec
from games.engine.errors import GameError, MatchOver
from games.engine.protocol import Game, Result
from games.replayer.playing import Moment, Setting, play
from games.replayer.record import Mismatch, Step

Kind = Literal["refused", "events", "result", "turn", "position"]


class Divergence(Struct, frozen=True):
    """The first step that isn't the same. *seat:* whose step it is, -1 for the deal.

    *kind:* `refused` (the other edition doesn't allow the move: *rule*, *reason*) · `events` (something else
    happens) · `result` (the match ends, or ends otherwise, or goes on) · `turn` (others are to act) ·
    `position` (all that is told is the same, but the state isn't).
    *recorded*, *other:* the first event that differs, as JSON text, empty where there is none.
    """

    seq: int
    seat: int
    kind: Kind
    rule: str = ""
    reason: str = ""
    recorded: str = ""
    other: str = ""


class Course(Struct, frozen=True):
    """How a recorded match goes under another edition. *steps:* of the record.

    *divergence:* None if the whole match is the same. *carried:* how many steps could be played, those after
    the divergence included. *stopped:* why no more could, as rule and sentence; empty where the record ends.
    *result:* how the match ended in what could be played, None if it didn't. *recorded:* how it really ended
    by the rules, None if it was given up or lost on time.
    """

    steps: int
    divergence: Divergence | None
    carried: int
    stopped: tuple[str, str]
    result: Result | None
    recorded: Result | None

    @property
    def same(self) -> int:
        """How many steps from the first on are the same."""
        return self.steps if self.divergence is None else self.divergence.seq


def play_under(setting: Setting, steps: Sequence[Step], game: Game[Any]) -> Course:
    """Return how the recorded *steps*, made in *setting*, go under the rules of *game*.

    *Raises:* `Mismatch`, `GameError` if the record doesn't fit its own rules.
    """
    other = replace(setting, game=game)
    real, moments = list[Moment](), list[Moment]()
    divergence: Divergence | None = None
    stopped = ("", "")
    for step in steps:
        real.append(play(setting, step, real))
        if real[-1].events != step.events:
            raise Mismatch(f"Step {step.seq} ({step.kind}): the events differ.")
        if stopped != ("", ""):
            continue
        try:
            moments.append(play(other, step, moments))
        except GameError as error:
            stopped = (error.rule, error.reason)
            if divergence is None:
                divergence = Divergence(step.seq, step.seat, "refused", error.rule, error.reason)
            if isinstance(error, MatchOver):
                stopped = ("", "The match was already over.")
            continue
        if divergence is None:
            divergence = _difference(step, setting.game, real[-1], game, moments[-1])
    return Course(
        len(steps), divergence, len(moments), stopped, _result(game, moments), _result(setting.game, real)
    )


def _difference(
    step: Step, recorded_by: Game[Any], recorded: Moment, game: Game[Any], moment: Moment
) -> Divergence | None:
    for one, two in zip_longest(recorded.told, moment.told):
        if one != two:
            texts = ("" if event is None else codec.to_json(event) for event in (one, two))
            return Divergence(step.seq, step.seat, "events", "", "", *texts)
    if recorded.to_act != moment.to_act:
        ends = not recorded.to_act or not moment.to_act
        return Divergence(step.seq, step.seat, "result" if ends else "turn")
    if not moment.to_act and _result(recorded_by, [recorded]) != _result(game, [moment]):
        return Divergence(step.seq, step.seat, "result")
    if recorded.state != moment.state:
        return Divergence(step.seq, step.seat, "position")
    return None


def _result(game: Game[Any], moments: Sequence[Moment]) -> Result | None:
    return game.result(game.decode(moments[-1].state)) if moments else None
