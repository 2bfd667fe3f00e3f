"""When the site loses a match's rules, the match stands still: nobody can move, and nobody can lose by it."""

import re
from dataclasses import replace
from datetime import timedelta
from io import StringIO
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.test import Client
from django.urls import reverse

from games import catalog, recovery
from games.clocks.rules import Clock
from games.clocks.timeouts import settle_due
from games.fairness.verify import replay_match
from games.lobby.lists import next_match, own_matches, turns_of
from games.matches.actions import new_rules
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.new_rules import answer_new_rules, stop_matches
from games.matches.actions.play import play_batch, play_move
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match, join_match
from games.matches.errors import CannotGoOn, CannotJoin, RulesChanged
from games.matches.models import Match
from games.notifications.source import describe
from games.ratings.counting import count_ratings
from games.ratings.models import Rating
from scrapsite.accounts.tokens import issue_token
from scrapsite.management.stopping import stop_after_asking
from scrapsite.notifications.channels.feed_keys import renew_key
from scrapsite.notifications.models import Notification
from tests.games.duel import PASS, Duel
from tests.playing import bot_match
from tests.toy import bolts


@pytest.fixture
def update(duel: Duel, monkeypatch: pytest.MonkeyPatch) -> None:
    """An update after which the site no longer has the rules of the duel."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version="2"))


@pytest.fixture
def stopped(duel: Duel, update: None) -> Duel:
    """A duel that stands still."""
    assert stop_matches() == 1
    return duel


def test_a_match_that_still_waits_is_called_off_and_says_so(
    user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stayed in the lobby for two weeks, and whoever joined was told that it is on hold."""
    renew_key(user)
    waiting = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}])
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version="2"))
    with pytest.raises(CannotJoin, match="no longer has the rules"):
        join_match(waiting.pk, other_user)
    assert stop_matches() == 0, "what can't be taken back is done only when the operator agrees"
    with pytest.raises(CommandError, match="1 match without all players would be called off"):
        stop_after_asking(print, yes=False)
    stop_after_asking(print, yes=True)
    waiting.refresh_from_db()
    assert waiting.status == "cancelled"
    assert Notification.objects.filter(user=user, kind="ended").exists()
    assert cancel_match(waiting.pk, user).status == "cancelled", "a second press changes nothing"


def test_nobody_can_move_or_is_asked_to(stopped: Duel) -> None:
    """The page went on to say “your turn” and listed moves, each of which was refused."""
    for player in stopped.players:
        board = stopped.board(player)
        assert (board.my_turn, board.legal, board.to_act, board.can_resign) == (False, (), (), False)
        assert board.stopped
    with pytest.raises(RulesChanged):
        play_move(stopped.id, stopped.players[0], 0, "a", PASS)
    assert [turns_of(player) for player in stopped.players] == [(), ()]
    assert [next_match(player) for player in stopped.players] == [None, None]
    assert [line.is_stopped for line in own_matches(stopped.players[0]).waiting] == [True]


def test_a_page_says_so_even_before_the_match_is_stopped(duel: Duel, update: None) -> None:
    assert duel.board(duel.mover).stopped
    assert duel.board(duel.mover).legal == ()


def test_page_lobby_and_api_say_so(stopped: Duel, client_of: Any) -> None:
    client: Client = client_of(stopped.players[0])
    page = client.get(reverse("games:match_detail", args=[stopped.id])).content.decode()
    assert "This match is on hold" in page
    assert "Continue with the new rules" in page
    assert "On hold" in client.get(reverse("games:match_mine")).content.decode()
    token = {"HTTP_AUTHORIZATION": f"Bearer {issue_token(stopped.players[0])}"}
    plain = Client().get(f"/api/v1/matches/{stopped.id}", **token).json()
    assert (plain["to_act"], plain["legal"]) == ([], [])
    until = (stopped.match.stopped_at + new_rules.WAIT).isoformat()
    assert plain["stopped"] == {"can_go_on": True, "until": until, "agreed": []}
    (line,) = Client().get("/api/v1/me/matches", **token).json()["waiting"]
    assert line["stopped"]


