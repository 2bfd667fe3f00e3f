"""What a seat does in secret is counted by nobody else: docs/decisions/0011-secret-steps.md."""

from __future__ import annotations

import random
import re
from functools import partial

import pytest

from games.engine.errors import StaleMatch
from games.fairness.verify import replay_match
from games.live import update_hub
from games.lobby.lists import lobby
from games.matches.actions.play import play_move
from games.matches.actions.undo import undo_move
from games.matches.changes import hooks
from games.matches.errors import CannotUndo
from games.matches.models import Step
from games.titles.junkyard.events.private import CardSlotted
from tests.games.duel import Duel, lay
from tests.games.yard import DONE, OPEN_AGAIN, Yard, slot, take_back
from tests.rules.at_once import all_at_once, at_once, database_of_threads
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

FIDDLING = (slot(0, 1), take_back(1), slot(3, 1), slot(2, 2), {"type": "charge", "place": 4})


@pytest.fixture
def yard(user, other_user):
    """rivet and gasket program."""
    return Yard.programming(user, other_user)


def mark(yard):
    """Return what the update socket goes by, and all of the match's row that others could be shown."""
    match = yard.match
    return match.tick, match.updated_at, match.status, match.to_act, match.bot_to_act, match.result


@pytest.fixture
def rings(monkeypatch, django_capture_on_commit_callbacks):
    """Count the rings of what is done inside."""
    heard = []
    monkeypatch.setattr(hooks, "on_commit", [heard.append])

    def during(action):
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):
            action()
        return len(heard)

    return during


@pytest.mark.parametrize(
    "moves, watching", [(FIDDLING[:1], 1), soaking(FIDDLING, 3, seconds=8)], ids=["one", "all"]
)
def test_private_moves_change_nothing_that_others_get(yard, user, other_user, stranger, moves, watching):
    others = (other_user, stranger, None)[:watching]
    before = {who: yard.sent(who) for who in others}
    for move in moves:
        yard.play(user, move)
        for who in others:
            assert yard.sent(who) == before[who], move


def test_private_moves_leave_the_match_as_it_was_for_the_update_socket_and_the_lobby(yard, user, other_user):
    later = Yard.programming(user, other_user)
    order = [[line.match for line in lobby(who).my_turn] for who in (user, other_user)]
    assert all({yard.id, later.id} <= set(matches) for matches in order)
    before = mark(yard)
    yard.fill(user, *FIDDLING)
    assert mark(yard) == before
    assert [[line.match for line in lobby(who).my_turn] for who in (user, other_user)] == order


def test_private_moves_wake_no_page_and_saying_that_one_is_done_does(yard, user, rings):
    assert rings(lambda: yard.fill(user, *FIDDLING)) == 0
    assert rings(lambda: yard.play(user, DONE)) == 1
    assert rings(lambda: yard.play(user, OPEN_AGAIN)) == 1


def test_ones_own_number_counts_ones_own_moves_and_the_public_count_does_not(yard, user, other_user):
    before, tick = yard.board(user).seq, yard.board(user).tick
    answers = [yard.play(user, move) for move in FIDDLING]
    assert [answer.seq for answer in answers] == list(range(before + 1, before + 1 + len(FIDDLING)))
    assert yard.board(user).seq == answers[-1].seq
    assert [line.seq for line in yard.board(user).log][-1] == answers[-1].seq
    for who in (user, other_user, None):
        assert yard.board(who).tick == tick
    assert isinstance(answers[0].events[0], CardSlotted)


def test_the_page_of_who_programmed_in_secret_still_hears_that_others_went_on(
    yard, user, other_user, client_of
):
    """The update socket tells the public count, and a page's own number had run ahead of it."""
    yard.fill(user, *FIDDLING)
    page = client_of(user).get(f"/matches/{yard.id}/").content.decode()
    shown = int(re.search(r'data-tick="(\d+)"', page).group(1))
    assert shown == update_hub.entrance(None, yard.id)[0]
    yard.play(other_user, DONE)
    assert update_hub.entrance(None, yard.id)[0] > shown
    assert yard.match.tick < yard.board(user).seq


@pytest.mark.parametrize("fiddling", [(), FIDDLING, FIDDLING + (slot(1, 3), take_back(3)) * 7])
@pytest.mark.soak(seconds=0.5, one_in=3)
def test_nobody_can_count_private_moves_afterwards(user, other_user, stranger, fiddling, monkeypatch):
    """Two matches that differ by the private moves of one look alike, before and after all are done.

    The programs are the same in the end.
    """
    monkeypatch.setattr("games.matches.actions.create.secrets.token_bytes", lambda count: b"\x07" * count)
    wanted = (slot(5, 6),)
    numbers = []
    for moves in ((), fiddling):
        yard = Yard.programming(user, other_user)
        yard.fill(user, *moves)
        for back in yard.legal(user):
            if back["type"] in ("take-back", "undo-charge"):
                yard.play(user, back)
        yard.fill(user, *wanted)
        before = told(yard, other_user), told(yard, stranger)
        yard.everybody_done()
        numbers.append((before, told(yard, other_user), told(yard, stranger), yard.match.tick))
    assert numbers[0] == numbers[1]


def told(yard, who):
    """Return the numbers and lines that *who* gets, which the page and the API are made of."""
    board = yard.board(who, whole_log=True)
    return board.seq, board.tick, [(line.seq, line.text) for line in board.log], board.log_cut


