"""CSV, JSON and nanDECK: each holds the whole box, with quantities and figures."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Callable
from typing import Any

from PIL import Image

from cards.exports import nandeck, plain
from cards.exports.lists import CardList, edition_list, spread
from cards.exports.look import colours

Drawn = Callable[[str, CardList], dict[str, bytes]]


def rows(body: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(body.decode(), newline="")))


def rebuilt(row: dict[str, str], cards: CardList) -> dict[str, Any]:
    """Return the JSON record that a row of CSV stands for."""
    figures = dict.fromkeys(key for card in cards.cards for key in card.numbers)
    numbers = sorted({key.split("_")[1] for key in row if re.fullmatch(r"line_\d+_text", key)})
    return {
        **{key: row[key] for key in ("game", "edition", "slug", "name", "type", "sub", "icon")},
        "quantity": int(row["quantity"]),
        "figures": {key: int(row[key]) for key in figures if row[key] != ""},
        "lines": [
            {"cost": row[f"line_{number}_cost"], "text": row[f"line_{number}_text"]}
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


def test_zero_and_none_are_told_apart(scrapbots: CardList) -> None:
    by_slug = {row["slug"]: row for row in rows(plain.csv_bytes(scrapbots))}
    assert (by_slug["spare-parts"]["energy"], by_slug["spare-parts"]["health"]) == ("0", "")


def test_nandecks_data_rebuilds_the_box(cards: CardList) -> None:
    found = rows(nandeck.data(cards))
    assert [rebuilt(row, spread(cards)) for row in found] == [
        plain.card_record(card) for card in spread(cards).cards
    ]
    assert sum(int(row["quantity"]) for row in found) == cards.copies


def test_every_word_of_a_card_has_its_place_in_nandecks_data(cards: CardList) -> None:
    for row, card in zip(rows(nandeck.data(cards)), spread(cards).cards, strict=True):
        places = " ".join(row[key] for key in nandeck.DRAWN_COLUMNS)
        for line in card.lines:
            assert line.cost in places
            assert line.text in places
        assert row["enamel"] in colours().values()
        assert row["picture"] == (f"icons/{card.icon}.png" if card.icon else "")


def test_nandecks_script_reads_only_columns_that_are_there(cards: CardList) -> None:
    script = nandeck.script(cards).decode()
    used = set(re.findall(r"\[([a-z_0-9]+)\]", script)) - {"all"}
    assert used <= rows(nandeck.data(cards))[0].keys()
    assert {"name", "kind", "enamel", "picture", "quantity", "only_text", "first_text"} <= used
    assert {figure.key for card in cards.cards for figure in card.figures} <= used


def test_nandecks_script_sets_size_fonts_copies_and_data(scrapbots: CardList) -> None:
    lines = nandeck.script(scrapbots).decode().split("\r\n")
    for line in ("CARDSIZE=6.3,8.8", "LINKMULTI=quantity", "LINK=nandeck.csv"):
        assert line in lines
    assert lines.index("LINKMULTI=quantity") < lines.index("LINK=nandeck.csv")
    assert {"Share Tech Mono", "Roboto Mono"} == set(re.findall(r'^FONT="([^"]+)"', "\n".join(lines), re.M))
    assert "David Torres" in lines[1]


def test_nandecks_rectangles_and_texts_stay_on_the_card(cards: CardList) -> None:
    script = nandeck.script(cards).decode()
    spots = re.findall(
        r"^(?:TEXT|IMAGE|RECTANGLE)=\[all\],(?:[^,]+,)?([\d.]+),([\d.]+),([\d.]+),([\d.]+)", script, re.M
    )
    assert len(spots) > 15
    for x, y, width, height in spots:
        assert float(x) + float(width) <= 6.3001
        assert float(y) + float(height) <= 8.8001


def test_the_bundle_is_complete(drawn: Drawn, cards: CardList) -> None:
    with zipfile.ZipFile(io.BytesIO(drawn("nandeck", cards)["nandeck.zip"])) as bag:
        assert bag.read("nandeck.txt") == nandeck.script(cards)
        assert bag.read("nandeck.csv") == nandeck.data(cards)
        pictures = {row["picture"] for row in rows(bag.read("nandeck.csv"))} - {""}
        assert pictures <= set(bag.namelist())
        for name in pictures:
            image = Image.open(io.BytesIO(bag.read(name)))
            assert image.size == (480, 480)
            assert image.mode == "RGBA"
            assert image.getchannel("A").getextrema() == (0, 255)
        assert all(credit in bag.read("CREDITS.txt").decode() for credit in cards.credits)
