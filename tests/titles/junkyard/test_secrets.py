"""What a viewer sees, and what stays hidden: piles, decks, hands, registers, charges."""

import pytest

from games.engine.chance import FastChance
from games.engine.codec import to_json
from games.engine.viewers import SPECTATOR, seat_viewer, viewers
from games.titles.junkyard.events import CardsDrawn
from games.titles.junkyard.events.private import CardSlotted
from tests.table import table
from tests.titles.junkyard.secrets import swap_hidden


def full_table():
    """Return a table with hidden cards everywhere, while two players program."""
    return (
        table("junkyard")
        .holding("stash", "crane", "scoop")
        .slotting("grab", "roll")
        .holding("grab", "stash", "roll", seat=1)
        .slotting("crawl", "", "pivot", seat=1)
        .with_deck("crawl", "dynamo", "turbine")
        .with_deck("hopper", "scoop", "dredge", seat=1)
        .with_discard("reactor")
        .with_pile(1, "electromagnet", "compactor", "grapple")
        .with_pile(2, "gyroscope", "electromagnet", "compactor")
    )


def seen(game, viewer):
    return to_json(game.game.view(game.state, viewer))


@pytest.mark.parametrize("viewer", viewers(2), ids=lambda viewer: f"viewer{viewer.seat}")
@pytest.mark.parametrize("is_resolving", [False, True], ids=["programming", "resolving"])
def test_whatever_is_hidden_may_be_exchanged_without_a_trace(viewer, is_resolving):
    game = full_table().standing(0, "e1")
    if is_resolving:
        game.resolve()
    before = seen(game, viewer)
    orders = game.game.orders(game.state, 0)
    encodings = set()
    for seed in range(30):
        state = game.game.clone(game.state)
        swap_hidden(state, viewer, FastChance(seed))
        encodings.add(game.game.encode(state))
        assert to_json(game.game.view(state, viewer)) == before
        if viewer.seat == 0:
            assert game.game.orders(state, 0) == orders
    assert len(encodings) > 20


@pytest.mark.parametrize("viewer", viewers(2), ids=lambda viewer: f"viewer{viewer.seat}")
def test_a_resampled_state_fits_the_view_and_deals_the_rest_anew(viewer):
    game = full_table().standing(0, "e1").resolve()
    view, found = game.game.view(game.state, viewer), set()
    for seed in range(30):
        other = game.game.resample(view, FastChance(seed))
        assert game.game.view(other, viewer) == view
        found.add(game.game.encode(other))
    assert len(found) > 20


def test_hidden_cards_can_be_counted():
    game = full_table()
    view = game.game.view(game.state, seat_viewer(0))
    count = {player.seat: len(player.unseen) for player in view.players}
    assert count == {0: 3, 1: 3 + 5}
    assert list(view.unseen) == sorted(view.unseen)
    assert len(view.unseen) == 4


def test_a_card_that_was_seen_going_into_a_pile_stays_in_it():
    game = table("junkyard").standing(0, "w1").slotting("tumbler")
    game.with_pile(1, "scoop", "dredge", "claw").with_pile(2, "crane", "hopper")
    game.chance.below = lambda limit, purpose: 0 if limit == 3 else limit - 1
    game.resolve()
    view, scoop = game.game.view(game.state, SPECTATOR), game.state.known[0][0]
    assert scoop not in view.unseen
    for seed in range(20):
        assert scoop in game.game.resample(view, FastChance(seed)).piles[0]


def test_cards_drawn_are_named_to_their_owner_only():
    game = full_table().resolve()
    drawn = next(event for event in full_drawn(game) if event.seat == 0)
    assert drawn.seen_by(seat_viewer(0)) is drawn
    for viewer in (seat_viewer(1), SPECTATOR):
        folded = drawn.seen_by(viewer)
        assert folded.cards is None
        assert folded.line()[1] == f" drew {drawn.count} cards."


def full_drawn(game):
    """Return the draws of the next round, whatever has to be chosen on the way."""
    found = []
    while not found:
        seat = game.asked[0]
        game.do(game.game.legal(game.state, seat)[0], seat)
        found = game.happened(CardsDrawn)
    return found


def test_only_the_player_notices_a_slotted_card():
    slotted = table("junkyard").holding("grab").slot("grab", 1).happened(CardSlotted)[0]
    assert slotted.seen_by(seat_viewer(0)) is slotted
    assert slotted.seen_by(seat_viewer(1)) is None
    assert slotted.seen_by(SPECTATOR) is None
