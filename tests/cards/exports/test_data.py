"""CSV and JSON: each holds the whole box, with quantities and figures."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from cards.exports import nandeck, plain
from cards.exports.lists import CardList, edition_list, spread


def rows(body: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body.decode("utf-8-sig"), newline="")))


def words_of(cell: str) -> str:
    """Return the words of a cell, without the apostrophe before what begins like a formula."""
    return cell[1:] if re.match("'[-=+@]", cell) else cell


def rebuilt(row: dict[str, str], cards: CardList) -> dict[str, Any]:
    """Return the JSON record that a row of CSV stands for."""
    figures = dict.fromkeys(key for card in cards.cards for key in card.numbers)
    numbers = sorted({key.split("_")[1] for key in row if re.fullmatch(r"line_\d+_text", key)})
    return {
        **{key: row[key] for key in ("game", "edition", "slug", "name", "type", "sub", "icon")},
        "quantity": int(row["quantity"]),
        "figures": {key: int(row[key]) for key in figures if row[key] != ""},
        "lines": [
            {part: words_of(row[f"line_{number}_{part}"]) for part in ("cost", "text")}
            for number in numbers
            if row[f"line_{number}_text"]
        ],
        "facets": row["facets"].split(),
    }


def test_json_holds_all_there_is_to_say(cards: CardList) -> None:
    whole = json.loads(plain.json_bytes(cards))
    assert whole["format"] == "scrapsite-cards/1"
    assert whole["copies"] == sum(card["quantity"] for card in whole["cards"]) == cards.copies
    assert whole["credits"] == list(cards.credits)
    for said, card in zip(whole["cards"], cards.cards, strict=True):
        assert said["figures"] == card.numbers
        assert [(line["cost"], line["text"]) for line in said["lines"]] == [
            (line.cost, line.text) for line in card.lines
        ]


def test_csv_says_the_same_as_json(cards: CardList) -> None:
    from_csv = [rebuilt(row, cards) for row in rows(plain.csv_bytes(cards))]
    assert from_csv == json.loads(plain.json_bytes(cards))["cards"]


def test_copies_with_numbers_of_their_own_become_cards_of_their_own() -> None:
    box = edition_list("junkyard", "0.1")
    assert box is not None
    numbers = [card.figure("initiative") for card in spread(box).cards]
    assert numbers == [
        *range(1, 49),
        *(100 + 10 * kind + copy for kind in range(22) for copy in range(1, 10)),
    ]
    assert spread(box).copies == box.copies == 246
    assert len({card.slug for card in spread(box).cards}) == 246
    by_slug = {row["slug"]: row for row in rows(plain.csv_bytes(box))}
    assert (by_slug["crane"]["initiative"], by_slug["crane"]["initiative_last"]) == ("171", "179")


def test_spreadsheets_are_told_that_it_is_utf_8(cards: CardList) -> None:
    assert plain.csv_bytes(cards).startswith(b"\xef\xbb\xbfgame,edition,")


@pytest.mark.parametrize("name", ["=HYPERLINK(A1)", "+1+1", "-1+1", "@SUM(A1)"])
def test_no_name_of_a_draft_is_carried_out_by_a_spreadsheet(scrapbots: CardList, name: str) -> None:
    first, *others = scrapbots.cards
    drafted = replace(scrapbots, cards=(msgspec.structs.replace(first, name=name), *others))
    for made in (plain.csv_bytes(drafted), nandeck.data(drafted)):
        cells = list(csv.reader(io.StringIO(made.decode("utf-8-sig"), newline="")))[1]
        assert f"'{name}" in cells
        assert name not in cells


def test_no_cell_of_an_edition_begins_like_a_formula(cards: CardList) -> None:
    """Every text of Scrapyard is “+1 with a Gear tile, −1 without.”, of which spreadsheets made an error."""
    cells = [cell for row in rows(plain.csv_bytes(cards)) for cell in row.values()]
    assert [cell for cell in cells if re.match(r"[-=+@](?!\d+\Z)", cell)] == []


def test_zero_and_none_are_told_apart(scrapbots: CardList) -> None:
    by_slug = {row["slug"]: row for row in rows(plain.csv_bytes(scrapbots))}
    assert (by_slug["spare-parts"]["energy"], by_slug["spare-parts"]["health"]) == ("0", "")
