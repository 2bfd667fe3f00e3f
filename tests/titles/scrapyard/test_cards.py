"""The parts: figures typed in from the design page, printed text, and the data of released editions."""

import csv
from importlib import resources

from games import catalog

PARTS = {
    "gear": "Gear",
    "piston": "Piston",
    "battery": "Battery",
    "circuit": "Circuit",
    "lens": "Lens",
    "plating": "Plating",
}
RELEASED = "e264e9f3005becbdc408157d28fb228afdbb26afdcd7bdc5edab8962f70bd482"


def test_every_part_is_that_of_the_design_page():
    found = [
        (card.slug, card.name, card.sub, card.figure("value"), [line.text for line in card.lines])
        for card in catalog.cards("scrapyard", "1.0")
    ]
    assert found == [
        (
            f"{slug}-{value}",
            f"{name} {value}",
            name,
            value,
            [f"+{value} with a {name} tile, −{value} without."],
        )
        for slug, name in PARTS.items()
        for value in range(1, 10)
    ]


def test_the_text_made_from_the_figures_is_the_printed_text():
    for card in catalog.cards("scrapyard", "1.0"):
        assert card.lines == card.printed, card.slug


def test_parts_of_one_type_share_an_icon():
    icons = {card.sub: card.icon for card in catalog.cards("scrapyard", "1.0")}
    assert len(set(icons.values())) == 6
    assert all(card.icon == icons[card.sub] for card in catalog.cards("scrapyard", "1.0"))


def test_cards_csv_has_each_part_once():
    source = resources.files("games.titles.scrapyard").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        slugs = [row["slug"] for row in csv.DictReader(lines)]
    assert len(slugs) == len(set(slugs)) == 54


def test_the_rules_of_a_released_edition_never_change():
    assert catalog.edition("scrapyard", "1.0").cards_hash == RELEASED
