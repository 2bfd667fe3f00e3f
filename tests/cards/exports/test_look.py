"""Printed cards use the colours, shapes and icons of the web pages."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import typst
from PIL import ImageColor

from cards.catalogue.faces import finer_kind_of, kind_of
from cards.exports import look
from cards.exports.look import TEMPLATES, colours, enamel_of, icon_svg, shapes, templates_version
from games import catalog
from scrapsite.common.typesetting.look import font_folder


def test_colours_are_those_of_the_style_sheet() -> None:
    assert colours()["scrapbot"] == "#b4451f"
    assert {"stock", "ink", "ink-soft", "oil", "cog", "energy", "component"} <= colours().keys()


def test_shapes_are_outlines_in_percent() -> None:
    for points in shapes().values():
        assert len(points) > 5
        assert all(len(point) == 2 and min(point) >= 0 and max(point) <= 100 for point in points)


def test_every_card_and_every_back_has_its_drawing() -> None:
    for title in catalog.titles():
        assert icon_svg(title.icon), title.slug
        for edition in title.editions.values():
            missing = {card.slug for card in edition.cards if card.icon and not icon_svg(card.icon)}
            assert missing == set()


@pytest.mark.parametrize(
    ("changed", "is_other"), [("share.typ", True), ("card.typ", True), ("print.typ", False)]
)
def test_a_picture_is_drawn_anew_when_its_template_or_one_that_it_imports_changes(
    changed: str, is_other: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied = Path(shutil.copytree(TEMPLATES, tmp_path / "template"))
    monkeypatch.setattr(look, "TEMPLATES", copied)
    before = templates_version.__wrapped__("share.typ")
    with (copied / changed).open("a", encoding="utf-8") as file:
        file.write("// another look")
    assert (templates_version.__wrapped__("share.typ") != before) is is_other


def test_every_type_is_drawn_in_a_colour_of_its_own() -> None:
    cards = [card for title in catalog.titles() for card in title.newest.cards]
    kinds = {finer_kind_of(card) or kind_of(card) for card in cards}
    assert kinds <= colours().keys()
    assert {enamel_of(card) for card in cards} == kinds
    assert len({colours()[kind] for kind in kinds}) == len(kinds)


def test_words_stand_out_from_the_colours_below_them() -> None:
    cards = [card for title in catalog.titles() for card in title.newest.cards]
    for enamel in {enamel_of(card) for card in cards} | {"charge", "energy"}:
        assert contrast("#ffffff", colours()[enamel]) >= 4.5, enamel
    for plate in ("value", "cog", "initiative", "stock"):
        assert contrast(colours()["ink"], colours()[plate]) >= 7, plate


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG defines it."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def brightness(colour: str) -> float:
    parts = [part / 255 for part in ImageColor.getrgb(colour)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_sites_fonts_are_there() -> None:
    found = typst.Fonts(include_system_fonts=False, font_paths=[str(font_folder())])
    assert {"Roboto Mono", "Share Tech Mono"} <= set(found.families())


def test_the_code_that_chooses_types_and_colours_decides_how_cards_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, other = look.look_version.__wrapped__(), tmp_path / "faces.py"
    other.write_text("# another way to name types")
    monkeypatch.setattr(look.faces, "__file__", str(other))
    assert look.look_version.__wrapped__() != before
