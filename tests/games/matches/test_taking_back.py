"""Undo: inside one's own turn, as long as nothing was revealed."""

import pytest

from games.engine.errors import StaleMatch
from games.matches.errors import CannotUndo, IdReused
from tests.games.duel import FLIP, PASS, lay

pytestmark = pytest.mark.django_db


def test_a_move_that_revealed_nothing_can_be_taken_back(duel):
    mover, before = duel.mover, duel.state()
    duel.play(lay(duel.hand()[0]))
    assert duel.board(mover).can_undo
    answer = duel.undo()
    assert (answer.seq, answer.to_act) == (2, (duel.seat,))
    assert duel.state() == before
    log = duel.board(mover).log
    assert [line.undone for line in log[-2:]] == [True, False]
    assert log[-1].rule == "turn-4"


def test_moves_are_taken_back_one_by_one_to_the_turns_start_and_no_further(duel):
    mover, before, hand = duel.mover, duel.state(), duel.hand()
    for bolt in hand:
        duel.play(lay(bolt))
    for _ in hand:
        duel.undo()
    assert duel.state() == before
    with pytest.raises(CannotUndo) as refused:
        duel.undo()
    assert refused.value.rule == "turn-4"
    assert not duel.board(mover).can_undo
    assert duel.board(mover).undo_reason == "Nobody has made a move yet."


def test_play_goes_on_after_an_undo_and_both_can_be_undone(duel):
    hand = duel.hand()
    duel.play(lay(hand[0]))
    duel.play(lay(hand[1]))
    duel.undo()
    duel.play(lay(hand[2]))
    duel.undo()
    assert duel.board().view.laid[duel.seat] == (hand[0],)
    duel.undo()
    assert duel.board().view.laid[duel.seat] == ()


def test_a_flipped_coin_stays_and_what_came_before_it_too(duel):
    hand = duel.hand()
    duel.play(lay(hand[0]))
    duel.play(FLIP)
    assert (
        duel.board(duel.mover).undo_reason
        == "You can’t undo: your last move revealed something or ended the turn."
    )
    with pytest.raises(CannotUndo):
        duel.undo()
    duel.play(lay(hand[1]))
    duel.undo()
    with pytest.raises(CannotUndo):
        duel.undo()
    assert duel.board().view.laid[duel.seat] == (hand[0],)


def test_a_turn_that_was_ended_stays_ended(duel):
    mover = duel.mover
    duel.play(PASS)
    assert duel.board(duel.mover).undo_reason == "You can’t undo: the last move wasn’t yours."
    with pytest.raises(CannotUndo):
        duel.undo(by=mover)
    with pytest.raises(CannotUndo):
        duel.undo(by=duel.mover)
    assert not duel.board(mover).can_undo


def test_nobody_takes_back_another_players_move(duel):
    waiter = duel.waiter
    duel.play(lay(duel.hand()[0]))
    with pytest.raises(CannotUndo):
        duel.undo(by=waiter)


def test_an_undo_is_as_safe_against_repeats_and_stale_boards_as_a_move(duel):
    mover = duel.mover
    duel.play(lay(duel.hand()[0]), cid="the-move")
    first = duel.undo(by=mover, seen=1, cid="back")
    assert duel.undo(by=mover, seen=1, cid="back") == first
    with pytest.raises(StaleMatch):
        duel.undo(by=mover, seen=1)
    duel.play(lay(duel.hand()[0]))
    with pytest.raises(IdReused):
        duel.undo(by=mover, cid="the-move")
    assert duel.steps() == 4


def test_scrapbots_gives_gained_scrap_back_but_no_bought_card(scrapbots_duel):
    duel = scrapbots_duel
    gain = next(move for move in duel.legal() if move["type"] == "gain-scrap")
    before = duel.state()
    duel.play(gain)
    duel.undo()
    assert duel.state() == before
