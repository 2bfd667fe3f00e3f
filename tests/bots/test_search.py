"""The search: that it finds what is to be found, and knows no more than its player."""

from typing import Any

import pytest

from games import catalog
from games.bots import bot
from games.bots.search import Search
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.optional import Weighs
from games.engine.viewers import seat_viewer

SEARCHED = [title for title in catalog.titles() if isinstance(title.newest.game, Weighs)]
TITLES = pytest.mark.parametrize("title", SEARCHED, ids=lambda title: title.slug)


def positions(title: Any, seed: int, every: int) -> Any:
    """Yield positions of a game of the greedy bot, with the seat to act."""
    game, luck, count = title.newest.game, FastChance(seed), 0
    state, _ = game.new(read_options(game.options_type, {}), min(title.seats), luck)
    choose = bot("greedy")
    while to_act := game.to_act(state):
        seat = to_act[0]
        if count % every == 0:
            yield game, state, seat
        count += 1
        game.apply(state, seat, choose(game, game.view(state, seat_viewer(seat)), seat, luck), luck)


@TITLES
def test_what_a_bot_cannot_see_does_not_change_its_move(title: Any) -> None:
    for number, (game, state, seat) in enumerate(positions(title, 1, 12)):
        view = game.view(state, seat_viewer(seat))
        other = game.view(game.resample(view, FastChance(number)), seat_viewer(seat))
        moves = [Search(12).choose(game, seen, seat, FastChance(7)) for seen in (view, other)]
        assert moves[0] == moves[1]


@TITLES
def test_what_was_found_is_kept_only_while_nothing_unforeseen_happens(title: Any) -> None:
    game, state, seat = next(iter(positions(title, 2, 1)))
    search = Search(20)
    search.choose(game, game.view(state, seat_viewer(seat)), seat, FastChance(1))
    kept = search._kept
    for other, later, mover in positions(title, 3, 10):
        view = other.view(later, seat_viewer(mover))
        if kept is not None:
            assert search.look(other, view, mover, FastChance(2)) is not kept
        break


@TITLES
def test_a_search_says_what_each_move_is_worth_and_judges_a_given_one_alone(title: Any) -> None:
    for game, state, seat in positions(title, 4, 9):
        moves = game.legal(state, seat)
        view = game.view(state, seat_viewer(seat))
        if len(moves) == 1 or sum(map(bool, game.policy(state, seat, moves))) < 2:
            continue
        judged = Search(40).judge(game, view, seat, FastChance(5))
        assert judged.moves[0].visits == max(one.visits for one in judged.moves)
        assert sum(one.visits for one in judged.moves) == 40
        assert all(-1 <= one.value <= 1 for one in judged.moves)
        last = judged.moves[-1].move
        (alone,) = Search(10).judge(game, view, seat, FastChance(6), made=last).moves
        assert (alone.move, alone.visits) == (last, 10)
        return
    raise AssertionError("no position with a choice")
