"""Salvage, Scrap, Trash, Charge, Recharge, Shuffle and Overclock."""

import pytest

from games.engine.viewers import SPECTATOR
from games.titles.junkyard.events import (
    CardBegun,
    CardScrapped,
    CardsSalvaged,
    Charged,
    EffectSkipped,
    Overclocked,
    PileShuffled,
    Recharged,
)
from games.titles.junkyard.moves import SalvageFrom, ShufflePile
from tests.table import ruling, table


@ruling("salvage-1")
def test_the_top_cards_of_an_adjacent_pile_go_to_the_discard_pile_and_the_next_is_turned_up():
    game = table("junkyard").standing(0, "w1").slotting("grapple").with_pile(1, "scoop", "dredge", "claw")
    game.resolve()
    assert game.discard()[:2] == ["scoop", "dredge"]
    assert game.pile(1) == ["claw"]
    salvaged = game.happened(CardsSalvaged)[0]
    assert [face.card for face in salvaged.cards] == ["scoop", "dredge"]
    assert (salvaged.left, salvaged.top.card, salvaged.rule) == (1, "claw", "salvage-1")


@ruling("salvage-1", "yard-3", "resolve-5")
def test_between_two_piles_the_player_chooses_which_to_salvage_from():
    game = table("junkyard").standing(0, "e1").slotting("grab").resolve()
    assert game.asked == (0,)
    with game.refuses("yard-3"):
        game.salvage(5)
    game.salvage(2)
    assert (game.pile(1), game.pile(2)) == (["claw"], [])


@ruling("salvage-2")
def test_a_pile_with_fewer_cards_is_taken_whole():
    game = (
        table("junkyard")
        .standing(0, "w1")
        .slotting("electromagnet")
        .with_pile(1, "scoop", "dredge")
        .resolve()
    )
    assert game.discard()[:2] == ["scoop", "dredge"]
    salvaged = game.happened(CardsSalvaged)[0]
    assert (salvaged.left, salvaged.top, salvaged.rule) == (0, None, "salvage-2")


@ruling("salvage-3", "resolve-4", "resolve-5")
def test_an_empty_pile_is_no_choice():
    game = table("junkyard").standing(0, "e1").slotting("grab", "grab").with_pile(1).resolve()
    assert game.pile(2) == []
    assert [skip.rule for skip in game.happened(EffectSkipped)] == ["salvage-3"]


@ruling("salvage-3")
def test_an_empty_pile_is_refused_by_name():
    game = table("junkyard").of(2).standing(0, "e1").slotting("grab").resolve()
    game.state.piles[0] = []
    with game.refuses("salvage-3"):
        game.salvage(1)


@ruling("scrap-1")
def test_scrapping_puts_a_chosen_card_of_the_hand_on_the_scrapheap():
    game = table("junkyard").slotting("stash").holding("electromagnet", "crawl").resolve()
    game.scrap("electromagnet")
    assert game.heap() == ["electromagnet"]
    scrapped = game.happened(CardScrapped)[0]
    assert (scrapped.value, scrapped.score) == (3, 3)


@ruling("scrap-1", "scrap-2")
def test_several_cards_are_chosen_one_after_another():
    game = table("junkyard").slotting("compactor").holding("reactor", "crane", "crawl").resolve()
    game.scrap("reactor")
    assert game.asked == (0,)
    with game.refuses("scrap-1"):
        game.scrap("reactor")
    game.scrap("crane")
    assert game.heap() == ["reactor", "crane"]
    assert game.happened(CardScrapped)[0].score == 8


@ruling("scrap-2", "resolve-5")
@pytest.mark.parametrize("hand", [("crane",), ("crane", "reactor")])
def test_a_hand_with_no_more_cards_than_the_keyword_takes_is_scrapped_without_asking(hand):
    game = table("junkyard").slotting("compactor").holding(*hand).resolve()
    assert game.heap() == list(hand)


@ruling("scrap-2")
def test_nothing_is_scrapped_from_an_empty_hand():
    game = table("junkyard").slotting("stash").resolve()
    assert game.heap() == []
    assert game.happened(EffectSkipped)[0].rule == "scrap-2"


def test_cards_in_registers_are_not_in_the_hand():
    game = table("junkyard").slotting("stash", "reactor").holding("crawl").resolve()
    assert game.heap() == ["crawl"]


@ruling("trash-1")
def test_trashing_puts_a_chosen_card_out_of_the_game():
    game = table("junkyard").slotting("dead-weight").holding("crane", "crawl").resolve()
    game.trash("crawl")
    assert game.trashed == ["crawl"]
    assert (game.heap(), "crane" in game.discard()) == ([], True)


@ruling("trash-2")
def test_nothing_is_trashed_from_an_empty_hand():
    game = table("junkyard").slotting("dead-weight").resolve()
    assert game.happened(EffectSkipped)[0].rule == "trash-2"


@ruling("charge-5")
def test_the_keyword_charge_trashes_a_card_and_activates_registers():
    game = (
        table("junkyard").slotting("furnace", "", "", "stash").holding("reactor", "crawl", "grab").resolve()
    )
    game.charge("crawl")
    game.scrap("reactor")
    assert game.trashed == ["crawl"]
    assert game.heap() == ["reactor", "grab"], "register 4 was activated"


