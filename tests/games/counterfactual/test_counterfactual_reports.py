"""Reports on matches played again: what they count, who may see them, and what a killed process leaves."""

from __future__ import annotations

import html
import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.html import strip_tags
from django_tasks_db.models import DBTaskResult

from games.counterfactual import tasks
from games.counterfactual.asking import ask, cancel, forget_reports
from games.counterfactual.models import CounterfactualReport
from games.counterfactual.pages import summary_of
from games.counterfactual.tasks import play_again, revive_reports
from games.engine import codec
from games.engine.errors import BadOptions
from games.engine.protocol import Result
from games.matches.actions.resign import resign
from games.matches.models import Match
from games.replayer.counterfactual import Course, Divergence
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.common.errors import Full
from scrapsite.common.limits import LIMITS
from tests.playing import match_of, play_on

pytestmark = pytest.mark.django_db

ASK = {"title": "scrapbots", "base": "3.6", "edition": "3.4"}


@pytest.fixture
def finished(user: User, other_user: User) -> list[Match]:
    """Three finished matches of rivet and gasket in edition 3.6, each given up."""
    made = []
    for seed in (1, 2, 3):
        match = play_on(match_of(user, other_user), [user, other_user], 8, seed=seed)
        resign(match.pk, user)
        match.refresh_from_db()
        made.append(match)
    return made


def run(report: CounterfactualReport) -> CounterfactualReport:
    """Work on the report until nothing is left to do."""
    report.refresh_from_db()
    while report.is_under_way:
        play_again.call(report.pk, report.slices)
        report.refresh_from_db()
    return report


def lines_of(side: str) -> dict[str, set[str]]:
    """Return the lines of one edition's side of a step: those that both have, and those marked as its own."""
    lines: dict[str, set[str]] = {"same": set(), "own": set()}
    for line in re.findall(r"<li>(.*?)</li>", side, re.DOTALL):
        text, differs, _ = line.partition('<span class="tag">differs</span>')
        lines["own" if differs else "same"].add(" ".join(strip_tags(text).split()))
    return lines


def test_report_in_which_no_match_could_be_played_again_says_so(client_of, user):
    report = CounterfactualReport.objects.create(
        title="scrapbots", base="3.4", edition="3.6", matches=["aaaaaaaaaa", "bbbbbbbbbb"], asked_by=user
    )
    play_again.func(report.pk, 0)
    report.refresh_from_db()
    assert (report.stage, report.skipped) == ("done", 2)
    page = client_of(user).get(f"/counterfactual/{report.pk}/").content.decode()
    assert "No match could be played again." in page
    assert "2 matches couldn’t be played again, and are left out." in " ".join(page.split())


def test_all_matches_are_played_again_and_told(client_of, user, finished):
    report = run(ask(user, "scrapbots", "3.6", "3.4"))
    assert (report.stage, report.done, report.skipped) == ("done", 3, 0)
    page = client_of(user).get(f"/counterfactual/{report.pk}/").content.decode()
    assert "In each of the 3 matches something differs." in page
    shown = client_of(user).get(f"/counterfactual/{report.pk}/{finished[0].pk}/").content.decode()
    assert "This is that step." in shown
    assert "Played again: 3.4" in shown
    assert "rivet, gasket ·" in page
    played, again = (lines_of(half) for half in shown.split("Played again: 3.4</h2>"))
    assert played["same"] == again["same"] != set()
    assert played["own"]
    assert again["own"]
    assert not played["own"] & again["own"]


@pytest.mark.soak(seconds=0.6)
def test_matches_of_the_same_rules_are_the_same_to_the_end(user, finished, monkeypatch):
    from games import catalog

    other = ask(user, "scrapbots", "3.6", "3.4")
    monkeypatch.setattr(catalog, "game", lambda title, edition: catalog.edition(title, "3.6").game)
    assert {row.kind for row in run(other).courses.all()} == {"same"}


@pytest.mark.soak(seconds=0.6)
def test_the_same_question_has_the_same_report(user, other_user, finished):
    report = ask(user, "scrapbots", "3.6", "3.4")
    assert ask(user, "scrapbots", "3.6", "3.4") == report
    assert run(report) == ask(other_user, "scrapbots", "3.6", "3.4")
    assert ask(user, "scrapbots", "3.6", "3.4") != ask(user, "scrapbots", "3.6", "3.6-2020-07")


