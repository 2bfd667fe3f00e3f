"""The ladder: equal bots come out equal, known strengths come out right, and the same seed gives the same."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import bots, catalog
from games.bots.random_bot import choose_at_random
from games.engine.chance import Chance
from games.engine.decks import Lists
from games.engine.errors import BadOptions
from games.management import kept_games
from games.management.kept_games import KeptGames
from games.statistics.ladder import Game, climb, play_deal, rate
from games.statistics.playing import bring
from tests.toy import bolts

NO_TIME: Any = ((), ())


def contest(names: list[str], strengths: list[float], games: int, seed: int) -> list[Game]:
    """Return games of players who win as their ratings say."""
    luck, found = random.Random(seed), []
    for deal in range(games):
        one, two = luck.sample(range(len(names)), 2)
        chance = 1 / (1 + 10 ** ((strengths[two] - strengths[one]) / 400))
        found.append(Game(names[one], names[two], deal, float(luck.random() < chance), NO_TIME))
    return found


@pytest.mark.soak(seconds=1)
def test_known_ratings_are_found_again() -> None:
    names, strengths = ["a", "b", "c"], [0.0, 150.0, -100.0]
    found = rate(contest(names, strengths, 6000, 1), names)
    for name, strength in zip(names, strengths, strict=True):
        assert found[name] == pytest.approx(strength, abs=25)


def test_both_bots_play_both_decks_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who drew the better mech won: of 24 games between two bots that said more than the bots did."""
    brought: list[list[Lists]] = []

    def noted(game: Any, state: Any, decks: list[Lists], luck: Chance) -> None:
        brought.append(decks)
        bring(game, state, decks, luck)

    monkeypatch.setattr("games.statistics.playing.bring", noted)
    edition = catalog.title("scrap-knights").newest.slug
    climb("scrap-knights", edition, ["random", "greedy"], 4, 1)
    assert brought[::2] == brought[1::2]
    assert len({repr(decks) for decks in brought}) == 4
    assert all(first != second for first, second in brought)


@pytest.mark.soak(seconds=1.5)
def test_a_bot_against_itself_is_as_strong_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """The A/A run: of 40 ladders of a bot and its double at most a few say that they differ."""
    monkeypatch.setattr(bots, "BOTS", {name: lambda: choose_at_random for name in ("greedy", "double")})
    monkeypatch.setitem(catalog._TITLES, "bolts", bolts.TITLE)
    apart = 0
    for seed in range(40):
        ladder = climb("bolts", "1", ["greedy", "double"], 20, 1000 * seed, {"bolts": 8})
        (double,) = [rank for rank in ladder.ranks if rank.bot == "double"]
        apart += not double.low <= 0 <= double.high
    assert apart <= 6


def test_a_deal_is_played_once_from_each_seat() -> None:
    games = play_deal(("scrapbots", "3.6", {"turn_cap": 20}, "greedy", "random", 5))
    assert [(game.first, game.second, game.deal) for game in games] == [("greedy", "random", 5)] * 2
    assert all(game.seconds[0] and game.seconds[1] for game in games)


@pytest.mark.soak(seconds=1)
def test_greedy_stands_above_random_and_the_same_seed_gives_the_same() -> None:
    first, again = (climb("scrapbots", "3.6", ["random", "greedy"], 6, 1, {"turn_cap": 30}) for _ in range(2))
    assert [rank.bot for rank in first.ranks] == ["greedy", "random"]
    assert first.ranks[0].rating == 0
    assert first.ranks[1].high < 0
    assert first.pairings == again.pairings
    assert [rank.rating for rank in first.ranks] == [rank.rating for rank in again.ranks]


def test_a_ladder_that_was_stopped_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(catalog._TITLES, "bolts", bolts.TITLE)
    asked: Any = ("bolts", "1", ["greedy", "random"], 5, 1, {"bolts": 8})
    kept, played = tmp_path / "games", list[Any]()

    def stopped(play: Any, tasks: Any) -> Iterator[Any]:
        yield from islice(map(play, tasks), 3)
        raise KeyboardInterrupt

    def counted(play: Any, tasks: Any) -> Iterator[Any]:
        for task in tasks:
            played.append(task)
            yield play(task)

    with pytest.raises(KeyboardInterrupt):
        climb(*asked, run=KeptGames(kept, "bolts", stopped))
    kept.write_bytes(kept.read_bytes() + b'{"code": "cut off in the mid')
    ladder = climb(*asked, run=KeptGames(kept, "bolts", counted))
    assert [deal for *_, deal in played] == [4, 5]
    assert ladder.pairings == climb(*asked).pairings
    assert climb(*asked, run=KeptGames(kept, "bolts", counted)) == ladder
    assert len(played) == 2
    # Other rules play otherwise: what was kept of them doesn't count.
    monkeypatch.setattr(kept_games, "code_of", lambda title: "another")
    climb(*asked, run=KeptGames(kept, "bolts", counted))
    assert len(played) == 7


@pytest.mark.parametrize("names", [["greedy"], ["greedy", "greedy"], ["greedy", "nobody"]])
def test_a_ladder_needs_two_bots_that_exist(names: list[str]) -> None:
    with pytest.raises(BadOptions):
        climb("scrapbots", "3.6", names, 1, 1)


def test_a_ladder_without_the_bot_that_ratings_start_from_is_not_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page of the bots says that it has 0; the first of the others had."""
    monkeypatch.setattr("games.management.measuring.write_record", lambda record, folder: None)
    with pytest.raises(CommandError, match="A record needs the greedy bot"):
        call_command("ladder", "scrapyard", "--bots", "novice,random", "--deals", "1", "--record")


@pytest.mark.soak(seconds=1)
def test_the_command_prints_tables(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("ladder", "scrapyard", "--bots", "greedy,random", "--deals", "1")
    out = capsys.readouterr().out
    assert out.startswith("Scrapyard 1.0: 1 deals for each two bots")
    assert "| greedy | 0 |" in out
    with pytest.raises(CommandError, match="There is no bot"):
        call_command("ladder", "scrapyard", "--bots", "greedy,nobody")
