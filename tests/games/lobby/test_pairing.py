"""Quick pairing: who asks for the same meets, and nobody waits twice."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.test import Client

from games import catalog
from games.clocks.rules import PRESETS
from games.lobby.filters import Filters
from games.lobby.lists import open_matches
from games.lobby.pairing import Wish, pair, pairing_counts
from games.matches.actions.create import create_match
from games.matches.actions.invitations import invite
from games.matches.actions.seats import join_match
from games.matches.actions.terms import Terms
from games.matches.errors import CannotJoin
from games.matches.models import Match, Mute
from games.ratings.models import Rating
from scrapsite.accounts.tokens import issue_token
from scrapsite.common.players import new_guest
from tests.playing import send_form

pytestmark = pytest.mark.django_db

LIVE = Wish("scrapbots", "live", is_rated=False)
DAYS = Wish("scrapbots", "days", is_rated=False)
RATED = Wish("scrapbots", "days", is_rated=True)


def test_the_second_who_asks_joins_the_first_and_the_match_begins(user, other_user):
    first = pair(user, LIVE)
    assert first.status == "open"
    second = pair(other_user, LIVE)
    second.refresh_from_db()
    assert (second.pk, second.status) == (first.pk, "running")
    assert Match.objects.count() == 1


def test_who_waits_already_waits_on(user):
    assert pair(user, LIVE).pk == pair(user, LIVE).pk


@pytest.mark.parametrize("more", ["name", "invitation", "watchers"])
def test_a_table_made_by_hand_is_not_taken_for_that_of_a_pairing(user, other_user, stranger, more):
    """The pairing went back to it, or called it off with its invitations when it found somebody."""
    terms = {"name": Terms(name="Learners welcome"), "watchers": Terms(watch="nobody")}.get(more, Terms())
    seats, clock = [{"kind": "me"}, {"kind": "open"}], PRESETS["three-days"][1]
    newest = catalog.title("scrapbots").newest.slug
    made = create_match(user, "scrapbots", newest, {}, seats, is_listed=True, clock=clock, terms=terms)
    if more == "invitation":
        invite(made.pk, user, stranger.profile.display_name)
    theirs = create_match(other_user, "scrapbots", newest, {}, seats, is_listed=True, clock=clock)
    assert pair(user, DAYS).pk == theirs.pk
    made.refresh_from_db()
    assert made.status == "open"


@pytest.mark.parametrize(
    "other", [DAYS, RATED, Wish("junkyard", "live", is_rated=False), Wish("scrapbots", "live", is_rated=True)]
)
def test_another_game_pace_or_pool_is_another_table(user, other_user, other):
    assert pair(user, LIVE).pk != pair(other_user, other).pk


def test_the_oldest_table_comes_first(user, other_user, stranger):
    first = pair(user, DAYS)
    Match.objects.create(
        **{
            field: getattr(first, field)
            for field in ("title", "edition", "engine_version", "cards_hash", "options", "bots", "clock")
        },
        is_listed=True,
        created_by=other_user,
    )
    assert pair(stranger, DAYS).pk == first.pk


def test_a_seat_opened_in_the_lobby_is_found_and_a_hidden_one_is_not(user, other_user, stranger):
    hidden = create_match(user, "scrapbots", "3.6-2020-07", {}, [{"kind": "me"}, {"kind": "open"}])
    waiting = pair(other_user, DAYS)
    assert waiting.pk != hidden.pk
    assert pair(stranger, DAYS).pk == waiting.pk


@pytest.mark.parametrize(("clock", "pace"), [("three-days", "days"), ("live", "live")])
def test_a_table_made_with_the_whole_form_is_found(client, user, other_user, clock, pace):
    """The text of its clock had defaults in it, and a live one stopped during time off: nobody was paired."""
    client.force_login(user)
    form = {"title": "scrapbots", "opponent": "lobby", "clock": clock, "clock_whole": "yes"}
    send_form(client, "/matches/new/", form | {"clock_vacations": "yes", "clock_timeout": "forfeit"})
    made = Match.objects.get()
    assert [count.waiting for count in pairing_counts()] == [1]
    assert pair(other_user, Wish("scrapbots", pace, is_rated=True)).pk == made.pk


@pytest.mark.parametrize("game", ["scrapbots", "junkyard"])
def test_nobody_is_paired_with_a_barred_account(user, other_user, stranger, game):
    """Its table stayed in the lobby for a fortnight, and as the oldest it was everybody's first."""
    wish = Wish(game, "days", is_rated=False)
    first = pair(user, wish)
    user.is_active = False
    user.save(update_fields=["is_active"])
    assert open_matches(stranger, Filters()) == ()
    assert not pairing_counts()
    second = pair(other_user, wish)
    assert second.pk != first.pk
    assert [line.match for line in open_matches(stranger, Filters())] == [second.pk]


