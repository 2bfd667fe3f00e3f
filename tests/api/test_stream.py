"""The stream of one's own matches: what it begins with, what is news, and to whom."""

import json
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.api.stream import StreamLine
from games.live.following import beginning, changes, invited, news
from games.live.stream import Place
from games.matches.actions.create import create_match
from games.matches.actions.invitations import invite, withdraw_invitation
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.models import Invitation, Match
from games.talk import actions as talk
from scrapsite.common.errors import TooMany
from scrapsite.server import bounds
from tests.api.conftest import Caller
from tests.games.yard import DONE, Yard, slot, take_back
from tests.playing import BOT, ME, OPEN, legal_moves, match_of

pytestmark = pytest.mark.django_db

HERE = "192.0.2.1"


def told(known, user):
    """Return what is new to *user*, as the watch would tell it."""
    lines = news(known, changes([user.pk]), user.pk in invited([user.pk]))
    for line in lines:
        StreamLine.model_validate(json.loads(json.dumps(line, default=list)))
    return lines


def kinds(lines):
    return [line["type"] for line in lines]


@pytest.fixture
def match(user, other_user) -> Match:
    return match_of(user, other_user)


def move(match, people):
    match.refresh_from_db()
    mover = people[match.to_act[0]]
    chosen = legal_moves(match, mover)[0]
    play_move(match.pk, mover, match.seq, f"m{match.seq}", chosen)
    return mover


def test_it_begins_with_how_every_match_stands(match, user):
    _, lines = beginning(user)
    assert kinds(lines) == ["match", "ready"]
    assert (lines[0]["match"], lines[0]["seat"], lines[0]["log"]) == (match.pk, 0, [])
    assert lines[0]["your_turn"] is (match.to_act == [0])


def test_every_move_is_told_once_to_those_who_play(match, user, other_user, make_user):
    people = [user, other_user]
    known = {one: beginning(one)[0] for one in (*people, make_user("stranger"))}
    mover = move(match, people)
    for one, theirs in known.items():
        lines = told(theirs, one)
        assert kinds(lines) == (["match"] if one in people else []), one
        assert told(theirs, one) == []
        if lines:
            assert lines[0]["log"]
            assert {line["seq"] for line in lines[0]["log"]} == {1}
    assert mover in people


def test_what_is_hidden_from_a_seat_is_not_in_its_stream(match, user, other_user):
    known = {seat: beginning(one)[0] for seat, one in enumerate((user, other_user))}
    heard = set()
    for number in range(30):
        match.refresh_from_db()
        seat = match.to_act[0]
        end = {"type": "end-turn"}
        play_move(match.pk, (user, other_user)[seat], match.seq, f"e{number}", end)
        for reader, theirs in known.items():
            for line in told(theirs, (user, other_user)[reader]):
                drawn = [one for one in line["log"] if one["event"]["type"] == "cards-drawn"]
                for one in drawn:
                    heard.add((reader, one["seat"]))
                    assert (one["event"]["cards"] is None) is (one["seat"] != reader)
    assert heard == {(0, 0), (0, 1), (1, 0), (1, 1)}


def test_nobody_hears_that_another_decides_in_secret_however_soon_after_a_change(user, other_user):
    yard = Yard.programming(user, other_user)
    known, _ = beginning(user)
    yard.play(other_user, slot(0, 1))
    talk.say(yard.id, other_user, "Wait a moment.")
    assert kinds(told(known, user)) == ["talk"]
    yard.play(other_user, take_back(1))
    assert told(known, user) == []


def test_talk_takes_nothing_of_what_one_did_in_secret_from_the_log(user, other_user):
    """What was done before somebody said something never came, as if it had been told with the words."""
    yard = Yard.programming(user, other_user)
    known, _ = beginning(user)
    begun = yard.board(user).seq
    yard.play(user, slot(0, 1))
    talk.say(yard.id, other_user, "Wait a moment.")
    assert kinds(told(known, user)) == ["talk"]
    yard.play(other_user, DONE)
    (line,) = told(known, user)
    assert [one["seq"] for one in line["log"]] == [begun + 1, begun + 2]


def test_a_break_is_bridged_by_since(match, user, other_user):
    _, lines = beginning(user)
    for _ in range(3):
        move(match, [user, other_user])
    _, again = beginning(user, datetime.fromisoformat(lines[-1]["at"]))
    assert {line["seq"] for line in again[0]["log"]} >= {1, 2, 3}
    resign(match.pk, other_user)
    _, again = beginning(user, datetime.fromisoformat(lines[-1]["at"]))
    assert (again[0]["status"], again[0]["result"]["winners"]) == ("finished", [0])
    later = timezone.now() + timedelta(minutes=1)
    assert kinds(beginning(user, later)[1]) == ["ready"]


