"""Bots that search may think less for a report: the page says so, and the usual report takes five minutes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from games import catalog
from games.bots import bot
from games.engine.errors import BadOptions
from games.lab.asking import ask
from games.lab.costs import seconds_of, usual_effort, usual_level
from games.lab.measuring.setup import Setup, checked, key_of
from games.lab.measuring.shards import games_of
from games.lab.models import LabReport

CASUAL = Setup("scrapbots", "3.6", level="casual", games=20, effort=5)
MINUTES, PROCESSORS = 5, 2


@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
def test_the_usual_report_on_a_draft_and_its_base_takes_five_minutes_on_two_processors(title):
    found = catalog.title(title)
    setup = Setup(
        title,
        "a-draft",
        against=found.newest.slug,
        level=usual_level(found),
        games=400,
        seats=min(found.seats),
        effort=usual_effort(title),
    )
    assert seconds_of(setup) / PROCESSORS <= MINUTES * 60


def test_how_much_bots_think_is_another_report_only_if_one_searches():
    greedy = replace(CASUAL, level="greedy")
    assert key_of(CASUAL) != key_of(replace(CASUAL, effort=10))
    assert key_of(greedy) == key_of(replace(greedy, effort=10))
    assert key_of(replace(greedy, rival="casual")) != key_of(replace(greedy, rival="casual", effort=10))


def test_a_bot_that_thinks_less_weighs_fewer_positions():
    game = catalog.game("scrapbots", "3.6")
    less, whole = bot("casual", 10).__self__, bot("casual").__self__
    assert less._share * 10 == pytest.approx(whole._share)
    assert round(game.rounds * less._share) == 5
    assert bot("greedy", 10) is bot("greedy")


@pytest.mark.soak(seconds=4)
def test_a_report_by_bots_that_think_less_differs_from_one_by_bots_that_think_more():
    few, more = (next(games_of(replace(CASUAL, effort=effort), 0)) for effort in (5, 10))
    assert few != more
    assert few == next(games_of(CASUAL, 0))


def test_an_effort_of_nothing_is_refused():
    with pytest.raises(BadOptions, match="Choose an effort"):
        checked(replace(CASUAL, effort=0))


@pytest.mark.django_db
def test_the_page_says_how_much_the_bots_think(user, client_of):
    client = client_of(user)
    page = client.get("/lab/?title=scrapbots&edition=3.6").text
    assert '<option value="5" selected>A twentieth of its thinking' in page
    report = ask(user, CASUAL)
    assert LabReport.objects.get().setup == CASUAL
    page = client.get(f"/lab/{report.pk}/").text
    assert "A bot that thinks ahead does a twentieth of its thinking." in page
    assert "a twentieth of its thinking, 20 games" in client.get("/lab/").text
