"""Offers: what the board suggests, where, with which label, and why it is refused."""

import pytest

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.protocol import Offer
from games.engine.viewers import Viewer
from games.titles.scrapbots.moves import EndTurn
from tests.table import table


def offers(game) -> dict[tuple[str, str, str], Offer]:
    return {(offer.at, offer.to, offer.label): offer for offer in game.game.offers(game.state, 0)}


def why_not(game, at, to, label) -> str | None:
    refusal = offers(game)[at, to, label].refusal
    return refusal and refusal.rule


def test_a_scrapbot_in_hand_is_built_or_discarded(edition):
    game = table("scrapbots", edition).with_hand("scout").with_bot("drone", lane=2)
    assert list(offers(game)) == [
        ("hand:scout", "scrap", "Discard for 5 Scrap"),
        ("hand:scout", "lane:0", "Build in the left Lane"),
        ("hand:scout", "lane:1", "Build in the centre Lane"),
        ("hand:scout", "lane:2", "Build in the right Lane"),
        ("lane:2", "enemy:2", "Attack for 2 Energy: 10 damage"),
        ("lane:2", "enemy:2", "Attack for 4 Energy: 10 damage. Draw 1"),
        ("turn", "", "End turn"),
    ]
    assert why_not(game, "hand:scout", "lane:1", "Build in the centre Lane") is None
    assert why_not(game, "hand:scout", "lane:2", "Build in the right Lane") == "build-1"
    assert why_not(game, "lane:2", "enemy:2", "Attack for 2 Energy: 10 damage") == "attack-3"


def test_a_component_goes_onto_a_scrapbot(edition):
    game = table("scrapbots", edition).with_hand("chainsaw").with_bot("drone", lane=0)
    assert why_not(game, "hand:chainsaw", "lane:0", "Activate on Drone, left Lane") is None
    assert why_not(game, "hand:chainsaw", "lane:1", "Activate in the centre Lane") == "activate-1"
    assert why_not(game, "hand:chainsaw", "energy", "Discard for 5 Energy") is None


def test_a_resource_is_aimed_at_an_enemy(later):
    game = table("scrapbots", later).with_hand("magnet-trap").facing("drone", lane=0)
    assert (
        why_not(game, "hand:magnet-trap", "enemy:0", "6 Scrap and the card’s text: on Drone, left Lane")
        is None
    )
    assert why_not(game, "hand:magnet-trap", "enemy:0", "Only the card’s text: on Drone, left Lane") is None
    assert (
        why_not(game, "hand:magnet-trap", "enemy:2", "3 Energy and the card’s text: in the right Lane")
        == "resource-3"
    )


def test_a_resource_says_in_its_first_words_what_comes_with_its_text_and_what_without(later):
    """“Discard for 6 Scrap” stood beside “6 Scrap and the card’s text”: which is which was hard to see."""
    game = table("scrapbots", later).with_hand("magnet-trap").facing("drone", lane=0)
    said = {label.partition(":")[0] for at, _, label in offers(game) if at == "hand:magnet-trap"}
    assert said == {
        "6 Scrap only",
        "3 Energy only",
        "6 Scrap and the card’s text",
        "3 Energy and the card’s text",
        "Only the card’s text",
    }


def test_what_forgoes_a_part_of_a_resource_is_rare(later):
    """Of five buttons much alike three give up the text, or the Scrap and the Energy, for nothing."""
    game = table("scrapbots", later).with_hand("magnet-trap").facing("drone", lane=0)
    found = [offer for offer in offers(game).values() if offer.at == "hand:magnet-trap" and not offer.refusal]
    rare = {offer.label.partition(":")[0] for offer in found if offer.is_rare}
    assert rare == {"6 Scrap only", "3 Energy only", "Only the card’s text"}
    assert len(found) == len(rare) + 2


def test_in_3_4_a_text_without_a_target_is_offered_without_one():
    game = table("scrapbots", "3.4").with_hand("magnet-trap")
    assert why_not(game, "hand:magnet-trap", "energy", "2 Energy and the card’s text (no target)") is None
    game.facing("drone")
    assert (
        why_not(game, "hand:magnet-trap", "energy", "2 Energy and the card’s text (no target)")
        == "resource-3"
    )


def test_a_med_pack_says_from_where(later):
    game = table("scrapbots", later).with_hand("med-pack", "brain-damage")
    label = "Only the card’s text: return a Wound from your hand"
    assert why_not(game, "hand:med-pack", "pile:hand", label) is None
    label = "Only the card’s text: return a Wound from your discard pile"
    assert why_not(game, "hand:med-pack", "pile:discard", label) == "resource-3"


def test_a_card_in_the_market_that_is_too_expensive_says_so(edition):
    game = table("scrapbots", edition).with_market("drone").with_pool(scrap=3)
    offer = offers(game)["market:drone", "discard", "Buy for 4 Scrap"]
    assert offer.refusal.rule == "buy-1"
    assert offer.refusal.reason == "It costs 4 Scrap and your pool has 3, so you need 1 more."


def test_a_wound_in_hand_says_why_it_is_useless(edition):
    game = table("scrapbots", edition).with_hand("brain-damage")
    assert why_not(game, "hand:brain-damage", "scrap", "Discard for 0 Scrap") == "scrap-2"


def test_equal_cards_are_offered_once(edition):
    game = table("scrapbots", edition).with_hand("drone", "drone", "drone")
    assert len(offers(game)) == len(game.game.offers(game.state, 0)) == 5


