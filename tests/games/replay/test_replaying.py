"""The replay: every moment as somebody knew it, links that last, nothing ahead of its time."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.http import Http404
from django.test import Client
from django.utils import timezone

from games import boards, catalog
from games.boards.marks import states_in
from games.engine import codec
from games.engine.viewers import SPECTATOR, seat_viewer
from games.match_page import fold
from games.matches import access
from games.matches.actions.bots import play_for_bot
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.seen import mark_seen
from games.matches.models import Match, Seat, Step
from games.replay import marks, moments
from games.replay.marks import timeline
from games.replay.moments import Place, log_of, marks_of
from tests.games.duel import PASS, lay
from tests.games.yard import Yard, plain, slot, take_back
from tests.playing import bot_match, legal_moves, play_on

pytestmark = pytest.mark.django_db


def replay(match, own=SPECTATOR, seat="", step=None, event=None):
    return moments.replay(match, own, seat, step, event)


@pytest.fixture
def running(user):
    """A match of Scrapbots against the bot, in its middle."""
    return play_on(bot_match(user), [user, None], 30)


@pytest.fixture
def finished(running, user):
    resign(running.pk, user)
    running.refresh_from_db()
    return running


def test_every_step_of_a_finished_match_is_shown_as_each_seat_knew_it(finished):
    game = catalog.game(finished.title, finished.edition)
    for seq in range(0, finished.seq + 1, 7):
        state = game.decode(bytes(Step.objects.get(match=finished, seq=seq).state))
        for seat in (0, 1):
            shown = replay(finished, seat=str(seat), step=seq)
            assert shown.board.view == game.view(state, seat_viewer(seat))
        assert replay(finished, seat="public", step=seq).board.view == game.view(state, SPECTATOR)


def test_all_of_it_says_what_everybody_holds(finished):
    shown = replay(finished, seat="all", step=0)
    hands = {seat.seat: dict(seat.things)["hand"] for seat in shown.hidden}
    assert set(hands) == {0, 1}
    assert "Wound" not in "".join(hands.values())


def test_all_of_it_shows_what_lies_in_the_registers(secretive):
    """The table had question marks there, and a list below it told the cards of no place."""
    for seq in range(secretive.seq + 1):
        shown = replay(secretive, seat="all", step=seq)
        assert set(shown.board.own_views) == {0, 1}
        for seat, view in shown.board.own_views.items():
            laid = [register.card.card if register.card else "" for register in view.players[seat].registers]
            table = boards.table(shown.board).plates[seat].registers
            assert [register.face.card.slug if register.face else "" for register in table] == laid
            called = {name for hidden in shown.hidden for name, _ in hidden.things}
            assert "card" not in called


def test_a_running_match_is_shown_to_its_players_as_they_know_it_and_to_others_as_public(running):
    mine = replay(running, seat_viewer(0), step=5)
    assert mine.whose.key == "0"
    assert mine.board.view.players[1].hand is None
    assert replay(running, step=5).board.view.players[0].hand is None
    for own, seat in ((SPECTATOR, "0"), (seat_viewer(0), "1"), (seat_viewer(0), "all"), (SPECTATOR, "x")):
        with pytest.raises(Http404):
            replay(running, own, seat)


def test_nothing_on_an_earlier_moment_leads_on_or_tells_of_the_end(finished, user, client_of):
    page = client_of(user).get(f"/matches/{finished.pk}/replay/?seat=0&step=3&end=hidden")
    text = page.content.decode()
    assert page.status_code == 200
    assert 'name="move"' not in text
    for word in ("You win", "You lose", "resigned", f"of {finished.seq}<", "result"):
        assert word not in text
    assert "end=hidden" in text


def test_a_link_to_a_moment_shows_the_same_to_everybody_after_the_end(finished, user, other_user, client_of):
    link = f"/matches/{finished.pk}/replay/?seat=1&step=9"
    pages = [plain(client.get(link).content.decode()) for client in (Client(), client_of(other_user))]
    boards = [
        re.search(r'<div class="board replay__board">.*?id="replay-side"', page, re.S)[0] for page in pages
    ]
    assert boards[0] == boards[1]


def shared_by(client, match, query=""):
    """Return the page's link to share, without the host, and the whole page."""
    page = client.get(f"/matches/{match.pk}/replay/?{query}").content.decode()
    link = html.unescape(re.search(r'id="permalink"[^>]*value="http://testserver([^"]*)"', page)[1])
    return link, page


