"""nanDECK: its script and data are read as that program reads them, and show every card whole."""

from __future__ import annotations

import dataclasses
import io
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import msgspec
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from cards.catalogue.faces import type_of
from cards.exports import measuring, nandeck, plain
from cards.exports.lists import CardList, card_list, edition_list, found_list, spread
from cards.exports.look import colours
from games.engine.cards import Card, TextLine
from scrapsite.common.typesetting.look import font_folder
from tests.cards.exports.conftest import EDITIONS
from tests.cards.exports.nandeck_reader import ScriptError, Shown, Words, read
from tests.cards.exports.test_data import rebuilt, rows

Drawn = Callable[[str, CardList], dict[str, bytes]]
every_edition = pytest.mark.parametrize("cards", EDITIONS, indirect=True, ids="-".join)
POINTS = 72 / 2.54


def shown(cards: CardList) -> list[tuple[Card, Shown]]:
    """Return every copy of every card with what nanDECK shows of it."""
    _, found = read(nandeck.script(cards), {"nandeck.csv": nandeck.data(cards)})
    copies = [card for card in spread(cards).cards for _ in range(card.quantity)]
    return list(zip(copies, found, strict=True))


@cache
def letters(name: str, is_bold: bool) -> tuple[dict[int, int], float]:
    """Return the width of each letter and the height of a line, in thousandths of the size.

    Heights are those by which Windows sets lines: `usWinAscent` and `usWinDescent`.
    """
    stem = f"{name.lower().replace(' ', '-')}-latin-{'700' if is_bold else '400'}-normal"
    font = TTFont(Path(font_folder()) / f"{stem}.ttf")
    unit = font["head"].unitsPerEm / 1000
    widths = {code: font["hmtx"][glyph][0] / unit for code, glyph in font.getBestCmap().items()}
    return widths, (font["OS/2"].usWinAscent + font["OS/2"].usWinDescent) / unit


def overflow(words: Words) -> str:
    """Return what doesn't fit into its place, empty if all does."""
    widths, height = letters(words.font.name, "B" in words.font.flags)
    scale = words.font.size / 1000 / POINTS
    room = words.spot.width / scale
    lines, line = 1, 0.0
    for word in words.text.split() if words.wraps else [words.text]:
        width = sum(widths[ord(letter)] for letter in word)
        if width > room:
            return word
        if line and line + widths[32] + width > room:
            lines, line = lines + 1, width
        else:
            line += width + (widths[32] if line else 0)
    return "" if lines * height * scale <= words.spot.height else words.text


@every_edition
def test_every_word_of_every_card_fits_into_its_place(cards: CardList) -> None:
    """30 of the 56 cards of Scrap Knights had more words than room, and nanDECK cuts off what overflows."""
    assert [
        (card.slug, over) for card, found in shown(cards) for text in found.words if (over := overflow(text))
    ] == []


@every_edition
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_every_card_shows_its_name_type_figures_and_text(cards: CardList) -> None:
    for card, found in shown(cards):
        assert {card.name, type_of(card), card.edition, f"x{card.quantity}"} <= set(found.texts)
        said = " ".join(found.texts).split()
        for figure in card.figures:
            assert figure.words.replace("−", "-") in [word.replace("−", "-") for word in said]
        for line in card.lines:
            assert line.text in " ".join(found.texts)
            assert line.cost in " ".join(found.texts)


@every_edition
def test_a_label_stands_only_where_the_card_has_the_value(cards: CardList) -> None:
    """Heat, Range and Priority stood on every card of Scrap Knights, with nothing after them."""
    labels = {
        figure.label for card in cards.cards for figure in card.figures if figure.key not in nandeck.SIGNED
    }
    for card, found in shown(cards):
        own = {figure.label for figure in card.figures}
        others = [
            text for text in found.texts if text not in (card.name, *(line.text for line in card.lines))
        ]
        for label in labels - own:
            assert not any(text.startswith(label) for text in others), (card.slug, label)


@every_edition
def test_no_text_begins_with_the_colon_of_a_cost_that_is_not_there(cards: CardList) -> None:
    for card, found in shown(cards):
        assert not any(text.startswith(":") or " : " in text for text in found.texts), card.slug


@every_edition
def test_everything_stays_on_the_card(cards: CardList) -> None:
    for _, found in shown(cards):
        spots = [spot for _, spot in (*found.images, *found.rectangles)] + [text.spot for text in found.words]
        for spot in spots:
            assert 0 <= spot.x <= spot.x + spot.width <= 6.3001
            assert 0 <= spot.y <= spot.y + spot.height <= 8.8001
        (picture,) = found.images
        below = [text.spot.y for text in found.words if 2.5 < text.spot.y < 4.7]
        assert all(picture[1].y + picture[1].height <= top for top in below), "no words over the picture"


