"""The cards: figures typed in from the design page, printed text, and search facets."""

import csv
from collections import Counter
from importlib import resources

import pytest

from games import catalog
from games.titles.scrapbots.state import KINDS
from tests.table import ruling
from tests.titles.scrapbots.table import ALL

# slug: type, Scrap, Energy (None for Scrapbots) or Health, copies, lines

EDITION_3_4 = {
    "spare-parts": ("Component", 2, 1, 16, ()),
    "drone": ("Scrapbot", 4, 40, 8, ("2: 10 damage.", "4: 10 damage. Draw 1.")),
    "scout": ("Scrapbot", 5, 50, 8, ("3: 20 damage.", "5: 20 damage. Heads: 10 splash.")),
    "sentinel": ("Scrapbot", 6, 60, 5, ("4: Draw 1. Heads: 30 damage.", "6: 30 damage. Heads: draw 2.")),
    "enforcer": ("Scrapbot", 7, 70, 3, ("4: 20 damage. Heads: 10 splash.", "7: 20 damage. 20 splash.")),
    "golem": ("Scrapbot", 8, 80, 2, ("6: 40 damage. Heads: draw 2.", "8: 40 damage. Draw 3.")),
    "armor-plate": ("Component", 4, 4, 8, ("Repair 10. Heads: repair 20 more.",)),
    "chainsaw": ("Component", 5, 5, 8, ("10 damage. 10 splash.",)),
    "servomotor": ("Component", 6, 6, 5, ("Ready this Scrapbot after its next attack.",)),
    "laser-cannon": ("Component", 7, 7, 3, ("30 damage. Heads: 30 splash.",)),
    "rocket-pod": ("Component", 8, 8, 2, ("Destroy the enemy Scrapbot in this Lane.",)),
    "supply-crate": ("Resource", 4, 2, 5, ("Draw 2.",)),
    "repair-kit": ("Resource", 5, 3, 3, ("Repair 20 on one of your Scrapbots.",)),
    "magnet-trap": ("Resource", 6, 2, 2, ("Exhaust an enemy Scrapbot.",)),
    "logic-bomb": (
        "Resource",
        7,
        3,
        1,
        ("Draw 3. Discard all Wounds in your hand and gain 1 Energy for each.",),
    ),
    "fusion-cell": ("Resource", 8, 4, 1, ("Ready one of your Scrapbots.",)),
    "brain-damage": (
        "Wound",
        None,
        None,
        20,
        ("Draw phase: discard all Wounds in your hand and draw 2 for each.",),
    ),
}

EDITION_3_6 = {
    **{slug: row for slug, row in EDITION_3_4.items() if slug not in ("armor-plate", "repair-kit")},
    "spare-parts": ("Component", 1, 0, 8, ()),
    "circuitry": ("Component", 2, 1, 8, ()),
    "sentry-gun": ("Scrapbot", 3, 20, 6, ("2: 10 damage.",)),
    "drone": ("Scrapbot", 4, 40, 5, EDITION_3_4["drone"][4]),
    "scout": ("Scrapbot", 5, 50, 5, EDITION_3_4["scout"][4]),
    "sentinel": ("Scrapbot", 8, 60, 5, EDITION_3_4["sentinel"][4]),
    "enforcer": ("Scrapbot", 10, 70, 3, EDITION_3_4["enforcer"][4]),
    "golem": ("Scrapbot", 12, 80, 2, EDITION_3_4["golem"][4]),
    "plasma-dart": ("Component", 3, 3, 6, ("10 damage.",)),
    "blaster": ("Component", 4, 4, 5, ("10 damage. Heads: 20 more damage.",)),
    "chainsaw": ("Component", 5, 5, 5, EDITION_3_4["chainsaw"][4]),
    "laser-cannon": ("Component", 9, 7, 3, EDITION_3_4["laser-cannon"][4]),
    "rocket-pod": ("Component", 10, 8, 2, EDITION_3_4["rocket-pod"][4]),
    "med-pack": (
        "Resource",
        5,
        2,
        3,
        ("Return a Wound from your hand or discard pile to the Wound stack.",),
    ),
    "magnet-trap": ("Resource", 6, 3, 2, EDITION_3_4["magnet-trap"][4]),
}

EDITION_2020_07 = {
    **EDITION_3_6,
    "spare-parts": ("Component", 2, 0, 8, ()),
    "circuitry": ("Component", 1, 1, 8, ()),
}

EXPECTED = {"3.4": EDITION_3_4, "3.6": EDITION_3_6, "3.6-2020-07": EDITION_2020_07}


def as_typed_here(card):
    second = card.figure("health") if card.type == "Scrapbot" else card.figure("energy")
    lines = tuple(
        f"{line.cost.removesuffix(' Energy')}: {line.text}" if line.cost else line.text for line in card.lines
    )
    return (card.type, card.figure("cost"), second, card.quantity, lines)


@ruling("type-component", "type-resource", "type-scrapbot", "scrapbot-1", "type-wound")
def test_every_figure_and_text_is_that_of_the_design_page(edition):
    found = {card.slug: as_typed_here(card) for card in catalog.cards("scrapbots", edition)}
    assert found == EXPECTED[edition]


def test_the_text_made_from_the_effects_is_the_printed_text(edition):
    for card in catalog.cards("scrapbots", edition):
        assert card.lines == card.printed, card.slug


@pytest.mark.parametrize(
    "slug, facets",
    [
        ("scout", ("damage", "flip", "splash")),
        ("golem", ("damage", "draw", "flip")),
        ("chainsaw", ("damage", "splash")),
        ("servomotor", ("ready",)),
        ("rocket-pod", ("destroy",)),
        ("logic-bomb", ("draw", "wound")),
        ("magnet-trap", ("exhaust",)),
        ("brain-damage", ("draw", "wound")),
    ],
)
def test_a_card_is_found_by_what_it_does(edition, slug, facets):
    assert catalog.card("scrapbots", edition, slug).facets == facets


def test_a_card_cites_the_paragraph_about_its_type(edition):
    for card in catalog.cards("scrapbots", edition):
        assert card.rule == f"type-{card.type.lower()}"
        assert (card.game, card.edition) == ("scrapbots", edition)


@pytest.mark.parametrize("edition, starter", [("3.4", [8, 0]), ("3.6", [4, 4]), ("3.6-2020-07", [4, 4])])
def test_starter_decks(edition, starter):
    rows = catalog.game("scrapbots", edition).rules.rows
    copies = {slug: row.starter for slug, row in rows.items() if row.starter}
    assert [copies.get("spare-parts", 0), copies.get("circuitry", 0)] == starter
    assert sum(copies.values()) == 8


def test_cards_csv_has_each_card_of_each_edition_once():
    source = resources.files("games.titles.scrapbots").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        rows = Counter((row["edition"], row["slug"]) for row in csv.DictReader(lines))
    assert set(rows) == {(edition, slug) for edition in ALL for slug in EXPECTED[edition]}
    assert set(rows.values()) == {1}


def test_every_kind_belongs_to_an_edition():
    assert set(KINDS) == set().union(*EXPECTED.values())


def test_a_changed_card_changes_the_hash_a_match_pins():
    hashes = {info.cards_hash for info in catalog.title("scrapbots").editions.values()}
    assert len(hashes) == 3


def test_an_unknown_card_is_a_key_error(edition):
    with pytest.raises(KeyError):
        catalog.card("scrapbots", edition, "sonic-screwdriver")
