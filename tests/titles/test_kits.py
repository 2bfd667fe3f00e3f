"""Kits: what people need at a table is what the engine sets up, and what each rulebook says they need."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games import catalog
from games.engine.chance import FastChance
from games.engine.kit import BOX, HAND, TABLE, Deck, Kit
from games.titles.scrap_knights.decks.ready_made import MECHS
from games.titles.scrapbots.state import KINDS as SCRAPBOTS_KINDS
from rules.document.markup import plain
from rules.wiki import shipped
from scrapsite.common.typesetting.look import light_colours

EDITIONS = [(title.slug, edition) for title in catalog.titles() for edition in title.editions]
every_edition = pytest.mark.parametrize(("game", "edition"), EDITIONS)
ICONS = Path(__file__).parents[2] / "static/icons"


def cards_of(*decks: Deck) -> Counter[str]:
    return Counter({share.card: 0 for deck in decks for share in deck.shares}) + Counter(
        card for deck in decks for share in deck.shares for card in [share.card] * share.copies
    )


def dealt(game: str, edition: str, seats: int, **options: Any) -> Any:
    played = catalog.game(game, edition)
    return played.new(played.options_type(**options), seats, FastChance(1))[0]


def boxes(kit: Kit) -> int:
    """Return how many boxes of cards a kit has: in Scrap Knights each player has one."""
    return kit.seats if kit.picks else 1


@every_edition
def test_the_decks_hold_every_copy_of_every_card(game: str, edition: str) -> None:
    kit = catalog.kit(game, edition)
    copies = {card.slug: card.quantity * boxes(kit) for card in catalog.cards(game, edition)}
    assert cards_of(*kit.decks) == copies


@every_edition
def test_no_numbered_copy_is_in_two_decks_or_missing(game: str, edition: str) -> None:
    decks = catalog.kit(game, edition).decks
    for card in catalog.cards(game, edition):
        shares = [share for deck in decks for share in deck.shares if share.card == card.slug]
        if any(figure.last is not None for figure in card.figures):
            numbers = sorted(number for share in shares for number in share.numbers)
            assert numbers == list(range(1, card.quantity + 1))
            assert all(len(share.numbers) == share.copies for share in shares)
        else:
            assert not any(share.numbers for share in shares)


@pytest.mark.parametrize("edition", catalog.title("scrapbots").editions)
def test_scrapbots_are_dealt_as_the_engine_deals_them(edition: str) -> None:
    kit, state = catalog.kit("scrapbots", edition), dealt("scrapbots", edition, 2)

    def named(kinds: list[int]) -> Counter[str]:
        return Counter(SCRAPBOTS_KINDS[kind] for kind in kinds)

    for seat in range(2):
        assert cards_of(kit.deck(f"starter-{seat + 1}")) == named(state.decks[seat] + state.hands[seat])
    assert cards_of(kit.deck("main")) == named(state.main + state.market)
    assert kit.deck("wounds").copies == state.stack
    hands = [deal.copies for deal in kit.deals if deal.place == HAND]
    assert sorted(hands) == sorted(len(hand) for hand in state.hands)
    assert sum(deal.deck == "main" and deal.is_open for deal in kit.deals) == len(state.market)


def test_junkyard_is_dealt_as_the_engine_deals_it() -> None:
    kit, state = catalog.kit("junkyard", "0.1"), dealt("junkyard", "0.1", 4)
    cards = {card.slug: card for card in catalog.cards("junkyard", "0.1")}

    def initiatives(deck: Deck) -> list[int]:
        first = {slug: card.figure("initiative") or 0 for slug, card in cards.items()}
        return sorted(first[share.card] + n - 1 for share in deck.shares for n in share.numbers)

    for seat in range(4):
        assert initiatives(kit.deck(f"starter-{seat + 1}")) == sorted(state.decks[seat])
    assert initiatives(kit.deck("yard")) == sorted(card for pile in state.piles for card in pile)
    piles = [deal.copies for deal in kit.deals if deal.place.startswith("yard/pile-")]
    assert piles == [len(pile) for pile in state.piles]
    in_the_box = sum(deck.place == BOX for deck in kit.decks)
    assert in_the_box == len(catalog.cards("junkyard", "0.1")) - 5 - 12


def test_scrapyards_field_has_a_place_for_every_part() -> None:
    kit, state = catalog.kit("scrapyard", "1.0"), dealt("scrapyard", "1.0", 4)
    assert kit.deck("parts").copies == len(state.faces) == len({deal.place for deal in kit.deals})


def test_ready_made_mechs_can_be_picked_from_a_box() -> None:
    """A card that TAS-Custom copies may be in the hand as well; those three are needed once more."""
    kit = catalog.kit("scrap-knights", "b.0.0")
    box = cards_of(*(deck for deck in kit.decks if deck.owner == 0))
    picks = {pick.slug: cards_of(pick) for pick in kit.picks}
    for mech in MECHS:
        hand, prep = picks.pop(mech.slug), picks.pop(f"{mech.slug}-prep", Counter())
        assert hand == Counter((*mech.deck.acts, mech.deck.ult, *mech.deck.bots)), mech.slug
        assert prep == Counter(mech.deck.prep), mech.slug
        assert hand + prep - box == Counter(set(mech.deck.prep) & set(mech.deck.acts)), mech.slug
    assert not picks


@every_edition
def test_everything_has_a_place(game: str, edition: str) -> None:
    kit = catalog.kit(game, edition)
    things = [*kit.decks, *kit.markers, *kit.deals]
    for thing in things:
        found = kit.spot(thing.place)
        owner = kit.deck(thing.deck).owner if hasattr(thing, "deck") else thing.owner
        assert found is None or owner is not None or not found[0].is_each, thing


@every_edition
def test_spots_lie_on_their_mats_and_not_on_each_other(game: str, edition: str) -> None:
    for mat in catalog.kit(game, edition).mats:
        assert len({spot.slug for spot in mat.spots}) == len(mat.spots)
        for number, spot in enumerate(mat.spots):
            assert spot.left >= 0
            assert spot.top >= 0
            assert spot.left + spot.width <= mat.width + 0.01, spot.slug
            assert spot.top + spot.height <= mat.height + 0.01, spot.slug
            for other in mat.spots[:number]:
                apart = (
                    spot.left + 0.01 >= other.left + other.width
                    or other.left + 0.01 >= spot.left + spot.width
                    or spot.top + 0.01 >= other.top + other.height
                    or other.top + 0.01 >= spot.top + spot.height
                )
                assert apart, (mat.slug, spot.slug, other.slug)


@every_edition
def test_kits_cite_rules_that_exist(game: str, edition: str) -> None:
    kit, anchors = catalog.kit(game, edition), shipped.anchors(game, edition)
    cited = [thing.rule for thing in (*kit.decks, *kit.deals, *kit.markers, *kit.dice, *kit.picks)]
    cited += [rule for aid in kit.aids for line in aid.lines for rule in line.rules]
    assert set(cited) <= anchors


@every_edition
def test_kits_name_colours_and_icons_that_exist(game: str, edition: str) -> None:
    kit = catalog.kit(game, edition)
    paints = {marker.paint for marker in kit.markers} | {spot.paint for mat in kit.mats for spot in mat.spots}
    assert paints - {""} <= light_colours().keys()
    assert all((ICONS / f"{marker.icon}.svg").is_file() for marker in kit.markers if marker.icon)


@every_edition
def test_slugs_are_unique(game: str, edition: str) -> None:
    kit = catalog.kit(game, edition)
    for things in (kit.decks, kit.mats, kit.markers, kit.dice, kit.aids, kit.picks):
        assert len({thing.slug for thing in things}) == len(things)


NUMBERS = {"two": 2, "six": 6, "nine": 9, "ten": 10, "twelve": 12}


def needed(game: str, edition: str) -> str:
    """Return the words of the rulebook's note “What you need”."""
    book = shipped.book(game, edition)
    parts = [part for section in book.sections for part in section.parts]
    notes = [part for part in parts if getattr(part, "position", "") == "components"]
    return " ".join(plain(notes[0].html).split())


