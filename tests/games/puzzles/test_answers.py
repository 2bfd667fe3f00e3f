"""Where others answer within a turn, a gain is the least that it comes to: a game of one coin shows how."""

from __future__ import annotations

import json
from typing import Any

import pytest

from games.engine.chance import Chance
from games.puzzles import searching
from games.puzzles.searching import TooMany, TurnSearch, sure_gain


class Purse:
    """Seat 0 earns three times its number, less 2 if seat 1 guesses it, less 1 for each of two heads.

    The state is what each seat said, None before, and the heads, None before.
    """

    is_answered = True

    def __init__(self, faces: int = 2, numbers: int = 3) -> None:
        self.faces, self.numbers = faces, numbers

    def to_act(self, state: list[Any]) -> tuple[int, ...]:
        return tuple(seat for seat in (0, 1) if state[seat] is None)

    def clock(self, state: list[Any]) -> int:
        return 0

    def legal(self, state: list[Any], seat: int) -> list[int]:
        return list(range(self.numbers))

    def helpful(self, state: list[Any], seat: int, goal: str, last: Any) -> list[int]:
        return self.legal(state, seat)

    def apply(self, state: list[Any], seat: int, move: int, luck: Chance) -> list[Any]:
        state[seat] = move
        if not self.to_act(state):
            state[2] = luck.below(self.faces, "coin") + luck.below(self.faces, "coin")
        return []

    def gained(self, before: list[Any], state: list[Any], seat: int, goal: str) -> int:
        said, guess, heads = state
        return int(3 * said - 2 * (said == guess) - heads)

    def clone(self, state: list[Any]) -> list[Any]:
        return list(state)

    def encode(self, state: list[Any]) -> bytes:
        return json.dumps(state).encode()

    def decode(self, data: bytes) -> list[Any]:
        return list(json.loads(data))

    def gist(self, state: list[Any], seat: int) -> bytes:
        return self.encode(state)

    def is_foreseen(self, events: Any) -> bool:
        return True

    def deed(self, state: list[Any], seat: int, move: int) -> str:
        return str(move)


START = [None, None, None]


def test_the_worst_answer_and_the_worst_coins_count():
    earned = [sure_gain(Purse(), START, [said, None, None], 0, "coins") for said in range(3)]
    assert earned == [-4, -1, 2]


def test_what_is_over_counts_as_it_came():
    assert sure_gain(Purse(), START, [2, 1, 0], 0, "coins") == 6


def test_nothing_is_gained_before_the_seat_has_decided():
    assert sure_gain(Purse(), START, START, 0, "coins") == 0


def test_the_best_decision_is_found_and_is_the_only_one():
    search = TurnSearch(Purse(), START, 0, "coins", 100)
    assert search.best().amount == 2
    assert search.ways(2) == {("2",): (2,)}


def test_draw_of_more_than_a_coin_is_left_alone():
    with pytest.raises(TooMany):
        sure_gain(Purse(faces=6), START, [1, None, None], 0, "coins")


def test_more_answers_than_can_be_looked_at_are_left_alone(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(searching, "MOST_ANSWERS", 10)
    with pytest.raises(TooMany):
        sure_gain(Purse(numbers=20), START, [1, None, None], 0, "coins")
