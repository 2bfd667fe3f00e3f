"""The whole check of a record: its sums, and every step against the engine."""

from dataclasses import dataclass

from games import catalog
from games.engine import codec
from games.engine.errors import GameError
from games.engine.proofs import FIRST
from games.replayer.playing import Moment, Setting, differences, play
from games.replayer.record import Mismatch, Record
from games.replayer.sums import check_sums, played_seed
from games.replayer.system_steps import Manners


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the replay shows. *result:* how the match ended, in a sentence."""

    steps: int
    draws: int
    result: str


def replay(record: Record) -> Outcome:
    """Check the sums of *record*, play all its steps through the engine, and return the outcome.

    *Raises:* `Mismatch`, at the first step that isn't what it must be.
    """
    check_sums(record)
    if not catalog.fits(*record.pins[1:5]):
        raise Mismatch("This program has other rules or cards than the match was played by.")
    game = catalog.game_of(*record.pins[1:5])
    begins = bytes.fromhex(record.begins or "")
    setting = Setting(game, record.options, len(record.nonces), record.version, played_seed(record), begins)
    bots = codec.from_json(list[str], record.bots) if record.bots else [""] * len(record.nonces)
    manners, moments = Manners(bots), list[Moment]()
    for step in record.steps:
        try:
            moment = play(setting, step, moments)
        except GameError as error:
            raise Mismatch(f"Step {step.seq} ({step.kind}): the rules refuse it: {error.reason}") from error
        for problem in differences(step, moment):
            raise Mismatch(f"Step {step.seq} ({step.kind}): {problem}.")
        if record.version != FIRST:
            manners.check(step, moment, record.steps, moments)
        moments.append(moment)
    return Outcome(
        len(moments), sum(len(step.draws) for step in record.steps), _ended(setting, record, moments)
    )


def _ended(setting: Setting, record: Record, moments: list[Moment]) -> str:
    """Return how the match ended. *Raises:* `Mismatch` if it isn't over."""
    last, result = record.steps[-1], setting.game.result(setting.game.decode(moments[-1].state))
    if result is not None:
        winners = ", ".join(f"seat {seat + 1}" for seat in result.winners) or "nobody"
        return f"{winners} won: {result.reason}"
    if last.kind in ("resign", "timeout") and ('"resigned"' in last.events or '"forfeit"' in last.events):
        how = "resigned" if last.kind == "resign" else "lost on time"
        return f"seat {last.seat + 1} {how}, and the others won."
    if last.kind == "rules" and ('"draw"' in last.events or '"late"' in last.events):
        return "a draw, as the site no longer had the rules."
    raise Mismatch("The record ends before the match is over.")
