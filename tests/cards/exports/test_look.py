"""Printed cards take colours, shapes and icons from what the web pages use."""

import typst

from cards.exports.look import colours, font_folder, icon_svg, shapes
from cards.faces import kind_of
from games import catalog


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


def test_a_type_is_drawn_in_a_colour() -> None:
    kinds = {kind_of(card) for card in catalog.cards("scrapbots", "3.6")}
    assert kinds <= colours().keys()


def test_the_sites_fonts_are_there() -> None:
    found = typst.Fonts(include_system_fonts=False, font_paths=[str(font_folder())])
    assert {"Roboto Mono", "Share Tech Mono"} <= set(found.families())
