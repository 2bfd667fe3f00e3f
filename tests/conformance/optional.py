"""The invariants of the protocol's optional parts: what holds for every table of a title that offers one."""

from typing import Any

import pytest

from games.bots.search import Search
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.errors import IllegalMove
from games.engine.events import Event
from games.engine.optional import (
    Animated,
    Batches,
    BringsDeck,
    Hints,
    Plans,
    Reconsiders,
    StandingOrders,
    Weighs,
)
from games.engine.viewers import seat_viewer
from tests.conformance.cases import Case

SEARCHED = 2  # positions: whether a search plays well is for the ladder


def check_optional_parts(case: Case, state: Any, luck: FastChance) -> None:
    """Check everything that must hold of *state*, which isn't changed, by the parts its title offers."""
    check_reconsidering(case, state, luck)
    check_orders(case, state)
    check_plans(case, state, luck)
    check_weighing(case, state, luck)
    check_hints(case, state, luck)
    check_bringing(case, state, luck)
    check_batches(case, state, luck)


def check_reconsidering(case: Case, state: Any, luck: FastChance) -> None:
    """Who isn't to act may make each move that is offered, and has something to decide after it."""
    game = case.game
    if not isinstance(game, Reconsiders):
        return
    for seat in set(range(case.seats)) - set(game.to_act(state)):
        for offer in game.reconsider(state, seat):
            assert offer.at, f"{offer.move} has no place on the board"
            assert offer.label, f"{offer.move} has no label"
            assert offer.refusal is None
            after = game.clone(state)
            game.apply(after, seat, offer.move, luck)
            assert seat in game.to_act(after), f"{offer.move} leaves nothing to think about again"


def check_orders(case: Case, state: Any) -> None:
    """Standing orders are offered once each, go round through JSON, and ask for legal moves only.

    Those that aren't offered are refused by a rule.
    """
    game = case.game
    if not isinstance(game, StandingOrders):
        return
    for seat in range(case.seats):
        offers = game.orders(state, seat)
        written = [codec.to_json(offer.order) for offer in offers]
        assert len(set(written)) == len(written), "an order is offered twice"
        for offer in offers:
            assert offer.at, f"{offer.order} has no place on the board"
            assert offer.label, f"{offer.order} has no label"
            assert codec.read_order(game.order_type, codec.to_plain(offer.order)) == offer.order
            assert not game.is_spent(state, seat, offer.order), f"{offer.order} is offered too late"
            assert game.refuse_order(state, seat, offer.order) is None, f"{offer.order} is refused"
            move = game.follow(state, seat, offer.order)
            assert move is None or move in game.legal(state, seat), f"{offer.order} asks for {move}"
        offered = [offer.order for offer in offers]
        for other in range(case.seats):
            for order in (offer.order for offer in game.orders(state, other) if offer.order not in offered):
                refused = game.refuse_order(state, seat, order)
                assert refused is not None, f"{order} is neither offered nor refused"
                assert refused.rule in case.anchors
        assert game.order_rule in case.anchors


def check_plans(case: Case, state: Any, luck: FastChance) -> None:
    """What a title advises its bots is legal."""
    game = case.game
    if not isinstance(game, Plans):
        return
    for seat in game.to_act(state):
        advice = game.advise(game.resample(game.view(state, seat_viewer(seat)), luck), seat)
        assert advice is None or advice in game.legal(state, seat), f"{advice} is advised"


def check_weighing(case: Case, state: Any, luck: FastChance) -> None:
    """Every move has a weight, one at least is worth a look, and no weight depends on what is hidden."""
    game = case.game
    if not isinstance(game, Weighs):
        return
    assert game.search_settings.depth > 0 < game.search_settings.scale
    for seat in game.to_act(state):
        moves = game.legal(state, seat)
        weights = game.policy(state, seat, moves)
        assert len(weights) == len(moves)
        assert min(weights) >= 0 < max(weights), f"nothing is worth a look among {moves}"
        view = game.view(state, seat_viewer(seat))
        again = game.policy(game.resample(view, luck), seat, moves)
        assert again == pytest.approx(weights), "the policy looks at what is hidden"
        after = game.clone(state)
        game.apply(after, seat, luck.pick(moves, "move"), luck)
        assert game.clock(after) >= game.clock(state), "the clock goes back"
        assert Search(SEARCHED).choose(game, view, seat, luck) in moves


def check_hints(case: Case, state: Any, luck: FastChance) -> None:
    """A view gives hints for every seat, with a card in mind or without, and the same ones if asked again."""
    game = case.game
    if not isinstance(game, Hints):
        return
    for viewer in case.viewers:
        view = game.view(state, viewer)
        cards = (luck.pick(sorted(case.slugs), "card"),)
        for seat in range(case.seats):
            for in_mind in ((), cards):
                assert game.hints(view, seat, *in_mind) == game.hints(view, seat, *in_mind)


def check_bringing(case: Case, state: Any, luck: FastChance) -> None:
    """The moves that bring a deck are legal one after the other, and leave nothing more to change.

    A match into which that deck may not be brought refuses it by a rule, before anything is changed.
    """
    game, decks = case.game, case.title.editions[case.edition].decks
    if not isinstance(game, BringsDeck) or decks is None:
        return
    for seat in game.to_act(state):
        deck = luck.pick([ready.lists for ready in decks.ready_made] + [decks.random(luck)], "deck")
        after, viewer, made = game.clone(state), seat_viewer(seat), 0
        try:
            for move in game.moves_to_bring(game.view(state, viewer), deck):
                game.apply(after, seat, move, luck)
                made += 1
            assert game.moves_to_bring(game.view(after, viewer), deck) == []
        except IllegalMove as refused:
            assert refused.rule in case.anchors  # noqa: PT017
            assert made == 0, f"{deck} is refused halfway"


def check_batches(case: Case, state: Any, luck: FastChance) -> None:
    """The moves of a batch are legal one after the other, and none but the last reveals anything.

    Nothing in them depends on what the seat can't know.
    """
    game = case.game
    if not isinstance(game, Batches):
        return
    for seat in range(case.seats):
        batches = game.batches(state, seat)
        other = game.resample(game.view(state, seat_viewer(seat)), luck)
        assert game.batches(other, seat) == batches, "a batch tells a secret"
        for batch in batches:
            assert len(batch.moves) > 1, f"{batch.label} is a single move"
            assert batch.at, f"{batch.label} has no place on the board"
            after = game.clone(state)
            for number, move in enumerate(batch.moves, start=1):
                assert move in game.legal(after, seat), f"{move} isn't legal in its turn"
                events = game.apply(after, seat, move, luck)
                is_revealing = any(event.reveals for event in events)
                assert not is_revealing or number == len(batch.moves), f"{move} reveals something on the way"


def check_frames(case: Case, before: Any, events: list[Event]) -> None:
    """Every viewer gets a frame of the table *before* the events and one after each, noticed or not."""
    game = case.game
    if not isinstance(game, Animated):
        return
    for viewer in case.viewers:
        folded = [event.seen_by(viewer) for event in events]
        assert len(game.frames(game.view(before, viewer), folded)) == len(events) + 1
