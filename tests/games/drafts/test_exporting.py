"""A revision exported as data files: what they say is what the draft plays."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from games import catalog
from games.drafts.actions.changing import change_draft, save_revision
from games.drafts.actions.making import create_draft
from games.drafts.editions import edition_of
from games.drafts.exporting import export_files
from games.drafts.models import DraftRevision
from games.engine.drafting import CardChange, Changes, EditionSource, read_changes
from games.titles.junkyard import cards as junkyard
from games.titles.scrap_knights import box
from games.titles.scrap_knights.cards import catalogue as knights
from games.titles.scrapbots import cards as scrapbots
from games.titles.scrapyard import cards as scrapyard
from games.titles.scrapyard import edition as scrapyard_edition

HEADS = {"do": "heads", "then": {"do": "damage", "amount": 10}}
SCRAPBOTS: Mapping[str, Any] = {
    "cards": {
        "drone": {"figures": {"scrap": 3}, "name": "Cheap Drone"},
        "scout": {"does": [{"values": {"energy": 2}, "effects": [{"do": "damage", "amount": 20}]}]},
    },
    "out": ["golem"],
    "new": [
        {
            "slug": "power-claw",
            "name": "Power Claw",
            "type": "Component",
            "icon": "gears",
            "does": [{"effects": [{"do": "damage", "amount": 10}, HEADS]}],
        }
    ],
    "parameters": {"hand_size": 6, "resource_gains": "energy"},
}


@pytest.fixture
def revision(user: User) -> DraftRevision:
    return _revision(user, "scrapbots", "3.6", SCRAPBOTS)


def _revision(user: User, title: str, base: str, changes: Mapping[str, Any]) -> DraftRevision:
    draft = create_draft(user, title, base, "Cheap drones")
    change_draft(user, draft.pk, lambda _: read_changes(dict(changes)), "cards")
    return save_revision(user, draft.pk, "Drones for all")


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def tables(source: EditionSource, module: Any) -> dict[str, dict[str, Any]]:
    """Return the tables as Python makes them in the title's cards module."""
    return {
        name: {slug: eval(text, vars(module)) for slug, text in table.items()}
        for name, table in source.tables.items()
    }


def source_of(title: str, changes: Changes, base: str = "") -> tuple[EditionSource, Any]:
    """Return the source of a draft of the game, and the draft's edition."""
    found = catalog.title(title)
    assert found.drafting is not None
    info = catalog.published(title, base) if base else found.newest
    edition = found.drafting.edition_from(info, changes, "draft:x@1")
    return found.drafting.source(info, edition, "9.9"), edition.game.rules  # type: ignore[attr-defined]


def reread(monkeypatch: pytest.MonkeyPatch, module: Any, source: EditionSource, *others: Any) -> None:
    """Have the title's own reader read *source* instead of its files."""
    filled = [{**dict.fromkeys(source.columns, ""), **row} for row in source.rows]
    for place in (module, *others):
        if "_rows" in vars(place):
            monkeypatch.setattr(place, "_rows", lambda: filled)
    for name, table in tables(source, module).items():
        monkeypatch.setattr(module, name, {**vars(module)[name], **table})


