"""Measures against games whose figures are known, and records that say what happened."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games import catalog
from games.lab.measuring.cards import SMALL, cards_of
from games.lab.measuring.intervals import Interval
from games.lab.measuring.measures import BY_SLUG
from games.lab.measuring.records import leader_of, play_game, standings_of
from games.lab.measuring.setup import DEALS_IN_SHARD, Setup, key_of
from games.lab.measuring.shards import count_games, games_of, merged, pack, play_shard, played
from games.lab.measuring.summary import Summary, summary_of
from games.lab.words import changes_line, headline
from tests.games.lab import race
from tests.games.lab.made_up import record

RACE = Setup("race", "fair", level="random", games=1000)


@pytest.fixture(autouse=True)
def _race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(catalog._TITLES, "race", race.title())


def measured(setup: Setup) -> Summary:
    return summary_of(setup, played(setup))


def figure(summary: Summary, slug: str):
    return next(one for one in summary.figures if one.slug == slug)


def test_what_is_certain_has_no_interval_around_it():
    found = measured(Setup("race", "fair", level="random", games=40))
    assert figure(found, "draws").side.value == 0
    assert figure(found, "branching").side == Interval(2, 2, 2)
    assert found.side.endings == (("end-1", 40),)


def test_an_imbalance_is_found_and_said():
    found = measured(Setup("race", "start", level="random", games=400))
    assert float(race.first_wins(2, 1)) < 0.4
    assert headline(RACE, found).startswith("The first player wins")
    assert headline(RACE, found).endswith("a disadvantage that chance doesn’t explain.")


def test_a_longer_race_differs_in_length_from_its_base():
    found = measured(Setup("race", "long", "fair", level="random", games=200))
    turns = figure(found, "turns")
    assert turns.is_different
    assert turns.difference.has(float(race.flips(3, 3) - race.flips(2, 2)))
    assert "turns" in changes_line(found)
    assert not figure(found, "draws").is_different


def test_a_handful_of_draws_on_one_side_claims_nothing():
    """Five draws against none: a bootstrap of the side without any never has one."""
    games = [record(deal, turned, 0, "", "") for deal in range(50) for turned in (False, True)]
    other = [replace(game, side="against") for game in games]
    few = [replace(game, winners=()) if not game.turned and game.deal < 5 else game for game in games]
    many = [replace(game, winners=()) if not game.turned and game.deal < 20 else game for game in games]
    setup = Setup("race", "fair", "again", games=100)
    assert figure(summary_of(setup, [*few, *other]), "draws").difference.low > 0
    assert not figure(summary_of(setup, [*few, *other]), "draws").is_different
    assert figure(summary_of(setup, [*many, *other]), "draws").is_different


def test_equal_rules_play_equal_games():
    """Both sides have the same deals and the same luck, so that nothing differs unless the rules do."""
    found = measured(Setup("race", "fair", "again", level="random", games=60))
    assert {one.difference.value for one in found.figures if one.difference} == {0.0}
    assert changes_line(found) == "No measure differs by more than chance can explain."


@pytest.mark.soak(seconds=1)
def test_a_stronger_bot_has_a_gradient(monkeypatch):
    setup = Setup("bolts", "1", level="random", rival="greedy", games=60, options=(("bolts", 8),))
    found = measured(setup)
    assert figure(found, "gradient").side.low > 0.5
    assert figure(measured(RACE), "gradient").side is None
    assert found.side.games == 60, "games against the rival count for nothing else"


def test_a_weaker_bot_plays_on_a_few_deals_and_the_stronger_one_is_named():
    setup = Setup("bolts", "1", level="greedy", games=40, options=(("bolts", 8),))
    assert (setup.opponent, setup.is_level_stronger) == ("random", True)
    games = played(setup)
    assert {game.deal for game in games if game.rival >= 0} == {0, 4, 8, 12, 16}
    assert len(games) == sum(count_games(setup, number) for number in range(setup.shards)) == 40 + 10
    assert figure(summary_of(setup, games), "gradient").side.value > 0.5
    against = replace(setup, rival="random")
    assert figure(measured(against), "gradient").side.low > 0.5, "whoever the rival is"
    assert sum(count_games(against, number) for number in range(against.shards)) == 80
    assert Setup("bolts", "1", level="random").opponent == ""


def test_shards_have_every_game_once_and_merge_in_any_order():
    setup = Setup("race", "fair", "long", level="random", rival="greedy", games=46)
    shards = [play_shard((setup, number)) for number in range(setup.shards)]
    games = merged(shards)
    assert len(games) == sum(count_games(setup, number) for number in range(setup.shards)) == 46 * 4
    assert setup.shards == -(-23 // DEALS_IN_SHARD)
    assert pack(merged(reversed(shards))) == pack(games)
    assert summary_of(setup, merged(reversed(shards))) == summary_of(setup, games)
    with pytest.raises(ValueError, match="twice"):
        merged([*shards, shards[0]])


def test_a_shard_is_the_same_wherever_it_is_played():
    assert play_shard((RACE, 3)) == play_shard((RACE, 3)) == pack(games_of(RACE, 3))


def test_reports_are_known_by_their_rules_and_not_by_names():
    assert key_of(Setup("race", "fair")) == key_of(Setup("race", "again"))
    assert key_of(Setup("race", "fair")) != key_of(Setup("race", "long"))
    assert key_of(Setup("race", "fair")) != key_of(Setup("race", "fair", seed=2))
    assert key_of(Setup("race", "fair")) != key_of(Setup("race", "fair", "long"))


def test_a_game_that_breaks_off_counts_nowhere_and_is_told(monkeypatch):
    plain = race.Race.apply

    def clumsy(self, state, seat, move, chance):
        if chance.below(10, "oh") == 0:
            raise ZeroDivisionError("oh")
        return plain(self, state, seat, move, chance)

    monkeypatch.setattr(race.Race, "apply", clumsy)
    found = measured(Setup("race", "fair", level="random", games=40))
    assert found.side.broken + found.side.games == 40
    assert found.side.broken > 5
    assert found.side.why[0].endswith("ZeroDivisionError('oh')")


def test_if_no_game_ends_the_report_says_so(monkeypatch):
    def broken(*said):
        raise ZeroDivisionError

    monkeypatch.setattr(race.Race, "apply", broken)
    assert headline(RACE, measured(Setup("race", "fair", level="random", games=20))).startswith(
        "No game ended"
    )


def test_a_lead_is_clear_or_none():
    assert standings_of([0, 0], 10) == (0.5, 0.5)
    assert leader_of((0.5, 0.5)) == leader_of((0.54, 0.46)) == -1
    assert leader_of(standings_of([3, 9], 10)) == 1
    assert leader_of(standings_of([3, 9, 20], 10)) == 2


def test_the_course_of_a_game_is_measured():
    """Of three heads to three: who falls behind by two and wins still makes a drama."""
    games = [
        play_game(Setup("race", "long", level="random"), "edition", "long", deal, False) for deal in range(60)
    ]
    straight = [game for game in games if not game.changes]
    assert straight
    assert {game.drama for game in straight if game.decided < 0.2} <= {0.0}
    turned = [game for game in games if game.changes]
    assert all(game.drama > 0 and 0 < game.decided <= 1 for game in turned)
    assert all(game.turns == game.decisions for game in games)


def test_cards_are_gained_played_and_discarded_by_seats():
    game = play_game(Setup("scrapbots", "3.6", level="random"), "edition", "3.6", 1, False)
    gained = [slug for uses in game.uses for slug, (gains, _, _) in uses.items() if gains]
    played_ = [slug for uses in game.uses for slug, (_, plays, _) in uses.items() if plays]
    discarded = [slug for uses in game.uses for slug, (_, _, discards) in uses.items() if discards]
    assert gained
    assert played_
    assert discarded
    assert game.first in (0, 1)
    assert game.broken == ""


def test_a_card_that_wins_stands_out_and_one_seldom_used_is_not_ranked():
    games = []
    for deal in range(60):
        games.append(record(deal, False, int(deal % 6 == 0), "hammer" + " wrench" * (deal < 20), "plate"))
        games.append(record(deal, True, 1 - int(deal % 6 == 0), "plate", "hammer"))
    cards = cards_of(games, [], range(60), [("wrench", "plate", "hammer", "dust"), ()])
    by_slug = {card.slug: card.side for card in cards}
    assert [card.slug for card in cards] == ["hammer", "plate", "wrench", "dust"]
    assert by_slug["hammer"].effect.low > 0
    assert by_slug["hammer"].rate < 0.01
    assert by_slug["hammer"].won.value == pytest.approx(5 / 6)
    assert by_slug["wrench"].seats == 20 < SMALL
    assert by_slug["wrench"].effect is None
    assert (by_slug["dust"].unused, by_slug["dust"].won) == (1.0, None)


def test_every_measure_says_what_it_means():
    assert all(measure.meaning.endswith(".") and measure.name for measure in BY_SLUG.values())