@pytest.mark.parametrize("is_muting", [True, False])
def test_nobody_is_paired_with_whom_they_have_muted(user, other_user, is_muting):
    one, two = (user, other_user) if is_muting else (other_user, user)
    Mute.objects.create(user=one, muted=two)
    assert pair(user, DAYS).pk != pair(other_user, DAYS).pk


def test_a_visitor_becomes_a_guest_and_is_never_paired_for_the_ratings():
    answer = send_form(
        Client(),
        "/matches/pair/",
        {"title": "scrapbots", "pace": "days", "is_rated": "yes"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert answer.status_code == 303
    match = Match.objects.get()
    assert answer["Location"] == f"/matches/{match.pk}/"
    assert (match.is_listed, match.is_rated) == (True, False)


def test_a_form_that_is_sent_twice_pairs_once(user, other_user, client_of):
    form = {"title": "scrapbots", "pace": "live", "request_id": "again"}
    pair(other_user, LIVE)
    client = client_of(user)
    assert len({client.post("/matches/pair/", form)["Location"] for _ in range(2)}) == 1
    assert Match.objects.count() == 1


def test_programs_are_paired_like_people(user, other_user):
    """The same table, so that who presses a button meets who sends a request."""
    waiting = pair(other_user, LIVE)
    client = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
    wish = {"game": "scrapbots", "pace": "live"}
    for _ in range(2):
        answer = client.post(
            "/api/v1/pairing", wish, content_type="application/json", headers={"Idempotency-Key": "once"}
        )
        assert (answer.status_code, answer.json()["id"]) == (200, waiting.pk)
    assert (answer.json()["status"], Match.objects.count()) == ("running", 1)


def counts():
    return [(count.title_name, count.waiting, count.playing) for count in pairing_counts()]


def test_the_lobby_says_how_many_wait_and_play_at_each_pace(user, other_user, stranger):
    assert counts() == []
    pair(user, LIVE)
    pair(other_user, RATED)
    assert counts() == [("Scrapbots", 1, 0), ("Scrapbots", 1, 0)]
    pair(stranger, LIVE)
    assert counts() == [("Scrapbots", 0, 2), ("Scrapbots", 1, 0)]
    page = " ".join(Client().get("/matches/").text.split())
    assert "Scrapbots (Live: 10 minutes each, plus 30 seconds a turn): 2 playing" in page
    assert "Scrapbots (Up to 3 days a turn): <b>1 waiting</b>" in page


def test_a_table_that_nobody_would_be_paired_with_is_not_counted(user, other_user):
    places = [{"kind": "me"}, {"kind": "open"}]
    create_match(user, "scrapbots", "3.6", {"turn_cap": 50}, places, is_listed=True, clock=PRESETS["live"][1])
    create_match(other_user, "scrapbots", "3.6", {}, places, clock=PRESETS["live"][1])
    assert counts() == []


def test_open_lobbies_get_new_counts_with_the_lists(user):
    pair(user, LIVE)
    news = Client().get("/matches/open/", headers={"HX-Request": "true"}).text
    assert 'hx-swap-oob="true"' in news
    assert "1 waiting" in news
    assert "hx-swap-oob" not in Client().get("/matches/").text


def test_a_refused_pairing_keeps_what_was_chosen(user, client_of, settings):
    settings.MOST_MATCHES = 0
    wish = {"title": "junkyard", "pace": "days", "is_rated": "yes", "rating_range": "5"}
    answer = client_of(user).post("/matches/pair/", wish)
    assert answer.status_code == 429
    form = answer.text[answer.text.index('class="pairing"') :].partition("</form>")[0]
    assert re.findall(r'value="([^"]*)" selected', form) == ["junkyard", "days", "5"]


@pytest.mark.parametrize("data", [{"title": "chess", "pace": "live"}, {"title": "scrapbots"}, {}])
def test_an_unknown_wish_is_refused_before_anybody_becomes_a_guest(data, django_user_model):
    answer = Client().post("/matches/pair/", data, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 422
    assert not django_user_model.objects.exists()
    assert not Match.objects.exists()


# --- Ranges of ratings ----------------------------------------------------------------------------


def rated_within(points):
    return Wish("scrapbots", "days", is_rated=True, rating_range=points)


def rate(user, points, title="scrapbots"):
    """Give *user* the rating *points*, as pages show it."""
    Rating.objects.create(title=title, user=user, mu=points + 3, sigma=1)


@pytest.mark.parametrize(
    "waits, asks, meet",
    [
        (5, None, False),  # outside the range of who waits
        (None, 5, False),  # outside the range of who asks
        (5, 5, False),
        (10, None, True),
        (None, 10, True),
        (10, 10, True),
        (10, 5, False),
        (None, None, True),
    ],
)
def test_two_outside_the_range_of_either_do_not_meet(user, other_user, waits, asks, meet):
    rate(user, 12)
    rate(other_user, 20)
    rate(other_user, 12, title="junkyard")
    first, second = pair(user, rated_within(waits)), pair(other_user, rated_within(asks))
    assert (first.pk == second.pk) == meet


def test_who_has_no_rating_yet_is_rated_0(user, other_user, stranger):
    rate(user, 12)
    waiting = pair(user, rated_within(10))
    newcomer = pair(other_user, rated_within(5))
    assert newcomer.pk != waiting.pk
    assert pair(stranger, rated_within(5)).pk == newcomer.pk


def test_who_asks_again_with_a_wider_range_meets_who_waits_meanwhile(user, other_user):
    """Or both wait at tables of their own, though each would play the other."""
    rate(other_user, 20)
    narrow = pair(user, rated_within(5))
    waiting = pair(other_user, rated_within(None))
    assert narrow.pk != waiting.pk
    assert pair(user, rated_within(None)).pk == waiting.pk
    narrow.refresh_from_db()
    assert narrow.status == "cancelled"


def test_who_asks_again_with_another_range_waits_by_it_at_the_same_table(user, other_user):
    rate(other_user, 20)
    waiting = pair(user, rated_within(5))
    assert pair(user, rated_within(30)).pk == waiting.pk
    assert pair(other_user, rated_within(None)).pk == waiting.pk


def test_a_table_with_a_range_is_closed_to_others_in_the_lobby_too(user, other_user, stranger, client_of):
    rate(other_user, 20)
    match = pair(user, rated_within(5))
    assert match.pk not in client_of(other_user).get("/matches/").text
    assert "rated ±5 points" in client_of(stranger).get("/matches/").text
    for outside in (other_user, new_guest()):
        with pytest.raises(CannotJoin, match="within 5 points"):
            join_match(match.pk, outside)
    assert join_match(match.pk, stranger).status == "running"


def test_a_table_with_a_range_says_so_wherever_it_is_shown(user, other_user, client_of):
    """Its page invited everybody, without an account, and the maker to send the link to a friend."""
    match = pair(user, rated_within(1))
    maker, friend = client_of(user), client_of(other_user)
    for client, path in ((maker, ""), (friend, ""), (Client(), ""), (Client(), "join/")):
        page = " ".join(client.get(f"/matches/{match.pk}/{path}").text.split())
        assert "rating is within 1 point of its creator’s" in page
        assert "You don’t need an account" not in page
        assert "send this link to a friend" not in page
    assert "rated ±1 point " in " ".join(friend.get("/matches/").text.split())
    assert maker.get(f"/api/v1/matches/{match.pk}").json()["terms"]["rating_range"] == 1
    join_match(match.pk, other_user)
    assert "within 1 point" not in maker.get(f"/matches/{match.pk}/").text


def test_a_visitor_is_refused_before_becoming_a_guest(user, django_user_model):
    match = pair(user, rated_within(5))
    people = django_user_model.objects.count()
    answer = Client().post(f"/matches/{match.pk}/join/", headers={"Sec-Fetch-Site": "same-origin"})
    assert "within 5 points" in answer.text
    assert django_user_model.objects.count() == people


def test_whom_the_maker_invites_may_join_with_any_rating(user, other_user):
    rate(other_user, 20)
    match = pair(user, rated_within(5))
    invite(match.pk, user, other_user.profile.display_name)
    assert join_match(match.pk, other_user).status == "running"


def test_the_form_and_the_api_ask_for_the_same_range(user, other_user, client_of):
    client = client_of(user)
    assert 'name="rating_range"' in client.get("/matches/").text
    form = {"title": "scrapbots", "pace": "days", "is_rated": "yes", "rating_range": "5"}
    client.post("/matches/pair/", form)
    program = Client(headers={"Authorization": f"Bearer {issue_token(other_user)}"})
    wish = {"game": "scrapbots", "pace": "days", "rated": True, "rating_range": 7}
    rate(other_user, 20)
    answer = program.post("/api/v1/pairing", wish, content_type="application/json")
    assert answer.json()["status"] == "open"
    assert sorted(Match.objects.values_list("rating_range", flat=True)) == [5, 7]


def test_an_unrated_opponent_may_have_any_rating(user, other_user, client_of):
    rate(other_user, 20)
    client_of(user).post("/matches/pair/", {"title": "scrapbots", "pace": "days", "rating_range": "5"})
    assert pair(other_user, DAYS).status == "running"


@pytest.mark.parametrize("points", ["0", "51", "-5", "near", "5.0"])
def test_an_unknown_range_is_refused(user, client_of, points):
    form = {"title": "scrapbots", "pace": "days", "is_rated": "yes", "rating_range": points}
    assert client_of(user).post("/matches/pair/", form).status_code == 422
    assert not Match.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(
    connection.vendor == "sqlite",
    reason="tests/faults does it on a SQLite file",
)
def test_four_who_press_at_once_are_two_pairs():
    people = [new_guest() for _ in range(4)]
    together = Barrier(len(people))

    def press(person):
        try:
            together.wait()
            pair(person, LIVE)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as threads:
        list(threads.map(press, people))
    assert sorted(Match.objects.values_list("status", flat=True)) == ["running", "running"]
