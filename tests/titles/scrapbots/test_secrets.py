"""What a viewer sees, and what stays hidden: hands, the order of decks, and coins to come."""

import pytest

from games.engine.chance import FastChance
from games.engine.codec import to_json
from games.engine.viewers import SPECTATOR, seat_viewer, viewers
from games.titles.scrapbots.events import CardsDrawn
from tests.table import table
from tests.titles.scrapbots.table import wounds


def full_table(edition):
    return (
        table("scrapbots", edition)
        .with_hand("golem", "servomotor")
        .with_deck("drone", "scout", *wounds(1))
        .with_discard("chainsaw")
        .with_enemy(hand=("sentinel", "rocket-pod"), deck=("enforcer", "drone", "scout"), discard=("drone",))
        .with_main_deck("laser-cannon", "scout", "drone", "magnet-trap")
        .with_market("scout", "drone")
        .with_bot("drone", lane=0, damage=10)
        .facing("scout", lane=2, ready=False, primed=True)
    )


def seen(game, viewer):
    return to_json(game.game.view(game.state, viewer))


def test_only_its_owner_sees_a_hand(edition):
    game = full_table(edition)
    hands = {
        viewer.seat: [player.hand for player in game.game.view(game.state, viewer).players]
        for viewer in viewers(2)
    }
    mine, theirs = ("golem", "servomotor"), ("sentinel", "rocket-pod")
    assert hands == {0: [mine, None], 1: [None, theirs], -1: [None, None]}


def test_counts_piles_lanes_and_pools_are_public(edition):
    game = full_table(edition).with_pool(scrap=3, energy=1)
    view = game.game.view(game.state, SPECTATOR)
    assert [(player.hand_count, player.deck_count, player.discard) for player in view.players] == [
        (2, 3, ("chainsaw",)),
        (2, 3, ("drone",)),
    ]
    assert (view.scrap, view.energy, view.main_count, view.wounds) == (3, 1, 4, 20)
    assert view.market == ("scout", "drone", "", "", "")
    assert [player.wounds for player in view.players] == [1, 0]
    lane = view.players[1].lanes[2]
    assert (lane.card, lane.ready, lane.primed) == ("scout", False, True)


@pytest.mark.parametrize("viewer", viewers(2), ids=lambda viewer: f"viewer{viewer.seat}")
def test_the_order_of_every_deck_is_hidden(edition, viewer):
    game = full_table(edition)
    before = seen(game, viewer)
    game.state.main.reverse()
    game.state.decks[0].reverse()
    game.state.decks[1].reverse()
    assert seen(game, viewer) == before


@pytest.mark.parametrize(
    "seat, viewer", [(0, seat_viewer(1)), (0, SPECTATOR), (1, seat_viewer(0)), (1, SPECTATOR)]
)
def test_swapping_cards_between_a_hidden_hand_and_its_deck_shows_nowhere(edition, seat, viewer):
    game = full_table(edition)
    before = seen(game, viewer)
    hand, deck = game.state.hands[seat], game.state.decks[seat]
    for place in range(2):
        hand[place], deck[place] = deck[place], hand[place]
    assert seen(game, viewer) == before
    assert seen(game, seat_viewer(seat)) != before


def test_hidden_cards_can_be_counted(edition):
    view = (game := full_table(edition)).game.view(game.state, seat_viewer(0))
    assert view.players[0].unseen == {"drone": 1, "scout": 1, "brain-damage": 1}
    assert view.players[1].unseen == {"drone": 1, "scout": 1, "sentinel": 1, "enforcer": 1, "rocket-pod": 1}
    assert view.main_unseen == {"drone": 1, "scout": 1, "laser-cannon": 1, "magnet-trap": 1}


def test_cards_drawn_are_named_to_their_owner_only():
    event = CardsDrawn("draw-1", 0, 2, ("golem", "rocket-pod"))
    assert event.seen_by(seat_viewer(0)) is event
    for viewer in (seat_viewer(1), SPECTATOR):
        folded = to_json(event.seen_by(viewer))
        assert "golem" not in folded
        assert "rocket-pod" not in folded
        assert event.seen_by(viewer).line()[1] == " drew 2 cards."


def test_a_resampled_state_keeps_what_is_known_and_deals_the_rest_anew(edition):
    game = full_table(edition)
    view = game.game.view(game.state, seat_viewer(0))
    hands = set()
    for seed in range(20):
        other = game.game.resample(view, FastChance(seed))
        assert game.game.view(other, seat_viewer(0)) == view
        assert other.hands[0] == game.state.hands[0]
        hands.add(tuple(sorted(other.hands[1])))
    assert len(hands) > 3


def test_events_that_reveal_something_prevent_taking_back(edition):
    game = table("scrapbots", edition).with_hand("chainsaw", "supply-crate").with_deck("drone", "scout")
    assert not any(event.reveals for event in game.scrap("chainsaw").events)
    assert any(event.reveals for event in game.play("supply-crate").events)
