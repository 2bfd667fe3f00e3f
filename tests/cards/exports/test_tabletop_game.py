"""Whole games for Tabletop Simulator: what lies on the table, and whether the program can read it."""

from __future__ import annotations

import io
import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cards.exports.lists import CardList, card_list, kit_of
from cards.exports.tabletop import game_pictures, saved_object
from cards.exports.tabletop.game import saved_game
from cards.exports.tabletop.script import as_lua
from cards.exports.tabletop.table import HALF_DEPTH, HALF_WIDTH, HAND_DEPTH, HAND_SCALE
from cards.exports.tabletop.things import MM_PER_UNIT
from games.engine.kit import BOX, HAND, Kit
from tests.cards.exports.conftest import EDITIONS, box

Drawn = Callable[[str, CardList], dict[str, bytes]]
SITE = "https://scrapsite.example/pictures/"
KEYS = tomllib.loads((Path(__file__).parents[2] / "data/tabletop_simulator.toml").read_text())
TYPES = {str: "text", bool: "claim", int: "number", float: "number", list: "list", dict: "record"}
CARD = (63 / MM_PER_UNIT, 88 / MM_PER_UNIT)
every_edition = pytest.mark.parametrize("cards", EDITIONS, indirect=True, ids="-".join)


def kit(cards: CardList) -> Kit:
    found = kit_of(cards)
    assert found is not None
    return found


def game(cards: CardList) -> dict[str, Any]:
    return json.loads(saved_game(kit(cards), cards, lambda file: SITE + file, [("Rules", "Play.")]))


def things(of: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield *of* and everything inside."""
    for thing in of:
        yield thing
        yield from things(thing.get("ContainedObjects", []))


def named(cards: CardList, *kinds: str) -> dict[str, dict[str, Any]]:
    """Return the things of these kinds that lie on the table, by name."""
    return {thing["Nickname"]: thing for thing in game(cards)["ObjectStates"] if thing["Name"] in kinds}


def flat(record: dict[str, Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the keys of *record* with their types; a dot leads inside."""
    for key, value in record.items():
        yield before + key, TYPES[type(value)]
        if isinstance(value, dict) and key not in ("TabStates", "CustomDeck"):
            yield from flat(value, f"{before}{key}.")


def told_wrongly(record: dict[str, Any], wanted: dict[str, str], needed: set[str]) -> list[str]:
    """Return what *record* lacks of *needed*, and what it has that isn't *wanted* or has another type."""
    found = dict(flat(record))
    return sorted(needed - found.keys()) + [key for key in found if wanted.get(key) != found[key]]


def problems(saved: dict[str, Any]) -> list[str]:
    """Return what the program wouldn't read in *saved*."""
    found = told_wrongly(saved, KEYS["save"], {"SaveName", "ObjectStates", "TabStates", "LuaScript"})
    for tab in saved["TabStates"].values():
        found += told_wrongly(tab, KEYS["tab"], set(KEYS["tab"]))
    for point in saved.get("SnapPoints", []):
        found += told_wrongly(point, KEYS["snap_point"], set(KEYS["snap_point"]))
    for thing in things(saved["ObjectStates"]):
        wanted = KEYS["thing"] | KEYS["kinds"][thing["Name"]]
        found += [f"{thing['Name']}: {key}" for key in told_wrongly(thing, wanted, set(wanted))]
        for sheet in thing.get("CustomDeck", {}).values():
            found += told_wrongly(sheet, KEYS["sheet"], set(KEYS["sheet"]))
    return found


@every_edition
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_a_saved_game_has_the_keys_that_the_program_reads(cards: CardList) -> None:
    assert problems(game(cards)) == []


def test_a_saved_object_has_the_keys_that_the_program_reads(cards: CardList) -> None:
    assert problems(json.loads(saved_object.saved_object(cards, lambda file: SITE + file))) == []


def test_a_missing_or_unknown_key_is_noticed(scrapbots: CardList) -> None:
    saved = game(scrapbots)
    del saved["ObjectStates"][0]["Value"]
    saved["ObjectStates"][1]["Colour"] = "red"
    assert problems(saved) == ["Custom_Tile: Value", "Custom_Tile: Colour"]


@every_edition
@pytest.mark.soak(seconds=0.2, one_in=3)
def test_every_thing_has_an_id_of_its_own(cards: CardList) -> None:
    ids = [thing["GUID"] for thing in things(game(cards)["ObjectStates"])]
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in ids)
    assert len(set(ids)) == len(ids)
    assert game(cards) == game(cards), "the same game each time"


