"""The saved object for Tabletop Simulator and the pictures it names."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageColor

from cards.exports.drawing import ppi_for
from cards.exports.lists import CardList, card_list, edition_list
from cards.exports.look import colours, enamel_of
from cards.exports.tabletop import sheets
from cards.exports.tabletop.saved_object import saved_object
from tests.cards.exports.conftest import A_FEW_BOXES

Drawn = Callable[[str, CardList], dict[str, bytes]]
SITE = "https://scrapsite.example/pictures/"


def saved(cards: CardList) -> dict[str, Any]:
    return json.loads(saved_object(cards, lambda file: SITE + file))


def deck(cards: CardList) -> dict[str, Any]:
    (found,) = saved(cards)["ObjectStates"]
    return found


def picture(files: dict[str, bytes], name: str) -> Image.Image:
    return Image.open(io.BytesIO(files[name])).convert("RGB")


def test_the_deck_holds_every_copy_of_every_card(cards: CardList) -> None:
    found = deck(cards)
    assert found["Name"] == "DeckCustom"
    assert found["DeckIDs"] == [card["CardID"] for card in found["ContainedObjects"]]
    names = Counter(card["Nickname"] for card in found["ContainedObjects"])
    wanted = Counter[str]()
    for card in cards.cards:
        wanted[card.name] += card.quantity
    assert names == wanted


def test_an_id_names_sheet_and_place(cards: CardList) -> None:
    found = deck(cards)
    for card in found["ContainedObjects"]:
        sheet, place = divmod(card["CardID"], 100)
        custom = found["CustomDeck"][str(sheet)]
        assert place < custom["NumWidth"] * custom["NumHeight"]
        assert card["CustomDeck"] == {str(sheet): custom}


def test_cards_say_what_they_do(scrapbots: CardList) -> None:
    scout = next(card for card in deck(scrapbots)["ContainedObjects"] if card["Nickname"] == "Scout")
    assert scout["Description"].splitlines() == [
        "Scrapbot: Scrap 5, Health 50",
        "3 Energy: 20 damage.",
        "5 Energy: 20 damage. Heads: 10 splash.",
    ]


def test_copies_with_numbers_of_their_own_show_them() -> None:
    box = edition_list("junkyard", "0.1")
    assert box is not None
    cards = deck(box)["ContainedObjects"]
    first = next(card for card in cards if card["Nickname"] == "Dead Weight")
    assert first["Description"].splitlines() == ["Junk: Initiative 101, Charge −2, Scrap value 8", "Trash."]
    assert len({card["CardID"] for card in cards}) == len({card["GUID"] for card in cards}) == 246


@pytest.mark.soak(seconds=20)
@A_FEW_BOXES
def test_pictures_have_whole_addresses_and_exist(drawn: Drawn, cards: CardList) -> None:
    files = drawn("tabletop", cards)
    for custom in deck(cards)["CustomDeck"].values():
        for key in ("FaceURL", "BackURL"):
            assert custom[key].startswith(SITE)
            assert custom[key].removeprefix(SITE) in files
        assert custom["BackIsHidden"] is True
        assert custom["UniqueBack"] is False


@A_FEW_BOXES
def test_a_sheet_is_a_grid_of_whole_cards(drawn: Drawn, cards: CardList) -> None:
    files = drawn("tabletop", cards)
    for grid in sheets.grids(cards):
        image = picture(files, grid.face)
        custom = deck(cards)["CustomDeck"][str(grid.number)]
        assert (custom["NumWidth"], custom["NumHeight"]) == (10, grid.rows)
        assert image.width == custom["NumWidth"] * sheets.CARD_PIXELS
        assert image.width / 10 / (image.height / grid.rows) == pytest.approx(63 / 88, abs=0.001)
        assert max(image.size) <= 4096


@A_FEW_BOXES
@pytest.mark.soak(seconds=4)
def test_each_place_of_a_sheet_shows_its_card(drawn: Drawn, cards: CardList) -> None:
    files = drawn("tabletop", cards)
    for grid in sheets.grids(cards):
        image = picture(files, grid.face)
        width, height = image.width / 10, image.height / grid.rows
        for place, card in enumerate(grid.cards):
            row, column = divmod(place, 10)
            seen = image.getpixel((int((column + 0.019) * width), int((row + 0.5) * height)))
            enamel = ImageColor.getrgb(colours()[enamel_of(card)])
            assert all(abs(a - b) < 40 for a, b in zip(seen, enamel, strict=True)), card.slug


@A_FEW_BOXES
def test_the_back_is_one_card(drawn: Drawn, cards: CardList) -> None:
    image = picture(drawn("tabletop", cards), f"back-{cards.games[0]}.png")
    assert image.size == (630, 880)
    assert len(image.resize((63, 88)).getcolors(63 * 88)) > 20


@pytest.mark.soak(seconds=5)
def test_more_than_forty_cards_need_another_sheet(scrapbots: CardList) -> None:
    kinds = [
        msgspec.structs.replace(scrapbots.cards[number % 20], name=f"Card {number}", quantity=2)
        for number in range(145)
    ]
    many = card_list("Many", "many", kinds)
    assert [(grid.number, len(grid.cards), grid.rows) for grid in sheets.grids(many)] == [
        (1, 40, 4),
        (2, 40, 4),
        (3, 40, 4),
        (4, 25, 3),
    ]
    found = deck(many)
    assert set(found["CustomDeck"]) == {"1", "2", "3", "4"}
    assert len(found["DeckIDs"]) == 290
    assert {"Card 39": 139, "Card 40": 200, "Card 144": 424}.items() <= {
        card["Nickname"]: card["CardID"] for card in found["ContainedObjects"]
    }.items()
    assert ppi_for(sheets.CARD_PIXELS, 63) * sheets.MOST_ROWS * 88 / 25.4 <= 4096


def test_a_single_card_is_no_deck(scrapbots: CardList) -> None:
    one = [msgspec.structs.replace(scrapbots.cards[0], quantity=1)]
    assert deck(card_list("One", "one", one))["Name"] == "Card"


def test_the_same_cards_give_the_same_object(scrapbots: CardList) -> None:
    assert saved(scrapbots) == saved(scrapbots)
    ids = [card["GUID"] for card in deck(scrapbots)["ContainedObjects"]]
    assert len(set(ids)) == len(ids)
