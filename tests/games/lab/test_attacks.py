"""Attacks on what is said of cards: made-up records in which an effect is there, isn't, or only seems to be.

The seeds are fixed: the figures are always the same. docs/lab.md quotes those of the soak.
"""

from __future__ import annotations

import pytest

from games.lab.measuring.cards import CardSide, cards_of
from games.lab.measuring.pairs import LEAST_EXPECTED, SHOWN_PAIRS, Pairs, pairs_of
from tests.games.lab.made_up import CARDS, games, record
from tests.soak.tenths import soaking

FIRST, SECOND, THIRD = CARDS[:3]
# Deals, reports, and how many of them may raise a false alarm: 5 % are expected, 7 % are the most in a soak.
SIZES = pytest.mark.parametrize(
    "deals, reports, most", [(50, 20, 3), soaking(200, 200, 14, seconds=40)], ids=["small", "whole"]
)


def sides(seed: int, deals: int, **made: float) -> dict[str, CardSide]:
    found = cards_of(games(seed, deals, **made), [], range(deals), [CARDS, ()])
    return {card.slug: card.side for card in found if card.side}


def pairs(seed: int, deals: int, **made: float) -> Pairs:
    return pairs_of(games(seed, deals, **made), CARDS)


@SIZES
def test_cards_that_do_nothing_seldom_stand_out(deals, reports, most):
    alarms = 0
    for seed in range(reports):
        alarms += any(side.stands_out or side.stands_out_paired for side in sides(seed, deals).values())
    assert alarms <= most


@SIZES
def test_cards_with_nothing_in_common_but_long_games_are_seldom_a_pair(deals, reports, most):
    found = [pairs(seed, deals) for seed in range(reports)]
    assert min(one.tested for one in found) > 50
    assert sum(one.clear > 0 for one in found) <= most


@pytest.mark.parametrize(
    "deals, reports, least", [(150, 5, 4), soaking(200, 40, 38, seconds=8)], ids=["small", "whole"]
)
def test_a_card_that_wins_is_found_both_ways(deals, reports, least):
    found = [sides(seed, deals, wins=0.3)[FIRST] for seed in range(reports)]
    assert sum(side.stands_out and side.effect.low > 0 for side in found) >= least
    assert sum(side.stands_out_paired and side.paired.low > 0 for side in found) >= least


@pytest.mark.parametrize(
    "deals, reports, least, most",
    [(150, 5, 4, 1), soaking(200, 40, 38, 2, seconds=8)],
    ids=["small", "whole"],
)
def test_a_card_that_only_comes_with_good_deals_fools_the_plain_effect_alone(deals, reports, least, most):
    """Those who were dealt well use it and win, in both games of the deal. In itself it does nothing."""
    found = [sides(seed, deals, luck=0.3)[FIRST] for seed in range(reports)]
    assert sum(side.stands_out for side in found) >= least
    assert sum(side.stands_out_paired for side in found) <= most


@pytest.mark.parametrize(
    "deals, reports, least", [(150, 5, 4), soaking(200, 40, 38, seconds=8)], ids=["small", "whole"]
)
@pytest.mark.soak(seconds=1)
def test_two_cards_that_go_together_are_the_clearest_pair(deals, reports, least):
    found = [pairs(seed, deals, draws=0.7) for seed in range(reports)]
    first = [one.shown[0] for one in found if one.shown]
    assert sum({pair.one, pair.other} == {SECOND, THIRD} and pair.apart.low > 0 for pair in first) >= least
    assert max(one.clear for one in found) < 6, "the other pairs stay what they are"


@pytest.mark.soak(seconds=1)
def test_cards_that_never_meet_are_a_pair_less_often_and_rare_ones_are_none():
    met = [
        record(deal, turned, deal % 2, "a c d" if deal % 4 < 2 else "b c", "b d" if turned else "a")
        for deal in range(80)
        for turned in (False, True)
    ]
    met[0] = record(0, False, 0, "rare a", "rare b")
    found = pairs_of(met, ["a", "b", "c", "d", "rare", "never"])
    (apart,) = (pair for pair in found.shown if (pair.one, pair.other) == ("a", "b"))
    assert (apart.seats, apart.apart.high < 0) == (0, True)
    assert not {"rare", "never"} & {slug for pair in found.shown for slug in (pair.one, pair.other)}
    assert pairs_of(met[:LEAST_EXPECTED], ["a", "b"]) == pairs_of([], ["a", "b"]) == Pairs()


def test_no_more_pairs_are_kept_than_people_read():
    """Seats use the cards of one half or of the other: all pairs stand out."""
    cards = [f"{half}{number}" for half in "ab" for number in range(8)]
    met = [
        record(deal, turned, 0, *(" ".join(cards[:8] if (deal + seat) % 2 else cards[8:]) for seat in (0, 1)))
        for deal in range(100)
        for turned in (False, True)
    ]
    mixed = [record(deal, True, 0, " ".join(cards[::2]), " ".join(cards[1::2])) for deal in range(60)]
    found = pairs_of([*met, *mixed], cards)
    assert len(found.shown) == SHOWN_PAIRS


def test_the_paired_effect_compares_a_seat_with_itself_in_the_other_game_of_its_deal():
    """The seat with the hammer wins, and without it loses; on every second deal nobody takes it up."""
    met = []
    for deal in range(80):
        hammer = "hammer" if deal % 2 else ""
        met.append(record(deal, False, 0, hammer, "plate"))
        met.append(record(deal, True, 1 if hammer else 0, "", "plate"))
    found = {card.slug: card.side for card in cards_of(met, [], range(80), [("hammer", "plate"), ()])}
    assert (found["hammer"].seats, found["hammer"].paired.value) == (40, 1.0)
    assert found["hammer"].stands_out_paired
    assert found["plate"].paired is None, "it was used in both games of every deal"


def test_a_card_that_is_gained_or_brought_and_never_played_is_dead():
    met = []
    for deal in range(40):
        game = record(deal, False, 0, "plate", "hammer")
        gained = {"hammer": (1, int(deal < 10), 0), "plate": (0, 1, 0)}
        met.append(type(game)("edition", deal, False, winners=(0,), uses=(gained, {})))
        deck = {"acts": ("wrench",), "bots": ()}
        met.append(record(deal, True, 0, "wrench" if deal < 20 else "", "", brought=(deck, deck)))
    slugs = ("hammer", "plate", "wrench", "dust")
    found = {card.slug: card.side for card in cards_of(met, [], range(40), [slugs, ()])}
    assert found["hammer"].dead.value == 0.75
    assert found["wrench"].dead.value == 0.75
    assert found["plate"].dead is None, "nobody gains it, so nobody says how often it lies idle"
    assert found["dust"].dead is None
