"""Undo with manners: what can't be taken back freely any more, the others may allow, once a move."""

from __future__ import annotations

import pytest

from games.boards.log import chapters
from games.engine.errors import StaleMatch
from games.fairness.record import record
from games.fairness.verify import replay_match
from games.matches.actions.undo_requests import answer_undo, ask_undo
from games.matches.errors import CannotUndo, NotSeated
from games.matches.models import Match, Step, UndoRequest
from games.matches.queries import undoing
from scrapsite.notifications.models import Notification
from tests.games.duel import FLIP, PASS, lay
from tests.games.yard import Yard
from tests.site.notifications.people import confirm

pytestmark = pytest.mark.django_db


def ask(duel, user, cid="", seen=None):
    seen = duel.board(user).seq if seen is None else seen
    return ask_undo(duel.id, user, seen, cid or duel.new_id())


def newest(match_id):
    return UndoRequest.objects.filter(match_id=match_id).latest("pk")


def answer(duel, user, verdict):
    return answer_undo(duel.id, user, newest(duel.id).pk, verdict)


@pytest.fixture
def passed(duel):
    """Somebody laid a bolt and passed: the other one has the turn."""
    duel.play(lay(duel.hand()[0]))
    duel.asker, duel.other = duel.mover, duel.waiter
    duel.state_before = duel.state()
    duel.play(PASS)
    return duel


def test_the_other_allows_it_and_the_match_is_where_it_was_before_the_move(passed):
    clocks = Match.objects.get(pk=passed.id).clocks
    asked = ask(passed, passed.asker)
    assert [event.seat for event in asked.events] == [passed.players.index(passed.asker)]
    assert passed.mover == passed.other
    assert Match.objects.get(pk=passed.id).clocks == clocks
    info = passed.board(passed.other).undo
    assert info.may_answer
    assert info.asker == passed.asker.username
    assert info.lines
    answer(passed, passed.other, "allow")
    assert passed.state() == passed.state_before
    assert passed.mover == passed.asker
    assert newest(passed.id).state == "granted"
    assert "took back the last move and everything after it" in passed.board().log[-1].text
    assert replay_match(passed.id).problems == ()


def test_the_log_tells_what_the_others_have_allowed(passed):
    """That step has no id of a request, like those of a press that takes several moves back."""
    ask(passed, passed.asker)
    answer(passed, passed.other, "allow")
    told = [line.text for chapter in chapters(passed.board().log) for line in chapter.lines]
    assert told[0] == f"{passed.asker.username} took back the last move and everything after it."
    assert told[1] == f"{passed.other.username} allows the undo."


def test_what_came_after_the_move_is_taken_back_with_it(passed):
    passed.play(lay(passed.hand()[0]))
    passed.play(FLIP)
    ask(passed, passed.asker)
    answer(passed, passed.other, "allow")
    assert passed.state() == passed.state_before
    undone = [line.text for line in passed.board().log if line.undone]
    assert any("flip" in text for text in undone)
    assert not any("asks" in text for text in undone)
    passed.play(PASS)
    assert replay_match(passed.id).problems == ()


def test_before_the_asked_move_one_can_still_undo_freely(passed):
    ask(passed, passed.asker)
    answer(passed, passed.other, "allow")
    assert passed.board(passed.asker).can_undo
    passed.undo()
    assert passed.board().view.laid[passed.seat] == ()
    assert replay_match(passed.id).problems == ()


def test_a_refused_request_changes_nothing_and_isnt_made_again(passed):
    state = passed.state()
    ask(passed, passed.asker)
    answer(passed, passed.other, "refuse")
    assert passed.state() == state
    assert newest(passed.id).state == "refused"
    assert "refuses the undo" in passed.board().log[-1].text
    assert not passed.board(passed.asker).undo.can_ask
    assert passed.board(passed.asker).undo.was_refused
    assert not passed.board(passed.other).undo.was_refused
    with pytest.raises(CannotUndo):
        ask(passed, passed.asker)


def test_it_can_be_withdrawn_by_who_asked_and_only_answered_by_the_others(passed, stranger):
    ask(passed, passed.asker)
    for user, verdict in ((passed.asker, "allow"), (passed.asker, "refuse"), (passed.other, "withdraw")):
        with pytest.raises(CannotUndo):
            answer(passed, user, verdict)
    with pytest.raises(NotSeated):
        answer(passed, stranger, "allow")
    answer(passed, passed.asker, "withdraw")
    assert newest(passed.id).state == "withdrawn"
    with pytest.raises(CannotUndo):
        answer(passed, passed.other, "allow")


