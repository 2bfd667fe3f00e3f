"""The search: that it finds what is to be found, and knows no more than its player."""

import logging
from importlib import import_module
from itertools import count as numbers
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from games import bots, catalog
from games.bots import Choose, bot
from games.bots.search import Search
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.optional import Weighs
from games.engine.viewers import seat_viewer
from games.matches.actions import bots as bot_moves
from games.matches.actions.bots import chosen_by_bot
from tests.soak.tenths import soaking

SEARCHED = [title for title in catalog.titles() if isinstance(title.newest.game, Weighs)]
A_THOUSAND, PARTS = 1000, 5
A_LITTLE = 4  # percent of a level's thinking, which is enough to see what it is about
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


def swapped(title: Any, game: Any, state: Any, seat: int, number: int) -> Any:
    """Return *state* with other hidden things, as `tests/titles/<title>/secrets.py` says what these are."""
    other = game.clone(state)
    secrets = import_module(f"tests.titles.{title.slug.replace('-', '_')}.secrets")
    secrets.swap_hidden(other, seat_viewer(seat), FastChance(number))
    return other


def chosen(game: Any, state: Any, seat: int, choose: Choose) -> bytes:
    """Return the move of a bot that chooses by *choose* in a match as it stands."""
    return codec.pack(chosen_by_bot(game, state, seat, "some", lambda _: choose))


@pytest.fixture
def same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bot draws the same each time it is asked."""
    monkeypatch.setattr(bot_moves, "secrets", SimpleNamespace(randbits=lambda _: 7))


@TITLES
@pytest.mark.soak(seconds=1, one_in=2)
def test_what_a_bot_cannot_see_does_not_change_its_move(
    title: Any, same_luck: None, caplog: pytest.LogCaptureFixture
) -> None:
    others = 0
    for number, (game, state, seat) in enumerate(positions(title, 1, 12)):
        other = swapped(title, game, state, seat, number)
        others += game.encode(other) != game.encode(state)
        assert len({chosen(game, one, seat, Search(12).choose) for one in (state, other)}) == 1
    assert others > 1
    assert "failed" not in caplog.text


@pytest.mark.parametrize(
    "name",
    ["greedy", "random", "novice", *(soaking(one, seconds=3) for one in ("casual", "strong", "expert"))],
)
@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
@pytest.mark.soak(seconds=1, one_in=3)
def test_a_match_gives_its_bot_the_view_of_its_seat_and_nothing_else(
    title: Any, name: str, same_luck: None, caplog: pytest.LogCaptureFixture
) -> None:
    """A bot that was given the state itself, or that fails each time, would play on unseen."""
    caplog.set_level(logging.ERROR)
    given: list[Any] = []

    def think(asked: str) -> Choose:
        def choose(game: Any, view: Any, seat: int, luck: Any) -> Any:
            given.append(view)
            return bots.bot(asked, A_LITTLE if bots.searches(asked) else bots.ALL)(game, view, seat, luck)

        return choose

    assert name in title.bots
    others = 0
    for number, (game, state, seat) in enumerate(islice(many_positions(title, 3), 5, 26, 10)):
        before, other = game.encode(state), swapped(title, game, state, seat, number)
        others += game.encode(other) != before
        moves = [codec.pack(chosen_by_bot(game, one, seat, name, think)) for one in (state, other)]
        assert moves[0] == moves[1]
        assert given == [game.view(state, seat_viewer(seat))] * 2
        assert game.encode(state) == before, "the bot has changed the match"
        given.clear()
    assert others > 1
    assert not caplog.records


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
    title: Any, part: int, same_luck: None, caplog: pytest.LogCaptureFixture
) -> None:
    seen = swaps = 0
    for game, state, seat in islice(many_positions(title, 100 * part), A_THOUSAND // PARTS):
        others = [swapped(title, game, state, seat, number) for number in range(2)]
        swaps += len({game.encode(one) for one in (state, *others)}) > 1
        assert len({chosen(game, one, seat, Search(24).choose) for one in (state, *others)}) == 1
        seen += 1
    assert seen == A_THOUSAND // PARTS
    assert swaps > seen // 2
    assert "failed" not in caplog.text


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
