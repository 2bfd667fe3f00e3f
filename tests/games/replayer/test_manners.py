"""What a site never lets happen in a match of any title is refused in its record, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from games.engine.system import (
    NEW_RULES_RULE,
    RESIGN_RULE,
    TIME_RULE,
    UNDO_RULE,
    HandedToBot,
    MoveTakenBack,
    Resigned,
    RulesChange,
    TimedOut,
    TurnedBack,
    UndoAllowed,
    UndoAsked,
    UndoRefused,
    UndoWithdrawn,
)
from games.replayer.playing import Moment
from games.replayer.record import Mismatch, Step
from games.replayer.system_steps import Manners

THREE_PEOPLE = ("", "", "")


def step(kind: str, seat: int = 0, seq: int = 5, undoes: int | None = None, move: str = "") -> Step:
    return Step(seq, kind, seat, move, "[]", [], 0, seq, undoes, "0" * 64)


def after(*told: Any, head: int = 5, to_act: tuple[int, ...] = (0,)) -> Moment:
    return Moment(b"", 0, "", head, to_act, (), told)


def take(
    manners: Manners, taken: Step, *told: Any, before: Sequence[Moment] = (), steps: Sequence[Step] = ()
):
    """Let *manners* look at one more step."""
    manners.check(taken, after(*told), [*steps, taken], before)


def asking(seat: int = 0, bots: Sequence[str] = THREE_PEOPLE) -> Manners:
    """A match in which *seat* has asked for its move back."""
    manners = Manners(bots)
    take(manners, step("ask", seat), UndoAsked(UNDO_RULE, seat))
    return manners


class TestTheEnd:
    @pytest.mark.parametrize("kind", ["move", "resign", "ask"])
    def test_nothing_comes_after_somebody_has_resigned(self, kind: str) -> None:
        manners = Manners(("", ""))
        take(manners, step("resign"), Resigned(RESIGN_RULE, 0))
        with pytest.raises(Mismatch, match="after the end of the match"):
            take(manners, step(kind, 1))

    def test_nothing_comes_after_a_clock_has_run_out_for_good(self) -> None:
        manners = Manners(("", ""))
        take(manners, step("timeout"), TimedOut(TIME_RULE, 0, "forfeit"))
        assert manners.is_lost
        with pytest.raises(Mismatch, match="after the end"):
            take(manners, step("move", 1, move="{}"))

    def test_nothing_comes_when_nobody_is_to_act_any_more(self) -> None:
        with pytest.raises(Mismatch, match="after the end"):
            take(Manners(("", "")), step("move"), before=[after(to_act=())])


class TestTheForm:
    @pytest.mark.parametrize("seat", [-1, 2])
    def test_a_step_of_the_system_is_some_seats(self, seat: int) -> None:
        with pytest.raises(Mismatch, match="has a move, or no seat"):
            take(Manners(("", "")), step("resign", seat), Resigned(RESIGN_RULE, 0))

    def test_a_step_of_the_system_has_no_move(self) -> None:
        with pytest.raises(Mismatch, match="has a move, or no seat"):
            take(Manners(("", "")), step("resign", move="{}"), Resigned(RESIGN_RULE, 0))

    def test_only_an_undo_takes_something_back(self) -> None:
        with pytest.raises(Mismatch, match="takes back what it can't"):
            take(Manners(("", "")), step("resign", undoes=3), Resigned(RESIGN_RULE, 0))
        with pytest.raises(Mismatch, match="takes back what it can't"):
            take(Manners(("", "")), step("undo"), MoveTakenBack(UNDO_RULE, 0))

    def test_it_cites_the_systems_own_rule(self) -> None:
        with pytest.raises(Mismatch, match="cites another rule"):
            take(Manners(("", "")), step("resign"), Resigned("combat-1", 0))


class TestLeaving:
    @pytest.mark.parametrize(
        "kind, event", [("resign", Resigned(RESIGN_RULE, 1)), ("timeout", TimedOut(TIME_RULE, 1, "forfeit"))]
    )
    def test_a_bot_neither_resigns_nor_runs_out_of_time(self, kind: str, event: Any) -> None:
        with pytest.raises(Mismatch, match="a bot neither resigns nor runs out of time"):
            take(Manners(("", "greedy")), step(kind, 1), event)

    def test_a_seat_is_handed_over_only_if_two_people_are_left(self) -> None:
        for bots in (("", ""), ("", "greedy", "")):
            with pytest.raises(Mismatch, match="too few would play on") if len(bots) == 2 else _fine():
                take(Manners(bots), step("resign"), HandedToBot(RESIGN_RULE, 0))

    @pytest.mark.parametrize(
        "kind, event",
        [("resign", HandedToBot(RESIGN_RULE, 1)), ("timeout", TimedOut(TIME_RULE, 1, "bot"))],
    )
    def test_whose_seat_a_bot_has_cannot_leave_again(self, kind: str, event: Any) -> None:
        manners = Manners(THREE_PEOPLE)
        take(manners, step(kind, 1), event)
        assert not manners.is_lost
        assert manners.people(-1) == {0, 2}
        with pytest.raises(Mismatch, match="a bot neither resigns"):
            take(manners, step(kind, 1, seq=6), event)

    def test_a_move_made_by_the_system_leaves_the_seat_to_its_player(self) -> None:
        manners = Manners(("", ""))
        take(manners, step("timeout"), TimedOut(TIME_RULE, 0, "move"))
        assert (manners.is_lost, manners.people(-1)) == (False, {0, 1})


class TestNewRules:
    def test_a_record_ends_where_other_rules_begin(self) -> None:
        with pytest.raises(Mismatch, match="from here on the match was played by other rules"):
            take(Manners(("", "")), step("rules"), RulesChange(NEW_RULES_RULE, 0, "go-on"))

    @pytest.mark.parametrize("then, is_over", [("back", False), ("draw", True), ("late", True)])
    def test_the_match_is_over_unless_the_rules_came_back(self, then: Any, is_over: bool) -> None:
        manners = Manners(("", ""))
        take(manners, step("rules"), RulesChange(NEW_RULES_RULE, 0, then))
        assert manners.is_lost is is_over


class TestAsking:
    def test_nobody_asks_twice(self) -> None:
        with pytest.raises(Mismatch, match="asked already"):
            take(asking(), step("ask"), UndoAsked(UNDO_RULE, 0))

    def test_a_bot_asks_for_nothing(self) -> None:
        with pytest.raises(Mismatch):
            asking(1, ("", "greedy"))

    def test_nobody_asks_bots_alone(self) -> None:
        with pytest.raises(Mismatch):
            asking(0, ("", "greedy"))

    @pytest.mark.parametrize("seat", [0, 1])
    def test_only_who_has_asked_withdraws_it(self, seat: int) -> None:
        manners = asking(0)
        with _fine() if seat == 0 else pytest.raises(Mismatch):
            take(manners, step("ask", seat), UndoWithdrawn(UNDO_RULE, seat))
            assert manners.asked is None

    @pytest.mark.parametrize("answer", [UndoAllowed(UNDO_RULE, 1), UndoRefused(UNDO_RULE, 1)])
    def test_nobody_answers_what_nobody_asked(self, answer: Any) -> None:
        with pytest.raises(Mismatch, match="nobody has asked this seat"):
            take(Manners(THREE_PEOPLE), step("ask", 1), answer)

    @pytest.mark.parametrize("seat", [0, 2])
    def test_neither_who_asked_nor_a_bot_answers(self, seat: int) -> None:
        with pytest.raises(Mismatch):
            take(asking(0, ("", "", "greedy")), step("ask", seat), UndoRefused(UNDO_RULE, seat))

    def test_nobody_allows_it_twice(self) -> None:
        manners = asking(0, ("", "", "", ""))
        take(manners, step("ask", 1), UndoAllowed(UNDO_RULE, 1))
        with pytest.raises(Mismatch):
            take(manners, step("ask", 1), UndoAllowed(UNDO_RULE, 1))

    def test_the_last_to_allow_it_takes_the_move_back_at_once(self) -> None:
        with pytest.raises(Mismatch):
            take(asking(0, ("", "")), step("ask", 1), UndoAllowed(UNDO_RULE, 1))

    def test_a_refusal_ends_the_request(self) -> None:
        manners = asking(0)
        take(manners, step("ask", 2), UndoRefused(UNDO_RULE, 2))
        assert manners.asked is None

    def test_a_request_is_no_resignation(self) -> None:
        with pytest.raises(Mismatch):
            take(Manners(THREE_PEOPLE), step("ask"), Resigned(UNDO_RULE, 0))


class TestTakingBack:
    """Seat 0 has made the moves 1 and 2, seat 1 the move 3."""

    STEPS = (
        step("start", -1, 0),
        *(step("move", seat, seq, move="{}") for seq, seat in enumerate((0, 0, 1), 1)),
    )
    BEFORE = (after(head=0), after(head=1), after(head=2, to_act=(1,)), after(head=3, to_act=(0,)))

    def undo(self, manners: Manners, seat: int, undoes: int, *told: Any, upto: int = 4) -> None:
        taken = step("undo", seat, upto, undoes)
        take(manners, taken, *told, before=self.BEFORE[:upto], steps=self.STEPS[:upto])

    def test_the_deal_stands(self) -> None:
        with pytest.raises(Mismatch, match="which is no move"):
            self.undo(Manners(("", "")), 0, 0, MoveTakenBack(UNDO_RULE, 0))

    def test_nobody_takes_back_anothers_move(self) -> None:
        with pytest.raises(Mismatch, match="which nobody allowed"):
            self.undo(Manners(("", "")), 1, 2, MoveTakenBack(UNDO_RULE, 1), upto=3)

    def test_a_move_that_gave_the_turn_away_is_not_free(self) -> None:
        with pytest.raises(Mismatch, match="which nobody allowed"):
            self.undo(Manners(("", "")), 0, 2, MoveTakenBack(UNDO_RULE, 0), upto=3)

    def test_alone_with_bots_one_goes_back_to_ones_own_last_move(self) -> None:
        self.undo(Manners(("", "greedy")), 0, 2, TurnedBack(UNDO_RULE, 0))
        with pytest.raises(Mismatch, match="which nobody allowed"):
            self.undo(Manners(("", "greedy")), 0, 1, TurnedBack(UNDO_RULE, 0))

    def test_among_people_the_others_are_asked(self) -> None:
        with pytest.raises(Mismatch, match="which nobody allowed"):
            self.undo(Manners(("", "")), 0, 2, TurnedBack(UNDO_RULE, 0))

    def test_what_the_only_other_allows_goes_back(self) -> None:
        manners = asking(0, ("", ""))
        self.undo(manners, 1, 2, UndoAllowed(UNDO_RULE, 1), TurnedBack(UNDO_RULE, 0))
        assert manners.asked is None

    @pytest.mark.parametrize(
        "told",
        [
            (UndoAllowed(UNDO_RULE, 1),),
            (UndoAllowed(UNDO_RULE, 0), TurnedBack(UNDO_RULE, 0)),
            (UndoAllowed(UNDO_RULE, 1), TurnedBack(UNDO_RULE, 1)),
            (UndoAllowed(UNDO_RULE, 1), UndoAllowed(UNDO_RULE, 1)),
        ],
    )
    def test_what_nobody_allowed_as_it_is_told_stands(self, told: tuple[Any, ...]) -> None:
        with pytest.raises(Mismatch, match="which nobody allowed"):
            self.undo(asking(0, ("", "")), 1, 2, *told)

    def test_what_only_one_of_two_has_allowed_stands(self) -> None:
        with pytest.raises(Mismatch, match="which nobody allowed"):
            self.undo(asking(0), 1, 2, UndoAllowed(UNDO_RULE, 1), TurnedBack(UNDO_RULE, 0))


def _fine() -> Any:
    from contextlib import nullcontext

    return nullcontext()
