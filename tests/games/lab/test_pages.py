"""The pages of the lab: asking, waiting, reading, and taking the figures along."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games.lab.measuring.intervals import Interval
from games.lab.models import LabReport, LabRequest
from games.lab.page import page_of
from games.lab.words import number, signed, with_interval
from scrapsite.common.limits import LIMITS
from tests.games.lab.conftest import finished, work

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
ASKED = {"title": "bolts", "edition": "1", "against": "", "level": "random", "games": "40"}


def ask(client: Client, **changed: str) -> str:
    """Return the address of the report that a form has asked for."""
    answer = client.post("/lab/", ASKED | changed)
    assert answer.status_code == 303, answer.text
    return answer["Location"]


def test_one_press_has_the_games_played_and_the_page_shows_how_far_they_are(user, client_of):
    client = client_of(user)
    assert "You haven’t asked for a report yet." in client.get("/lab/").text
    address = ask(client)
    page = client.get(address).text
    assert "Waiting to start" in page
    assert "Look again" in page, "for browsers without JavaScript"
    work(1)
    assert "Played 10 of 40 games." in client.get(address, headers=HTMX).text
    finished(LabReport.objects.get())
    assert client.get(address, headers=HTMX)["HX-Refresh"] == "true"
    page = client.get(address).text
    assert "The first player wins" in page
    assert "Decided after" in page
    assert address in client.get("/lab/").text


def test_the_form_shows_what_the_address_asks_for(client):
    page = client.get("/lab/?title=scrapbots&edition=3.4&against=3.6").text
    assert '<option value="3.4" selected>' in page
    assert page.count('<option value="3.6" selected>') == 1
    assert client.get("/lab/?title=scrapbots&edition=9").status_code == 404
    assert client.get("/lab/?title=chess").status_code == 404
    assert client.get("/lab/?title=scrapbots&games=x").status_code == 404
    assert "sessionid" not in client.cookies


@pytest.mark.soak(seconds=2)
def test_a_comparison_shows_both_editions_side_by_side(user, client_of):
    client = client_of(user)
    address = ask(client, title="scrapbots", edition="3.6", against="3.4", games="20", level="random")
    page = client.get(address).text
    assert "Scrapbots 3.6 compared with 3.4" in page
    report = finished(LabReport.objects.get())
    shown = page_of(report, LabRequest.objects.get())
    assert shown.changes
    assert all(row.difference for row in shown.rows)
    assert len(shown.lengths) == 2
    assert {card.is_small for card in shown.cards} == {True, False}
    page = client.get(address).text
    for row in shown.rows:
        assert row.measure.meaning in page
    assert page.index("Where these measures come from") < page.index("Browne: advantage")
    assert page.count("Browne: advantage") == 1, "names of the literature aren't said beside the figures"
    cards = page[page.index('class="lab__table lab__table--cards"') :]
    assert cards[: cards.index("</thead>")].count("<th ") == 7
    assert all(ending.words for ending in shown.endings if ending.name)
    assert shown.endings[0].words.split()[0] in page[page.index("The game ended because of") :]
    assert "/cards/scrapbots/drone/?edition=3.6" in page


def test_the_figures_can_be_taken_along(user, client_of):
    client = client_of(user)
    address = ask(client)
    assert client.get(f"{address}report.json").status_code == 404
    report = finished(LabReport.objects.get())
    data = json.loads(client.get(f"{address}report.json").content)
    assert data["format"] == "scrapsite-lab-report-1"
    assert data["setup"]["games"] == 40
    assert data["says"] == page_of(report, None).says
    answer = client.get(f"{address}measures.csv")
    assert answer["Content-Disposition"].endswith('measures.csv"')
    rows = {row["measure"]: row for row in csv.DictReader(io.StringIO(answer.text))}
    assert float(rows["first"]["value low"]) <= float(rows["first"]["value"])
    cards = list(csv.DictReader(io.StringIO(client.get(f"{address}cards.csv").text)))
    assert [row["card"] for row in cards] == [card["slug"] for card in data["cards"]]
    assert not any(None in row or None in row.values() for row in cards), "heads and rows are as long"


def test_who_asked_for_the_same_rules_learns_of_nobodys_draft(user, other_user, client_of):
    address = ask(client_of(user))
    assert ask(client_of(other_user)) == address
    finished(LabReport.objects.get())
    LabReport.objects.update(edition="draft:abcdefghij@1")  # as if that were the first one's, and hidden
    client = client_of(other_user)
    for file in ("", "report.json", "measures.csv", "cards.csv"):
        answer = client.get(f"{address}{file}")
        assert answer.status_code == 200
        assert "draft:" not in answer.text
    assert json.loads(client.get(f"{address}report.json").content)["setup"]["edition"] == "1"


@pytest.mark.soak(seconds=1)
def test_each_measure_has_a_sentence_and_pairs_are_summed_up(user, client_of):
    client = client_of(user)
    address = ask(client, title="scrapbots", edition="3.6", against="", games="20", level="random")
    report = finished(LabReport.objects.get())
    shown, page = page_of(report, None), client.get(address).text
    assert all(row.says for row in shown.rows if row.value)
    for says in [*(row.says for row in shown.rows), shown.cards_line, shown.pairs_line]:
        assert says in page
    assert any(card.dead for card in shown.cards)
    data = json.loads(client.get(f"{address}report.json").content)
    assert data["sentences"].keys() == {row.measure.slug for row in shown.rows if row.value}
    assert data["pairs"] == {"tested": 0, "clear": 0, "shown": []}, "twenty games are too few to say"
    assert "Head to head" not in page


@pytest.mark.soak(seconds=1)
def test_who_beats_whom_is_shown_where_players_bring_decks(user, client_of):
    client = client_of(user)
    address = ask(client, title="scrap-knights", edition="b.0.0", games="40", level="random")
    report = finished(LabReport.objects.get())
    page = client.get(address).text
    assert [matrix.name for matrix in page_of(report, None).matrices] == ["Ready-made mechs", "BOTs"]
    assert "Head to head" in page
    assert '<svg class="lab__heat"' in page


def test_a_weaker_bot_takes_part_unless_another_one_is_asked_for(user, client_of):
    client = client_of(user)
    address = ask(client, level="greedy", games="20")
    assert "In a quarter as many more games, one seat has a random bot." in client.get(address).text
    report = finished(LabReport.objects.get())
    assert "Against the random bot, the greedy bot wins" in client.get(address).text
    assert report.setup.opponent == "random"


def test_cancelling_and_going_on(user, client_of):
    client = client_of(user)
    address = ask(client)
    assert client.post(f"{address}cancel/").status_code == 303
    assert "This report was stopped" in client.get(address).text
    assert client.get(address, headers=HTMX)["HX-Refresh"] == "true"
    assert client.post(f"{address}resume/").status_code == 303
    finished(LabReport.objects.get())


def test_others_may_read_a_report_and_not_cancel_it(report, other_user, client_of):
    for client in (client_of(other_user), Client()):
        page = client.get(f"/lab/{report.pk}/")
        assert page.status_code == 200
        assert "Stop the games" not in page.text
        assert client.post(f"/lab/{report.pk}/cancel/").status_code == 404
    for nowhere in ("0123456789abcdef", "0123\0"):
        assert client.get(f"/lab/{nowhere}/").status_code == 404
    assert client.get(f"/lab/{report.pk}/cancel/").status_code == 405


def test_a_visitor_becomes_a_guest_only_by_asking():
    client = Client()
    assert client.post("/lab/", ASKED | {"games": "7"}).status_code == 422
    assert "sessionid" not in client.cookies
    ask(client)
    assert LabRequest.objects.get().user.profile.is_guest


def test_a_wrong_form_is_shown_again_with_the_reason(user, client_of):
    client = client_of(user)
    answer = client.post("/lab/", ASKED | {"against": "1"})
    assert (answer.status_code, "compared with itself" in answer.text) == (422, True)
    assert client.post("/lab/", ASKED | {"title": "chess"}).status_code == 422
    assert not LabReport.objects.exists()


@pytest.mark.parametrize(
    "wrong, games, reason",
    [
        ({"seed": "many"}, "40", "“Luck” is a whole number"),
        ({"games": "many"}, "400", "“Games” is a whole number"),
    ],
)
def test_a_wrong_number_leaves_the_rest_of_the_form_as_it_was_filled_in(client, wrong, games, reason):
    asked = {"title": "scrapbots", "edition": "3.4", "against": "3.6-2020-07", "level": "random"}
    answer = client.post("/lab/", asked | {"games": "40"} | wrong)
    assert answer.status_code == 422
    assert reason in answer.text
    for chosen in ("3.4", "3.6-2020-07", games):
        assert f'<option value="{chosen}" selected>' in answer.text
    assert "checked" in answer.text.split('value="random"')[1].split(">")[0]
    assert "sessionid" not in client.cookies


def test_asking_too_often_is_refused(user, client_of, monkeypatch):
    monkeypatch.setitem(LIMITS, "reports", (1, 1))
    client = client_of(user)
    ask(client)
    answer = client.post("/lab/", ASKED)
    assert answer.status_code == 429
    assert answer["Retry-After"]


def test_a_failed_report_says_why(report, user, client_of):
    LabReport.objects.update(stage="failed", why="This draft can’t be dealt.")
    page = client_of(user).get(f"/lab/{report.pk}/").text
    assert "This draft can’t be dealt." in page
    assert "Go on" in page


def test_figures_read_as_people_write_them():
    assert with_interval(Interval(0.5123, 0.498, 0.5264), True) == "51.2 % (49.8–52.6)"
    assert with_interval(Interval(12.345, 11.2, 13.0), False) == "12.3 (11.2–13.0)"
    assert signed(Interval(-0.021, -0.05, 0.012), True) == "−2.1 (−5.0 to +1.2)"
    assert number(-0.0001, True, 1, True) == "0.0"


def test_the_command_prints_tables_and_files(capsys):
    arguments = ["bolts", "1", "--games", "20", "--level", "random"]
    call_command("lab", *arguments)
    out = capsys.readouterr().out
    assert out.startswith("The first player wins")
    assert "| Lead changes |" in out
    call_command("lab", *arguments, "--json")
    assert json.loads(capsys.readouterr().out)["side"]["games"] == 20
    call_command("lab", *arguments, "--csv", "cards")
    assert capsys.readouterr().out.startswith("card,")
    with pytest.raises(CommandError, match="There is no bot"):
        call_command("lab", "bolts", "1", "--level", "deep")
