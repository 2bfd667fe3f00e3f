"""Programming: hands, registers, charging, being done, and what others notice."""

import pytest

from games.engine.chance import FastChance
from games.engine.codec import to_json
from games.engine.errors import IllegalMove, NotYourTurn
from games.engine.viewers import SPECTATOR, seat_viewer, viewers
from games.titles.junkyard.events import (
    CardsDrawn,
    Charged,
    DeckReshuffled,
    EffectSkipped,
    HandDiscarded,
    ProgramMarked,
    ProgramsClosed,
    RegisterRevealed,
)
from games.titles.junkyard.moves import ChargeWith, SetProgram, SlotCard, UndoCharge
from tests.table import ruling, table

FULL = ("crawl", "pivot", "grab", "stash", "roll", "crawl")


@ruling("draw-1")
def test_everybody_draws_six_cards():
    game = table("junkyard").with_deck(*FULL, "grab").resolve()
    drawn = game.happened(CardsDrawn)
    assert [(event.seat, event.count) for event in drawn] == [(0, 6), (1, 6)]
    assert game.hand() == list(FULL)
    assert len(game.state.decks[0]) == 1


@ruling("draw-2")
def test_an_empty_deck_is_made_of_the_discard_pile_before_going_on():
    game = (
        table("junkyard").with_deck("crawl", "pivot").with_discard("grab", "stash", "roll", "crawl", "claw")
    )
    game.resolve()
    assert game.happened(DeckReshuffled)[0].count == 5
    assert game.hand()[:2] == ["crawl", "pivot"]
    assert (len(game.hand()), len(game.state.decks[0]), game.discard()) == (6, 1, [])


@ruling("draw-3")
def test_with_an_empty_deck_and_discard_pile_a_player_draws_fewer():
    game = table("junkyard").with_deck("crawl").with_discard("grab").resolve()
    assert sorted(game.hand()) == ["crawl", "grab"]
    drawn = game.happened(CardsDrawn)[0]
    assert (drawn.rule, drawn.count) == ("draw-3", 2)


@ruling("program-1")
def test_any_card_goes_into_any_empty_register_active_or_not():
    game = table("junkyard").holding(*FULL)
    for place in range(6):
        for register in range(1, 7):
            assert game.offered(SlotCard(place, register))
    game.slot("grab", 6)
    with game.refuses("program-1"):
        game.slot("roll", 6)
    with game.refuses("program-1"):
        game.slot("grab", 5)


@ruling("program-1")
def test_registers_and_cards_may_be_left_unused():
    game = table("junkyard").holding("stash").resolve()
    assert game.happened(RegisterRevealed) == []
    assert game.discard() == ["stash"]


@ruling("program-2")
def test_a_card_may_be_taken_back_and_slotted_elsewhere():
    game = table("junkyard").holding("grab", "roll")
    before = game.game.encode(game.state)
    game.slot("grab", 1).take_back(1)
    assert game.game.encode(game.state) == before
    game.slot("grab", 4)
    with game.refuses("program-2"):
        game.take_back(1)


@ruling("program-3")
def test_three_registers_are_active_at_first():
    game = table("junkyard").slotting("crawl", "crawl", "crawl", "crawl").standing(0, "w7", "n").resolve()
    assert game.where()[0] == "w1"
    skipped = game.happened(EffectSkipped)
    assert len(skipped) == 1, "the third Crawl can't go on, the fourth is in no active register"


@ruling("charge-1", "charge-6")
def test_charging_adds_the_charge_to_three():
    game = table("junkyard").holding("roll", "crane").slotting("", "", "", "", "stash").charge("roll")
    assert game.game.view(game.state, seat_viewer(0)).players[0].active == 5
    game.resolve()
    charged = next(event for event in game.events if isinstance(event, Charged))
    assert (charged.before, charged.after, charged.rule) == (3, 5, "charge-1")
    assert (game.trashed, game.heap()) == (["roll"], ["crane"])


@ruling("charge-1")
def test_one_card_a_round_may_be_trashed_to_charge():
    game = table("junkyard").holding("roll", "crane").charge("roll")
    with game.refuses("charge-1"):
        game.charge("crane")


@ruling("charge-1")
def test_only_a_card_in_hand_may_be_trashed_to_charge():
    game = table("junkyard").holding("crane").slotting("roll")
    with game.refuses("charge-1"):
        game.charge("roll")


@ruling("charge-2", "charge-6")
def test_a_negative_charge_deactivates():
    game = (
        table("junkyard")
        .holding("dead-weight", "crane")
        .slotting("", "stash")
        .charge("dead-weight")
        .resolve()
    )
    assert game.heap() == []
    assert [event.after for event in game.events if isinstance(event, Charged)] == [1]


@ruling("charge-3")
def test_a_charge_stops_at_six_registers():
    game = table("junkyard").holding("reactor").charge("reactor")
    assert game.game.view(game.state, seat_viewer(0)).players[0].active == 6
    game = table("junkyard").slotting("furnace").with_active(5).holding("reactor").resolve()
    assert [event.after for event in game.happened(Charged)] == [6]


@ruling("charge-3")
def test_a_charge_stops_at_no_register():
    game = table("junkyard").slotting("furnace").with_active(1).holding("dead-weight").resolve()
    assert [event.after for event in game.happened(Charged)] == [0]


@ruling("charge-4")
def test_a_charge_can_be_undone_until_the_player_is_done():
    game = table("junkyard").holding("roll", "crane")
    before = game.game.encode(game.state)
    assert not game.offered(UndoCharge())
    game.charge("roll").undo_charge()
    assert game.game.encode(game.state) == before
    with game.refuses("charge-4"):
        game.undo_charge()


