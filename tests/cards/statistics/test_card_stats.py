"""How cards fared: shares, intervals and places, and the files of the simulations."""

from __future__ import annotations

import pytest

from cards.statistics import fared as stats
from cards.statistics.fared import PAIRINGS, SMALL, Tally, simulated, standing
from games import catalog

BOXES = [(title, edition) for title in catalog.titles() for edition in title.editions.values()]
RECORDED = [(title, edition) for title, edition in BOXES if stats.file_of(title.slug, edition.slug).is_file()]
# Games that take longer are played less often; the pages say how often.
ENOUGH = {"junkyard": 300, "scrapyard": 200, "scrap-knights": 300}
ENOUGH_OF_THE_STRONG = 30


def tally(seats: int, wins: int) -> Tally:
    return Tally({"buy-card": seats}, seats, wins)


def test_the_share_comes_with_the_interval_in_which_it_likely_lies() -> None:
    found = standing("scout", {"scout": tally(100, 50)})
    assert found.share == 50
    assert (round(found.low, 1), round(found.high, 1)) == (40.4, 59.6)


@pytest.mark.parametrize("wins", [0, 40])
def test_the_interval_stays_between_nothing_and_all(wins: int) -> None:
    found = standing("scout", {"scout": tally(40, wins)})
    assert 0 <= found.low <= (found.share or 0) <= found.high <= 100


def test_places_are_given_by_share_and_shared_by_equals() -> None:
    tallies = {"a": tally(50, 40), "b": tally(50, 30), "c": tally(100, 60), "d": tally(50, 10)}
    assert [standing(slug, tallies).place for slug in "abcd"] == [1, 2, 2, 4]


def test_a_small_sample_has_no_place_and_takes_none() -> None:
    tallies = {"rare": tally(SMALL - 1, SMALL - 1), "usual": tally(SMALL, 10)}
    rare, usual = standing("rare", tallies), standing("usual", tallies)
    assert (rare.is_small, rare.place, rare.ranked) == (True, None, 1)
    assert (usual.is_small, usual.place, usual.ranked) == (False, 1, 1)


def test_a_card_nobody_used_has_no_share() -> None:
    found = standing("scout", {})
    assert (found.share, found.place, found.plays) == (None, None, 0)


def test_moves_are_named_most_frequent_first() -> None:
    found = standing("scout", {"scout": Tally({"buy-card": 2, "attack": 9}, 40, 20)})
    assert found.moves == (("attack", 9), ("bought", 2))
    assert found.plays == 11


def test_every_edition_has_been_simulated() -> None:
    assert [edition.slug for _, edition in RECORDED] == [edition.slug for _, edition in BOXES]


@pytest.mark.parametrize("game, slug", [("junkyard", "jump-jet"), ("scrapyard", "lens-7")])
def test_cards_that_moves_name_by_place_are_counted_too(game: str, slug: str) -> None:
    (edition,) = catalog.title(game).editions
    runs = simulated(catalog.card(game, edition, slug))
    assert runs
    for found in runs:
        assert found.standing.plays
        assert found.run.bots == PAIRINGS[0] or not found.standing.is_small


def test_options_of_a_run_are_said_in_words() -> None:
    for found in simulated(catalog.card("junkyard", "0.1", "jump-jet")):
        assert found.options == ("Kinds of junk: Twelve at random",)


@pytest.mark.parametrize("title, edition", RECORDED, ids=lambda found: found.slug)
def test_the_files_speak_of_the_present_cards_and_enough_games(title, edition) -> None:  # type: ignore[no-untyped-def]
    for card in edition.cards:
        found = simulated(card)
        bots = [one.run.bots for one in found]
        assert bots == list(PAIRINGS), "run manage.py record_statistics"
        for one in found:
            is_strong = one.run.bots == PAIRINGS[0]
            assert one.run.games >= (ENOUGH_OF_THE_STRONG if is_strong else ENOUGH.get(title.slug, 2000))
        assert all(one.standing.tally.wins <= one.standing.tally.seats <= one.run.sides for one in found)


def test_a_file_of_other_card_data_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    card = catalog.card("scrapbots", "3.6", "scout")
    old = stats._Record("1", "0" * 64, ())
    monkeypatch.setattr(stats, "_record", lambda game, edition: old)
    assert simulated(card) == ()