@every_edition
def test_the_decks_are_those_of_the_kit(cards: CardList) -> None:
    found = {
        thing["Nickname"]: Counter(card["Nickname"] for card in thing.get("ContainedObjects", [thing]))
        for thing in things(game(cards)["ObjectStates"])
        if thing["Name"] in ("DeckCustom", "Card")
    }
    names = {card.slug: card.name for card in cards.cards}
    for deck in (*kit(cards).decks, *kit(cards).picks):
        wanted = Counter[str]()
        for share in deck.shares:
            wanted[names[share.card]] += share.copies
        assert found[deck.name] == wanted


@every_edition
def test_everything_lies_on_the_table_and_no_deck_on_another(cards: CardList) -> None:
    lying = [thing for thing in game(cards)["ObjectStates"] if thing["Name"] != "HandTrigger"]
    for thing in lying:
        where = thing["Transform"]
        assert abs(where["posX"]) <= HALF_WIDTH, thing["Nickname"]
        assert abs(where["posZ"]) <= HALF_DEPTH, thing["Nickname"]
    decks = [thing["Transform"] for thing in lying if thing["Name"] in ("DeckCustom", "Card", "Bag")]
    assert len(decks) > 1
    for number, one in enumerate(decks):
        for other in decks[:number]:
            apart = abs(one["posX"] - other["posX"]), abs(one["posZ"] - other["posZ"])
            assert apart[0] >= CARD[0] or apart[1] >= CARD[1]


@every_edition
def test_markers_lie_on_no_deck_and_not_inside_each_other(cards: CardList) -> None:
    """Markers that begin in the same spot lie in a stack, and dice have room beside each other."""
    lying = [thing for thing in game(cards)["ObjectStates"] if not thing["Locked"]]
    flat = [thing for thing in lying if thing["Name"] == "Custom_Tile"]
    decks = [thing["Transform"] for thing in lying if thing["Name"] == "DeckCustom"]
    assert len(flat) >= 5
    assert decks
    for number, one in enumerate(flat):
        here = one["Transform"]
        for other in flat[:number]:
            there = other["Transform"]
            apart = abs(here["posX"] - there["posX"]), abs(here["posZ"] - there["posZ"])
            beside = (
                apart[0] >= here["scaleX"] + there["scaleX"] or apart[1] >= here["scaleZ"] + there["scaleZ"]
            )
            assert beside or abs(here["posY"] - there["posY"]) > 0.29, (one["Nickname"], other["Nickname"])
        for deck in decks:
            apart = abs(here["posX"] - deck["posX"]), abs(here["posZ"] - deck["posZ"])
            assert apart[0] >= here["scaleX"] + CARD[0] / 2 or apart[1] >= here["scaleZ"] + CARD[1] / 2
    dice = [
        (thing["Transform"]["posX"], thing["Transform"]["posZ"]) for thing in lying if "Die" in thing["Name"]
    ]
    for number, (x, z) in enumerate(dice):
        assert all(max(abs(x - left), abs(z - far)) > 0.9 for left, far in dice[:number])


@every_edition
def test_mats_do_not_overlap_and_stay_out_of_hands(cards: CardList) -> None:
    saved = game(cards)
    mats = [
        thing["Transform"]
        for thing in saved["ObjectStates"]
        if thing["Name"] == "Custom_Tile" and thing["Locked"]
    ]
    assert len(mats) >= 3
    for number, one in enumerate(mats):
        assert abs(one["posZ"]) + one["scaleZ"] <= HAND_DEPTH - HAND_SCALE[2] / 2
        for other in mats[:number]:
            assert (
                abs(one["posX"] - other["posX"]) >= one["scaleX"] + other["scaleX"]
                or abs(one["posZ"] - other["posZ"]) >= one["scaleZ"] + other["scaleZ"]
            )


@every_edition
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_every_player_has_a_hand_a_counter_and_mats(cards: CardList) -> None:
    of, saved = kit(cards), game(cards)
    hands = [thing for thing in saved["ObjectStates"] if thing["Name"] == "HandTrigger"]
    assert len({hand["FogColor"] for hand in hands}) == len(hands) == of.seats
    assert sum(thing["Name"] == "Counter" for thing in saved["ObjectStates"]) == of.seats
    mats = sum(of.seats if mat.is_each else 1 for mat in of.mats)
    assert sum(thing["Locked"] for thing in saved["ObjectStates"]) == mats + of.seats
    cards_lie = sum(
        spot.form == "card"
        for mat in of.mats
        for spot in mat.spots
        for _ in range(of.seats if mat.is_each else 1)
    )
    assert len(saved["SnapPoints"]) == cards_lie