@ruling("program-4", "program-6")
def test_programming_is_over_when_everybody_is_done():
    game = table("junkyard").of(3).done(2).done(0)
    assert game.asked == (1,)
    assert game.happened(ProgramsClosed) == []
    game.done(1)
    assert game.happened(ProgramsClosed)


@ruling("program-4")
def test_a_player_who_is_done_may_go_on_while_others_program():
    game = table("junkyard").holding("roll").done()
    assert [offer.move for offer in game.game.reconsider(game.state, 0)] == [SetProgram("open")]
    with pytest.raises(NotYourTurn):
        game.game.apply(game.state, 0, SlotCard(0, 1), game.chance)
    events = game.game.apply(game.state, 0, SetProgram("open"), game.chance)
    assert events == [ProgramMarked("program-4", 0, False)]
    assert game.offered(SlotCard(0, 1))
    with game.refuses("program-4"):
        game.do(SetProgram("open"))


@ruling("program-4")
def test_programming_can_not_be_taken_up_again_once_it_is_over():
    game = table("junkyard").standing(0, "e1").slotting("grab").resolve()
    assert game.game.reconsider(game.state, 1) == []
    with pytest.raises(NotYourTurn):
        game.game.apply(game.state, 1, SetProgram("open"), game.chance)
    for move in (SetProgram("done"), SetProgram("open"), SlotCard(0, 1), UndoCharge()):
        with game.refuses("program-4"):
            game.do(move)
    with pytest.raises(IllegalMove):
        game.do(ChargeWith(0))


@ruling("program-5", "open-2")
def test_the_others_see_the_same_bytes_whatever_a_player_programs():
    """All programs two moves deep, and random ones to their end, from one deal."""
    game, chance = table("junkyard").game, FastChance(4)
    state, _ = game.new(game.options_type(), 3, chance)
    while game.view(state, SPECTATOR).phase == "placing":
        seat = game.to_act(state)[0]
        game.apply(state, seat, game.legal(state, seat)[0], chance)
    others = [viewer for viewer in viewers(3) if viewer.seat != 0]
    before = [to_json(game.view(state, viewer)) for viewer in others]
    for seed in range(300):
        after, luck, moves = game.clone(state), FastChance(seed), 0
        while moves < 12:
            move = luck.pick(game.legal(after, 0), "move")
            if move == SetProgram("done"):
                break
            events = game.apply(after, 0, move, luck)
            assert all(event.seen_by(viewer) is None for event in events for viewer in others)
            moves += 1
        assert [to_json(game.view(after, viewer)) for viewer in others] == before
        events = game.apply(after, 0, SetProgram("done"), luck)
        assert [event.quiet for event in events] == [True]
        done = [to_json(game.view(after, viewer)) for viewer in others]
        plain = game.clone(state)
        game.apply(plain, 0, SetProgram("done"), luck)
        assert done == [to_json(game.view(plain, viewer)) for viewer in others]


@ruling("program-5")
def test_being_done_is_all_that_shows():
    game = table("junkyard").holding("roll", "grab").slot("grab", 1).charge("roll").done()
    view = game.game.view(game.state, seat_viewer(1))
    mine = view.players[0]
    assert (mine.done, mine.hand, mine.hand_count, mine.active, mine.charge) == (True, None, 2, 3, None)
    assert [register.slotted for register in mine.registers] == [None] * 6
    assert view.to_act == (1,)


@ruling("cleanup-1", "open-1", "cleanup-2")
def test_after_the_resolution_registers_and_hand_go_to_the_discard_pile():
    game = table("junkyard").slotting("", "", "", "roll").holding("grab", "grab").resolve()
    assert game.discard() == ["roll", "grab", "grab"]
    assert [face.card for face in game.happened(HandDiscarded)[0].cards] == ["roll", "grab", "grab"]


def test_a_done_program_is_refused_in_words_when_it_is_another_phase():
    game = table("junkyard").holding("roll")
    with game.refuses("corner-1"):
        game.turn("left")
    with game.refuses("setup-5"):
        game.place("n1")


def warning(game) -> str:
    return next(offer.warning for offer in game.game.offers(game.state, 0) if offer.at == "program")


def test_being_done_with_empty_active_registers_is_warned_of_and_else_isnt():
    game = table("junkyard").with_active(2).holding("roll", "crane")
    assert warning(game) == "Both of your active registers are empty."
    assert warning(game.slot("roll", 1)) == "1 of your 2 active registers is empty."
    assert warning(game.slot("crane", 2)) == ""


def test_being_done_with_a_card_in_a_register_that_isnt_active_is_warned_of():
    # Its charge is missing: players took such a card for part of their program.
    game = table("junkyard").with_active(2).holding("roll", "crane", "grab", "claw")
    game.slot("roll", 1).slot("crane", 2).slot("grab", 4)
    assert warning(game) == "Register 4 is filled but not active."
    assert warning(game.slot("claw", 6)) == "Registers 4 and 6 are filled but not active."
    assert warning(game.take_back(1)).startswith("1 of your 2 active registers is empty. Registers 4 and 6")


def test_a_register_that_the_charge_makes_active_is_not_warned_of():
    game = table("junkyard").with_active(2).holding("roll", "crane", "grab", "claw")
    game.slot("crane", 1).slot("grab", 2).slot("claw", 3)
    assert warning(game) == "Register 3 is filled but not active."
    assert warning(game.charge("roll")) == "1 of your 4 active registers is empty."