def said(pattern: str, words: str) -> int:
    found = re.search(pattern, words)
    assert found is not None, words
    return NUMBERS[found[1]]


@pytest.mark.parametrize("edition", catalog.title("scrapbots").editions)
def test_scrapbots_need_what_the_rulebook_says(edition: str) -> None:
    words, kit = needed("scrapbots", edition), catalog.kit("scrapbots", edition)
    assert "a coin to flip" in words
    assert [len(die.faces) for die in kit.dice] == [2]
    assert "counters for damage, one for each 10 points" in words
    assert next(marker for marker in kit.markers if marker.slug == "damage").words == "10"
    assert "Scrap and Energy can be counted" in words
    assert {"scrap-0", "energy-0"} <= {spot.slug for spot in kit.mats[0].spots}


def test_junkyard_needs_what_the_rulebook_says() -> None:
    words, kit = needed("junkyard", "0.1"), catalog.kit("junkyard", "0.1")
    assert "a Scrapbot for each player" in words
    assert sum(marker.form == "standee" for marker in kit.markers) == kit.seats
    registers = [spot for mat in kit.mats if mat.is_each for spot in mat.spots if "register" in spot.slug]
    assert len(registers) == said(r"room for (\w+) registers", words)
    recommended = kit.deck("yard").shares
    assert len(recommended) == said(r"each of (\w+) kinds of junk", words)
    assert {share.copies for share in recommended} == {said(r"with (\w+) cards of each", words)}


def test_scrapyard_needs_what_the_rulebook_says() -> None:
    words, kit = needed("scrapyard", "1.0"), catalog.kit("scrapyard", "1.0")
    assert sum(die.copies for die in kit.dice) == said(r"need (\w+) dice", words)
    cubes = [marker.copies for marker in kit.markers if marker.form == "cube"]
    assert cubes == [said(r"(\w+) cubes of one colour", words)] * kit.seats
    tiles = Counter(marker.owner for marker in kit.markers if marker.slug.startswith("tile-"))
    assert set(tiles.values()) == {said(r"a set of (\w+) tiles", words)}


def test_scrap_knights_need_what_the_rulebook_says() -> None:
    words, kit = needed("scrap-knights", "b.0.0"), catalog.kit("scrap-knights", "b.0.0")
    assert sum(die.copies for die in kit.dice) == said(r"need (\w+) six-sided dice", words)
    assert {len(die.faces) for die in kit.dice} == {6}
    notes = [marker for marker in kit.markers if marker.slug.startswith("note-")]
    assert len(notes) == said(r"dice, (\w+) note cards", words)


def test_a_place_that_is_nowhere_is_an_error() -> None:
    kit = catalog.kit("junkyard", "0.1")
    assert [kit.spot(place) for place in (HAND, TABLE, BOX)] == [None] * 3
    for place in ("yard", "yard/pile-10", "moon/pile-1"):
        with pytest.raises(KeyError):
            kit.spot(place)
    with pytest.raises(KeyError):
        kit.deck("starter-5")
