"""The figures and texts of the kinds, typed in a second time from the design page."""

import csv
import re
from importlib import resources

import pytest

from games.titles.junkyard.title import EDITION, TITLE
from tests.table import ruling

CARDS = {card.slug: card for card in TITLE.newest.cards}
RELEASED = {"0.1": "3b073121a283a7f3225bc6139822cad9fd5f4e2942d190bcbb5f35a4cd4d8e9c"}

STARTER = {
    "crawl": (1, 0, 3, 1, "Move 1."),
    "roll": (2, 0, 1, 13, "Move 2."),
    "pivot": (1, 0, 3, 17, "Turn."),
    "grab": (1, 0, 3, 29, "Salvage 1."),
    "stash": (1, 0, 2, 41, "Scrap 1."),
}
JUNK = [
    ("dead-weight", -2, 8, "Trash."),
    ("smelter", 1, 5, "Scrap 3."),
    ("gilded-core", 0, 7, "Move 1."),
    ("leaky-battery", -1, 6, "Charge. Move 1."),
    ("electromagnet", 2, 3, "Salvage 3."),
    ("compactor", 1, 3, "Scrap 2."),
    ("reactor", 3, 4, "Recharge 3."),
    ("crane", 1, 4, "Salvage 1. Turn. Salvage 1."),
    ("incinerator", 1, 2, "Trash. Salvage 2."),
    ("furnace", 2, 2, "Charge. Scrap 1."),
    ("grapple", 1, 2, "Salvage 2."),
    ("tumbler", 1, 2, "Shuffle. Salvage 1."),
    ("scoop", 1, 3, "Salvage 1. Scrap 1."),
    ("dredge", 1, 2, "Move 1. Salvage 1."),
    ("dynamo", 2, 2, "Recharge 2."),
    ("hopper", 1, 1, "Scrap 1. Overclock."),
    ("drift-axle", 1, 3, "Move 1. Turn. Move 1."),
    ("gyroscope", 1, 2, "Turn. Move 1."),
    ("jump-jet", 2, 3, "Move 3."),
    ("turbine", 1, 2, "Move 2. Overclock."),
    ("claw", 1, 1, "Salvage 1. Overclock."),
    ("swivel", 1, 1, "Turn. Overclock."),
]


def figures(card):
    return card.figure("charge"), card.figure("value"), card.figure("initiative")


@ruling("type-starter")
def test_the_starter_cards():
    found = {slug: card for slug, card in CARDS.items() if card.type == "Starter"}
    assert found.keys() == STARTER.keys()
    for slug, (charge, value, copies, initiative, text) in STARTER.items():
        assert figures(found[slug]) == (charge, value, initiative)
        assert EDITION.by_slug[slug].starter == copies
        assert found[slug].quantity == 4 * copies
        assert [line.text for line in found[slug].lines] == [text]


@ruling("type-junk", "setup-6", "card-1")
def test_the_22_kinds_of_junk_in_the_order_of_the_box():
    found = [card for card in CARDS.values() if card.type == "Junk"]
    assert [card.slug for card in found] == [slug for slug, *_ in JUNK]
    for number, (card, (_, charge, value, text)) in enumerate(zip(found, JUNK, strict=True)):
        assert figures(card) == (charge, value, 101 + 10 * number)
        assert card.quantity == 9
        assert [line.text for line in card.lines] == [text]


@ruling("resolve-9", "end-6", "type-box")
def test_cards_have_keywords_of_the_rules_only_so_none_contradicts_them_or_gives_points_elsewhere():
    keyword = r"(Turn|Trash|Charge|Shuffle|Overclock|(Move|Salvage|Scrap|Recharge) [1-9])\."
    for card in CARDS.values():
        (line,) = card.lines
        assert re.fullmatch(rf"{keyword}( {keyword})*", line.text), card.slug


def test_the_text_made_from_the_effects_is_the_printed_text():
    for card in CARDS.values():
        assert card.lines == card.printed, card.slug


@pytest.mark.parametrize(
    "slug, facets",
    [
        ("crane", ("salvage", "turn")),
        ("furnace", ("charge", "scrap")),
        ("tumbler", ("salvage", "shuffle")),
        ("turbine", ("move", "overclock")),
        ("reactor", ("recharge",)),
        ("incinerator", ("salvage", "trash")),
    ],
)
def test_a_card_is_found_by_what_it_does(slug, facets):
    assert CARDS[slug].facets == facets


def test_cards_csv_has_each_kind_once():
    source = resources.files("games.titles.junkyard").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        slugs = [row["slug"] for row in csv.DictReader(lines)]
    assert slugs == [*STARTER, *(slug for slug, *_ in JUNK)]


def test_the_rules_of_a_released_edition_never_change():
    """Running matches pin the hash; a change needs a new edition or a revision."""
    assert {info.slug: info.cards_hash for info in TITLE.editions.values()} == RELEASED
