"""Setup: the field, the tiles, the cubes, and the options."""

import pytest

from games import catalog
from games.engine.chance import FastChance
from games.engine.codec import read_options
from games.engine.errors import BadOptions
from games.titles.scrapyard.events import FieldLaid, TilesDrawn
from games.titles.scrapyard.rules import Options
from games.titles.scrapyard.state import State
from games.titles.scrapyard.title import EDITION
from tests.table import ruling, table


def deal(seats: int = 2, seed: int = 1, **options: int) -> State:
    state, _ = catalog.game("scrapyard", "1.0").new(Options(**options), seats, FastChance(seed))
    return state


@ruling("aim-1", "setup-1")
def test_the_field_is_six_rows_of_nine_face_down_in_random_order(seats):
    orders = {deal(seats, seed).faces for seed in range(20)}
    assert len(orders) == 20
    assert all(sorted(faces) == list(range(54)) for faces in orders)
    game = table("scrapyard").for_players(seats)
    for viewer in range(-1, seats):
        cards = game.seen(viewer).cards
        assert [card.at for card in (cards[0], cards[8], cards[9], cards[53])] == ["1-1", "1-9", "2-1", "6-9"]
        assert not any(card.card or card.is_open for card in cards)


@ruling("setup-2")
def test_of_each_of_six_types_there_are_nine_parts():
    assert [card.slug for card in catalog.cards("scrapyard", "1.0")] == list(EDITION.slugs)
    for part in ("Gear", "Piston", "Battery", "Circuit", "Lens", "Plating"):
        cards = [card for card in catalog.cards("scrapyard", "1.0") if card.sub == part]
        assert [card.figure("value") for card in cards] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
        assert {card.type for card in cards} == {"Part"}
        assert {card.quantity for card in cards} == {1}


@ruling("setup-3")
def test_tiles_are_drawn_in_secret(seats):
    game = table("scrapyard").dealt(seats, *range(seats, 0, -1), *[6] * seats)
    drawn = game.happened(TilesDrawn)
    assert {event.seat for event in drawn} == set(range(seats))
    for event in drawn:
        for seat in range(-1, seats):
            shown = event.seen_by(game.viewer_at(seat)).tiles
            assert (shown is not None) == (seat == event.seat)
    for viewer in range(-1, seats):
        known = [player.seat for player in game.seen(viewer).players if player.tiles is not None]
        assert known == ([viewer] if viewer >= 0 else [])


@ruling("setup-4", "setup-6")
@pytest.mark.parametrize("tiles", [1, 2, 3, 4])
def test_everyone_draws_as_many_tiles_as_agreed_all_different(tiles):
    drawn = [deal(4, seed, tiles=tiles).tiles for seed in range(30)]
    assert {mask.bit_count() for masks in drawn for mask in masks} == {tiles}
    assert any(masks[0] & masks[1] for masks in drawn), "two players may need the same type"


@ruling("setup-4")
def test_two_tiles_unless_agreed_otherwise():
    assert {mask.bit_count() for mask in deal().tiles} == {2}


@ruling("setup-5", "setup-7")
def test_ten_cubes_two_of_them_the_pawn(seats):
    game = table("scrapyard").for_players(seats)
    assert [player.supply for player in game.seen(-1).players] == [8] * seats
    assert game.census()[-seats:] == [f"cube of seat {seat}: 10" for seat in range(seats)]


@pytest.mark.parametrize("options", [{"tiles": 0}, {"tiles": 5}, {"mode": 2}, {"mode": -1}])
def test_other_options_are_refused(options):
    game = catalog.game("scrapyard", "1.0")
    with pytest.raises(BadOptions):
        game.new(read_options(Options, options), 2, FastChance(1))


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_players(seats):
    with pytest.raises(BadOptions):
        deal(seats)


def test_the_log_of_the_deal_begins_with_the_field():
    game = table("scrapyard").dealt(2, 3, 4, 6, 6, 1, 1)
    assert game.happened(FieldLaid)
    assert game.cited == [
        "setup-1", "setup-3", "setup-3", "round-1", "order-1", "order-1", "order-1", "peeks-1",
    ]  # fmt: skip