def test_a_moment_of_a_running_match_is_shared_as_everybody_may_see_it(user, other_user, client_of):
    """The link to copy was one's own view, which was a 404 for everybody else."""
    yard = Yard.programming(user, other_user)
    yard.fill(user)
    link, page = shared_by(client_of(user), yard.match)
    place = place_of(replay(yard.match, seat_viewer(0)), "public")
    assert link == f"/matches/{yard.id}/replay/?seat=public&step={place.step}"
    assert "not your secrets" in page
    for client in (Client(), client_of(other_user)):
        assert client.get(link).status_code == 200
    assert "not your secrets" not in shared_by(Client(), yard.match)[1]


def test_what_each_knew_in_a_finished_match_can_be_shared(secretive, user, client_of):
    for seat in ("0", "1", "public", "all"):
        link, page = shared_by(client_of(user), secretive, f"seat={seat}&step=3")
        assert link == f"/matches/{secretive.pk}/replay/?seat={seat}&step=3"
        assert Client().get(link).status_code == 200
        assert "can open this link" not in page


@pytest.mark.parametrize("kept", [{"is_private": True}, {"watch": "nobody"}])
def test_a_link_that_others_cannot_open_says_so(running, user, client_of, kept):
    Match.objects.filter(pk=running.pk).update(**kept)
    link, page = shared_by(client_of(user), running)
    assert "Only those who play in this match, or may watch it, can open this link." in page
    assert Client().get(link).status_code == 404


def test_a_player_reads_you_in_the_replay_as_in_the_log_and_others_read_the_name(finished, user, client_of):
    for page in ("replay/?seat=public&step=9", "replay/moments/?seat=public"):
        mine, others = (
            client.get(f"/matches/{finished.pk}/{page}").content.decode()
            for client in (client_of(user), Client())
        )
        name, you = f'<b class="who">{user.username}</b>', re.compile(r'<b class="who">[Yy]our?</b>')
        assert (bool(you.search(mine)), name in mine) == (True, False)
        assert (bool(you.search(others)), name in others) == (False, True)


def test_a_number_beyond_the_end_is_the_end_and_no_number_is_the_newest(finished):
    for step in (None, 99999):
        shown = replay(finished, seat="public", step=step)
        assert shown.place.step == finished.seq
        assert shown.after is None


@pytest.mark.soak(seconds=1)
def test_going_on_leads_through_all_moments_and_back(finished):
    place, visited = Place(0), []
    while place is not None:
        shown = replay(finished, seat="public", step=place.step, event=place.event)
        visited.append(place)
        place = shown.after
    assert visited[-1].step == finished.seq
    back = [Place(finished.seq)]
    while (shown := replay(finished, seat="public", step=back[-1].step, event=back[-1].event)).before:
        back.append(shown.before)
    assert back[::-1] == visited


def test_junkyard_is_told_event_by_event_and_counts_as_the_seat_does(user, other_user):
    yard = Yard.programming(user, other_user)
    yard.fill(user)
    yard.fill(other_user)
    yard.everybody_done()
    board = yard.board(user)
    shown = replay(yard.match, seat_viewer(0))
    assert shown.whose.newest == board.seq
    assert replay(yard.match).whose.newest == yard.match.tick
    place, parts = Place(0), 0
    while place is not None:
        shown = replay(yard.match, seat_viewer(0), "0", place.step, place.event)
        parts += place.event is not None
        place = shown.after
    assert parts
    assert shown.board.view == board.view


