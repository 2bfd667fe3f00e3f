"""The search: that it finds what is to be found, and knows no more than its player."""

from itertools import count as numbers
from itertools import islice
from typing import Any

import pytest

from games import catalog
from games.bots import bot
from games.bots.search import Search
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.optional import Weighs
from games.engine.viewers import seat_viewer

SEARCHED = [title for title in catalog.titles() if isinstance(title.newest.game, Weighs)]
A_THOUSAND, PARTS = 1000, 5
TITLES = pytest.mark.parametrize("title", SEARCHED, ids=lambda title: title.slug)


def positions(title: Any, seed: int, every: int) -> Any:
    """Yield positions of a game of the greedy bot, with the seat to act."""
    game, luck, count = title.newest.game, FastChance(seed), 0
    state, _ = game.new(codec.read_options(game.options_type, {}), min(title.seats), luck)
    choose = bot("greedy")
    while to_act := game.to_act(state):
        seat = to_act[0]
        if count % every == 0:
            yield game, state, seat
        count += 1
        game.apply(state, seat, choose(game, game.view(state, seat_viewer(seat)), seat, luck), luck)


@TITLES
@pytest.mark.soak(seconds=1, one_in=2)
def test_what_a_bot_cannot_see_does_not_change_its_move(title: Any) -> None:
    for number, (game, state, seat) in enumerate(positions(title, 1, 12)):
        view = game.view(state, seat_viewer(seat))
        other = game.view(game.resample(view, FastChance(number)), seat_viewer(seat))
        moves = [Search(12).choose(game, seen, seat, FastChance(7)) for seen in (view, other)]
        assert moves[0] == moves[1]


def test_a_bot_that_searches_brings_now_one_deck_and_now_another() -> None:
    """A look ahead of a few turns found the same mech the best in every match."""
    game = catalog.game("scrap-knights", catalog.title("scrap-knights").newest.slug)
    state, _ = game.new(codec.read_options(game.options_type, {}), 2, FastChance(1))
    view = game.view(state, seat_viewer(0))
    brought = {Search(game.rounds).choose(game, view, 0, FastChance(seed)) for seed in range(20)}
    assert len(brought) > 6


@pytest.mark.soak(seconds=15)
@pytest.mark.parametrize("part", range(PARTS))
@TITLES
def test_whatever_the_hidden_cards_are_the_bot_decides_alike_in_a_thousand_positions(
    title: Any, part: int
) -> None:
    seen = 0
    for game, state, seat in islice(many_positions(title, 100 * part), A_THOUSAND // PARTS):
        view = game.view(state, seat_viewer(seat))
        others = [game.resample(view, FastChance(number)) for number in range(2)]
        views = [view, *(game.view(other, seat_viewer(seat)) for other in others)]
        moves = {codec.pack(Search(24).choose(game, one, seat, FastChance(seen))) for one in views}
        assert len(moves) == 1
        seen += 1
    assert seen == A_THOUSAND // PARTS


def many_positions(title: Any, seed: int) -> Any:
    """Yield positions in which there is something to choose, of one game after the other."""
    for number in numbers(seed):
        for game, state, seat in positions(title, number, 1):
            if len(game.legal(state, seat)) > 1:
                yield game, state, seat


def test_what_was_found_is_kept_only_for_what_was_foreseen() -> None:
    game, state, _ = next(iter(positions(catalog.title("scrapbots"), 2, 1)))
    luck, search, rounds, kept = FastChance(3), Search(30), [], 0
    for _ in range(40):
        seat = game.to_act(state)[0]
        view = game.view(state, seat_viewer(seat))
        if seat == 0 and len(game.legal(state, seat)) > 1:
            before = [node for node in search._kept.values() if node]
            root = search.look(game, view, seat, luck)
            rounds.append(root.visits)
            kept += root in before
            move = search.choose(game, view, seat, luck)
        else:
            move = game.legal(state, seat)[0]
        game.apply(state, seat, move, luck)
    assert kept
    assert kept < len(rounds)
    assert min(rounds) >= 30


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