def test_who_stops_a_report_stops_it_for_nobody_else(user, other_user, finished):
    """Whoever had asked the same meanwhile was led to it, and it ended under their eyes."""
    mine, theirs = (ask(who, "scrapbots", "3.6", "3.4") for who in (user, other_user))
    cancel(mine)
    theirs.refresh_from_db()
    assert theirs.is_under_way
    assert ask(other_user, "scrapbots", "3.6", "3.4") == theirs


def test_private_matches_are_only_in_a_players_own_report(user, other_user, finished):
    Match.objects.filter(pk=finished[0].pk).update(is_private=True)
    assert finished[0].pk not in ask(user, "scrapbots", "3.6", "3.4").matches
    assert finished[0].pk in ask(user, "scrapbots", "3.6", "3.4", "mine").matches


def test_a_report_on_own_matches_is_hidden_from_others(client_of, user, other_user, finished):
    report = run(ask(user, "scrapbots", "3.6", "3.4", "mine"))
    for address in (f"/counterfactual/{report.pk}/", f"/counterfactual/{report.pk}/{finished[0].pk}/"):
        assert client_of(user).get(address).status_code == 200
        assert client_of(user).get(f"{address[:-1]}\0/").status_code == 404
        assert client_of(other_user).get(address).status_code == 404
        assert Client().get(address).status_code == 404


def test_a_report_on_the_matches_of_somebody_who_has_gone_is_hidden_from_everybody(
    client_of, user, other_user, finished
):
    report = run(ask(user, "scrapbots", "3.6", "3.4", "mine"))
    erase(user)
    for client in (Client(), client_of(other_user)):
        assert client.get(f"/counterfactual/{report.pk}/").status_code == 404
        assert client.get(f"/counterfactual/{report.pk}/{finished[0].pk}/").status_code == 404


def test_who_goes_takes_reports_on_own_matches_along_and_stops_the_others(user, other_user, finished):
    """They stayed for ever, and the bots went on playing for nobody."""
    run(ask(user, **ASK, scope="mine"))
    stopped, theirs = ask(user, **ASK), ask(other_user, **ASK)
    erase(user)
    left = dict(CounterfactualReport.objects.values_list("pk", "stage"))
    assert left == {stopped.pk: "cancelled", theirs.pk: "waiting"}


def test_reports_are_kept_for_ninety_days(user, other_user, finished):
    run(ask(user, **ASK, scope="mine"))
    under_way = ask(other_user, **ASK, scope="mine")
    now = timezone.now()
    assert forget_reports(now + timedelta(days=89)) == 0
    assert forget_reports(now + timedelta(days=91))
    assert list(CounterfactualReport.objects.values_list("pk", flat=True)) == [under_way.pk]


def test_a_match_that_was_closed_since_is_shown_to_its_players_alone(client_of, user, stranger, finished):
    report = run(ask(user, "scrapbots", "3.6", "3.4"))
    closed = f"/counterfactual/{report.pk}/{finished[0].pk}/"
    assert client_of(stranger).get(closed).status_code == 200
    for change in ({"is_private": True}, {"is_private": False, "watch": "nobody"}):
        Match.objects.filter(pk=finished[0].pk).update(**change)
        for client, may_see in ((client_of(user), True), (client_of(stranger), False), (Client(), False)):
            page = client.get(f"/counterfactual/{report.pk}/").text
            assert "In each of the 3 matches something differs." in page
            assert (closed in page, client.get(closed).status_code) == (may_see, 200 if may_see else 404)


def test_without_matches_the_report_is_refused_and_says_why(client_of, user):
    with pytest.raises(BadOptions, match="no finished match"):
        ask(user, "scrapbots", "3.6", "3.4")
    answer = client_of(user).post("/counterfactual/", ASK)
    assert answer.status_code == 422
    assert "no finished match" in answer.content.decode()
    assert not CounterfactualReport.objects.exists()


