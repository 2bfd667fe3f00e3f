"""Paragraphs of the rulebooks that state a figure which designers may change are named with that figure."""

from collections.abc import Mapping

import pytest

from games import catalog
from games.engine.drafting import Number, rules_of
from games.engine.drafting.fields import PlainField
from games.engine.protocol import Drafting, EditionInfo
from games.workshop.figures import figures_in
from rules.answers.addresses import places
from rules.document.books import Note
from rules.document.markup import EXAMPLE
from rules.wiki.shipped import book

TITLES = tuple(title.slug for title in catalog.titles())
EDITIONS = tuple((title.slug, edition) for title in catalog.titles() for edition in title.editions)

# Numbers that no draft changes by themselves: those of the table and of the text, sums, and examples. Zero
# and one aren't among them, as they are words of the language more often than figures.
OTHERS: Mapping[str, Mapping[str, set[int]]] = {
    "scrapbots": {
        "setup-1": {4, 8},
        "setup-4": {3},
        "turn-5": {4},
        "draw-4": {2},
        "draw-6": {2},
        "type-wound": {2},
        "resource-2": {2},
        "build-1": {3},
        "damage-1": {10},
        "effect-wound-return": {2},
        "pay-1": {2020},
        "activate-3": {2020},
        "scrapbot-1": {2},
        "term-damage": {10},
        "term-lane": {3},
        "term-starting-deck": {8},
        "note_the-game-in-brief": {3},
        "note_what-you-need": {10},
        "note_the-table-at-the-start": {3},
    },
    "junkyard": {
        "yard-1": {3, 4, 9, 24},
        "yard-3": {2},
        "setup-1": {12},
        "setup-2": {9},
        "setup-3": {9, 108},
        "setup-6": {4, 12, 48, 101, 109, 111, 119, 311, 319},
        "turn-1": {2},
        "program-1": {6},
        "charge-1": {2, 5},
        "charge-6": {5},
        "resolve-1": {6},
        "resolve-7": {2},
        "move-3": {4},
        "corner-1": {90},
        "corner-2": {90},
        "end-4": {2, 3, 4},
        "house-1": {30},
        "term-adjacent": {2},
        "term-pile": {9},
        "term-register": {6},
        "term-yard": {9, 24},
        "note_what-you-need": {6, 9},
        "note_the-table-at-the-start": {6, 9, 12},
        "note_a-move-in-a-picture": {2},
    },
    "scrapyard": {
        "setup-1": {9, 54},
        "aim-1": {54},
        "setup-3": {4, 6},
        "setup-4": {2},
        "setup-5": {2, 8},
        "setup-6": {2, 6},
        "order-1": {2},
        "peeks-1": {12},
        "corner-1": {2},
        "turns-1": {2, 8},
        "points-2": {2},
        "term-corner": {4},
        "term-field": {9},
        "term-pawn": {2},
        "note_what-you-need": {2, 6},
        "note_the-table-at-the-start": {2, 8, 9},
    },
    "scrap-knights": {
        "turn-1": {3},
        "act-3": {2},
        "token-2": {2},
        "hit-2": {2},
        "distance-1": {2},
        "copy-3": {1000},
        "machina-deus-1": {36},
        "thruster-1": {6},
        "parry-1": {5},
        "heatsink-1": {5},
        "test-2": {2},
        "note_what-you-need": {2, 9},
        "note_a-whole-turn-in-pictures": {2, 3, 4, 5},
    },
}
# Where a figure of two or more isn't said as a number: `the fourth pile`, `54 parts` for six rows.
OTHERWISE = {
    ("junkyard", "active", "charge-1"),
    ("junkyard", "empty_piles", "end-1"),
    ("scrapbots", "starter", "term-starting-deck"),
    ("scrapyard", "rows", "aim-1"),
    ("scrapyard", "cubes", "note_the-table-at-the-start"),
    ("scrapyard", "dice_sides", "peeks-1"),
}


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_every_number_of_the_rulebook_belongs_to_a_figure_that_names_its_paragraph(
    title: str, edition: str
) -> None:
    named: dict[str, set[int]] = {}
    for field, values in _figures(title, edition):
        for anchor in field.stated:
            named.setdefault(anchor, set()).update(values)
    unnamed = {
        address: left
        for address, words in _ruling(title, edition).items()
        if (
            left := {number for number in figures_in(words) if number > 1}
            - named.get(address, set())
            - OTHERS[title].get(address, set())
        )
    }
    assert not unnamed


@pytest.mark.parametrize(("title", "edition"), EDITIONS)
def test_paragraph_that_a_figure_names_states_it(title: str, edition: str) -> None:
    there = places(book(title, edition))
    silent = {
        (title, field.key, anchor)
        for field, values in _figures(title, edition)
        if isinstance(field, Number)
        for anchor in field.stated
        if anchor in there
        and any(value > 1 for value in values)
        and not values.intersection(figures_in(there[anchor].part.text))
    }
    assert silent <= OTHERWISE


@pytest.mark.parametrize("title", TITLES)
def test_paragraphs_that_figures_name_exist(title: str) -> None:
    books = [book(title, edition) for edition in catalog.title(title).editions]
    there = {address for each in books for address in places(each)}
    fields = [field for field, _ in _figures(title, books[0].edition)]
    assert {anchor for field in fields for anchor in rules_of(field)} <= there


@pytest.mark.parametrize("title", TITLES)
def test_every_figure_of_the_rules_names_a_paragraph_that_states_it(title: str) -> None:
    assert [each.key for each in _drafting(title).parameters if not each.field.stated] == []


def test_hand_size_concerns_the_first_hand() -> None:
    parameters = _drafting("scrapbots").parameters
    hand = next(each.field for each in parameters if each.key == "hand_size")
    in_notes = ("note_the-game-in-brief", "note_example-a-hand-with-two-wounds")
    assert rules_of(hand) == ("draw-1", "draw-4", "setup-6", *in_notes)


def _ruling(title: str, edition: str) -> dict[str, str]:
    """Return the words of all rules, terms and notes; examples and the introduction tell of single cases."""
    return {
        address: place.part.text
        for address, place in places(book(title, edition)).items()
        if place.section and not (isinstance(place.part, Note) and place.part.kind == EXAMPLE)
    }


def _figures(title: str, edition: str) -> list[tuple[PlainField, set[int]]]:
    """Return the figures of rules and cards, each with the values that the edition has."""
    drafting, info = _drafting(title), _edition(title, edition)
    values = drafting.values(info)
    found = [(each.field, _numbers(values.parameters.get(each.key))) for each in drafting.parameters]
    for field in {field for kind in drafting.card_types.values() for field in kind.figures}:
        cards = [card for card in values.cards.values() if field in drafting.card_types[card.type].figures]
        found.append((field, _numbers(*(card.figures.get(field.key) for card in cards))))
    return found


def _numbers(*values: object) -> set[int]:
    return {value for value in values if isinstance(value, int) and not isinstance(value, bool)}


def _drafting(title: str) -> Drafting:
    drafting = catalog.title(title).drafting
    assert drafting is not None
    return drafting


def _edition(title: str, edition: str) -> EditionInfo:
    return catalog.published(title, edition)