def undoable(game) -> set[str]:
    return {label for (_, _, label), offer in offers(game).items() if offer.undoable}


def test_what_reveals_nothing_is_offered_as_such():
    game = table("scrapbots", "3.6").with_hand("scout").with_market("drone").with_main_deck("golem")
    game.with_pool(scrap=9, energy=9).with_bot("drone", lane=0).with_bot("sentinel", lane=1).with_bot(
        "scout", lane=2
    )
    assert undoable(game) == {
        "Discard for 5 Scrap",
        "Attack for 2 Energy: 10 damage",
        "Attack for 3 Energy: 20 damage",
    }


def warning(game) -> str:
    return offers(game)["turn", "", "End turn"].warning


def test_the_end_of_the_turn_warns_of_an_attack_and_a_purchase_that_are_left(edition):
    game = table("scrapbots", edition).with_hand("brain-damage").with_market("drone").with_bot("scout")
    assert warning(game) == ""
    assert warning(game.with_pool(scrap=4)) == "You can still buy a card."
    assert warning(game.with_pool(scrap=4, energy=3)) == "You can still attack and buy a card."


def test_spare_parts_that_could_be_bought_are_not_worth_a_warning(edition):
    assert warning(table("scrapbots", edition).with_market("spare-parts").with_pool(scrap=3)) == ""


def test_the_end_of_the_turn_warns_of_a_hand_whose_scrap_would_buy_a_card(edition):
    """A player ended the turn with five cards that were never used, at the first press."""
    game = table("scrapbots", edition).with_market("golem", "drone").with_bot("scout")
    game.with_hand("spare-parts", "spare-parts", "scout")
    in_hand = 5 + 2 * game.game.rules.rows["spare-parts"].scrap
    assert warning(game) == f"You can still buy a card with the {in_hand} Scrap in your hand."
    game.with_pool(energy=3)
    assert warning(game) == f"You can still attack and buy a card with the {in_hand} Scrap in your hand."


@pytest.mark.parametrize("pool", [0, 1])
def test_the_end_of_the_turn_warns_of_a_hand_whose_energy_would_pay_an_attack(later, pool):
    """The question spoke of Scrap in the hand alone, and whoever had learned that lost an attack."""
    game = table("scrapbots", later).with_market("golem").with_bot("scout", lane=0)
    rows = game.game.rules.rows
    cost, energy = min(attack.energy for attack in rows["scout"].abilities), rows["circuitry"].energy
    count = (cost - pool) // energy
    game.with_hand(*["circuitry"] * (count - 1)).with_pool(energy=pool)
    assert warning(game) == ""
    game.with_hand("circuitry")
    given = f"{count * energy} more Energy from" if pool else f"the {count * energy} Energy in"
    assert warning(game) == f"You can still attack with {given} your hand."


def test_a_card_is_discarded_for_scrap_or_for_energy(later):
    game = table("scrapbots", later).with_market("sentry-gun").with_bot("scout", lane=0)
    game.with_hand(*["circuitry"] * 4)
    in_hand = 4 * game.game.rules.rows["circuitry"].scrap
    by_energy = "attack with the 4 Energy in your hand"
    by_scrap = f"buy a card with the {in_hand} Scrap in your hand"
    assert warning(game) == f"You can still {by_energy} or {by_scrap}."


def test_an_exhausted_scrapbot_is_no_reason_to_ask_about_energy(later):
    game = table("scrapbots", later).with_market("golem").with_bot("scout", lane=0, ready=False)
    assert warning(game.with_hand(*["circuitry"] * 5)) == ""


def test_a_hand_whose_scrap_buys_nothing_but_spare_parts_is_discarded_without_a_question(edition):
    game = table("scrapbots", edition).with_market("spare-parts", "golem").with_hand("scout")
    assert warning(game) == ""
    assert warning(game.with_pool(scrap=2)) == ""
    assert warning(game.with_market("spare-parts", "drone")) != ""


def test_a_hand_and_a_pool_buy_together(edition):
    game = table("scrapbots", edition).with_market("enforcer").with_hand("scout")
    assert warning(game) == ""
    short = game.game.rules.rows["enforcer"].scrap - 5
    assert (
        warning(game.with_pool(scrap=short)) == "You can still buy a card with 5 more Scrap from your hand."
    )


def test_a_search_that_plays_well_is_never_asked_about_its_hand():
    """The question is about slips: where a good turn ends, it doesn’t come up."""
    game = catalog.game("scrapbots", "3.6")
    luck, choose = FastChance(7), bot("casual")
    state, _ = game.new(game.options_type(turn_cap=12), 2, luck)
    while seats := game.to_act(state):
        move = choose(game, game.view(state, Viewer(seats[0])), seats[0], luck)
        if isinstance(move, EndTurn):
            assert [offer.warning for offer in game.offers(state, seats[0]) if offer.at == "turn"] == [""]
        game.apply(state, seats[0], move, luck)


def test_offers_come_in_the_order_of_the_legal_moves(edition):
    """Programs and records number them; random games met a hand with a Resource and another card late."""
    slugs = [card.slug for card in table("scrapbots", edition).game.rules.kinds if card.type == "Resource"]
    game = table("scrapbots", edition).with_hand("scout", *slugs).with_market("drone").with_pool(scrap=9)
    allowed = [offer.move for offer in game.game.offers(game.state, 0) if offer.refusal is None]
    assert allowed == game.game.legal(game.state, 0)
