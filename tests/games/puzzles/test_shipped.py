"""Every puzzle that comes with the site has a solution, no other, and needs no luck."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from typing import Any

import pytest

from games import catalog
from games.engine.chance import FastChance
from games.engine.optional import Poses
from games.engine.viewers import seat_viewer
from games.puzzles import data
from games.puzzles.data import Puzzle, every, find, of_day, puzzles
from games.puzzles.finding import MOST_STATES, find_puzzles, graded, posed
from games.puzzles.searching import TurnSearch, gain_for_sure
from games.titles.junkyard.moves import TakeBack, UndoCharge
from games.titles.scrapbots.game import ScrapbotsGame
from games.titles.scrapyard.moves import ClaimCube, TakeCard, Walk
from games.titles.scrapyard.state import COLLECT, PLACES
from tests.toy import bolts

COUNTS = {"scrapbots": 30, "junkyard": 20, "scrapyard": 30, "scrap-knights": 20}


def slugs(found: tuple[Puzzle, ...]) -> list[str]:
    return [puzzle.slug for puzzle in found]


@pytest.mark.parametrize(("title", "least"), COUNTS.items())
def test_game_has_enough_puzzles_numbered_from_one(title: str, least: int) -> None:
    found = puzzles(title)
    assert len(found) >= least
    assert [puzzle.number for puzzle in found] == list(range(1, len(found) + 1))
    assert len({(puzzle.state, puzzle.seat) for puzzle in found}) == len(found)


@pytest.mark.parametrize("puzzle", every(), ids=slugs(every()))
@pytest.mark.soak(seconds=0.05, one_in=4)
def test_solution_reaches_the_goal_whatever_is_hidden(puzzle: Puzzle) -> None:
    assert isinstance(puzzle.game, Poses)
    assert puzzle.edition in catalog.title(puzzle.title).editions
    start, moves = puzzle.begin(), puzzle.solution()
    assert puzzle.seat in puzzle.game.to_act(start)
    assert gain_for_sure(puzzle.game, start, puzzle.seat, puzzle.goal, moves) >= puzzle.amount
    assert gain_for_sure(puzzle.game, start, puzzle.seat, puzzle.goal, moves[:-1]) < puzzle.amount


def test_a_game_that_poses_has_a_clock_and_its_views_need_no_list_of_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert "clock" in Poses.__abstractmethods__
    puzzle = puzzles("scrapbots")[0]
    view, resample = ScrapbotsGame.view, ScrapbotsGame.resample
    monkeypatch.setattr(ScrapbotsGame, "view", lambda game, *of: [view(game, *of)])
    monkeypatch.setattr(ScrapbotsGame, "resample", lambda game, seen, luck: resample(game, seen[0], luck))
    found = posed(puzzle.title, puzzle.edition, puzzle.begin(), puzzle.seat, puzzle.number)
    assert found is not None
    assert (found.seats, found.solution()) == (puzzle.seats, puzzle.solution())


@pytest.mark.parametrize("puzzle", every(), ids=slugs(every()))
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.soak(seconds=0.02, one_in=10)
def test_solution_reaches_the_goal_however_coins_fall(puzzle: Puzzle, seed: int) -> None:
    assert comes_to(puzzle, puzzle.solution(), FastChance(seed)) >= puzzle.amount


def comes_to(puzzle: Puzzle, moves: list[Any], luck: FastChance) -> int:
    """Return what the turn gains that begins with *moves*; where others answer, all goes on by chance."""
    game, start = puzzle.game, puzzle.begin()
    state, clock = game.clone(start), game.clock(start)
    for move in moves:
        if game.is_answered or game.gained(start, state, puzzle.seat, puzzle.goal) < puzzle.amount:
            game.apply(state, puzzle.seat, move, luck)
    while game.is_answered and (to_act := game.to_act(state)) and game.clock(state) == clock:
        seat = luck.pick(to_act, "seat")
        game.apply(state, seat, luck.pick(game.legal(state, seat), "move"), luck)
    return int(game.gained(start, state, puzzle.seat, puzzle.goal))


@pytest.mark.parametrize("puzzle", puzzles("scrap-knights"), ids=slugs(puzzles("scrap-knights")))
@pytest.mark.soak(seconds=2, one_in=15)
def test_every_other_act_may_fail(puzzle: Puzzle) -> None:
    """A line that shows it is found by chance, so that the search isn't its own witness."""
    luck = FastChance(5)
    for move in puzzle.game.legal(puzzle.begin(), puzzle.seat):
        falls_short = (comes_to(puzzle, [move], luck) < puzzle.amount for _ in range(2000))
        assert any(falls_short) or [move] == puzzle.solution(), move