def test_a_page_that_stands_still_waits_for_nobody(stopped: Duel, client_of: Any) -> None:
    """It said “Waiting for .” below the table, and the lists had the match where others decide."""
    client: Client = client_of(stopped.players[0])
    page = client.get(reverse("games:match_detail", args=[stopped.id])).content.decode()
    assert "Waiting for" not in page
    assert "Nobody can move for now." in page
    mine = client.get(reverse("games:match_mine")).content.decode()
    assert "On hold (1)" in mine
    assert "Waiting for others" not in mine


def test_an_open_card_of_a_match_on_hold_says_that_nobody_can_move(
    scrapbots_duel: Duel, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each card said “ are to move.”, without anybody’s name before it."""
    lost = replace(catalog.title("scrapbots"), engine_version="without these rules")
    monkeypatch.setitem(catalog._TITLES, "scrapbots", lost)
    page = client.get(reverse("games:match_detail", args=[scrapbots_duel.id])).content.decode()
    idle = re.findall(r'class="tray__idle">\s*(.*?)\s*</p>', page)
    assert set(idle) == {"Nobody can move for now."}


def test_each_player_is_told_once_for_the_same_rules(
    user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it had gone on by newer rules and those went, too, it ended as a draw and nobody had been told."""
    clock = Clock(seconds=24 * 3600, timeout="forfeit")
    match = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}], clock=clock)
    join_match(match.pk, other_user)
    stopped = Duel(match.pk, (user, other_user))
    first, second = stopped.players
    for person in stopped.players:
        EmailAddress.objects.create(user=person, email=f"{person}@example.org", verified=True, primary=True)
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version="2"))
    stop_matches()
    for release in ("1", "2"):  # taken back, and repeated
        monkeypatch.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version=release))
        assert stop_matches() == 1
    told = Notification.objects.filter(kind="stopped", channel="email")
    assert [row.user_id for row in told.order_by("user")] == sorted([first.pk, second.pk])
    answer_new_rules(stopped.id, first, "go-on")
    assert not describe(list(told.filter(user=first)), first.pk, "UTC"), "who has agreed needn't decide"
    (item,) = describe(list(told.filter(user=second)), second.pk, "Europe/Vienna")
    assert "is on hold: the site no longer has the rules" in item.text
    assert item.asks
    answer_new_rules(stopped.id, second, "go-on")
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version="3"))
    stop_matches()
    assert told.count() == 4


def test_it_goes_on_by_the_newest_rules_when_all_agree(stopped: Duel, client_of: Any) -> None:
    first, second = stopped.players
    client = client_of(first)
    client.post(reverse("games:rules_answer", args=[stopped.id]), {"verdict": "go-on"})
    assert stopped.match.agreed == [0]
    board = stopped.board(second)
    assert board.stopped
    assert board.stopped.waiting_for == (board.seats[1].name,)
    answer_new_rules(stopped.id, second, "go-on")
    assert stopped.board(stopped.mover).legal
    stopped.play(PASS)
    assert replay_match(stopped.id).problems == ()
    assert stopped.match.engine_version == "1", "what the match began with stays as it was committed to"


def test_nobody_agrees_for_another_seat(stopped: Duel) -> None:
    answer_new_rules(stopped.id, stopped.players[0], "go-on")
    answer_new_rules(stopped.id, stopped.players[0], "go-on")
    assert stopped.match.stopped_at


@pytest.mark.parametrize("how", ["answer", "resign"])
def test_who_would_rather_not_makes_it_a_draw(stopped: Duel, how: str) -> None:
    Match.objects.filter(pk=stopped.id).update(is_rated=True)
    if how == "answer":
        answer_new_rules(stopped.id, stopped.players[1], "draw")
    else:
        resign(stopped.id, stopped.players[1])
    assert (stopped.match.status, stopped.match.is_rated) == ("finished", False)
    assert stopped.board().result.winners == ()
    count_ratings()
    assert not Rating.objects.exists()