def test_practice_from_inside_a_step_is_said_to_begin_when_the_step_is_over(user, other_user, client_of):
    """The replay stands still at each event of a step; the match that the form begins stands at its end."""
    yard = Yard.programming(user, other_user)
    yard.fill(user)
    yard.fill(other_user)
    yard.everybody_done()
    place = Place(0)
    while place.event is None:
        place = replay(yard.match, seat_viewer(0), "0", place.step, place.event).after
    step = f"/matches/{yard.id}/replay/?seat=0&step={place.step}"
    inside = f"{step}&event={place.event}"
    client = client_of(user)
    for was_over, whole, then in (
        (False, "what you knew when this whole step was over.", "what you knew then."),
        (True, "begins when this whole step is over,", "begins from this position,"),
    ):
        if was_over:
            resign(yard.id, user)
        shown = [" ".join(client.get(address).text.split()) for address in (inside, step)]
        assert [whole in text for text in shown] == [True, False]
        assert [then in text for text in shown] == [False, True]


def test_what_others_do_in_secret_changes_no_replay_of_mine(user, other_user, client_of):
    yard = Yard.programming(user, other_user)
    links = [
        f"/matches/{yard.id}/{page}"
        for page in ("replay/", "replay/?step=3", "replay.json", "replay/moments/")
    ]
    clients = (Client(), client_of(other_user))
    before = [plain(client.get(link).content.decode()) for client in clients for link in links]
    yard.fill(user)
    assert [plain(client.get(link).content.decode()) for client in clients for link in links] == before


# The same moment, as others know it.


def place_of(shown, key):
    """Return the moment of *shown* as the knowledge with that key counts."""
    return next(place for one, place in zip(shown.choices, shown.places, strict=True) if one.key == key)


@pytest.fixture
def secretive(user, other_user):
    """A finished match of Junkyard in which both have programmed in secret."""
    yard = Yard.programming(user, other_user)
    yard.fill(user, slot(0, 1), take_back(1), slot(3, 1))
    yard.fill(other_user)
    yard.everybody_done()
    resign(yard.id, user)
    return yard.match


@pytest.mark.soak(seconds=1.5)
def test_whose_knowledge_is_switched_at_the_same_moment(secretive):
    """The number was kept, and step 5 of 18 became step 5 of 148: long before it."""
    for seq in range(secretive.seq + 1):
        everything = replay(secretive, seat="all", step=seq)
        for key in ("public", "0", "1"):
            there = replay(secretive, seat=key, step=place_of(everything, key).step)
            assert there.seq <= seq
            assert there.whose.newest == there.place.step or next_seq(secretive, there) > seq
            assert place_of(there, "all") == Place(there.seq)
            assert place_of(there, key) == there.place


def next_seq(match, shown):
    """Return the own number of the step after that of *shown*, as the same knowledge has it."""
    return replay(match, seat=shown.whose.key, step=shown.place.step + 1).seq


def test_the_end_is_the_end_for_everybody(secretive):
    for key in ("public", "0", "1", "all"):
        shown = replay(secretive, seat=key)
        newest = {one.key: replay(secretive, seat=one.key).whose.newest for one in shown.choices}
        assert {one.key: place_of(shown, one.key).step for one in shown.choices} == newest
    assert len(set(newest.values())) > 2


@pytest.mark.soak(seconds=2)
def test_an_event_stays_where_others_are_told_the_same(secretive):
    kept = 0
    place = Place(0)
    while place is not None:
        shown = replay(secretive, seat="public", step=place.step, event=place.event)
        for one, there in zip(shown.choices, shown.places, strict=True):
            other = replay(secretive, seat=one.key, step=there.step, event=there.event)
            assert other.place == there
            if place.event is not None and there.event is not None:
                kept += one.key != "public"
                assert other.seq == shown.seq
                assert other.lines[-1].rule == shown.lines[-1].rule
        place = shown.after
    assert kept


def test_the_page_links_to_the_same_moment(secretive, client_of, user):
    shown = replay(secretive, seat="public", step=secretive.tick - 1)
    page = client_of(user).get(f"/matches/{secretive.pk}/replay/?seat=public&step={secretive.tick - 1}")
    for key in ("0", "1", "all"):
        assert f"?seat={key}&amp;step={place_of(shown, key).step}" in page.content.decode()
    assert place_of(shown, "all").step > shown.place.step