def check_alone(puzzle: Puzzle) -> None:
    search = TurnSearch(puzzle.game, puzzle.begin(), puzzle.seat, puzzle.goal, MOST_STATES)
    assert search.best().amount == puzzle.amount
    assert len(search.ways(puzzle.amount)) == 1


@pytest.mark.parametrize("title", COUNTS)
@pytest.mark.soak(seconds=2)
def test_search_finds_no_other_solution_of_a_short_puzzle(title: str) -> None:
    check_alone(min(puzzles(title), key=lambda puzzle: len(puzzle.moves)))


@pytest.mark.soak(seconds=150)
def test_search_finds_no_other_solution_of_any_puzzle() -> None:
    for puzzle in every():
        check_alone(puzzle)


class Everything:
    """A game in which every legal move counts as helpful, so that a search leaves nothing out."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def helpful(self, state: Any, seat: int, goal: str, last: Any) -> list[Any]:
        return list(self._game.legal(state, seat))

    def gist(self, state: Any, seat: int) -> bytes:
        return bytes(self._game.encode(state))


@pytest.mark.soak(seconds=60)
def test_moves_that_are_left_out_help_nobody() -> None:
    for puzzle in sorted(puzzles("scrapbots"), key=lambda puzzle: len(puzzle.state))[:2]:
        search = TurnSearch(Everything(puzzle.game), puzzle.begin(), puzzle.seat, puzzle.goal, 200_000)
        assert search.best().amount == puzzle.amount


class Suspicious(Everything):
    """Scrapyard, in which all may be taken, and the seat believes of cards it doesn’t know what is worst.

    It can learn or take one for each two action points, walks included. All of them count as much as the best
    of so many of the worst: however it chose them, all could turn out no better.
    """

    def __init__(self, game: Any, start: Any, seat: int) -> None:
        super().__init__(game)
        known, tiles = start.known, start.tiles[seat]
        on_field = [place for place in range(PLACES) if start.field >> place & 1]
        self._hidden = [place for place in on_field if not known[place] >> seat & 1]
        worths = []
        for place in self._hidden:
            worths.append(game.rules.worth(start.faces[place], tiles))
        self._worth = dict(zip(self._hidden, worths, strict=True))
        most = min((start.left + 1) // 2, len(worths))
        self._worst = sorted(worths)[most - 1] if worths else 0

    def gained(self, before: Any, state: Any, seat: int, goal: str) -> int:
        gain = int(self._game.gained(before, state, seat, goal))
        taken = [place for place in self._hidden if state.takers[place] == seat + 1]
        return gain + sum(self._worst - self._worth[place] for place in taken)

    def helpful(self, state: Any, seat: int, goal: str, last: Any) -> list[Any]:
        moves = super().helpful(state, seat, goal, last) if state.phase == COLLECT else []
        if isinstance(last, Walk):
            return [move for move in moves if isinstance(move, TakeCard | ClaimCube)]
        return [move for move in moves if isinstance(move, TakeCard | ClaimCube | Walk)]

    def gist(self, state: Any, seat: int) -> bytes:
        return bytes(self._game.gist(state, seat))


@pytest.mark.soak(seconds=60)
def test_cards_that_a_player_of_scrapyard_does_not_know_are_no_second_way() -> None:
    for puzzle in puzzles("scrapyard"):
        start = puzzle.begin()
        game = Suspicious(puzzle.game, start, puzzle.seat)
        search = TurnSearch(game, start, puzzle.seat, puzzle.goal, 2_000_000)
        assert search.best().amount == puzzle.amount
        assert len(search.ways(puzzle.amount)) == 1


def test_levels_hold_a_third_each() -> None:
    for title in COUNTS:
        found = puzzles(title)
        assert list(found) == graded(found)
        assert Counter(one.level for one in found).keys() == {0, 1, 2}


def test_the_games_take_turns_and_every_puzzle_has_its_day_before_one_comes_again() -> None:
    """For more than a week the puzzle of the day was of the same game."""
    first, games = date(2026, 11, 24), len(COUNTS)
    days = [of_day(first + timedelta(days=day)) for day in range(games * 2 * len(every()))]
    for at in range(games):
        (title,) = {one.title for one in days[at::games]}
        known = slugs(puzzles(title))
        shown = slugs(tuple(days[at::games]))
        assert set(shown[: len(known)]) == set(known)
        assert shown[: len(known)] == shown[len(known) : 2 * len(known)]
    assert {one.title for one in days[:games]} == set(COUNTS)


def test_others_stand_still_in_puzzles_of_junkyard() -> None:
    """Whatever is hidden: nobody else has a card that could come between."""
    luck = FastChance(3)
    for puzzle in puzzles("junkyard"):
        view = puzzle.game.view(puzzle.begin(), seat_viewer(puzzle.seat))
        state = puzzle.game.resample(view, luck)
        others = [seat for seat in range(puzzle.seats) if seat != puzzle.seat]
        assert puzzle.game.to_act(state) == (puzzle.seat,)
        assert [sum(state.cards[seat]) for seat in others] == [0] * len(others)


@pytest.mark.parametrize("puzzle", puzzles("junkyard"), ids=slugs(puzzles("junkyard")))
@pytest.mark.soak(seconds=1, one_in=15)
def test_no_program_made_by_chance_gains_more(puzzle: Puzzle) -> None:
    """Any card in any register, with or without a charge, and every choice by chance."""
    game, luck, most = puzzle.game, FastChance(7), 0
    for _ in range(1000):
        state = puzzle.begin()
        while puzzle.seat in game.to_act(state) and game.clock(state) == game.clock(puzzle.begin()):
            moves = [
                move for move in game.legal(state, puzzle.seat) if not isinstance(move, TakeBack | UndoCharge)
            ]
            game.apply(state, puzzle.seat, luck.pick(moves, "move"), luck)
        most = max(most, game.gained(puzzle.begin(), state, puzzle.seat, puzzle.goal))
    assert most <= puzzle.amount


def test_two_players_of_a_duel_know_both_hands() -> None:
    for puzzle in puzzles("scrap-knights"):
        view = puzzle.game.view(puzzle.begin(), seat_viewer(puzzle.seat))
        assert [len(player.known) for player in view.players] == [
            player.hand_count for player in view.players
        ]


def test_puzzle_is_found_by_its_name() -> None:
    assert find("scrapbots-1") == puzzles("scrapbots")[0]
    assert find("scrapbots-0") is None
    assert find("scrapbots-01") is None
    assert find("nowhere-1") is None
    assert data.puzzles("nowhere") == ()


def test_game_without_goals_has_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog._TITLES, "bolts", bolts.TITLE)
    with pytest.raises(TypeError, match="No turn of bolts"):
        next(find_puzzles("bolts", "1", 1, 1))


@pytest.mark.parametrize("title", COUNTS)
@pytest.mark.soak(seconds=15)
def test_puzzles_are_found_in_games_between_bots(title: str) -> None:
    puzzle = puzzles(title)[0]
    found = next(find_puzzles(title, puzzle.edition, 40, 1))
    assert (found.state, found.amount) == (puzzle.state, puzzle.amount)
    assert found.solution() == puzzle.solution()