class TestReadBack:
    def test_scrapbots_reads_the_same_cards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        source, edition = source_of("scrapbots", read_changes(dict(SCRAPBOTS)), "3.6")
        reread(monkeypatch, scrapbots, source)
        assert set(source.tables["ABILITIES"]) == {"scout", "power-claw"}
        assert scrapbots.read_kinds("9.9") == edition.rows
        assert list(scrapbots.read_kinds("9.9")) == list(edition.rows)

    def test_scrapbots_fields_make_an_edition_with_the_same_rules(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        source, edition = source_of("scrapbots", read_changes(dict(SCRAPBOTS)), "3.6")
        reread(monkeypatch, scrapbots, source)
        fields = {name: eval(text, vars(scrapbots)) for name, text in source.fields.items()}
        again = scrapbots.Edition(slug="9.9", date=None, summary="", **fields)
        assert (again.hand_size, again.resource_gains) == (6, ("energy",))
        assert scrapbots.cards_hash(again) == scrapbots.cards_hash(edition)

    def test_junkyard_reads_the_same_kinds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        changes = read_changes(
            {
                "cards": {
                    "crawl": {"figures": {"value": 2}},
                    "crane": {"does": [{"effects": [{"do": "move", "count": 2}, {"do": "trash"}]}]},
                },
                "new": [
                    {
                        "slug": "winch",
                        "name": "Winch",
                        "type": "Junk",
                        "icon": "anvil",
                        "figures": {"recommended": False},
                        "does": [{"effects": [{"do": "salvage", "count": 2}]}],
                    }
                ],
                "parameters": {"hand_size": 7},
            }
        )
        source, edition = source_of("junkyard", changes)
        reread(monkeypatch, junkyard, source)
        assert junkyard.read_kinds("9.9") == edition.kinds
        assert source.fields["hand_size"] == "7"

    def test_scrapyard_reads_the_same_parts(self, monkeypatch: pytest.MonkeyPatch) -> None:
        changes = read_changes(
            {
                "cards": {"gear-1": {"figures": {"value": 4}}},
                "out": ["gear-2"],
                "parameters": {"matching_points": 2, "rows": 5},
            }
        )
        source, edition = source_of("scrapyard", changes)
        reread(monkeypatch, scrapyard, source)
        read = scrapyard.read_kinds()
        assert [replace(kind, printed="") for kind in read] == list(edition.box)
        assert read[0].printed == "+8 with a Gear tile, −4 without."
        assert eval(source.fields["figures"], vars(scrapyard_edition)) == edition.figures

    def test_scrap_knights_reads_the_same_cards(self, monkeypatch: pytest.MonkeyPatch) -> None:
        changes = Changes(
            cards={
                "las-shot": CardChange(figures={"heat": 2, "range": "2"}, name="Great Shot"),
                "stab": CardChange(does=read_changes({"new": [_stab()]}).new[0].does),
            },
            parameters={"hp": 15},
        )
        source, edition = source_of("scrap-knights", changes)
        reread(monkeypatch, knights, source, box)
        assert knights.kinds("9.9") == edition.kinds
        assert source.fields["hp"] == "15"
        assert source.tables["BEHAVIOURS"] == {"stab": "act(at(1, damage(3, Grow(1))))"}


def _stab() -> dict[str, Any]:
    effect = {"do": "damage", "amount": 3, "on_hit": {"do": "grow", "count": 1}}
    does = [{"values": {"priority": "1"}, "effects": [effect]}]
    return {"slug": "stab", "name": "Stab", "type": "Attack", "icon": "gears", "does": does}


class TestEffectsOfEveryCard:
    """Written for all cards at once, as if none of them had been there before."""

    def test_scrapbots(self) -> None:
        for slug in catalog.title("scrapbots").editions:
            source, edition = _anew("scrapbots", slug, lambda rules: {"rows": {}})
            wanted = {kind: scrapbots.ABILITIES[kind] for kind in edition.rows}
            assert tables(source, scrapbots)["ABILITIES"] == wanted

    def test_junkyard(self) -> None:
        source, _ = _anew("junkyard", "", lambda rules: {"kinds": ()})
        assert tables(source, junkyard)["EFFECTS"] == junkyard.EFFECTS

    def test_scrap_knights(self) -> None:
        source, _ = _anew("scrap-knights", "", lambda rules: {"kinds": ()})
        made = tables(source, knights)
        assert made["BEHAVIOURS"] == knights.BEHAVIOURS
        assert made["LINKS"] == knights.LINKS


def _anew(title: str, slug: str, fields: Callable[[Any], dict[str, Any]]) -> tuple[EditionSource, Any]:
    found = catalog.title(title)
    info = found.editions[slug] if slug else found.newest
    rules = info.game.rules  # type: ignore[attr-defined]
    game = type(info.game)(_Bare(rules, fields(rules)))  # type: ignore[call-arg]
    assert found.drafting is not None
    return found.drafting.source(replace(info, game=game), info, "9.9"), rules


class _Bare:
    """An edition without cards."""

    def __init__(self, rules: Any, fields: dict[str, Any]) -> None:
        self.__dict__ = {**rules.__dict__, **fields}


@pytest.mark.django_db
class TestFiles:
    def test_readme_says_what_differs(self, revision: DraftRevision) -> None:
        files = export_files(revision, "3.7")
        assert sorted(files) == ["README.md", "cards.csv", "edition.py", "effects.py", "rules.txt"]
        assert "| Cheap Drone | Scrap | 4 | 3 |" in files["README.md"]
        assert "| Cards in a new hand | Rules | 5 | 6 |" in files["README.md"]
        assert "| Golem | Cards taken out | – | – |" in files["README.md"]
        assert "needs an entry for this edition alone: scout." in files["README.md"]
        assert "which stored matches count on: power-claw." in files["README.md"]

    def test_rules_are_those_of_changed_figures_and_types(self, revision: DraftRevision) -> None:
        anchors = export_files(revision, "3.7")["rules.txt"].split()
        assert {"scrapbots:draw-1", "scrapbots:resource-1", "scrapbots:buy-1"} < set(anchors)
        assert {"scrapbots:type-scrapbot", "scrapbots:type-component"} < set(anchors)
        assert "scrapbots:damage-3" not in anchors  # no Health has changed

    def test_rows_bear_the_name_of_the_new_edition(self, revision: DraftRevision) -> None:
        found = rows(export_files(revision, "3.7")["cards.csv"])
        assert {row["edition"] for row in found} == {"3.7"}
        assert [row["slug"] for row in found] == [card.slug for card in edition_of(revision).cards]

    def test_command_writes_the_newest_revision(self, revision: DraftRevision, tmp_path: Path) -> None:
        folder = tmp_path / "new"
        call_command("export_draft", revision.draft_id, edition="3.7", output=folder)
        assert (folder / "cards.csv").read_text("utf-8") == export_files(revision, "3.7")["cards.csv"]
        with pytest.raises(CommandError, match="is there already"):
            call_command("export_draft", revision.draft_id, edition="3.7", output=folder)

    @pytest.mark.parametrize(
        ("said", "reason"),
        [
            ({"edition": "3.6"}, "already has"),
            ({"edition": "../x"}, "small letters"),
            ({"revision": 9}, "no such"),
        ],
    )
    def test_command_refuses(
        self, revision: DraftRevision, tmp_path: Path, said: dict[str, Any], reason: str
    ) -> None:
        with pytest.raises(CommandError, match=reason):
            call_command("export_draft", revision.draft_id, **{"edition": "3.7", "output": tmp_path, **said})
        assert not list(tmp_path.iterdir())
