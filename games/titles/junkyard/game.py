"""One edition of Junkyard behind the engine's protocol."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.codec import pack, unpack
from games.engine.errors import IllegalMove, MatchOver, NotYourTurn
from games.engine.events import Event
from games.engine.optional import (
    Animated,
    Arranges,
    Hints,
    OrderOffer,
    Plans,
    Poses,
    Reconsiders,
    SearchSettings,
    StandingOrders,
    Weighs,
)
from games.engine.protocol import Offer, Result
from games.engine.viewers import Viewer
from games.titles.junkyard import rules
from games.titles.junkyard.decisions import legality, offers, orders
from games.titles.junkyard.decisions.orders import AnyOrder
from games.titles.junkyard.edition import Edition
from games.titles.junkyard.events import AnyEvent
from games.titles.junkyard.moves import AnyMove
from games.titles.junkyard.planning import bot, planner, policy, puzzles
from games.titles.junkyard.positions import arranging
from games.titles.junkyard.rules import Options
from games.titles.junkyard.state import OVER, State, copy_state
from games.titles.junkyard.views import resampling
from games.titles.junkyard.views import view as views
from games.titles.junkyard.views.destinations import Destination, destinations
from games.titles.junkyard.views.frames import Frame, frames
from games.titles.junkyard.views.programs import Planned, planned


class JunkyardGame(
    Reconsiders[State],
    StandingOrders[State],
    Plans[State],
    Weighs[State],
    Arranges[State],
    Poses[State],
    Animated,
    Hints,
):
    """See `games.engine.protocol` and `games.engine.optional` for what each method promises."""

    slug = "junkyard"
    move_type: Any = AnyMove
    event_type: Any = AnyEvent
    order_type: Any = AnyOrder
    order_rule = orders.RULE
    options_type = Options
    arrangement_type: Any = arranging.Arrangement
    search_settings = SearchSettings(depth=1, scale=10.0)
    rounds = 500
    goals = puzzles.GOALS
    span = "round"
    terms = puzzles.TERMS

    def __init__(self, edition: Edition) -> None:
        self.rules = edition
        self.edition = edition.slug

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        rules.check_options(self.rules, options, seats)
        return rules.deal(self.rules, options, seats, chance)

    def arrange(self, state: State, arrangement: arranging.Arrangement) -> None:
        arranging.arrange(self.rules, state, arrangement)

    def to_act(self, state: State) -> tuple[int, ...]:
        return rules.to_act(state)

    def legal(self, state: State, seat: int) -> list[AnyMove]:
        if seat not in rules.to_act(state):
            return []
        return legality.legal(self.rules, state, seat)

    def apply(self, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
        if state.phase == OVER:
            raise MatchOver
        if seat not in rules.to_act(state) and not self._is_reconsideration(state, seat, move):
            raise NotYourTurn
        refused = legality.refusal(self.rules, state, seat, move)
        if refused is not None:
            raise refused
        return rules.act(self.rules, state, seat, move, chance)

    def offers(self, state: State, seat: int) -> list[Offer]:
        if seat not in rules.to_act(state):
            return []
        return offers.offers(self.rules, state, seat)

    def reconsider(self, state: State, seat: int) -> list[Offer]:
        return offers.reconsider(state, seat)

    def orders(self, state: State, seat: int) -> list[OrderOffer]:
        return orders.orders(self.rules, state, seat)

    def refuse_order(self, state: State, seat: int, order: AnyOrder) -> IllegalMove | None:
        return orders.refusal(self.rules, state, seat, order)

    def is_policy(self, order: AnyOrder) -> bool:
        return orders.is_policy(order)

    def replaces(self, order: AnyOrder, earlier: AnyOrder) -> bool:
        return orders.replaces(order, earlier)

    def follow(self, state: State, seat: int, order: AnyOrder) -> AnyMove | None:
        if seat not in rules.to_act(state):
            return None
        return orders.follow(self.rules, state, seat, order)

    def is_spent(self, state: State, seat: int, order: AnyOrder) -> bool:
        return orders.is_spent(self.rules, state, seat, order)

    def view(self, state: State, viewer: Viewer) -> views.View:
        return views.view(self.rules, state, viewer)

    def result(self, state: State) -> Result | None:
        return rules.result(self.rules, state)

    def resample(self, view: views.View, chance: Chance) -> State:
        return resampling.resample(self.rules, view, chance)

    def evaluate(self, state: State, seat: int) -> float:
        return bot.evaluate(self.rules, state, seat)

    def advise(self, state: State, seat: int) -> AnyMove | None:
        return planner.advise(self.rules, state, seat)

    def clock(self, state: State) -> int:
        return state.round

    def policy(self, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
        return policy.weights(self.rules, state, seat, moves)

    def hints(
        self, view: views.View, seat: int, *cards: str
    ) -> tuple[Destination, ...] | tuple[Planned, ...]:
        """Return where the last of *cards* may lead, after the others; without any, what will resolve."""
        return destinations(self.rules, view, seat, *cards) if cards else planned(self.rules, view, seat)

    def frames(self, view: views.View, events: Iterable[Event | None]) -> tuple[Frame, ...]:
        return frames(self.rules, view, events)

    def laid_open(self, state: State, seat: int) -> State:
        return puzzles.laid_open(state, seat)

    def gained(self, before: State, state: State, seat: int, goal: str) -> int:
        return puzzles.gained(self.rules, before, state, seat, goal)

    def helpful(self, state: State, seat: int, goal: str, last: AnyMove | None) -> list[AnyMove]:
        return puzzles.helpful(self.rules, state, self.legal(state, seat), seat, goal, last)

    def gist(self, state: State, seat: int) -> bytes:
        return puzzles.gist(self.rules, state, seat)

    def is_foreseen(self, events: Iterable[Event]) -> bool:
        return True  # what is turned up counts for nothing, and a shuffle draws

    def deed(self, state: State, seat: int, move: AnyMove) -> str:
        return puzzles.deed(self.rules, state, seat, move)

    def is_plain(self, deeds: Sequence[str]) -> bool:
        return puzzles.is_plain(deeds)

    def clone(self, state: State) -> State:
        return copy_state(state)

    def encode(self, state: State) -> bytes:
        return pack(state)

    def decode(self, data: bytes) -> State:
        return unpack(State, data)

    def _is_reconsideration(self, state: State, seat: int, move: AnyMove) -> bool:
        return move == legality.REOPEN and 0 <= seat < len(state.at) and legality.can_reopen(state, seat)
