"""What a viewer sees, and what stays hidden: face-down cards, tiles, and what others know."""

import pytest

from games.bots import bot
from games.engine.chance import FastChance
from games.engine.codec import to_json
from games.engine.viewers import viewers
from games.titles.scrapyard.state import CORNER, PLACES
from games.titles.scrapyard.title import EDITION
from tests.table import table
from tests.titles.scrapyard.secrets import swap_hidden
from tests.titles.scrapyard.table import at


def full_table(stealth=True):
    """Return a table of three in the collection, with cards seen, turned up and taken, and with cubes."""
    game = table("scrapyard").for_players(3)
    if stealth:
        game.by_stealth()
    game.with_tiles(0, "gear", "lens").with_tiles(1, "piston", "gear").with_tiles(2, "plating", "battery")
    for seat, column in ((0, 1), (0, 2), (1, 2), (1, 3), (2, 4)):
        game.with_known(seat, 3, column)
    game.with_open(4, 4).with_cube(1, 5, 5).with_cube(2, 5, 6).with_known(2, 2, 2).with_taken(1, "piston-2")
    return game.with_taken(2, "lens-9").collecting(3, 3)


def shown(game, seat):
    return to_json(game.seen(seat))


@pytest.mark.parametrize("stealth", [True, False])
@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_a_view_does_not_depend_on_what_is_hidden(seat, stealth):
    game = full_table(stealth)
    before, told = shown(game, seat), game.game.legal(game.state, 0)
    tables = set()
    for seed in range(30):
        swap_hidden(game.state, game.viewer_at(seat), FastChance(seed))
        tables.add(game.game.encode(game.state))
        assert shown(game, seat) == before
        assert game.game.legal(game.state, 0) == told
    assert len(tables) == 30


def test_a_player_knows_the_cards_looked_at_and_the_open_ones_and_no_more():
    game = full_table()
    known = {seat: {card.card for card in game.seen(seat).cards if card.card} for seat in (-1, 0, 1, 2)}
    assert known == {
        -1: {"circuit-4"},
        0: {"circuit-4", "battery-1", "battery-2"},
        1: {"circuit-4", "battery-2", "battery-3", "piston-2"},
        2: {"circuit-4", "battery-4", "piston-2", "lens-9"},
    }


@pytest.mark.parametrize("seat", [-1, 0, 1, 2])
def test_what_is_unseen_is_known_as_a_whole(seat):
    view = full_table().seen(seat)
    known = [card.card for card in view.cards if card.card]
    assert sorted([*view.unseen, *known], key=EDITION.numbers.__getitem__) == list(EDITION.slugs)
    assert list(view.unseen) == sorted(view.unseen, key=EDITION.numbers.__getitem__)


def test_two_cards_exchanged_in_the_notebook_of_another_show_nowhere_else():
    game = full_table()
    before = [shown(game, seat) for seat in (-1, 0, 1, 2)]
    faces = bytearray(game.state.faces)
    one, other = at(3, 4), at(5, 9)
    faces[one], faces[other] = faces[other], faces[one]
    game.state.faces = bytes(faces)
    after = [shown(game, seat) for seat in (-1, 0, 1, 2)]
    assert [old == new for old, new in zip(before, after, strict=True)] == [True, True, True, False]


def test_tiles_of_others_show_nowhere_until_they_are_revealed():
    game = full_table()
    before = [shown(game, seat) for seat in (-1, 0, 1)]
    game.with_tiles(2, "gear", "circuit")
    assert [shown(game, seat) for seat in (-1, 0, 1)] == before
    game.state.stealth = 0
    assert game.seen(-1).players[2].tiles == ("gear", "circuit")
    game.state.phase = CORNER - 1
    assert game.seen(-1).players[2].tiles is None


def test_a_resampled_state_keeps_what_is_known_and_deals_the_rest_anew():
    game = full_table()
    for seat in (-1, 0, 1, 2):
        view, tables = game.seen(seat), set()
        for seed in range(20):
            other = game.game.resample(view, FastChance(seed))
            assert game.game.view(other, game.viewer_at(seat)) == view
            tables.add(bytes(other.faces))
        assert len(tables) == 20


def test_a_resampled_state_marks_what_it_made_up():
    game = full_table()
    other = game.game.resample(game.seen(0), FastChance(1))
    assert game.state.guessed == 0
    known = {place for place in range(PLACES) if not other.guessed >> place & 1}
    assert known == {at(3, 1), at(3, 2), at(4, 4)}


@pytest.mark.parametrize("name", ["greedy", "random"])
def test_a_bot_does_the_same_whatever_is_hidden(name):
    game = full_table()
    moves = set()
    for seed in range(5):
        swap_hidden(game.state, game.viewer_at(0), FastChance(seed))
        moves.add(bot(name)(game.game, game.seen(0), 0, FastChance(7)))
    assert len(moves) == 1


def test_the_refusal_of_a_peek_says_nothing_of_the_card():
    reasons = set()
    game = table("scrapyard").with_peeks(3).with_cube(1, 2, 3)
    for seed in range(5):
        swap_hidden(game.state, game.viewer_at(0), FastChance(seed))
        offers = game.game.offers(game.state, 0)
        reasons.add(tuple(str(offer.refusal) for offer in offers))
    assert len(reasons) == 1


def test_what_showed_something_new_cannot_be_taken_back():
    def reveals(game):
        return any(event.reveals for event in game.events)

    game = table("scrapyard").with_peeks(3)
    assert not reveals(game.buy_peek())
    assert reveals(game.peek(1, 1))
    game = table("scrapyard").placing().place(1, 1)
    assert not reveals(game)
    assert not reveals(game.move((1, 1), 2, 2))
    game = table("scrapyard").by_stealth().collecting(1, 1).with_cube(1, 1, 2)
    assert not reveals(game.walk(1, 2))
    assert not reveals(game.claim(1))
    assert reveals(game.turn_up())
    assert reveals(game.take())
    assert not reveals(game.end())


def test_everyone_can_look_at_the_viewers_of_every_phase(seats):
    game = table("scrapyard").for_players(seats)
    for viewer in viewers(seats):
        assert game.seen(viewer.seat).viewer == viewer.seat