def test_the_form_says_beforehand_how_many_matches_there_are(client_of, user, other_user, finished):
    stranger = User.objects.create_user("washer")
    Match.objects.filter(pk=finished[0].pk).update(is_private=True)
    page = client_of(user).get("/counterfactual/", ASK).text
    assert "Public matches (2)" in page
    assert "My own matches (3)" in page
    assert "disabled" not in page.split('id="ask-title"')[1].split("</section>")[0]
    page = client_of(stranger).get("/counterfactual/", ASK).text
    assert "My own matches (0)" in page
    assert "You haven’t finished one yet." in page
    assert "disabled" in page.split('value="mine"')[1].split(">")[0]
    assert "You aren’t signed in." in Client().get("/counterfactual/", ASK).text


def test_without_matches_the_form_offers_to_begin_one_of_the_base(client_of, user):
    client = client_of(user)
    page = client.get("/counterfactual/", ASK).text
    assert "There is no finished match yet" in page
    assert "Play them again" not in page
    answer = client.post("/matches/new/", {"title": "scrapbots", "edition": "3.6", "opponent": "novice"})
    assert answer.status_code == 303
    assert Match.objects.get().edition == "3.6"
    assert '<input type="hidden" name="edition" value="3.6">' in page.split('id="more-title"')[1]


def test_an_unknown_edition_is_not_found(client_of, user):
    assert client_of(user).get("/counterfactual/", {**ASK, "edition": "9"}).status_code == 404


@pytest.mark.soak(seconds=0.6)
def test_a_killed_process_loses_nothing_and_counts_nothing_twice(user, finished, monkeypatch):
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0)
    report = ask(user, "scrapbots", "3.6", "3.4")
    play_again.call(report.pk, 0)
    play_again.call(report.pk, 0)  # the same task once more
    report.refresh_from_db()
    assert (report.done, report.courses.count()) == (1, 1)
    DBTaskResult.objects.all().delete()
    assert revive_reports() == 0  # it is not quiet yet
    CounterfactualReport.objects.update(touched_at=timezone.now() - timedelta(minutes=1))
    assert revive_reports() == 1
    assert run(report).courses.count() == 3


@pytest.mark.soak(seconds=0.5)
def test_a_cancelled_report_stays_as_it_is(user, client_of, finished, monkeypatch):
    monkeypatch.setattr(tasks, "SLICE_SECONDS", 0)
    report = ask(user, "scrapbots", "3.6", "3.4")
    play_again.call(report.pk, 0)
    assert client_of(user).post(f"/counterfactual/{report.pk}/cancel/").status_code == 303
    play_again.call(report.pk, 1)
    report.refresh_from_db()
    assert (report.stage, report.done) == ("cancelled", 1)


def test_only_who_asked_may_cancel(user, other_user, client_of, finished):
    report = ask(user, "scrapbots", "3.6", "3.4")
    assert client_of(other_user).post(f"/counterfactual/{report.pk}/cancel/").status_code == 404
    report.refresh_from_db()
    assert report.is_under_way


@pytest.mark.soak(seconds=0.5)
def test_one_can_wait_for_a_few_reports_only(user, finished, settings):
    settings.MOST_COUNTERFACTUALS = 1
    first = ask(user, "scrapbots", "3.6", "3.4")
    with pytest.raises(Full):
        ask(user, "scrapbots", "3.6", "3.6-2020-07")
    cancel(first)
    assert ask(user, "scrapbots", "3.6", "3.6-2020-07").is_under_way


def test_one_who_waits_for_too_many_reports_is_told_that_and_not_to_slow_down(
    client_of, user, finished, settings
):
    settings.MOST_COUNTERFACTUALS = 1
    ask(user, "scrapbots", "3.6", "3.6-2020-07")
    answer = client_of(user).post("/counterfactual/", ASK)
    assert (answer.status_code, bool(answer["Retry-After"])) == (429, True)
    assert "which is the most you can have" in answer.text
    assert "What if these matches had been played" in answer.text


@pytest.mark.parametrize("scope", ["public", "mine"])
def test_a_refused_form_still_has_the_matches_that_were_chosen(client_of, user, finished, settings, scope):
    settings.MOST_COUNTERFACTUALS = 0
    answer = client_of(user).post("/counterfactual/", ASK | {"scope": scope})
    assert re.findall(r'value="(\w+)"\s+checked', answer.text) == [scope]


