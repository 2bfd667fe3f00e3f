"""The page of an analysis: asking for it, waiting, and what was found."""

import re

import pytest
from django.test import Client

from games.analysis.judging import Analyst
from games.analysis.models import Analysis, JudgedDecision
from games.analysis.page import hundredths, page_of
from games.engine.viewers import seat_viewer
from games.matches.models import Match
from games.replay.same_moment import counted_by, numbers_at
from scrapsite.common.charts import line_chart
from scrapsite.common.limits import LIMITS
from tests.games.yard import Yard

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def analysed(match: Match) -> None:
    analyst = Analyst(Analysis.objects.get(match=match))
    while analyst.go_on():
        pass


def test_one_press_has_it_made_and_the_page_shows_how_far_it_is(blunder, user, client_of):
    client, address = client_of(user), f"/matches/{blunder.pk}/analysis/"
    assert address in client.get(f"/matches/{blunder.pk}/").text
    assert address in client.get(f"/matches/{blunder.pk}/replay/").text
    assert address not in client.get(f"/matches/{blunder.pk}/replay/?end=hidden").text
    assert "Analyse this match" in client.get(address).text
    assert client.post(address).status_code == 303
    page = client.get(address).text
    assert "Waiting to start" in page
    assert "Look again" in page, "for browsers without JavaScript"
    assert "hx-trigger" in client.get(address, headers=HTMX).text
    analysed(blunder)
    assert client.get(address, headers=HTMX)["HX-Refresh"] == "true"
    assert client.post(address).status_code == 303
    assert Analysis.objects.get().stage == "done"


def test_who_waits_is_told_of_other_analyses_that_are_under_way(blunder, played, user, client_of):
    """“A minute or two” took a quarter of an hour when four were asked for."""
    client = client_of(user)
    addresses = [f"/matches/{match.pk}/analysis/" for match in (blunder, played)]
    client.post(addresses[0])
    assert "All of it takes a minute or two." in client.get(addresses[0]).text
    client.post(addresses[1])
    assert "as long again for the other analysis that is under way" in client.get(addresses[0]).text


@pytest.mark.soak(seconds=0.7)
def test_the_worst_turn_comes_first_with_what_was_better(blunder, user, client_of):
    client, address = client_of(user), f"/matches/{blunder.pk}/analysis/"
    client.post(address)
    analysed(blunder)
    row = max(JudgedDecision.objects.all(), key=lambda row: row.loss)
    page = client.get(f"{address}?seat={row.seat}").text
    shown = page_of(blunder, Analysis.objects.get(), row.seat, row.seat)
    first = shown.turns[0].mistakes[0]
    assert (first.made, first.seq) == ("End turn", row.seq - 1)
    assert first.best in page
    assert f"/matches/{blunder.pk}/replay/?seat={row.seat}&amp;step={row.seq - 1}" in page
    assert shown.balances[row.seat].worst == shown.turns[0].lost
    assert [turn.lost for turn in shown.turns] == sorted((turn.lost for turn in shown.turns), reverse=True)
    started = client.post(
        f"/matches/{blunder.pk}/practise/", {"step": first.seq, "seat": row.seat, "bot": shown.bot}
    )
    assert started.status_code == 303


def test_each_seat_has_its_own_page_and_others_are_not_there(blunder, user, client_of):
    client, address = client_of(user), f"/matches/{blunder.pk}/analysis/"
    client.post(address)
    analysed(blunder)
    assert "How well you stood" in client.get(address).text
    assert "How well you stood" not in client.get(f"{address}?seat=1").text
    assert client.get(f"{address}?seat=2").status_code == 404
    assert client.get(f"{address}?seat=x").status_code == 404


def test_while_the_match_runs_the_page_says_why_not(blunder, user, client_of):
    Match.objects.filter(pk=blunder.pk).update(status="running", is_rated=True)
    client, address = client_of(user), f"/matches/{blunder.pk}/analysis/"
    for answer in (client.get(address), client.post(address)):
        assert answer.status_code == 409
        assert "rated match. It can be analysed when it is over" in answer.text


def test_a_visitor_becomes_a_guest_only_for_what_can_be_made(blunder):
    client = Client()
    assert client.get(f"/matches/{blunder.pk}/analysis/").status_code == 200
    Match.objects.filter(pk=blunder.pk).update(status="running")
    assert client.post(f"/matches/{blunder.pk}/analysis/").status_code == 409
    assert "sessionid" not in str(client.cookies)
    Match.objects.filter(pk=blunder.pk).update(status="finished")
    assert client.post(f"/matches/{blunder.pk}/analysis/").status_code == 303
    assert Analysis.objects.get().asked_by is not None


def test_asking_too_often_is_refused(blunder, user, client_of, monkeypatch):
    monkeypatch.setitem(LIMITS, "analyses", (1, 1))
    client = client_of(user)
    answers = [client.post(f"/matches/{blunder.pk}/analysis/").status_code for _ in range(2)]
    assert answers == [303, 429]


def test_one_that_failed_can_be_tried_again(blunder, user, client_of):
    client, address = client_of(user), f"/matches/{blunder.pk}/analysis/"
    client.post(address)
    Analysis.objects.update(stage="failed")
    assert "Try again" in client.get(address).text
    client.post(address)
    assert Analysis.objects.get().stage == "waiting"


def test_steps_are_counted_as_their_seat_counts_them(user, other_user):
    yard = Yard.programming(user, other_user)
    yard.fill(other_user)
    yard.fill(user)
    for seat in (0, 1):
        count = counted_by(yard.match, seat)
        for seq in range(yard.match.seq + 1):
            assert [count(seq)] == numbers_at(yard.match, seq, [seat_viewer(seat)])


def test_people_read_hundredths():
    assert [hundredths(value) for value in (-1, -0.5, 0, 0.44, 1)] == [0, 25, 50, 72, 100]


def test_the_graph_goes_along_the_steps():
    chart = line_chart([50, 100, 0], [2, 4, 12], (0, 100))
    across = [x for x, _ in chart.spots]
    assert (across[1] - across[0]) * 4 == pytest.approx(across[2] - across[1], abs=0.5)
    assert [line.label for line in chart.lines] == ["0", "50", "100"]
    assert re.fullmatch(r"[\d., ]+", chart.points)