def test_a_clients_own_move_ids_cannot_be_used_to_count_those_of_another(yard, user, other_user):
    """Programs number their moves: whoever may not use m1, m2 … would know what was sent."""
    for number, move in enumerate(FIDDLING):
        yard.play(user, move, cid=f"m{number}")
    for number, move in enumerate(FIDDLING):
        assert yard.play(other_user, move, cid=f"m{number}").events
    assert Step.objects.filter(match_id=yard.id, client_move_id="m0").count() == 2


def test_what_others_do_in_secret_or_in_passing_makes_no_move_of_mine_stale(user, other_user, stranger):
    yard = Yard.programming(user, other_user, stranger)
    seen = yard.board(user).seq
    yard.fill(other_user, *FIDDLING)
    yard.play(other_user, DONE)
    yard.play(other_user, OPEN_AGAIN)
    yard.fill(stranger)
    yard.play(stranger, DONE)
    assert yard.play(user, slot(0, 1), seen=seen).seq > seen


def test_the_closing_of_all_programs_makes_it_stale(yard, user, other_user):
    yard.fill(user)
    yard.play(user, DONE)
    seen = yard.board(user).seq
    yard.everybody_done()
    with pytest.raises(StaleMatch):
        yard.play(user, OPEN_AGAIN, seen=seen)


def test_my_own_second_window_is_stale_after_my_first(yard, user, other_user):
    seen = yard.board(user).seq
    yard.play(user, slot(0, 1), seen=seen)
    with pytest.raises(StaleMatch):
        yard.play(user, slot(1, 2), seen=seen)
    yard.play(other_user, DONE)
    with pytest.raises(StaleMatch):
        yard.play(user, slot(1, 2), seen=seen)
    with pytest.raises(StaleMatch):
        yard.play(user, slot(1, 2), seen=yard.board(user).seq + 1)


def test_a_private_move_sent_twice_is_made_once_and_answered_alike(yard, user, other_user):
    seen = yard.board(user).seq
    first = yard.play(user, slot(0, 1), seen=seen, cid="once")
    assert yard.play(user, slot(0, 1), seen=seen, cid="once") == first
    yard.fill(other_user)
    yard.play(user, slot(1, 2))
    yard.play(other_user, DONE)
    assert yard.play(user, slot(0, 1), seen=seen, cid="once") == first
    assert yard.match.seq == Step.objects.filter(match_id=yard.id).count() - 1


def test_done_and_not_done_after_all_as_often_as_one_likes(yard, user, other_user):
    for _ in range(3):
        yard.play(user, DONE)
        assert yard.match.to_act == [1]
        assert yard.board(other_user).view.players[0].done
        assert yard.legal(user) == [OPEN_AGAIN]
        yard.play(user, OPEN_AGAIN)
        assert yard.match.to_act == [0, 1]
    assert yard.board().log[-1].text.endswith("went back to programming.")


def test_no_secret_move_is_taken_back_because_that_would_be_told_to_all(yard, user, other_user):
    """Also not by the last who programs, and so decides alone."""
    yard.play(user, slot(0, 1))
    yard.play(user, DONE)
    yard.play(other_user, slot(0, 1))
    assert "Change it on the board" in yard.board(other_user).undo_reason
    for who in (user, other_user):
        assert not yard.board(who).can_undo
        with pytest.raises(CannotUndo):
            undo_move(yard.id, who, yard.board(who).seq, "back")


def test_who_decides_alone_takes_back_what_all_noticed(user, other_user):
    duel = Duel.begin(user, other_user)
    duel.play(lay(duel.hand()[0]))
    mover = duel.mover
    assert duel.board(mover).can_undo
    assert duel.undo(by=mover).events[0].seat == duel.seat


@pytest.mark.parametrize("seed", [0, soaking(1, seconds=2), soaking(2, seconds=2)])
@pytest.mark.soak(seconds=2)
def test_matches_with_private_moves_replay(user, other_user, stranger, seed):
    yard = Yard.programming(user, other_user, stranger)
    luck = random.Random(seed)
    for _ in range(120):
        match = yard.match
        if match.status != "running":
            break
        who = yard.people[luck.choice(match.to_act)]
        yard.play(who, luck.choice(yard.legal(who)))
    assert Step.objects.filter(match_id=yard.id, notice=0).exists()
    verdict = replay_match(yard.id)
    assert (verdict.problems, verdict.steps) == ((), yard.match.seq + 1)


@at_once
def test_two_who_program_in_the_same_instant_are_both_heard(yard, user, other_user, tmp_path):
    seen = {who: yard.board(who).seq for who in (user, other_user)}
    with database_of_threads(tmp_path):
        for number in range(1, 6):
            raised = all_at_once([partial(put, yard, who, number, seen[who]) for who in seen])
            assert raised == []
        # The test's own connection still looks at the database the file was copied from.
        assert all_at_once([partial(all_is_stored, yard)]) == []


def all_is_stored(yard):
    match = yard.match
    assert (match.seq - match.tick, Step.objects.filter(match=match).count()) == (10, match.seq + 1)
    assert replay_match(yard.id).problems == ()


def put(yard, who, number, seen):
    """Put the next card into the next register."""
    play_move(yard.id, who, seen + number - 1, f"m{number}", slot(number, number))