def test_while_a_match_runs_no_number_tells_of_the_secret_steps_of_others(user, other_user):
    quiet, busy = (Yard.programming(user, other_user) for _ in range(2))
    busy.fill(other_user)
    for own, viewer in ((user, seat_viewer(0)), (None, SPECTATOR)):
        told = []
        for yard in (quiet, busy):
            shown = [replay(yard.match, viewer, key) for key in (["0"] if own else []) + ["public"]]
            told.append([(one.place, one.places, one.whose.newest) for one in shown])
        assert told[0] == told[1]


@pytest.mark.parametrize("mode", ["", "&end=hidden"])
def test_the_link_to_a_moment_can_be_copied_and_keeps_the_mode(finished, client_of, user, mode):
    page = client_of(user).get(f"/matches/{finished.pk}/replay/?seat=public&step=3{mode}").content.decode()
    shown = mode.replace("&", "&amp;")
    assert f'value="http://testserver/matches/{finished.pk}/replay/?seat=public&amp;step=3{shown}"' in page
    assert 'data-copy="#permalink"' in page


@pytest.mark.parametrize("mode", ["", "&end=hidden"])
def test_a_number_beyond_the_end_leads_to_the_address_of_the_end(finished, client_of, user, mode):
    answer = client_of(user).get(f"/matches/{finished.pk}/replay/?seat=public&step=99999&event=1{mode}")
    assert answer.status_code == 302
    assert answer["Location"] == f"/matches/{finished.pk}/replay/?seat=public&step={finished.seq}{mode}"


def test_the_moments_lead_back_to_where_one_was(finished, client_of, user):
    page = client_of(user).get(f"/matches/{finished.pk}/replay/moments/?seat=public&step=7").content.decode()
    assert "replay/?seat=public&amp;step=7" in page


def test_spectators_with_a_delay_see_no_newer_step_in_the_replay(running):
    Match.objects.filter(pk=running.pk).update(watch_delay=3600)
    late = Match.objects.get(pk=running.pk)
    assert replay(late).whose.newest == access.visible_until(SPECTATOR, late).tick == 0
    assert len(log_of(late, replay(late).whose)) == len(replay(late).lines)
    assert not list(marks_of(late, replay(late).whose))[1:]


def test_the_replay_is_exported_as_one_may_read_it(running, user, client_of):
    answer = client_of(user).get(f"/matches/{running.pk}/replay.json")
    data = json.loads(answer.content)
    assert data["seat"] == "0"
    assert [line["text"] for line in data["steps"]] == [
        line.text for line in fold.board(running, seat_viewer(0), whole_log=True).log
    ]
    public = json.loads(Client().get(f"/matches/{running.pk}/replay.json").content)
    assert len(public["steps"]) <= len(data["steps"])
    assert codec.to_json(public) != codec.to_json(data)


def test_the_moments_are_turns_and_what_turns_the_game(finished, client_of, user):
    page = client_of(user).get(f"/matches/{finished.pk}/replay/moments/?seat=public")
    assert page.status_code == 200
    calm = client_of(user).get(f"/matches/{finished.pk}/replay/moments/?seat=public&end=hidden&step=2")
    assert len(calm.content) < len(page.content)


def test_the_timeline_marks_turns_and_turning_points_and_reads_the_match_once(
    finished, django_assert_max_num_queries
):
    whose = replay(finished, seat="public").whose
    found = timeline(finished, whose, finished.seq)
    steps = {moment.line.seq for moment in marks.moments(finished, whose, None)}
    assert found.turns
    assert set(found.turns) | set(found.points) == steps
    assert not set(found.turns) & set(found.points)
    with django_assert_max_num_queries(0):
        assert timeline(finished, whose, finished.seq) == found


@pytest.mark.soak(seconds=1)
def test_without_spoilers_the_timeline_ends_with_what_one_has_seen(finished, client_of, user):
    def page(more):
        answer = client_of(user).get(f"/matches/{finished.pk}/replay/?seat=public&end=hidden&{more}")
        return plain(answer.content.decode())

    def reach(html):
        return re.search(r'max="(\d+)"', html)[1], re.findall(r"M(\d+) [04]v", html)

    whole = reach(plain(client_of(user).get(f"/matches/{finished.pk}/replay/?seat=public").content.decode()))
    assert whole[0] == str(finished.seq)
    furthest, steps = reach(page("step=4"))
    assert furthest == "4"
    assert all(int(step) <= 4 for step in steps)
    assert len(steps) < len(whole[1])
    assert "seen=9" in page("step=4&seen=9")
    assert reach(page("step=4&seen=9"))[0] == "9"
    assert reach(page("step=4&seen=99999"))[0] == str(finished.seq)


