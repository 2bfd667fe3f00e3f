"""Playing the same again: one rematch for the whole table, everybody on their seat."""

import pytest

from games.lobby.lists import lobby
from games.matches.actions.create import create_match
from games.matches.actions.rematch import rematch
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.errors import CannotRepeat, NotSeated
from games.matches.models import Match, Step
from games.replay.practise import practise
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.models import Notification
from tests.games.duel import Duel

pytestmark = pytest.mark.django_db

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}


@pytest.fixture
def over(duel: Duel) -> Duel:
    duel.finish()
    return duel


def seats_of(match):
    return list(match.seats.order_by("number").values_list("user__username", flat=True))


def test_who_asks_second_sits_down_at_the_rematch_of_the_first(over, user, other_user):
    renew_key(user)
    again = rematch(over.id, other_user)
    assert (again.status, seats_of(again)) == ("open", [None, "gasket"])
    assert Notification.objects.filter(user=user, kind="invitation", match=again).exists()
    assert lobby(user).invitations[0].line.match == again.pk
    assert rematch(over.id, other_user) == again
    assert rematch(over.id, user) == again
    again.refresh_from_db()
    assert (again.status, seats_of(again)) == ("running", ["rivet", "gasket"])
    assert rematch(over.id, user) == again
    assert Match.objects.count() == 2


def test_it_takes_everything_over(user, other_user):
    terms = Terms(name="Revenge", is_private=True, watch="nobody", watch_delay=600)
    match = create_match(user, "bolts", "1", {"bolts": 20}, [ME, OPEN], terms=terms)
    join_match(match.pk, other_user, key=match.invite_key)
    resign(match.pk, user)
    again = rematch(match.pk, user)
    assert (again.options, again.clock) == (match.options, match.clock)
    assert (again.name, again.is_private, again.watch, again.watch_delay) == ("Revenge", True, "nobody", 600)
    assert again.invite_key
    assert again.invite_key != match.invite_key
    assert again.rematch_of == match


def test_everybody_keeps_their_seat_whoever_comes_first(user, other_user, stranger):
    match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN, OPEN])
    for who in (other_user, stranger):
        join_match(match.pk, who)
    Match.objects.filter(pk=match.pk).update(status="finished")
    again = rematch(match.pk, other_user)
    assert seats_of(again) == [None, "gasket", None]
    rematch(match.pk, user)
    join_match(again.pk, stranger)
    assert seats_of(again) == ["rivet", "gasket", "stranger"]


def test_against_a_bot_it_begins_at_once_and_there_is_a_new_one_each_time(user):
    match = create_match(user, "bolts", "1", {}, [ME, BOT])
    with pytest.raises(CannotRepeat):
        rematch(match.pk, user)
    resign(match.pk, user)
    again = rematch(match.pk, user)
    assert (again.status, again.bots) == ("running", ["", "greedy"])
    resign(again.pk, user)
    assert rematch(match.pk, user) not in (match, again)


def test_spectators_have_no_rematch(over, stranger, client_of):
    with pytest.raises(NotSeated):
        rematch(over.id, stranger)
    assert client_of(stranger).post(f"/matches/{over.id}/again/").status_code == 404


def test_the_page_leads_to_the_rematch_there_is(over, user, other_user, client_of):
    mine, theirs = client_of(user), client_of(other_user)
    assert "Play again" in mine.get(f"/matches/{over.id}/").content.decode()
    answer = theirs.post(f"/matches/{over.id}/again/")
    assert "Go to the rematch" in mine.get(f"/matches/{over.id}/").content.decode()
    assert mine.post(f"/matches/{over.id}/again/")["Location"] == answer["Location"]


