"""Tables of three and four: who sits where, people and bots, and what happens when one of them leaves."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games import catalog
from games.engine.errors import BadOptions
from games.fairness.verify import replay_match
from games.lobby import lists
from games.lobby.lists import turns_of
from games.match_page import fold
from games.matches import access
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.orders import give_order
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.undo import undo_move
from games.matches.errors import CannotJoin, NotSeated
from games.matches.models import Match, StandingOrder
from scrapsite.accounts.tokens import issue_token
from tests.games.yard import DONE, Yard, slot

pytestmark = pytest.mark.django_db

TITLES = ("junkyard", "scrapyard")
ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}
KINDS = [slug for slug, _ in catalog.title("junkyard").options[1].picks]


@pytest.fixture
def third(make_user):
    return make_user("grommet")


@pytest.fixture
def fourth(make_user):
    return make_user("washer")


def made_by_form(client, **fields):
    answer = client.post("/matches/new/", {"opponent": "seats", **fields})
    match = (
        Match.objects.filter(pk=answer["Location"].split("/")[2]).get() if answer.status_code == 303 else None
    )
    return answer, match


def program_of(user):
    return Client(headers={"Authorization": f"Bearer {issue_token(user)}"})


# Making a match


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize(
    "seats, status, bots",
    [
        (("greedy",), "running", ["", "greedy"]),
        (("random", "greedy"), "running", ["", "random", "greedy"]),
        (("greedy", "", "random"), "running", ["", "greedy", "random"]),
        (("greedy", "greedy", "greedy"), "running", ["", "greedy", "greedy", "greedy"]),
        (("link",), "open", ["", ""]),
        (("link", "link", "link"), "open", ["", "", "", ""]),
        (("random", "link", "greedy"), "open", ["", "random", "", "greedy"]),
    ],
)
@pytest.mark.soak(seconds=0.1, one_in=4)
def test_each_seat_says_in_the_form_who_sits_there(user_client, title, seats, status, bots):
    fields = {f"seat-{number}": kind for number, kind in enumerate(seats, 2)}
    _, match = made_by_form(user_client, title=title, **fields)
    assert (match.status, match.bots) == (status, bots)
    assert user_client.get(f"/matches/{match.pk}/").status_code == 200


@pytest.mark.parametrize(
    "fields",
    [{}, {"seat-2": ""}, {"seat-2": "deep-blue"}, {"seat-2": "greedy", "seat-3": "x" * 500}],
)
def test_nobody_to_play_with_and_unknown_players_are_refused(user_client, fields):
    answer, _ = made_by_form(user_client, title="junkyard", **fields)
    assert answer.status_code == 422
    assert not Match.objects.exists()


def test_a_form_has_no_fifth_seat(user_client):
    seats = {f"seat-{number}": "greedy" for number in range(2, 9)}
    _, match = made_by_form(user_client, title="scrapyard", **seats)
    assert len(match.bots) == 4


@pytest.mark.parametrize(
    "seats", [[ME], [ME, BOT, BOT, BOT, BOT], [BOT, BOT, BOT], [ME, ME, BOT], [OPEN, OPEN], []]
)
def test_a_program_that_sends_too_many_too_few_or_not_one_me_is_refused(user, seats):
    body = {"game": "junkyard", "edition": "0.1", "seats": seats}
    answer = program_of(user).post("/api/v1/matches", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "match/bad-options")
    assert not Match.objects.exists()


@pytest.mark.parametrize("title", TITLES)
def test_a_program_may_sit_anywhere_among_bots_and_people(user, title):
    edition = catalog.title(title).newest.slug
    body = {"game": title, "edition": edition, "seats": [BOT, ME, OPEN, BOT]}
    made = program_of(user).post("/api/v1/matches", body, content_type="application/json").json()
    assert (made["status"], made["seat"]) == ("open", 1)
    assert [seat["kind"] for seat in made["seats"]] == ["bot", "person", "open", "bot"]


def test_people_join_in_the_order_of_seats_and_the_last_one_begins_it(user, other_user, third, fourth):
    match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN, BOT, OPEN])
    assert join_match(match.pk, other_user).status == "open"
    with pytest.raises(CannotJoin):
        join_match(match.pk, other_user)
    assert join_match(match.pk, third).status == "running"
    with pytest.raises(CannotJoin):
        join_match(match.pk, fourth)
    seats = [access.seat_of(who, match).seat for who in (user, other_user, third, fourth)]
    assert seats == [0, 1, 3, -1]


# Options


def test_a_box_of_twelve_kinds_that_one_chose(user_client):
    chosen = KINDS[::-1][:12]
    _, match = made_by_form(user_client, title="junkyard", box="2", kinds=chosen, **{"seat-2": "greedy"})
    board = fold.board(match, access.seat_of(match.created_by, match))
    assert set(board.view.kinds) == set(chosen)
    words = {option.name: option.words for option in board.options}
    assert words["box"] == "Choose twelve kinds"
    assert words["kinds"].count(",") == 11


@pytest.mark.parametrize("count", [1, 11, 13])
def test_another_number_of_kinds_is_refused_clearly_and_the_form_keeps_them(user_client, count):
    fields = {"round_cap": "7", "seat-2": "link", "seat-3": "random", "is_listed": "yes"}
    answer, _ = made_by_form(user_client, title="junkyard", box="2", kinds=KINDS[:count], **fields)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert f"choose 12 of them; these are {count}" in page
    ticked = re.findall(r'name="kinds"\s+value="([^"]+)"\s+checked', page)
    assert ticked == KINDS[:count]
    assert re.search(r'name="round_cap"\s+value="7"', page)
    for seat, kind in (("seat-2", "link"), ("seat-3", "random")):
        select = re.search(rf'<select id="{seat}".*?</select>', page, re.DOTALL).group()
        assert re.search(rf'value="{kind}" selected', select)
    assert re.search(r'name="is_listed"\s+value="yes"\s+checked', page)
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "options",
    [
        {"kinds": KINDS[:11]},
        {"kinds": [*KINDS[:11], KINDS[0]]},
        {"kinds": [*KINDS[:11], "crawl"]},
        {"kinds": "reactor"},
        {"kinds": [[]] * 12},
        {"kinds": [None] * 12},
        {"box": 3},
        {"box": "2"},
        {"box": -1},
        {"round_cap": 10**40},
    ],
)
def test_what_is_no_box_is_refused(user, options):
    with pytest.raises(BadOptions):
        create_match(user, "junkyard", "0.1", options, [ME, BOT])


@pytest.mark.parametrize("mode, words", [(0, "Shown to all"), (1, "Hidden until the end")])
def test_options_with_names_are_told_by_name(user, mode, words):
    match = create_match(user, "scrapyard", catalog.title("scrapyard").newest.slug, {"mode": mode}, [ME, BOT])
    board = fold.board(match, access.seat_of(user, match))
    assert {option.name: option.words for option in board.options}["mode"] == words


# Resigning


@pytest.fixture(params=TITLES)
def trio(request, user, other_user, third):
    """rivet, gasket and grommet play."""
    return Yard.begin(user, other_user, third, title=request.param)


def test_a_bot_plays_on_for_one_of_three(trio, other_user):
    answer = resign(trio.id, other_user)
    assert (answer.status, answer.result) == ("running", None)
    board = trio.board()
    assert board.seats[1].kind == "bot"
    assert board.seats[1].name == "Greedy bot for gasket"
    assert "gasket" in board.log[-1].text
    assert (trio.match.status, trio.match.bots[1]) == ("running", "greedy")
    for _ in range(12):
        trio.play_first()
    assert replay_match(trio.id).problems == ()


def test_who_resigned_is_a_spectator_and_knows_no_secrets_any_more(trio, other_user, stranger, user):
    for _ in range(6):
        trio.play_first()
    resign(trio.id, other_user)
    assert access.seat_of(other_user, trio.match).is_spectator
    theirs, anybodys = (trio.board(who, whole_log=True) for who in (other_user, stranger))
    assert (theirs.view, theirs.log, theirs.offers, theirs.orders) == (anybodys.view, anybodys.log, (), ())
    assert not theirs.can_resign
    assert not theirs.can_undo
    for refused in (
        lambda: trio.play(other_user, DONE),
        lambda: undo_move(trio.id, other_user, theirs.seq, "x"),
        lambda: give_order(trio.id, other_user, {"type": "x"}),
    ):
        with pytest.raises(NotSeated):
            refused()
    with pytest.raises(CannotJoin):
        join_match(trio.id, other_user)


def test_their_orders_go_and_their_badge_as_well(trio, user, other_user, third):
    for who in (user, other_user, third):
        orders = trio.orders(who)
        give_order(trio.id, who, orders[-1])
    due = trio.people[trio.match.to_act[0]]
    assert len(turns_of(due)) == 1
    leaving = trio.match.to_act[0]
    resign(trio.id, due)
    assert turns_of(due) == ()
    assert trio.match.bot_to_act
    assert not StandingOrder.objects.filter(match_id=trio.id, seat=leaving).exists()
    assert StandingOrder.objects.filter(match_id=trio.id).count() == 2


def test_who_resigned_finds_the_match_among_their_own_without_a_turn(trio, other_user):
    resign(trio.id, other_user)
    lobby = lists.lobby(other_user)
    assert lobby.my_turn == ()
    assert [line.match for line in lobby.waiting] == [trio.id]


def test_the_last_person_ends_it_by_resigning(trio, user, other_user, third):
    resign(trio.id, other_user)
    assert resign(trio.id, user).status == "running"
    answer = resign(trio.id, third)
    assert (answer.status, answer.result.rule) == ("finished", "end-4")
    board = trio.board(third)
    assert board.result.i_won is False
    assert len(board.result.names) == 2
    assert replay_match(trio.id).problems == ()


def test_with_one_person_among_bots_resigning_ends_it(user):
    yard = Yard.begin(user, bots=3)
    assert resign(yard.id, user).status == "finished"
    assert yard.board(user).proof is not None


def test_bots_of_the_same_name_are_numbered(user, other_user):
    yard = Yard.begin(user, other_user, bots=2)
    own, _, *bots = (seat.name for seat in yard.board(user).seats)
    assert bots == ["Random bot 1", "Random bot 2"]
    assert [seat.name for seat in Yard.begin(user, bots=1).board(user).seats] == [own, "Random bot"]


def test_a_seat_that_was_programming_is_taken_over_with_its_program(user, other_user, third):
    yard = Yard.programming(user, other_user, third)
    yard.fill(other_user)
    spectators_view = yard.board().view
    resign(yard.id, other_user)
    assert yard.board().view == spectators_view
    before = yard.board(user).seq
    assert yard.play(user, slot(0, 1)).seq == before + 1
    for _ in range(40):
        if not yard.match.bot_to_act:
            break
        play_for_bot(yard.id)
    yard.everybody_done()
    assert yard.board().view.round == 2 or yard.board().view.phase == "resolving"
    assert replay_match(yard.id).problems == ()


def test_a_rematch_invites_who_resigned_again_and_keeps_the_seats(user, other_user, third, client_of):
    yard = Yard.begin(user, other_user, third, bots=1)
    resign(yard.id, other_user)
    Match.objects.filter(pk=yard.id).update(status="finished")
    answer = client_of(user).post(f"/matches/{yard.id}/again/")
    again = Match.objects.get(pk=answer["Location"].split("/")[2])
    assert (again.status, again.bots) == ("open", ["", "", "", "random"])


def test_a_whole_match_of_four_with_bots_is_played_to_its_end(user, other_user):
    yard = Yard.begin(user, other_user, bots=2, options={"round_cap": 2})
    for _ in range(400):
        if yard.match.status != "running":
            break
        match = yard.match
        if match.bot_to_act:
            play_for_bot(match.pk)
        else:
            who = yard.people[match.to_act[0]]
            moves = yard.legal(who)
            yard.play(who, DONE if DONE in moves else moves[0])
    board = yard.board(user)
    assert board.status == "finished"
    assert len(board.result.scores) == 4
    assert replay_match(yard.id).problems == ()
