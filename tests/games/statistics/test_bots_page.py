"""The page about the bots, and the records that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from games import catalog
from games.statistics import bots_page, records
from games.statistics.bots_page import measured
from games.statistics.ladder import Ladder, Pairing, Rank
from games.statistics.records import record_of, share_against, write_record

LADDER = Ladder(
    "scrapbots",
    "3.6",
    2,
    1,
    (Rank("casual", 120.4, 60, 180, 0.04), Rank("greedy", 0, 0, 0, 0.002)),
    (Pairing("greedy", "casual", 4, 0.25),),
)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    assert record_of("scrapbots", tmp_path / "none") is None
    write_record(LADDER, tmp_path)
    assert record_of("scrapbots", tmp_path) == LADDER


def test_a_share_is_that_of_the_bot_that_is_asked_about() -> None:
    assert share_against(LADDER, "greedy", "casual") == 0.25
    assert share_against(LADDER, "casual", "greedy") == 0.75
    assert share_against(LADDER, "casual", "expert") is None


def test_levels_without_a_record_come_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots_page, "record_of", lambda title: LADDER)
    shown = measured(catalog.title("scrapbots"))
    first, second, *others = shown.levels
    assert (first.name, first.share, first.below, first.time) == (
        "Casual bot",
        75,
        "Greedy bot",
        "40 ms",
    )
    assert (second.share, second.below) == (None, "")
    assert others
    assert all(level.rank is None for level in others)
    assert shown.games == 4


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.0001, "under 1 ms"), (0.0006, "1 ms"), (0.134, "134 ms"), (1.104, "1.1 s")]
)
def test_times_are_said_as_people_say_them(seconds: float, said: str) -> None:
    level = bots_page.Level("Strong bot", "", "", Rank("strong", 0, 0, 0, seconds))
    assert level.time == said


@pytest.mark.django_db
def test_a_visitor_sees_every_bot_of_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"scrapbots": LADDER}
    monkeypatch.setattr(bots_page, "record_of", found.get)
    page = Client().get("/bots/").content.decode()
    assert page.count("<table") == len(catalog.titles())
    assert re.search(r"75 %\s*<p[^>]*>against Greedy bot", page)
    assert "haven’t been measured yet" in page


def test_records_that_come_with_the_site_can_be_read() -> None:
    ladders = {title.slug: record_of(title.slug) for title in catalog.titles()}
    assert any(ladders.values())
    for title in catalog.titles():
        ladder = ladders[title.slug]
        if ladder is not None:
            assert ladder.title == title.slug
            assert ladder.ranks
            assert {rank.bot for rank in ladder.ranks} <= set(title.bots)


@pytest.mark.soak(seconds=1)
def test_the_command_replaces_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.management.commands.ladder.Command.folder", tmp_path)
    call_command("ladder", "scrapyard", "--bots", "greedy,random", "--deals", "1", "--record", "--json")
    record = records.record_of("scrapyard", tmp_path)
    assert record is not None
    assert record.deals == 1
