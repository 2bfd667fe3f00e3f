"""What the searching bots take a fair player to do."""

import pytest

from games.engine.chance import FastChance
from games.titles.junkyard.decisions.legality import DONE, UNDO_CHARGE
from games.titles.junkyard.moves import SalvageFrom, ScrapCard, SlotCard, TakeBack
from games.titles.junkyard.title import TITLE
from tests.table import table

GAME = TITLE.newest.game


def weighed(game, seat=0):
    moves = GAME.legal(game.state, seat)
    return dict(zip(moves, GAME.policy(game.state, seat, moves), strict=True))


def test_nobody_takes_back_what_was_just_programmed():
    game = table("junkyard").standing(0, "w5").holding("grab", "stash", "crane", "crawl", "crawl", "roll")
    for _ in range(12):
        weights = weighed(game)
        assert not any(weight for move, weight in weights.items() if isinstance(move, TakeBack))
        assert not weights.get(UNDO_CHARGE)
        move = max(weights, key=weights.__getitem__)
        if move == DONE:
            return
        game.do(move)
    raise AssertionError("the program is never done")


def test_registers_are_filled_in_order():
    game = table("junkyard").standing(0, "w5").holding("grab", "stash", "crane", "crawl")
    slots = [move for move, weight in weighed(game).items() if weight and isinstance(move, SlotCard)]
    assert slots
    assert {move.register for move in slots} == {1}


@pytest.mark.parametrize("register", [2, 3])
def test_a_program_that_was_begun_with_a_later_register_is_finished(register: int):
    """Whoever asks for a hint may have filled the registers in any order; bots fill them in theirs."""
    game = table("junkyard").standing(0, "w5").holding("grab", "stash", "crane", "crawl", "crawl", "roll")
    game.slot("crawl", register)
    while True:
        weights = weighed(game)
        assert not any(weights[move] for move in weights if isinstance(move, TakeBack))
        move = max(weights, key=weights.__getitem__)
        if move == DONE:
            break
        game.do(move)
    where = game.state.where[0]
    assert all(place in where for place in range(1, register + 1))


def test_a_card_in_a_register_that_is_not_active_keeps_nobody_from_filling_the_others():
    game = table("junkyard").standing(0, "w5").holding("grab", "stash", "crane", "crawl", "crawl", "roll")
    game.slot("roll", 6)
    likely = [move for move, weight in weighed(game).items() if weight > 0.5]
    assert likely
    assert DONE not in likely


def test_the_better_pile_and_the_dearer_card_weigh_more():
    game = table("junkyard").standing(0, "e1").slotting("grab", "stash").holding("dead-weight", "crawl")
    game.with_pile(1, "gilded-core", "claw").with_pile(2, "claw", "claw").resolve()
    weights = weighed(game)
    assert weights[SalvageFrom(0)] > weights[SalvageFrom(1)]
    game.salvage(1)
    dearest = max(weighed(game).items(), key=lambda item: item[1])[0]
    assert isinstance(dearest, ScrapCard)
    assert game.slug(game.state.cards[0][dearest.place]) == "dead-weight"


def test_a_program_is_drafted_alike_wherever_the_cards_lie_in_hand():
    chance = FastChance(4)
    state, _ = GAME.new(GAME.options_type(), 2, chance)
    while GAME.to_act(state) and state.round < 2:
        seat = GAME.to_act(state)[0]
        moves = GAME.legal(state, seat)
        weights = GAME.policy(state, seat, moves)
        assert len(weights) == len(moves)
        GAME.apply(state, seat, moves[weights.index(max(weights))], chance)
    assert state.round == 2
