"""No title has a table from which one seat can go on for ever while the others wait (decision 39)."""

from typing import Any

import pytest

from games import catalog
from games.engine.chance import FastChance
from tests.conformance.cases import Case, all_editions, all_sizes
from tests.conformance.endless import check_ends, positions
from tests.soak.tenths import soaking
from tests.table import table

SIZES = pytest.mark.parametrize("case", all_sizes(), ids=str)
GAMES, OFTEN = 2, 40
SOAKED_GAMES = 10_000 // len(all_editions()) + 1  # of each edition: ten thousand and some in all

# Hands, decks and discard piles in which cards that draw, or make Ready, could feed each other.
FEEDING = [
    (("supply-crate",), (), ()),
    (("supply-crate", "supply-crate"), (), ("spare-parts",)),
    (("supply-crate",) * 3, ("spare-parts",), ("spare-parts", "drone")),
    (("supply-crate",) * 5, (), ("supply-crate",)),
    (("logic-bomb", "supply-crate"), (), ("brain-damage", "spare-parts")),
    (("logic-bomb", "logic-bomb"), (), ("supply-crate",)),
    (("fusion-cell", "servomotor"), (), ("servomotor", "fusion-cell")),
]
SCRAPBOTS = [case for case in all_editions() if case.title.slug == "scrapbots"]


@SIZES
@pytest.mark.soak(seconds=0.5, one_in=4)
def test_nobody_can_go_on_for_ever_in_a_random_game(case: Case):
    looked = sum(_check(case, seed) for seed in range(GAMES))
    assert looked


@pytest.mark.parametrize("case", [soaking(case, seconds=60) for case in all_editions()], ids=str)
def test_nobody_can_go_on_for_ever_in_ten_thousand_random_games(case: Case):
    for seed in range(SOAKED_GAMES):
        _check(case, 1_000 + seed)


def _check(case: Case, seed: int) -> int:
    """Look at some tables of one game; return how many."""
    looked, luck = 0, FastChance(seed)
    for state in positions(case, seed, OFTEN):
        for seat in case.game.to_act(state):
            check_ends(case, case.game, state, seat, luck)
            looked += 1
    return looked


def _fed(case: Case, hand: tuple[str, ...], deck: tuple[str, ...], discard: tuple[str, ...]):
    game = table("scrapbots", case.edition).with_hand(*hand).with_deck(*deck).with_discard(*discard)
    game.with_bot("sentinel", lane=0).with_bot("golem", lane=1).with_bot("drone", lane=2)
    return game.with_enemy(deck=("drone",) * 8).with_pool(energy=8).state


@pytest.mark.parametrize("feeding", FEEDING, ids=lambda feeding: " ".join(feeding[0]))
@pytest.mark.parametrize("case", SCRAPBOTS, ids=str)
def test_cards_that_draw_each_other_come_to_an_end(case: Case, feeding):
    for seed in range(5):
        check_ends(case, case.game, _fed(case, *feeding), 0, FastChance(seed))


@pytest.mark.parametrize("case", SCRAPBOTS, ids=str)
def test_by_the_older_rules_supply_crates_draw_each_other_for_ever(case: Case):
    """So the check can fail. Matches that began by these rules keep them."""
    old = catalog.edition("scrapbots", case.edition).revisions[0].game
    state = _fed(case, ("supply-crate", "supply-crate"), (), ("spare-parts",))
    with pytest.raises(AssertionError, match="for ever"):
        _try_all(case, old, state)


def _try_all(case: Case, game: Any, state: Any) -> None:
    for seed in range(20):
        check_ends(case, game, state, 0, FastChance(seed))