@pytest.mark.parametrize("terms", [Terms(watch="nobody"), Terms(is_private=True)])
def test_whose_seat_somebody_else_has_taken_makes_a_rematch_of_their_own(
    user, other_user, stranger, client_of, terms
):
    """The button led to a page that they may not see, as long as that match ran."""
    match = create_match(user, "bolts", "1", {}, [ME, OPEN], terms=terms)
    join_match(match.pk, other_user, key=match.invite_key)
    resign(match.pk, user)
    again = rematch(match.pk, user)
    join_match(again.pk, stranger, key=again.invite_key)
    mine = client_of(other_user)
    assert "Play again" in mine.get(f"/matches/{match.pk}/").content.decode()
    answer = mine.post(f"/matches/{match.pk}/again/")
    assert again.pk not in answer["Location"]
    assert mine.get(answer["Location"]).status_code == 200
    assert "Go to the rematch" in client_of(user).get(f"/matches/{match.pk}/").content.decode()


def test_practice_begins_again_where_it_began_and_is_no_rematch(user, client_of):
    """“Play again” after a puzzle dealt a whole game under the puzzle’s name."""
    old = create_match(user, "bolts", "1", {}, [ME, BOT])
    made = practise(old.pk, user, 0, 0, "greedy")
    resign(made.pk, user)
    assert "Play again" not in client_of(user).get(f"/matches/{made.pk}/").content.decode()
    with pytest.raises(CannotRepeat):
        rematch(made.pk, user)


def test_who_played_with_a_deleted_account_hears_that_nobody_is_left(over, user, other_user, client_of):
    """The rematch invited the deleted account and waited for it."""
    erase(other_user)
    with pytest.raises(CannotRepeat, match="Nobody you played with"):
        rematch(over.id, user)
    answer = client_of(user).post(f"/matches/{over.id}/again/")
    assert "Nobody you played with is here any more." in answer.content.decode()
    assert Match.objects.count() == 1


def test_a_rematch_invites_only_those_who_are_still_here(user, other_user, stranger):
    match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN, OPEN])
    for who in (other_user, stranger):
        join_match(match.pk, who)
    Match.objects.filter(pk=match.pk).update(status="finished")
    erase(stranger)
    again = rematch(match.pk, user)
    assert seats_of(again) == ["rivet", None, None]
    assert list(again.invitations.values_list("user", flat=True)) == [other_user.pk]


MECH = {"type": "bring", "mech": "fishmonger"}


@pytest.fixture
def knights(user, other_user):
    """Return a match of Scrap Knights that is over, in which both brought a mech."""
    knights = Duel.begin(user, other_user, "scrap-knights", "b.0.0")
    for who, mech in ((user, MECH), (other_user, MECH | {"mech": "riptide"})):
        for move in (mech, {"type": "set-ready", "to": "ready"}):
            knights.play(move, by=who, seen=knights.board(who).seq)
    resign(knights.id, user)
    return knights


def test_after_rules_that_cannot_be_read_any_more_nobodys_mech_is_brought(knights, user, other_user):
    Match.objects.filter(pk=knights.id).update(engine_version="gone")
    Step.objects.filter(match_id=knights.id).update(events='[{"type":"gone"}]')
    again = rematch(knights.id, other_user)
    assert rematch(knights.id, user) == again
    duel = Duel(again.pk, knights.players)
    assert all(duel.board(who).view.players[seat].draft.fault for seat, who in enumerate((user, other_user)))


def test_a_rematch_brings_the_mechs_of_the_match_before_and_they_can_be_changed(knights, user, other_user):
    """“Play again” asked for a mech anew, though the first match had a ready-made one from the start."""
    again = rematch(knights.id, other_user)
    assert rematch(knights.id, user) == again
    duel = Duel(again.pk, knights.players)
    drafts = {who: duel.board(who).view.players[seat].draft for seat, who in enumerate((user, other_user))}
    assert [draft.fault for draft in drafts.values()] == ["", ""]
    assert drafts[user] != drafts[other_user]
    duel.play(MECH, by=other_user, seen=duel.board(other_user).seq)
    assert duel.board(other_user).view.players[1].draft == drafts[user]
    assert rematch(knights.id, other_user) == again
    assert duel.board(other_user).view.players[1].draft == drafts[user], "what was changed stays"
