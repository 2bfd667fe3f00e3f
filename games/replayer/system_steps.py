"""What the system allows in a match of any title: who may take a move back, and when a match is over."""

from collections.abc import Sequence
from typing import Any

from games.engine.system import (
    NEW_RULES_RULE,
    RESIGN_RULE,
    TIME_RULE,
    UNDO_RULE,
    HandedToBot,
    MoveTakenBack,
    Resigned,
    TimedOut,
    TurnedBack,
    UndoAllowed,
    UndoAsked,
    UndoRefused,
    UndoWithdrawn,
)
from games.replayer.playing import Moment, noticed_by_others
from games.replayer.record import Mismatch, Step

_RULES = {
    "resign": RESIGN_RULE,
    "timeout": TIME_RULE,
    "undo": UNDO_RULE,
    "ask": UNDO_RULE,
    "rules": NEW_RULES_RULE,
}


class Manners:
    """Follows a match and refuses what its site never does. *bots:* by seat, the bot's name or empty.

    *asked:* the seat whose undo request waits, or None. *granted:* the seats that have allowed it.
    *is_lost:* somebody has resigned or lost on time, or the rules were gone, so the match is over.
    """

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = list(bots)
        self.asked: int | None = None
        self.granted: set[int] = set()
        self.is_lost = False

    def check(self, step: Step, moment: Moment, steps: Sequence[Step], before: Sequence[Moment]) -> None:
        """Check *step*, which led to *moment*. *Raises:* `Mismatch`."""
        if self.is_lost or (before and not before[-1].to_act):
            raise Mismatch(f"Step {step.seq} ({step.kind}) comes after the end of the match.")
        if step.kind not in ("start", "move"):
            self._check_form(step, moment)
        if step.kind == "undo":
            self._undo(step, moment, steps, before)
        elif step.kind == "ask":
            self._ask(step, moment.told[0])
        elif step.kind in ("resign", "timeout"):
            self._leave(step, moment.told[0])
        elif step.kind == "rules":
            self._change_rules(step, moment.told[0])
        if step.kind != "ask" and noticed_by_others(moment, step.seat, len(self.bots)):
            self.asked, self.granted = None, set()

    def people(self, but: int) -> set[int]:
        """Return the seats of all people except the seat *but*."""
        return {seat for seat, bot in enumerate(self.bots) if not bot and seat != but}

    def _check_form(self, step: Step, moment: Moment) -> None:
        if step.move or not 0 <= step.seat < len(self.bots):
            raise Mismatch(f"Step {step.seq} ({step.kind}) has a move, or no seat.")
        if (step.undoes is None) == (step.kind == "undo"):
            raise Mismatch(f"Step {step.seq} ({step.kind}) takes back what it can't.")
        if any(event.rule != _RULES[step.kind] for event in moment.told):
            raise Mismatch(f"Step {step.seq} ({step.kind}) cites another rule than the system's.")

    def _leave(self, step: Step, event: Any) -> None:
        others_play_on = len(self.bots) > 2 and len(self.people(-1)) > 1
        if self.bots[step.seat]:
            raise Mismatch(f"Step {step.seq} ({step.kind}): a bot neither resigns nor runs out of time.")
        hands_over = isinstance(event, HandedToBot) or getattr(event, "then", "") == "bot"
        if isinstance(event, HandedToBot) and not others_play_on:
            raise Mismatch(f"Step {step.seq} ({step.kind}): too few would play on without the seat.")
        if hands_over:
            self.bots[step.seat] = "bot"
        self.is_lost = isinstance(event, Resigned) or (
            isinstance(event, TimedOut) and event.then == "forfeit"
        )

    def _change_rules(self, step: Step, event: Any) -> None:
        if event.then == "go-on":
            raise Mismatch(f"Step {step.seq}: from here on the match was played by other rules.")
        self.is_lost = event.then in ("draw", "late")

    def _ask(self, step: Step, event: Any) -> None:
        match event:
            case UndoAsked():
                fits = self.asked is None and bool(self.people(step.seat)) and not self.bots[step.seat]
                self.asked, self.granted = step.seat, set()
            case UndoWithdrawn():
                fits, self.asked = self.asked == step.seat, None
            case UndoAllowed():
                fits = self._may_answer(step.seat)
                self.granted.add(step.seat)
                fits = fits and bool(self.people(self._asker) - self.granted)
            case UndoRefused():
                fits, self.asked = self._may_answer(step.seat), None
            case _:
                fits = False
        if not fits:
            raise Mismatch(f"Step {step.seq} ({step.kind}): nobody has asked this seat, or it asked already.")

    @property
    def _asker(self) -> int:
        return -1 if self.asked is None else self.asked

    def _may_answer(self, seat: int) -> bool:
        return self.asked is not None and seat in self.people(self.asked) - self.granted

    def _undo(self, step: Step, moment: Moment, steps: Sequence[Step], before: Sequence[Moment]) -> None:
        undone = step.undoes or 0
        target, told = steps[undone], list(moment.told)
        if target.kind != "move":
            raise Mismatch(f"Step {step.seq} takes back step {undone}, which is no move.")
        if isinstance(told[0], MoveTakenBack):
            fits = target.seat == step.seat and self._was_free(undone, before, target.seat)
        elif isinstance(told[0], TurnedBack):
            fits = target.seat == step.seat == told[0].seat and not self.people(step.seat)
        else:
            fits = len(told) == 2 and self._was_granted(step, told, target)
        is_single = len(told) == 1 or isinstance(told[0], UndoAllowed)
        if not fits or not is_single or not self._is_last_of_seat(target, steps, before):
            raise Mismatch(f"Step {step.seq} takes back step {undone}, which nobody allowed.")

    def _was_free(self, undone: int, before: Sequence[Moment], seat: int) -> bool:
        moment, earlier = before[undone], before[undone - 1]
        stays = earlier.to_act == moment.to_act == (seat,)
        reveals = any(event.reveals for event in moment.told)
        return stays and not reveals and noticed_by_others(moment, seat, len(self.bots))

    def _was_granted(self, step: Step, told: list[Any], target: Step) -> bool:
        allowed, turned = told
        return (
            isinstance(allowed, UndoAllowed)
            and isinstance(turned, TurnedBack)
            and allowed.seat == step.seat
            and turned.seat == target.seat == self.asked
            and self._may_answer(step.seat)
            and not self.people(self._asker) - self.granted - {step.seat}
        )

    @staticmethod
    def _is_last_of_seat(target: Step, steps: Sequence[Step], before: Sequence[Moment]) -> bool:
        """Return whether no later move of the same seat still counts."""
        head = before[-1].head
        while head > target.seq and steps[head].seat != target.seat:
            head = before[head - 1].head
        return head == target.seq