def test_a_match_against_a_bot_has_no_clocks_and_its_page_is_shown(user: User, client_of: Any) -> None:
    """It is timed for once, as it ends as a draw some day."""
    match = bot_match(user)
    Match.objects.update(engine_version="0")
    assert stop_matches() == 1
    for page in (f"/matches/{match.pk}/", f"/matches/{match.pk}/board/"):
        assert client_of(user).get(page).status_code == 200


@pytest.mark.parametrize("title", [title.slug for title in catalog.titles()])
def test_on_hold_no_table_says_that_anybody_has_to_do_something(
    title: str, user: User, other_user: User, client_of: Any
) -> None:
    duel = Duel.begin(user, other_user, title, next(iter(catalog.title(title).editions)), {})
    Match.objects.update(engine_version="0")
    assert stop_matches() == 1
    page = client_of(user).get(f"/matches/{duel.id}/").text
    table = page[page.index('class="board__main"') : page.index('class="board__side"')]
    assert "on hold" in table
    assert "tag--hot" not in table
    assert "has-turn" not in table


def test_its_clocks_stand_still_and_go_on_with_what_was_left(user: User, other_user: User) -> None:
    """At the deadline the player who could not move lost on time."""
    clock = Clock("bank", 48 * 3600, timeout="forfeit")
    match = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}], clock=clock)
    join_match(match.pk, other_user)
    duel = Duel(match.pk, (user, other_user))
    began = duel.match.created_at
    with time_machine.travel(began + timedelta(hours=20), tick=False):
        Match.objects.update(engine_version="0")
        stop_matches()
    with time_machine.travel(began + timedelta(days=7), tick=False):
        settle_due()
        assert duel.match.status == "running"
        for player in duel.players:
            answer_new_rules(duel.id, player, "go-on")
        assert duel.match.deadline <= began + timedelta(days=7, hours=29)
        duel.play(PASS)


@pytest.mark.parametrize(
    "clock, hours",
    [
        (Clock(seconds=3 * 86400, timeout="forfeit"), 72),
        (Clock("bank", 3 * 86400, timeout="forfeit"), 24),
        (Clock("bank", 7200, timeout="forfeit"), 2),
    ],
)
@pytest.mark.parametrize("over", [0, 60], ids=["nearly out", "out"])
def test_who_had_hardly_any_time_left_does_not_lose_as_soon_as_it_goes_on(
    user: User, other_user: User, clock: Clock, hours: int, over: int
) -> None:
    """The clock began to run with what was left, while its player was away: “nobody can lose” was untrue."""
    match = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "open"}], clock=clock)
    join_match(match.pk, other_user)
    duel = Duel(match.pk, (user, other_user))
    began = duel.match.created_at
    with time_machine.travel(began + timedelta(seconds=clock.seconds - 30 + over), tick=False):
        Match.objects.update(engine_version="0")
        stop_matches()
    back = began + timedelta(days=9)
    with time_machine.travel(back, tick=False):
        Match.objects.update(engine_version="1")
        assert stop_matches() == 1
    with time_machine.travel(back + timedelta(hours=hours, seconds=-1), tick=False):
        settle_due()
        assert duel.match.status == "running"
    with time_machine.travel(back + timedelta(hours=hours, seconds=1), tick=False):
        settle_due()
        settle_due()
        assert duel.match.status == "finished"


def test_a_stopped_match_that_nobody_answers_ends_as_a_draw_after_two_weeks(stopped: Duel) -> None:
    late = stopped.match.stopped_at + new_rules.WAIT + timedelta(minutes=1)
    with time_machine.travel(late, tick=False):
        settle_due()
    assert stopped.match.status == "finished"
    assert stopped.board().result.winners == ()


