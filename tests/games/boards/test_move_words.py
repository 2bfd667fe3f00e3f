"""A move in words that name its card, for lists of moves, hints and analyses."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games import catalog
from games.boards.move_words import words_of
from games.bots import bot
from games.engine.chance import FastChance
from games.engine.optional import Reconsiders
from games.engine.viewers import seat_viewer
from games.titles.junkyard.moves import PlaceScrapbot, SetProgram, SlotCard, TakeBack
from games.titles.scrapbots.moves import (
    ActivateComponent,
    Attack,
    BuildScrapbot,
    BuyCard,
    EndTurn,
    GainScrap,
    PlayResource,
)
from tests.table import table

MOVES = 150


def said(set_up: Any, move: Any, seat: int = 0) -> str:
    return words_of(set_up.game, set_up.state, seat, move).text


def test_a_move_names_the_card_on_whose_button_it_stands() -> None:
    game = table("scrapbots", "3.6").with_hand("scout", "chainsaw").with_bot("drone", lane=2)
    game.with_pool(9, 9).with_market("golem")
    assert said(game, BuildScrapbot("scout", 0)) == "Build Scout in the left Lane"
    assert said(game, ActivateComponent("chainsaw", 2)) == ("Activate Chainsaw on Drone, right Lane")
    assert said(game, Attack(2, 0)) == "Attack with Drone in the right Lane for 2 Energy: 10 damage"
    assert said(game, BuyCard("golem")) == "Buy Golem for 12 Scrap"
    assert said(game, GainScrap("scout")) == "Discard Scout for 5 Scrap"
    assert said(game, EndTurn()) == "End turn"


def test_a_resource_is_told_with_what_it_gives() -> None:
    game = table("scrapbots", "3.6").with_hand("magnet-trap").facing("drone", lane=0)
    assert said(game, GainScrap("magnet-trap")) == "Discard Magnet Trap for 6 Scrap, ignoring its text"
    assert said(game, PlayResource("magnet-trap", "energy", 0)) == (
        "Play Magnet Trap: 3 Energy and the card’s text, on Drone, left Lane"
    )


def test_a_card_whose_name_is_part_of_its_targets_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """“Activate on Sentry Gun, right Lane”, said a hint about the “Gun” of a draft."""
    monkeypatch.setattr(catalog, "card", lambda *_: SimpleNamespace(name="Gun"))
    game = table("scrapbots", "3.6").with_hand("chainsaw").with_bot("sentry-gun", lane=2)
    assert said(game, ActivateComponent("chainsaw", 2)) == "Activate Gun on Sentry Gun, right Lane"


def test_words_know_the_place_and_the_card_of_a_move() -> None:
    game = table("scrapbots", "3.6").with_hand("scout")
    found = words_of(game.game, game.state, 0, BuildScrapbot("scout", 1))
    assert (found.at, found.to, found.card) == ("hand:scout", "lane:1", "scout")


def test_a_program_is_told_by_its_cards() -> None:
    game = catalog.game("junkyard", catalog.title("junkyard").newest.slug)
    state, _ = game.new(game.options_type(), 2, FastChance(1))
    assert words_of(game, state, game.to_act(state)[0], PlaceScrapbot(0, "s")).text == (
        "Place your Scrapbot north of the north-west pile, heading south"
    )
    while 0 not in game.to_act(state) or SetProgram("done") not in game.legal(state, 0):
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0], FastChance(1))
    card = game.view(state, seat_viewer(0)).players[0].hand[0].card
    name = catalog.card("junkyard", game.edition, card).name
    assert words_of(game, state, 0, SlotCard(0, 3)).text == f"Put {name} into register 3"
    game.apply(state, 0, SlotCard(0, 3), FastChance(1))
    assert words_of(game, state, 0, TakeBack(3)).text == f"Take {name} back"


@pytest.mark.parametrize("slug", [title.slug for title in catalog.titles()])
@pytest.mark.soak(seconds=1.5, one_in=2)
def test_every_move_that_is_offered_has_words_of_its_own(slug: str) -> None:
    """Two moves with the same words differ only in which of two like cards they take."""
    game, luck, choose = catalog.title(slug).newest.game, FastChance(2), bot("novice")
    state, _ = game.new(game.options_type(), 2, luck)
    for _ in range(MOVES):
        if not game.to_act(state):
            break
        seat = game.to_act(state)[0]
        moves = game.legal(state, seat)
        told = {words_of(game, state, seat, move) for move in moves}
        assert len({(words.text, words.at, words.to) for words in told}) == len(moves)
        for words in told:
            assert words.at
            assert words.text[0].isupper()
            assert "  " not in words.text
            assert not words.text.endswith(".")
        move = choose(game, game.view(state, seat_viewer(seat)), seat, luck)
        game.apply(state, seat, move, luck)


def test_a_move_to_think_again_has_words_too() -> None:
    game = catalog.title("junkyard").newest.game
    assert isinstance(game, Reconsiders)
    state, _ = game.new(game.options_type(), 2, FastChance(1))
    while 0 not in game.to_act(state) or SetProgram("done") not in game.legal(state, 0):
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0], FastChance(1))
    game.apply(state, 0, SetProgram("done"), FastChance(1))
    assert words_of(game, state, 0, SetProgram("open")).text == "Go on programming"


def test_a_move_that_is_not_offered_has_the_words_of_its_type() -> None:
    game = table("scrapbots", "3.6")
    assert said(game, BuildScrapbot("scout", 1)) == "Build scrapbot"