@pytest.mark.parametrize(
    ("real", "winners", "words"),
    [
        (None, (0,), "an end by the rules, where the match was really given up or lost on time"),
        (None, None, "not over when the record can’t be followed any further"),
        ((0,), (0,), "the same winner"),
        ((0,), (1,), "another winner"),
        ((), (), "a draw again"),
        ((0,), (), "a draw, where the match really had a winner"),
        ((), (0,), "a winner, where the match was really a draw"),
    ],
)
def test_the_sums_say_how_a_match_ends_and_how_it_really_ended(user, finished, real, winners, words):
    """Of a match that was given up they said that it has another winner, and of two draws the same one."""
    report = ask(user, "scrapbots", "3.6", "3.4")
    recorded, result = (None if seats is None else Result(seats, (), "", "") for seats in (real, winners))
    course = Course(9, Divergence(3, 0, "turn"), 9, ("", ""), result, recorded)
    report.courses.create(match=finished[0], place=0, kind="turn", course=codec.to_json(course))
    assert summary_of(report).outcomes == [(words, 1)]


def test_the_way_to_the_replay_leads_to_the_same_step(client_of, user, finished):
    """Without a seat the replay counts as the visitor does, to whom most steps of Junkyard are secret."""
    report = run(ask(user, "scrapbots", "3.6", "3.4"))
    page = client_of(user).get(f"/counterfactual/{report.pk}/{finished[0].pk}/?step=4")
    (way,) = re.findall(r'href="([^"]+)">Replay of the match', page.text)
    assert way == f"/matches/{finished[0].pk}/replay/?seat=all&amp;step=4"
    assert client_of(user).get(html.unescape(way)).context["replay"].seq == 4


def test_a_match_whose_rules_the_site_has_lost_says_so_and_invents_nothing(client_of, user, finished):
    """The newest rules played it again, and that was shown as what really happened."""
    report = run(ask(user, "scrapbots", "3.6", "3.4"))
    Match.objects.filter(pk=finished[0].pk).update(cards_hash="0" * 64)
    client, address = client_of(user), f"/counterfactual/{report.pk}/{finished[0].pk}/"
    for step in ("", "?step=0", "?step=4"):
        answer = client.get(address + step)
        assert answer.status_code == 422
        assert "no longer has the rules of this match" in answer.text
        assert "As it was played" not in answer.text
    assert client.get(f"/counterfactual/{report.pk}/{finished[1].pk}/").status_code == 200


def test_a_report_and_its_matches_are_heavy_pages_and_its_progress_is_none(
    client_of, user, finished, monkeypatch
):
    report = ask(user, "scrapbots", "3.6", "3.4")
    client, address = client_of(user), f"/counterfactual/{report.pk}/"
    monkeypatch.setitem(LIMITS, "heavy-pages", (2, 99))
    for _ in range(4):
        assert client.get(address, headers={"HX-Request": "true"}).status_code == 200
    run(report)
    assert client.get(f"{address}{finished[0].pk}/").status_code == 200
    assert client.get(address).status_code == 200
    for path in (address, f"{address}{finished[0].pk}/"):
        refused = client.get(path)
        assert (refused.status_code, bool(refused["Retry-After"])) == (429, True)


def test_every_step_can_be_looked_at(client_of, user, finished):
    report = run(ask(user, "scrapbots", "3.6", "3.4"))
    course = report.courses.first().read()
    for step in range(course.carried):
        address = f"/counterfactual/{report.pk}/{report.matches[0]}/?step={step}"
        answer = client_of(user).get(address)
        assert answer.status_code == 200
        assert "css/components/drawing" in answer.text, "without its colours the board is black"
    for wrong in (course.steps, "x", -1):
        address = f"/counterfactual/{report.pk}/{report.matches[0]}/?step={wrong}"
        assert client_of(user).get(address).status_code == 404


def test_a_visitor_whose_answer_gets_lost_has_asked_once(client, finished):
    """The second press was by another guest, for whom the same matches were played again."""
    ahead = client.post("/counterfactual/", ASK)
    assert ahead.status_code == 307
    for _ in range(2):
        assert client.post(ahead["Location"], ASK).status_code == 303
    assert CounterfactualReport.objects.count() == 1
