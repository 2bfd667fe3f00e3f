"""Which mech decks are legal, what is said of the others, and decks by chance."""

import pytest
from msgspec.structs import replace

from games.engine.chance import FastChance
from games.titles.scrap_knights.box import ACTS, ATTACKS, BOTS, ULTS
from games.titles.scrap_knights.decks.deck import (
    EMPTY,
    Deck,
    faults,
    figures,
    hindrance,
    holds,
    is_legal,
    make_deck,
    random_deck,
    with_card,
    without_card,
)
from games.titles.scrap_knights.decks.pool import BOX
from tests.table import ruling

HAND = ("slash", "stab", "vent", "stonewall", "dash", "wait")
DRONES = ("ad-chain", "dd-burst", "md-dash")
DECK = make_deck(HAND, "big-tuna-kahuna", DRONES)
TWELVE = tuple(act for act in ACTS if act not in HAND)[:12]


def said(deck: Deck) -> list[tuple[str, str]]:
    return [(fault.rule, fault.reason) for fault in faults(deck)]


class TestAMechDeck:
    @ruling("setup-1")
    def test_has_six_acts_one_ult_and_three_bots(self):
        assert said(DECK) == []
        assert is_legal(DECK)

    @ruling("setup-1")
    def test_is_put_in_the_order_of_the_box(self):
        assert make_deck(reversed(HAND), "test", reversed(DRONES)).acts == (
            *("slash", "stab", "stonewall", "vent", "dash", "wait"),
        )
        assert make_deck(bots=reversed(DRONES)).bots == DRONES

    @ruling("setup-1")
    def test_without_anything_lacks_everything(self):
        assert said(EMPTY) == [
            ("setup-1", "You still need 6 ACTs."),
            ("setup-1", "You still need an ULT."),
            ("setup-1", "You still need 3 BOTs."),
        ]

    @ruling("setup-1")
    def test_with_five_acts_lacks_one(self):
        assert said(without_card(DECK, "vent")) == [("setup-1", "You still need 1 ACT.")]

    @ruling("setup-1")
    def test_with_seven_acts_has_one_too_many(self):
        assert said(with_card(DECK, "fishslap")) == [("setup-1", "There are 7 ACTs: 1 too many.")]

    @ruling("setup-1", "setup-8")
    def test_has_no_act_twice(self):
        assert said(make_deck((*HAND[:5], "slash"), "eraser-las", DRONES)) == [
            ("setup-8", "A mech’s ACTs are all different: Slash is there twice."),
        ]

    @ruling("setup-1", "setup-8")
    def test_has_no_bot_twice(self):
        assert said(make_deck(HAND, "eraser-las", ("ad-chain", "ad-chain", "md-dash"))) == [
            ("setup-8", "A mech’s BOTs are all different: AD-Chain is there twice."),
        ]

    @ruling("setup-1")
    @pytest.mark.parametrize(
        "deck, name",
        [
            (replace(DECK, acts=(*HAND[:5], "ad-pester")), "AD-Pester"),
            (replace(DECK, bots=("slash", *DRONES[:2])), "Slash"),
            (replace(DECK, ult="slash"), "Slash"),
            (replace(DECK, ult="no-such-card"), "An unknown card"),
        ],
    )
    def test_has_each_card_where_its_kind_belongs(self, deck: Deck, name: str):
        assert ("setup-1", f"{name} doesn’t belong there.") in said(deck)

    @ruling("setup-1")
    def test_has_no_other_deck_for_most_ults(self):
        assert said(replace(DECK, prep=("slash", "stab", "missile"))) == [
            ("setup-1", "Only TAS-Custom and TEST have a deck of their own."),
        ]


class TestTheDeckOfTasCustom:
    deck = make_deck(HAND, "tas-custom", DRONES, ("slash", "missile", "stab"))

    @ruling("setup-2", "setup-7")
    def test_is_three_attacks_that_the_hand_may_have_too(self):
        assert said(self.deck) == []

    @ruling("setup-2", "setup-7")
    def test_is_part_of_the_mech(self):
        assert said(replace(self.deck, prep=())) == [
            ("setup-2", "You still need 3 Attacks in TAS-Custom’s deck.")
        ]

    @ruling("setup-2", "setup-7")
    def test_has_nothing_but_attacks(self):
        assert said(replace(self.deck, prep=("slash", "stab", "vent"))) == [
            ("setup-2", "Vent can’t be in TAS-Custom’s deck: it is made of Attacks."),
        ]
        assert BOX.may_prepare("tas-custom") == ATTACKS

    @ruling("setup-2", "setup-7")
    def test_has_no_card_twice(self):
        assert said(replace(self.deck, prep=("slash", "slash", "stab"))) == [
            ("setup-7", "TAS-Custom’s deck can’t hold a card twice: Slash is there twice."),
        ]

    @ruling("setup-2", "setup-7")
    def test_goes_with_its_ult(self):
        assert without_card(self.deck, "tas-custom").prep == ()