def test_a_long_name_is_set_in_smaller_letters(scrapbots: CardList) -> None:
    named = [msgspec.structs.replace(scrapbots.cards[4], name=name, quantity=1) for name in ("Bo", "B" * 22)]
    cards = card_list("x", "x", named)
    sizes = [
        next(text.font.size for text in found.words if text.text == card.name) for card, found in shown(cards)
    ]
    assert sizes[0] == 15
    assert sizes[1] < 13


def test_lines_without_a_cost_have_no_colon(scrapbots: CardList) -> None:
    lines = (TextLine("Prep", "A deck."), TextLine("", "Shuffle."))
    card = msgspec.structs.replace(scrapbots.cards[4], lines=lines, quantity=1)
    ((_, found),) = shown(card_list("x", "x", [card]))
    assert "Prep: A deck. Shuffle." in found.texts


def test_the_script_sets_size_copies_and_credits(scrapbots: CardList) -> None:
    script = nandeck.script(scrapbots)
    settings, found = read(script, {"nandeck.csv": nandeck.data(scrapbots)})
    assert settings["CARDSIZE"] == ["6.3", "8.8"]
    assert len(found) == scrapbots.copies
    assert "David Torres" in script.decode().split("\r\n")[1]
    assert not script.startswith(b"\xef\xbb\xbf"), (
        "a mark before the first semicolon would make it no comment"
    )


def test_what_nandeck_would_not_understand_is_noticed(scrapbots: CardList) -> None:
    data = {"nandeck.csv": nandeck.data(scrapbots)}
    for line in ("TEXT=[all],[toaster],0,0,1,1,left,center", "BOX=1", 'FONT="Roboto Mono",9,T,red'):
        with pytest.raises(ScriptError):
            read(nandeck.script(scrapbots) + line.encode(), data)


def test_the_data_rebuilds_the_box(cards: CardList) -> None:
    found = rows(nandeck.data(cards))
    assert [rebuilt(row, spread(cards)) for row in found] == [
        plain.card_record(card) for card in spread(cards).cards
    ]
    assert sum(int(row["quantity"]) for row in found) == cards.copies
    for row, card in zip(found, spread(cards).cards, strict=True):
        assert row["enamel"] in colours().values()
        assert row["picture"] == (f"icons/{card.icon}.png" if card.icon else "")


def test_windows_is_told_that_the_data_are_utf_8(cards: CardList) -> None:
    """The mark may end up in the name of the first column, so the script doesn't read that one."""
    assert nandeck.data(cards).startswith(b"\xef\xbb\xbfgame,")
    assert b"[game]" not in nandeck.script(cards)


@pytest.mark.soak(seconds=1)
def test_the_bundle_is_complete(drawn: Drawn, cards: CardList) -> None:
    with zipfile.ZipFile(io.BytesIO(drawn("nandeck", cards)["nandeck.zip"])) as bag:
        assert bag.read("nandeck.txt") == nandeck.script(cards)
        assert bag.read("nandeck.csv") == nandeck.data(cards)
        pictures = {file for _, found in shown(cards) for file, _ in found.images}
        assert pictures <= set(bag.namelist())
        for name in pictures:
            image = Image.open(io.BytesIO(bag.read(name)))
            assert image.size == (480, 480)
            assert image.mode == "RGBA"
            assert image.getchannel("A").getextrema() == (0, 255)
        assert all(credit in bag.read("CREDITS.txt").decode() for credit in cards.credits)


def test_texts_are_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each download measured every text anew, for up to a second."""
    cards = edition_list("scrapbots", "3.6")
    assert cards
    first = nandeck.data(cards)
    monkeypatch.setattr(measuring, "fits", lambda *given: pytest.fail("measured again"))
    assert nandeck.data(cards) == first


def test_a_line_break_in_a_name_adds_no_line_to_the_script(scrapbots: CardList) -> None:
    """It came from the question of a search, and with it whatever else was in the question."""
    named = dataclasses.replace(scrapbots, name="Cards\r\nPRINT=x\u2028y")
    script = nandeck.script(named).decode()
    assert script.startswith("; Cards PRINT=x y, ")


@pytest.mark.django_db
def test_a_line_break_in_a_question_is_a_space_in_the_name_of_its_list() -> None:
    assert found_list('name="scout\r\ngolem*"').name.isprintable()