def test_what_one_asks_oneself_is_no_news(passed):
    ask(passed, passed.asker)
    answer(passed, passed.asker, "withdraw")
    assert passed.board(passed.asker).log[-1].text.endswith("withdraws the undo request.")
    assert not [line for line in passed.board(passed.asker).since_last if "undo request" in line.text]


def test_playing_on_overtakes_it_without_a_stale_board(passed):
    seen = passed.board(passed.other).seq
    ask(passed, passed.asker)
    passed.play(lay(passed.hand()[0]), seen=seen)
    assert newest(passed.id).state == "overtaken"
    assert passed.board(passed.other).undo.request == 0
    with pytest.raises(CannotUndo):
        answer(passed, passed.other, "allow")


def test_a_request_made_twice_is_made_once(passed):
    seen = passed.board(passed.asker).seq
    first = ask(passed, passed.asker, "once", seen)
    assert ask(passed, passed.asker, "once", seen) == first
    assert UndoRequest.objects.count() == 1
    with pytest.raises(CannotUndo):
        ask(passed, passed.asker)
    with pytest.raises(StaleMatch):
        ask_undo(passed.id, passed.asker, 0, "old")


def test_what_is_free_isnt_asked_for_and_who_hasnt_moved_has_nothing_to_ask(duel):
    with pytest.raises(CannotUndo):
        ask(duel, duel.mover)
    duel.play(lay(duel.hand()[0]))
    with pytest.raises(CannotUndo, match="without asking"):
        ask(duel, duel.mover)
    with pytest.raises(CannotUndo):
        ask(duel, duel.waiter)
    assert not duel.board(duel.waiter).undo.can_ask


def test_the_others_hear_of_it(passed):
    confirm(passed.asker)
    confirm(passed.other)
    ask(passed, passed.asker)
    made = Notification.objects.filter(kind="undo-asked")
    assert {one.user_id for one in made} == {passed.other.pk}
    assert {one.about for one in made} == {newest(passed.id).pk}


def test_all_other_people_have_to_allow_it(user, other_user, stranger):
    yard = Yard.begin(user, other_user, stranger, title="scrapyard")
    while yard.board().view.phase == "peeking" or len(yard.match.to_act) != 1:
        yard.play_first()
    asker = yard.people[yard.match.to_act[0]]
    before = yard.state()
    yard.play_first()
    while yard.people[yard.match.to_act[0]] is asker and yard.board(asker).can_undo:
        before = yard.state()
        yard.play_first()
    ask_undo(yard.id, asker, yard.board(asker).seq, "please")
    first, second = (person for person in yard.people if person is not asker)
    key = newest(yard.id).pk
    answer_undo(yard.id, first, key, "allow")
    assert newest(yard.id).state == "asked"
    assert yard.board(first).undo.waits_for == (second.username,)
    with pytest.raises(CannotUndo):
        answer_undo(yard.id, first, key, "allow")
    answer_undo(yard.id, second, key, "allow")
    assert yard.state() == before
    assert replay_match(yard.id).problems == ()


def test_against_bots_it_is_taken_back_at_once_unless_the_match_is_rated(user):
    yard = Yard.begin(user, bots=1, title="scrapyard")
    while yard.match.to_act != [0]:
        yard.play_first()
    while yard.match.to_act == [0]:
        before = yard.state()
        yard.play_first()
    Match.objects.filter(pk=yard.id).update(is_rated=True)
    assert not yard.board(user).undo.can_ask
    with pytest.raises(CannotUndo, match="rated"):
        ask_undo(yard.id, user, yard.board(user).seq, "no")
    Match.objects.filter(pk=yard.id).update(is_rated=False)
    assert yard.board(user).undo.is_free
    ask_undo(yard.id, user, yard.board(user).seq, "yes")
    assert yard.state() == before
    assert yard.match.to_act == [0]
    assert not UndoRequest.objects.exists()
    assert replay_match(yard.id).problems == ()


def rate(duel):
    Match.objects.filter(pk=duel.id).update(is_rated=True)