@ruling("charge-5", "charge-2", "charge-7")
def test_the_keyword_charge_may_deactivate_registers_that_are_still_to_come():
    game = table("junkyard").slotting("furnace", "stash").holding("dead-weight", "crane").resolve()
    game.charge("dead-weight")
    charged = game.happened(Charged)[0]
    assert (charged.before, charged.after) == (3, 1)
    assert game.heap() == ["crane"], "the Furnace scraps, the Stash in register 2 doesn't"
    assert [begun.register for begun in game.happened(CardBegun)] == []


def test_a_charge_from_an_empty_hand_is_skipped():
    game = table("junkyard").standing(0, "w4").slotting("leaky-battery").resolve()
    assert game.happened(EffectSkipped)[0].rule == "charge-5"
    assert game.where()[0] == "w1"


@ruling("recharge-1", "recharge-3")
def test_recharging_activates_more_registers_of_this_round():
    game = table("junkyard").slotting("dynamo", "", "", "", "stash").holding("reactor").resolve()
    recharged = game.happened(Recharged)[0]
    assert (recharged.before, recharged.after) == (3, 5)
    assert game.heap() == ["reactor"]
    assert game.state.active == [3, 3], "three again in the next round"


@ruling("recharge-2", "charge-3")
def test_there_are_six_registers_at_most():
    game = table("junkyard").slotting("reactor", "dynamo").with_active(5).resolve()
    assert game.happened(Recharged)[0].after == 6
    assert game.happened(EffectSkipped)[0].rule == "recharge-2"


@ruling("shuffle-1", "shuffle-3")
def test_a_shuffled_pile_shows_another_card_and_what_lay_on_top_is_known_to_be_in_it():
    game = table("junkyard").standing(0, "w1").slotting("tumbler").with_pile(1, "scoop", "dredge", "claw")
    game.chance.below = lambda limit, purpose: 0 if limit == 3 else limit - 1
    game.resolve()
    shuffled = game.happened(PileShuffled)[0]
    assert (shuffled.was.card, shuffled.now.card) == ("scoop", "claw")
    assert game.discard()[0] == "claw"
    pile = game.game.view(game.state, SPECTATOR).piles[0]
    assert (pile.count, pile.top.card, [face.card for face in pile.known]) == (2, "dredge", ["scoop"])


@ruling("shuffle-1", "resolve-5")
def test_between_two_piles_the_player_chooses_which_to_shuffle():
    game = table("junkyard").standing(0, "e1").slotting("tumbler").resolve()
    assert game.offered(ShufflePile(0))
    assert not game.offered(SalvageFrom(0))
    with game.refuses("yard-3"):
        game.shuffle(9)
    with game.refuses("resolve-5"):
        game.salvage(1)
    game.shuffle(2)
    assert game.asked == (0,), "and then from which to salvage"


@ruling("shuffle-2")
def test_an_empty_pile_is_not_shuffled():
    game = table("junkyard").standing(0, "w1").slotting("tumbler").with_pile(1).resolve()
    assert [skip.rule for skip in game.happened(EffectSkipped)] == ["shuffle-2", "salvage-3"]


@ruling("shuffle-2")
def test_an_empty_pile_beside_a_full_one_is_refused_by_name():
    game = table("junkyard").standing(0, "e1").slotting("tumbler").resolve()
    game.state.piles[0] = []
    with game.refuses("shuffle-2"):
        game.shuffle(1)


@ruling("overclock-1")
def test_overclocking_resolves_the_next_register_at_once():
    game = table("junkyard").slotting("claw", "stash").holding("crane").slotting("turbine", seat=1)
    game.standing(0, "w1").standing(1, "s7").resolve()
    begun = [(card.seat, card.register, card.card.card) for card in game.happened(CardBegun)]
    assert begun == [(0, 1, "claw"), (0, 2, "stash"), (1, 1, "turbine")]
    assert game.happened(Overclocked)[0].register == 2


@ruling("overclock-1", "overclock-4")
def test_an_overclocked_register_is_resolved_once_only_and_empty_ones_are_passed_over():
    game = table("junkyard").standing(0, "w1").slotting("claw", "", "stash").holding("crane", "crawl")
    game.with_pile(1, "scoop").resolve().scrap("crane")
    assert game.heap() == ["crane"]


@ruling("overclock-2")
def test_overclocking_chains():
    game = table("junkyard").slotting("hopper", "hopper", "stash").holding("crane", "reactor")
    game.slotting("grab", seat=1).resolve().scrap("crane")
    assert game.heap() == ["crane", "reactor"]
    assert [over.register for over in game.happened(Overclocked)] == [2, 3]
    assert [begun.seat for begun in game.happened(CardBegun)] == [0, 0, 1]


@ruling("overclock-3", "resolve-4")
def test_without_a_next_active_register_overclocking_is_skipped():
    game = table("junkyard").slotting("hopper", "", "", "stash").holding("crane").resolve()
    assert [skip.rule for skip in game.happened(EffectSkipped)] == ["overclock-3"]
    assert game.happened(Overclocked) == []