@every_edition
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_every_marker_and_die_is_there(cards: CardList) -> None:
    of = kit(cards)
    found = Counter(thing["Nickname"] for thing in things(game(cards)["ObjectStates"]))
    for marker in of.markers:
        assert found[marker.name] == (1 if marker.copies > 12 else marker.copies), marker.name
    for die in of.dice:
        assert found[die.name] == die.copies


def test_scrapyards_tiles_are_drawn_from_a_bag_that_mixes_them() -> None:
    bags = named(box("scrapyard", "1.0"), "Bag")
    for seat in range(4):
        tiles = bags[f"Tiles of player {seat + 1}"]
        assert len(tiles["ContainedObjects"]) == 6
        assert tiles["Bag"]["Order"] == 2, "any of them comes out first"


def test_what_stays_in_the_box_is_in_a_bag() -> None:
    junk = box("junkyard", "0.1")
    bag = named(junk, "Bag")["In the box"]
    assert {deck["Nickname"] for deck in bag["ContainedObjects"]} == {
        deck.name for deck in kit(junk).decks if deck.place == BOX
    }


@every_edition
def test_the_button_deals_what_the_rules_say(cards: CardList) -> None:
    of, saved = kit(cards), game(cards)
    guids = {thing["Nickname"]: thing["GUID"] for thing in saved["ObjectStates"]}
    script = saved["LuaScript"]
    for deck in of.decks:
        listed = re.search(r"^DECKS = \{(.*)\}$", script, re.M)
        assert listed
        assert (f'"{guids.get(deck.name)}"' in listed[1]) == (deck.is_shuffled and deck.copies > 1)
    dealt = re.findall(r'\{deck = "([0-9a-f]{6})", copies = (\d+), (hand|x)', script)
    assert dealt == [
        (guids[of.deck(deal.deck).name], str(deal.copies), "hand" if deal.place == HAND else "x")
        for deal in of.deals
    ]
    assert 'onClick="setUp"' in saved["XmlUI"]
    assert "function setUp(" in script
    assert "--DATA--" not in script


@every_edition
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_the_script_calls_only_what_it_has_and_the_program_offers(cards: CardList) -> None:
    """What has no owner is our own, the program's (see api.tabletopsimulator.com) or the language's."""
    script = re.sub(r'--[^\n]*|"[^"]*"', "", game(cards)["LuaScript"])
    own = set(re.findall(r"function (\w+)\(", script))
    called = set(re.findall(r"(?<![.\w])(\w+)\(", script)) - {"function"}
    assert called <= own | {"getObjectFromGUID", "broadcastToAll", "ipairs"}
    members = set(re.findall(r"\.(\w+)\(", script))
    assert members <= {
        "setAttribute", "time", "condition", "shuffle", "deal", "takeObject", "getBoundsNormalized",
        "getScale", "setScale", "setPosition", "setRotation",
    }  # fmt: skip
    assert script.count("function") + len(re.findall(r"\b(?:if|for)\b", script)) == len(
        re.findall(r"\bend\b", script)
    )


def test_words_of_a_deck_cannot_end_a_string_of_the_script() -> None:
    assert as_lua('a"] = 1 \\ \n') == '"a\\"] = 1 \\\\ \\n"'
    assert as_lua({"a": [1, 2.5, True]}) == "{a = {1, 2.5, true}}"


def test_only_a_whole_edition_is_a_game(scrapbots: CardList) -> None:
    assert kit_of(card_list("Some", "some", scrapbots.cards[:5])) is None
    assert kit_of(card_list("None", "none", [])) is None


@pytest.mark.soak(seconds=30)
def test_every_picture_that_a_game_names_is_drawn(drawn: Drawn) -> None:
    cards = box("scrapyard", "1.0")
    files = drawn("tabletop-game", cards)
    text = json.dumps(game(cards))
    wanted = set(re.findall(rf"{re.escape(SITE)}([a-z0-9.-]+)", text))
    assert wanted == files.keys()
    for name, body in files.items():
        assert max(Image.open(io.BytesIO(body)).size) <= 4096, name
    field = kit(cards).mats[-1]
    width, height = Image.open(io.BytesIO(files[f"mat-{field.slug}.png"])).size
    assert width / height == pytest.approx(field.width / field.height, rel=0.01)
    assert width / field.width * 25.4 == pytest.approx(game_pictures.MAT_PPI, rel=0.01)