@pytest.mark.parametrize("people", [2, 3])
def test_who_resigns_after_the_two_weeks_gets_the_draw(
    people: int, make_user: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defeat was written over the draw, and with three players the match came back to life."""
    players = [make_user(f"player-{number}") for number in range(people)]
    match = create_match(
        players[0], "junkyard", "0.1", {}, [{"kind": "me"}, *[{"kind": "open"}] * (people - 1)]
    )
    for player in players[1:]:
        join_match(match.pk, player)
    lost = replace(catalog.title("junkyard"), engine_version="without these rules")
    monkeypatch.setitem(catalog._TITLES, "junkyard", lost)
    assert stop_matches() == 1
    match.refresh_from_db()
    with time_machine.travel(match.stopped_at + new_rules.WAIT + timedelta(minutes=1), tick=False):
        answer = resign(match.pk, players[1])
        assert resign(match.pk, players[1]) == answer
    match.refresh_from_db()
    assert (answer.status, match.status) == ("finished", "finished")
    assert answer.result.winners == ()
    assert '"winners":[]' in match.result.replace(" ", "")
    assert match.seq == 1
    assert not match.seats.exclude(bot="").exists()


def test_a_match_goes_on_by_itself_when_its_rules_are_back(
    stopped: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update that is taken back costs nothing either."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)
    assert stop_matches() == 1
    assert stopped.board(stopped.mover).stopped is None
    stopped.play(PASS)
    assert replay_match(stopped.id).problems == ()


@pytest.fixture
def withdrawn(user: User, other_user: User, monkeypatch: pytest.MonkeyPatch) -> Duel:
    """A duel of an edition that came with an update which has been taken back."""
    info = bolts.TITLE.newest
    editions = {"2": replace(info, slug="2"), info.slug: info}
    with monkeypatch.context() as released:
        released.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, editions=editions))
        duel = Duel.begin(user, other_user, edition="2")
        duel.play(PASS)
        create_match(other_user, "bolts", "2", {}, [{"kind": "me"}, {"kind": "open"}], is_listed=True)
    return duel


def test_a_match_of_an_edition_that_was_taken_back_stands_still(
    withdrawn: Duel, duel: Duel, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker did nothing any more for any match, and the lobby and the match's page were errors."""
    said = StringIO()
    with pytest.raises(CommandError, match="1 running match would be put on hold and 1 match without"):
        stop_after_asking(said.write, yes=False)
    assert stop_matches() == 1
    assert (withdrawn.match.stopped_at is None, duel.match.stopped_at) == (False, None)
    assert not withdrawn.board().stopped.can_go_on
    client = client_of(withdrawn.players[0])
    assert client.get("/matches/").status_code == 200
    page = client.get(f"/matches/{withdrawn.id}/")
    assert "can’t be shown without the rules" in page.text
    replay = client.get(f"/matches/{withdrawn.id}/replay/")
    assert (replay.status_code, "its steps can’t be shown" in replay.text) == (422, True)
    answer_new_rules(withdrawn.id, withdrawn.players[0], "draw")
    assert client.get(f"/matches/{withdrawn.id}/").status_code == 200


def test_a_job_of_recovery_that_fails_keeps_no_other_from_being_done(
    withdrawn: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first one that failed ended each round, before the sign of life: /readyz called the worker dead."""
    done: list[str] = []

    def fail() -> None:
        done.append("tried")
        raise ValueError

    monkeypatch.setattr(recovery, "stop_matches", fail)
    monkeypatch.setattr(recovery, "settle_due", fail)
    monkeypatch.setattr(recovery, "count_ratings", lambda: done.append("counted"))
    monkeypatch.setattr(recovery, "connection", Mock())
    recovery.recover_until(Mock(wait=Mock(side_effect=[False, False, True])))
    assert done == ["tried", "tried", "counted"] * 2, "what is done once is tried again, too"


def test_what_the_newest_rules_cannot_read_can_only_end_as_a_draw(
    stopped: Duel, monkeypatch: pytest.MonkeyPatch, client_of: Any
) -> None:
    def fail(data: bytes) -> Any:
        raise ValueError(data)

    monkeypatch.setattr(catalog.game("bolts", "1"), "decode", fail)
    page = client_of(stopped.players[0]).get(reverse("games:match_detail", args=[stopped.id]))
    assert "can’t continue under the newest rules" in page.content.decode()
    with pytest.raises(CannotGoOn):
        answer_new_rules(stopped.id, stopped.players[0], "go-on")
    answer_new_rules(stopped.id, stopped.players[0], "draw")
    assert stopped.match.status == "finished"


@pytest.mark.parametrize("is_over", [False, True])
def test_what_no_rules_can_read_has_a_page_but_no_replay(
    stopped: Duel, monkeypatch: pytest.MonkeyPatch, client_of: Any, is_over: bool
) -> None:
    """Its replay was an error of the server, and so was its page as soon as it had ended as a draw."""

    def fail(data: bytes) -> Any:
        raise ValueError(data)

    monkeypatch.setattr(catalog.game("bolts", "1"), "decode", fail)
    if is_over:
        answer_new_rules(stopped.id, stopped.players[0], "draw")
    client = client_of(stopped.players[0])
    page = client.get(reverse("games:match_detail", args=[stopped.id]))
    assert page.status_code == 200
    assert "can’t be shown without the rules" in page.content.decode()
    assert "Replay, step by step" not in page.content.decode()
    replay = client.get(reverse("games:match_replay", args=[stopped.id]))
    assert replay.status_code == 422
    assert "its steps can’t be shown" in replay.content.decode()
    plain = client.get(f"/api/v1/matches/{stopped.id}/replay/0")
    assert (plain.status_code, plain.json()["code"]) == (422, "match/rules-changed")
    bug = client.get(reverse("games:bug_report", args=[stopped.id]), {"step": "0"})
    assert bug.status_code == 422


def test_a_request_repeated_after_the_rules_were_lost_is_refused_in_words(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was an error of the server: the answer is made of a step that nothing can read any more."""

    def fail(data: bytes) -> Any:
        raise ValueError(data)

    mover, other = duel.mover, duel.waiter
    play_move(duel.id, mover, 0, "one", PASS)
    play_batch(duel.id, other, 1, "two", [PASS])
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version="2"))
    assert stop_matches() == 1
    monkeypatch.setattr(catalog.game("bolts", "1"), "decode", fail)
    with pytest.raises(RulesChanged):
        play_move(duel.id, mover, 0, "one", PASS)
    with pytest.raises(RulesChanged):
        play_batch(duel.id, other, 1, "two", [PASS])
    ended = resign(duel.id, mover)
    assert resign(duel.id, mover) == ended
    assert (ended.status, ended.to_act) == ("finished", ())
    with pytest.raises(RulesChanged, match="This was done"):
        play_move(duel.id, mover, 0, "one", PASS)