def scrapyard_until(has_seen, *people, bots=0):
    """Return a match of Scrapyard in which the first player can only ask for an undo."""
    yard = Yard.begin(*people, bots=bots, title="scrapyard")
    while (
        (board := yard.board(people[0])).can_undo or not board.undo.can_ask or board.undo.has_seen != has_seen
    ):
        yard.play_first()
    return yard


def test_in_a_rated_match_nobody_asks_for_a_move_back_after_seeing_something_new(user, other_user):
    """They would decide anew with what they have seen, and the ratings are everybody's."""
    yard = scrapyard_until(True, user, other_user)
    rate(yard)
    assert not yard.board(user).undo.can_ask
    with pytest.raises(CannotUndo, match="keep what you have seen"):
        ask(yard, user, "rated")
    Match.objects.filter(pk=yard.id).update(is_rated=False)
    ask(yard, user, "unrated")
    assert yard.board(other_user).undo.has_seen


@pytest.mark.soak(seconds=0.7)
def test_in_a_rated_match_what_showed_its_player_nothing_can_still_be_asked_for(user, other_user):
    """What others have seen in secret since is no reason: they decide themselves."""
    yard = scrapyard_until(False, user, other_user)
    rate(yard)
    ask(yard, user, "rated")
    assert not yard.board(other_user).undo.has_seen


def test_a_board_asks_its_log_what_was_seen_and_reads_no_step_a_second_time(user, other_user, monkeypatch):
    """Each board that isn't kept once decoded all steps since one's last move again."""
    monkeypatch.setattr(undoing, "shows", None)
    for has_seen in (True, False):
        yard = scrapyard_until(has_seen, user, other_user)
        assert yard.board(user).undo.can_ask


def test_against_bots_undo_asks_once_if_something_was_seen(user, client_of):
    """A peek that is taken back is known all the same; a page that just did it felt like a fault."""

    def page_when(has_seen):
        yard = scrapyard_until(has_seen, user, bots=1)
        return " ".join(client_of(user).get(f"/matches/{yard.id}/").text.split())

    assert "You keep what you have seen" in page_when(True)
    assert "You keep what you have seen" not in page_when(False)


def test_where_several_decide_at_once_nothing_is_taken_back(user, other_user):
    yard = Yard.programming(user, other_user)
    for person in (user, other_user):
        assert not yard.board(person).undo.can_ask
        with pytest.raises(CannotUndo):
            ask_undo(yard.id, person, yard.board(person).seq, "no")


def test_a_request_lets_no_clock_run_longer(passed):
    before = Match.objects.get(pk=passed.id)
    ask(passed, passed.asker)
    answer(passed, passed.other, "refuse")
    after = Match.objects.get(pk=passed.id)
    assert (after.clocks, after.deadline) == (before.clocks, before.deadline)


def test_the_record_of_such_a_match_can_be_checked(passed):
    ask(passed, passed.asker)
    answer(passed, passed.other, "allow")
    passed.finish()
    kinds = {step.kind for step in Step.objects.filter(match_id=passed.id)}
    assert {"ask", "undo"} <= kinds
    assert '"turned-back"' in record(passed.match).replace("\\", "")


def test_the_page_asks_and_answers(passed, client_of):
    asker, other = client_of(passed.asker), client_of(passed.other)
    page = asker.get(f"/matches/{passed.id}/").content.decode()
    assert f"/matches/{passed.id}/undo/ask/" in page
    sent = {"seen": passed.board(passed.asker).seq, "client_move_id": "by-form"}
    assert asker.post(f"/matches/{passed.id}/undo/ask/", sent).status_code == 303
    question = other.get(f"/matches/{passed.id}/").content.decode()
    assert "asks to take a move back" in question
    sent = {"request": newest(passed.id).pk, "verdict": "allow"}
    assert other.post(f"/matches/{passed.id}/undo/answer/", sent).status_code == 303
    assert passed.mover == passed.asker
    assert other.post(f"/matches/{passed.id}/undo/answer/", sent).status_code == 422
    for wrong in ({}, {"request": "x", "verdict": "allow"}, {"request": "1", "verdict": "perhaps"}):
        assert other.post(f"/matches/{passed.id}/undo/answer/", wrong).status_code == 422
