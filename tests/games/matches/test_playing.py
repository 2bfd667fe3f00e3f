"""A move's way: once, in turn, on the board one has seen."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404

from games.engine.errors import BadMove, IllegalMove, MatchOver, NotYourTurn, StaleMatch
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match
from games.matches.errors import IdReused, NotSeated, NotStarted, RulesChanged
from games.matches.models import Match, Step
from scrapsite.common.errors import http_status
from tests.games.duel import FLIP, PASS, lay

pytestmark = pytest.mark.django_db


def test_a_move_is_one_step_and_the_answer_tells_where_the_match_is(duel):
    seat = duel.seat
    answer = duel.play(PASS)
    assert (answer.seq, answer.status, answer.to_act) == (1, "running", (1 - seat,))
    assert duel.steps() == 2
    assert answer.events[0].bolts is not None
    assert duel.match.seq == 1


def test_the_same_request_again_gets_the_same_answer_and_changes_nothing(duel):
    mover = duel.mover
    first = duel.play(PASS, by=mover, seen=0, cid="once")
    assert duel.play(PASS, by=mover, seen=0, cid="once") == first
    duel.play(PASS)
    assert duel.play(PASS, by=mover, seen=0, cid="once") == first
    assert duel.steps() == 3


def test_the_last_move_of_a_match_can_be_repeated_too(duel):
    while duel.board().view.deck != 0:
        duel.play(PASS)
    mover, seen = duel.mover, duel.match.seq
    last = duel.play(PASS, by=mover, seen=seen, cid="last")
    assert last.status == "finished"
    assert last.result is not None
    assert duel.play(PASS, by=mover, seen=seen, cid="last") == last


def test_a_stale_tab_is_told_to_look_again(duel):
    mover = duel.mover
    duel.play(FLIP, by=mover)
    with pytest.raises(StaleMatch) as refused:
        duel.play(PASS, by=mover, seen=0)
    assert http_status(refused.value) == 409
    with pytest.raises(StaleMatch):
        duel.play(PASS, by=mover, seen=99)
    assert duel.steps() == 2


def test_two_tabs_with_different_moves_on_one_board_play_only_the_first(duel):
    mover, hand = duel.mover, duel.hand()
    duel.play(lay(hand[0]), by=mover, seen=0, cid="tab-1")
    with pytest.raises(StaleMatch):
        duel.play(lay(hand[1]), by=mover, seen=0, cid="tab-2")
    assert duel.hand(mover) == hand[1:]


def test_an_id_that_stands_for_another_move_of_the_seat_is_refused(duel):
    mover, waiter, hand = duel.mover, duel.waiter, duel.hand()
    duel.play(lay(hand[0]), by=mover, cid="mine")
    with pytest.raises(IdReused):
        duel.play(lay(hand[1]), by=mover, cid="mine")
    duel.play(PASS, by=mover)
    duel.play(FLIP, by=waiter, cid="mine")
    with pytest.raises(IdReused):
        duel.play(PASS, by=waiter, cid="mine")
    assert duel.steps() == 4


def test_moves_out_of_turn_against_the_rules_or_without_sense_change_nothing(duel, stranger):
    theirs = next(bolt for bolt in range(1, 13) if bolt not in duel.hand())
    for refusal, move, who in (
        (NotYourTurn, PASS, duel.waiter),
        (IllegalMove, lay(theirs), duel.mover),
        (NotSeated, PASS, stranger),
        (NotSeated, PASS, AnonymousUser()),
        (BadMove, {"type": "cheat"}, duel.mover),
        (BadMove, {"type": "lay"}, duel.mover),
        (BadMove, {"type": "lay", "bolt": "3"}, duel.mover),
        (BadMove, {"type": "lay", "bolt": 3.0}, duel.mover),
        (BadMove, {"type": "lay", "bolt": True}, duel.mover),
        (BadMove, {"type": "lay", "bolt": 10**30}, duel.mover),
        (BadMove, {"type": "pass", "and": "more"}, duel.mover),
        (BadMove, {"type": ["pass"]}, duel.mover),
        (BadMove, {}, duel.mover),
        (BadMove, [], duel.mover),
        (BadMove, None, duel.mover),
        (BadMove, "pass", duel.mover),
        (BadMove, nested(100_000), duel.mover),
    ):
        with pytest.raises(refusal):
            duel.play(move, by=who)
    assert duel.steps() == 1
    assert duel.match.seq == 0


def nested(depth):
    data = {}
    for _ in range(depth):
        data = {"type": data}
    return data


@pytest.mark.parametrize("cid", ["", "x" * 65, "two words", "ü", None, 7, "a\x00"])
def test_a_client_move_id_is_short_and_plain(duel, cid):
    with pytest.raises(BadMove):
        play_move(duel.id, duel.mover, 0, cid, PASS)


def test_nothing_is_played_before_the_deal_nor_after_the_end(user, duel):
    waiting = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}])
    with pytest.raises(NotStarted):
        play_move(waiting.pk, user, -1, "x", PASS)
    with pytest.raises(NotStarted):
        resign(waiting.pk, user)
    duel.finish()
    steps = duel.steps()
    for door in (
        lambda: duel.play(PASS, by=user),
        lambda: duel.play(PASS, by=user, seen=0),
        lambda: duel.undo(by=user),
        lambda: resign(duel.id, user),
    ):
        with pytest.raises(MatchOver):
            door()
    assert duel.steps() == steps


def test_a_match_that_was_called_off_is_gone_for_others(user, other_user):
    match = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}])
    cancel_match(match.pk, user)
    with pytest.raises(Http404):
        play_move(match.pk, other_user, -1, "x", PASS)
    with pytest.raises(MatchOver):
        play_move(match.pk, user, -1, "x", PASS)


def test_resigning_ends_the_match_for_the_other_at_any_time(duel):
    loser, winner = duel.waiter, duel.mover
    answer = resign(duel.id, loser)
    assert answer.status == "finished"
    assert answer.result.rule == "end-4"
    board = duel.board(winner)
    assert board.result.i_won
    assert board.result.names == (board.me.name,)
    assert duel.board(loser).result.i_won is False
    assert board.log[-1].rule == "end-4"
    assert board.log[-1].text.endswith("resigned.")
    assert not board.offers


def test_a_whole_match_of_scrapbots_replays_to_the_same_state(scrapbots_duel):
    import random

    from games import catalog
    from games.engine import codec
    from games.engine.chance import MatchChance
    from games.engine.proofs import CURRENT
    from games.matches.models import MatchSecret

    luck = random.Random(4)
    duel = scrapbots_duel
    for _ in range(60):
        duel.play(luck.choice(duel.legal()))
    game = catalog.game("scrapbots", "3.6")
    chance = MatchChance(bytes(MatchSecret.objects.get(match_id=duel.id).played), 0, CURRENT)
    state, _ = game.new(codec.from_json(game.options_type, duel.match.options), 2, chance)
    for step in Step.objects.filter(match_id=duel.id, seq__gt=0).order_by("seq"):
        game.apply(state, step.seat, codec.from_json(game.move_type, step.move), chance)
        assert game.encode(state) == bytes(step.state)
        assert chance.counter == step.draws


def test_a_match_whose_rules_the_site_no_longer_has_is_a_draw_for_who_gives_it_up(duel):
    """A match never goes on by other rules unless all agree, and nobody loses because of an update."""
    Match.objects.filter(pk=duel.id).update(cards_hash="0" * 64)
    with pytest.raises(RulesChanged):
        duel.play(PASS)
    assert duel.steps() == 1
    answer = resign(duel.id, duel.players[0])
    assert answer.status == "finished"
    assert answer.result.winners == ()