def test_a_match_that_begins_and_one_that_ends_are_told(user, other_user):
    known, _ = beginning(user)
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
    assert [line["status"] for line in told(known, user)] == ["open"]
    join_match(match.pk, other_user)
    assert [line["status"] for line in told(known, user)] == ["running"]
    resign(match.pk, user)
    ended = told(known, user)[0]
    assert (ended["status"], ended["to_act"], ended["result"]["winners"]) == ("finished", [], [1])


def test_talk_and_invitations_are_told_but_nothing_of_the_muted(match, user, other_user):
    known, _ = beginning(user)
    talk.say(match.pk, other_user, "Hello!")
    lines = told(known, user)
    assert [(line["type"], line["text"], line["name"]) for line in lines] == [("talk", "Hello!", "gasket")]
    assert told(known, user) == []
    open_match = create_match(other_user, "scrapbots", "3.6", {}, [ME, OPEN])
    invite(open_match.pk, other_user, "rivet")
    assert kinds(told(known, user)) == ["invitation"]
    assert kinds(beginning(user)[1]) == ["match", "invitation", "ready"]
    [invitation] = Invitation.objects.all()
    withdraw_invitation(open_match.pk, other_user, invitation.pk)
    assert told(known, user) == []
    invite(open_match.pk, other_user, "rivet")
    assert kinds(told(known, user)) == ["invitation"]
    talk.mute(match.pk, user, 1, on=True)
    talk.say(match.pk, other_user, "Hello?")
    assert told(known, user) == []
    assert kinds(beginning(user)[1]) == ["match", "ready"]


def test_who_gave_up_among_many_hears_no_more(user, other_user):
    match = create_match(user, "junkyard", "0.1", {}, [ME, OPEN, BOT])
    join_match(match.pk, other_user)
    known, _ = beginning(user)
    resign(match.pk, user)
    assert kinds(told(known, user)) == ["left"]
    assert told(known, user) == []


def test_news_of_all_readers_are_three_queries_when_nothing_happened(match, user, other_user):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    known, _ = beginning(user)
    told(known, user)
    with CaptureQueriesContext(connection) as seen:
        changes([user.pk, other_user.pk])
        invited([user.pk, other_user.pk])
    assert len(seen) == 3


def test_nobody_has_more_than_a_few(user, other_user):
    places = [Place(user.pk, HERE) for _ in range(bounds.STREAMS_PER_ACCOUNT)]
    with pytest.raises(TooMany):
        Place(user.pk, HERE)
    Place(other_user.pk, HERE)
    places[0].give_back()
    Place(user.pk, HERE)


@pytest.mark.parametrize("factor", [0, 0.1, 2])
def test_an_account_has_four_whatever_the_site_allows_an_address(user, settings, factor):
    """One stream tells of all matches of an account, and a server keeps each of them in memory."""
    settings.RATE_LIMIT_FACTOR = factor
    for number in range(bounds.STREAMS_PER_ACCOUNT):
        Place(user.pk, f"192.0.2.{number}")
    with pytest.raises(TooMany):
        Place(user.pk, "192.0.2.99")


def test_no_address_has_more_than_its_share(user, other_user, monkeypatch):
    monkeypatch.setattr(bounds, "STREAMS_PER_ADDRESS", 2)
    first, second = Place(user.pk, HERE), Place(other_user.pk, HERE)
    for _ in range(bounds.STREAMS_PER_ACCOUNT + 1):
        with pytest.raises(TooMany):
            Place(user.pk, HERE)
    Place(user.pk, "192.0.2.2")
    second.keep()
    first.give_back()
    Place(other_user.pk, HERE)


def test_without_the_sites_server_it_ends_after_its_beginning(caller, duel):
    for _ in range(bounds.STREAMS_PER_ACCOUNT + 1):
        answer = Client(headers={"Authorization": f"Bearer {caller.token}"}).get("/api/v1/stream")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson")
        lines = [json.loads(line) for line in answer.content.decode().splitlines()]
        assert kinds(lines) == ["match", "ready"]


@pytest.mark.parametrize(
    "since",
    [
        *("yesterday", "0001-01-01T00:00:00+14:00", "99999999999999999999"),
        *("2026-11-27T05:00:00", "2026-11-27", "9999-12-31T23:59:59-01:00"),
    ],
)
def test_a_since_that_makes_no_sense_is_no_server_error(caller: Caller, since):
    answer = Client(headers={"Authorization": f"Bearer {caller.token}"}).get(
        "/api/v1/stream", {"since": since}
    )
    assert answer.status_code in (200, 422)
