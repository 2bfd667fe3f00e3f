"""What a board shows to whom."""

import json

import pytest

from games import actions, queries
from games.access import seat_of
from games.engine import codec
from games.models import MatchSecret, Step
from tests.games.duel import FLIP, PASS, lay

pytestmark = pytest.mark.django_db


def as_text(board):
    """Return all a board holds as JSON text."""
    plain = codec.to_plain(board)
    return json.dumps(plain, default=str)


def test_only_ones_own_draws_are_shown_with_their_faces(duel):
    mover, waiter = duel.mover, duel.waiter
    duel.play(PASS)

    def draws(user):
        return [line.event["bolts"] for line in duel.board(user).log if line.event["type"] == "dealt"]

    seat = 1 - duel.seat
    assert [bool(bolts) for bolts in draws(mover)] == [seat == 0, seat == 1, True]
    assert [bool(bolts) for bolts in draws(waiter)] == [seat == 1, seat == 0, False]
    assert not any(draws(None))
    assert duel.board().view.hand is None
    assert duel.board().offers == ()


def test_no_secret_is_anywhere_in_a_running_board(scrapbots_duel):
    duel = scrapbots_duel
    secret = MatchSecret.objects.get(match_id=duel.id)
    hidden = [bytes(value).hex() for value in (secret.seed, secret.salt, secret.played)]
    for user in (*duel.players, None):
        text = as_text(duel.board(user))
        assert not any(value in text for value in hidden)
        assert duel.board(user).commitment == secret.commitment


def test_what_others_cannot_see_does_not_change_their_board(scrapbots_duel):
    """The board of one player is the same whatever the other holds, but for counts."""
    duel = scrapbots_duel
    me, other = duel.mover, duel.waiter
    before = duel.board(me)
    step = Step.objects.get(match_id=duel.id, seq=0)
    state = duel.state()
    seat = 1 - duel.seat
    held, pool = len(state.hands[seat]), [*state.decks[seat], *state.hands[seat]]
    state.hands[seat], state.decks[seat] = pool[:held], pool[held:]
    Step.objects.filter(pk=step.pk).update(state=codec.pack(state))
    after = duel.board(me)
    assert codec.to_plain(after.view) == codec.to_plain(before.view)
    assert after.log == before.log
    assert other is not me


def test_since_your_last_turn_tells_what_the_other_did_and_stays_during_ones_own_turn(duel):
    first, second = duel.mover, duel.waiter
    assert duel.board(first).since_last == ()
    duel.play(lay(duel.hand()[0]))
    duel.play(FLIP)
    duel.play(PASS)
    told = [line.event["type"] for line in duel.board(second).since_last]
    assert told == ["laid", "flipped", "dealt"]
    duel.play(FLIP)
    assert [line.event["type"] for line in duel.board(second).since_last] == told
    duel.play(PASS)
    assert [line.event["type"] for line in duel.board(first).since_last] == ["flipped", "dealt"]
    assert duel.board().since_last == ()


def test_moves_taken_back_are_not_told_as_news(duel):
    second = duel.waiter
    duel.play(lay(duel.hand()[0]))
    duel.undo()
    duel.play(PASS)
    assert [line.event["type"] for line in duel.board(second).since_last] == ["dealt"]


def test_offers_are_for_whoever_has_the_turn_and_say_why_not(duel):
    assert duel.board(duel.waiter).offers == ()
    duel.play(FLIP)
    refused = next(offer for offer in duel.board(duel.mover).offers if not offer.is_legal)
    assert (refused.label, refused.rule) == ("Flip", "coin-1")
    assert refused.reason
    assert duel.board(duel.mover).offers_at["turn"][-1].label == "Pass"


def test_a_long_log_is_cut_until_asked_for_whole(user, other_user):
    match = actions.create_match(user, "bolts", "1", {"bolts": 40}, [{"kind": "me"}, {"kind": "open"}])
    match = actions.join_match(match.pk, other_user)
    players = (user, other_user)
    for number in range(70):
        move = FLIP if number % 2 == 0 else PASS
        match.refresh_from_db()
        if match.status == "running":
            actions.play_move(match.pk, players[match.deciders[0]], match.seq, f"m{number}", move)
    match.refresh_from_db()
    cut, whole = (
        queries.board(match, seat_of(user, match), whole_log=all_of_it) for all_of_it in (False, True)
    )
    assert cut.log_cut
    assert not whole.log_cut
    assert whole.log[0].seq == 0
    assert whole.log[-len(cut.log) :] == cut.log


def test_cards_and_rules_in_the_log_are_links(scrapbots_duel):
    line = next(line for line in scrapbots_duel.board().log if line.event["type"] == "market-dealt")
    cards = [piece for piece in line.pieces if piece.kind == "card"]
    assert len(cards) == 5
    assert cards[0].url.startswith(f"/cards/scrapbots/{cards[0].slug}/")
    assert line.rule_url == f"/rules/scrapbots/3.6/{line.rule}/"