def test_what_no_rules_can_read_is_a_problem_of_its_own_match_alone(
    stopped: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended `verify_matches` with a stack trace, and no later match was looked at."""

    def fail(data: bytes) -> Any:
        raise ValueError(data)

    monkeypatch.setattr(catalog.game("bolts", "1"), "decode", fail)
    problem, note = replay_match(stopped.id).problems
    assert problem.startswith("It can’t be replayed: ValueError")
    assert len(problem) < 400
    assert note == "It was begun with engine 1; this is 2."


def test_a_match_that_goes_on_has_nothing_to_answer(duel: Duel) -> None:
    with pytest.raises(CannotGoOn):
        answer_new_rules(duel.id, duel.players[0], "draw")


def test_bots_agree_and_wait(user: User) -> None:
    match = create_match(user, "bolts", "1", {}, [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}])
    Match.objects.update(engine_version="0")
    stop_matches()
    assert not play_for_bot(match.pk)
    assert not answer_new_rules(match.pk, user, "go-on").stopped_at


def test_prepare_says_how_many_matches_would_stop_and_asks(duel: Duel, update: None) -> None:
    said = StringIO()
    with pytest.raises(CommandError, match="1 running match would be put on hold"):
        stop_after_asking(said.write, yes=False)
    assert duel.match.stopped_at is None
    stop_after_asking(said.write, yes=True)
    assert duel.match.stopped_at
    stop_after_asking(said.write, yes=False)