@pytest.mark.parametrize(
    "query",
    ["step=-1", "step=x", "step=²", "event=99", "event=0", "step=3&event=1", "seat=", "end=hidden&seen=x"],
)
@pytest.mark.soak(seconds=0.5, one_in=4)
def test_odd_addresses_show_some_moment(finished, client_of, user, query):
    assert client_of(user).get(f"/matches/{finished.pk}/replay/?{query}").status_code == 200


# What one has looked at.


def test_a_player_is_shown_what_has_happened_since_they_looked(duel, client_of):
    asker = duel.waiter
    mark_seen(duel.id, asker, 0)
    duel.play(lay(duel.hand()[0]))
    duel.play(PASS)
    board = duel.board(asker)
    assert (board.seen, next(line.seq for line in board.since_last if line.mover >= 0)) == (0, 1)
    assert board.before is not None
    page = client_of(asker).get(f"/matches/{duel.id}/").content.decode()
    assert "Mark as seen" in page
    assert f"/matches/{duel.id}/replay/?seat=" in page
    assert client_of(asker).post(f"/matches/{duel.id}/seen/", {"seen": board.seq}).status_code == 303
    again = duel.board(asker)
    assert again.before is None
    assert again.seen == board.seq
    assert duel.board(asker, since=0).before is not None


def test_who_moves_has_looked_at_the_board_before(duel):
    mover = duel.mover
    duel.play(PASS)
    assert duel.board(mover).seen == 1
    assert duel.board(mover).before is None


def test_looking_never_goes_back_and_tells_nobody(duel):
    user = duel.waiter
    duel.play(PASS)
    before = Match.objects.filter(pk=duel.id).values().get()
    mark_seen(duel.id, user, 9999)
    seat = Seat.objects.get(match_id=duel.id, user=user)
    assert seat.seen == duel.match.seq
    assert seat.seen_at <= timezone.now()
    mark_seen(duel.id, user, 0)
    assert Seat.objects.get(pk=seat.pk).seen == duel.match.seq
    assert Match.objects.filter(pk=duel.id).values().get() == before


def test_what_has_changed_is_marked_on_the_board_of_scrapbots(user, client_of):
    """A card leaves the hand for its Scrap; a hand that is all drawn anew may look as it did before."""
    match = bot_match(user)
    while match.bot_to_act:
        play_for_bot(match.pk)
        match.refresh_from_db()
    discard = next(move for move in legal_moves(match, user) if move["type"] == "gain-scrap")
    play_move(match.pk, user, match.seq, "discard", discard)
    match.refresh_from_db()
    page = client_of(user).get(f"/matches/{match.pk}/replay/?seat=0&step={match.seq}").content.decode()
    assert "was-changed" in page
    first = client_of(user).get(f"/matches/{match.pk}/replay/?seat=0&step=0").content.decode()
    assert "was-changed" not in first


@pytest.mark.soak(seconds=1)
def test_a_jump_marks_only_what_the_last_step_changed(finished):
    """The things were compared with the moment that somebody had looked at first."""
    client, game = Client(), re.compile(r'<div class="board replay__board">.*?id="replay-side"', re.S)

    def shown(step):
        page = client.get(f"/matches/{finished.pk}/replay/?seat=public&step={step}").content.decode()
        return game.search(page)[0]

    def marked_in(html):
        tags = re.findall(r"<[^>]*\bwas-changed\b[^>]*>", html)
        return {re.search(r'data-key="([^"]*)"', tag)[1] for tag in tags}

    for step in (1, 25, 3, 16):
        now, before = states_in(shown(step)), states_in(shown(step - 1))
        changed = {key for key, state in now.items() if key and before.get(key) != state}
        assert marked_in(shown(step)) == changed, step