class TestTheDeckOfTest:
    deck = make_deck(HAND, "test", DRONES, TWELVE)

    @ruling("setup-3", "setup-7")
    def test_is_twelve_other_acts(self):
        assert said(self.deck) == []

    @ruling("setup-3", "setup-7")
    def test_shares_nothing_with_the_hand(self):
        assert said(replace(self.deck, prep=(*TWELVE[:11], "vent"))) == [
            ("setup-7", "Vent is in the hand and in TEST’s deck."),
        ]

    @ruling("setup-3", "setup-7")
    @pytest.mark.parametrize(
        "prep, reason",
        [
            (TWELVE[:11], "You still need 1 ACT in TEST’s deck."),
            (
                tuple(act for act in ACTS if act not in HAND)[:13],
                "There are 13 ACTs in TEST’s deck: 1 too many.",
            ),
        ],
    )
    def test_has_neither_fewer_nor_more(self, prep: tuple[str, ...], reason: str):
        assert said(replace(self.deck, prep=prep)) == [("setup-3", reason)]

    @ruling("setup-3", "setup-7")
    def test_keeps_its_cards_from_the_hand(self):
        found = hindrance(without_card(self.deck, "vent"), TWELVE[0])
        assert found is not None
        assert (found.rule, found.reason) == (
            "setup-7",
            "It is in TEST’s deck, which shares no ACT with the hand.",
        )


@ruling("setup-1", "setup-2", "setup-3")
@pytest.mark.parametrize(
    "deck, card, to, rule, reason",
    [
        (DECK, "fishslap", "deck", "setup-1", "A mech has six ACTs."),
        (DECK, "slash", "deck", "setup-8", "It is already in the deck."),
        (DECK, "eraser-las", "deck", "setup-1", "A mech has one ULT."),
        (DECK, "sd-hats", "deck", "setup-1", "A mech has three BOTs."),
        (EMPTY, "no-such-card", "deck", "setup-1", "There is no such card."),
        (DECK, "slash", "prep", "setup-1", "Only TAS-Custom and TEST have a deck of their own."),
        (Deck(ult="tas-custom"), "vent", "prep", "setup-2", "TAS-Custom’s deck is made of Attacks."),
        (Deck(ult="test"), "sd-hats", "prep", "setup-3", "TEST’s deck is made of ACTs."),
        (
            Deck(ult="tas-custom", prep=("slash",)),
            *("slash", "prep", "setup-7", "It is already in TAS-Custom’s deck."),
        ),
        (
            Deck(ult="tas-custom", prep=("slash", "stab", "crash")),
            *("missile", "prep", "setup-2", "TAS-Custom’s deck has three cards."),
        ),
        (Deck(ult="test", prep=TWELVE), "wait", "prep", "setup-3", "TEST’s deck has twelve cards."),
        (
            make_deck(HAND, "test"),
            *("vent", "prep", "setup-7", "It is in the hand, and TEST’s deck shares no ACT with it."),
        ),
    ],
)
def test_what_cannot_be_added(deck: Deck, card: str, to: str, rule: str, reason: str):
    found = hindrance(deck, card, to)
    assert found is not None
    assert (found.rule, found.reason) == (rule, reason)


@pytest.mark.parametrize("card", [*HAND, "test", *DRONES])
def test_what_can_be_added_is_in_the_deck_then_and_can_be_taken_out(card: str):
    assert hindrance(EMPTY, card) is None
    deck = with_card(EMPTY, card)
    assert holds(deck, card)
    assert not holds(deck, card, "prep")
    assert without_card(deck, card) == EMPTY


def test_a_prepared_card_is_added_and_taken_out():
    deck = with_card(Deck(ult="tas-custom"), "stab", "prep")
    assert holds(deck, "stab", "prep")
    assert without_card(deck, "stab", "prep") == Deck(ult="tas-custom")


@ruling("setup-6")
def test_decks_by_chance_are_legal_and_every_card_comes_up():
    seen: set[str] = set()
    for seed in range(500):
        deck = random_deck(FastChance(seed))
        assert said(deck) == []
        seen |= {*deck.acts, deck.ult, *deck.bots}
    assert seen == {*ACTS, *ULTS, *BOTS}


@ruling("setup-6")
def test_the_same_chance_deals_the_same_deck():
    assert random_deck(FastChance(7)) == random_deck(FastChance(7))


def test_the_figures_of_a_deck():
    deck = make_deck(("dagger-jab", "flamethrower", "machina-deus", "wide-guard", "parry-shield", "taunt"))
    found = figures(deck)
    assert found.average_heat == pytest.approx((1 + 3 + 7 + 2 + 0 + 0) / 6)
    assert [(bar.label, bar.count) for bar in found.heat] == [
        *(("0", 2), ("1", 1), ("2", 1), ("3", 1), ("4", 0), ("5", 0), ("6", 0), ("7", 1)),
    ]
    assert [(bar.label, bar.count) for bar in found.priorities] == [
        *(("First", 1), ("+1", 2), ("0", 2), ("−1", 1), ("−3", 1), ("X", 1)),
    ]
    assert [(bar.label, bar.count) for bar in found.types] == [("Attack", 3), ("Defend", 3)]


def test_the_figures_of_no_deck():
    assert figures(EMPTY).average_heat == 0
    assert figures(EMPTY).heat == ()
