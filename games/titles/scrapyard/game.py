"""Scrapyard behind the engine's protocol."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from games.engine.chance import Chance
from games.engine.codec import pack, unpack
from games.engine.errors import BadOptions, IllegalMove, MatchOver, NotYourTurn
from games.engine.events import Event
from games.engine.optional import Arranges, Hints, OrderOffer, Poses, SearchSettings, StandingOrders, Weighs
from games.engine.protocol import Offer, Result
from games.engine.viewers import Viewer
from games.titles.scrapyard import rules, scoring
from games.titles.scrapyard import view as views
from games.titles.scrapyard.costs import PlaceCost, costs
from games.titles.scrapyard.decisions import legality, offers, orders
from games.titles.scrapyard.decisions.orders import AnyOrder
from games.titles.scrapyard.edition import Edition
from games.titles.scrapyard.events import AnyEvent, GameEnded
from games.titles.scrapyard.moves import AnyMove
from games.titles.scrapyard.planning import bot, policy, puzzles
from games.titles.scrapyard.planning.worth import worth
from games.titles.scrapyard.positions import arranging
from games.titles.scrapyard.rules import Options
from games.titles.scrapyard.state import OVER, State, active_seat, copy_state, turns_begun

SEATS = (2, 3, 4)
TILES = range(1, 5)
MODES = range(2)


class ScrapyardGame(StandingOrders[State], Arranges[State], Hints, Weighs[State], Poses[State]):
    """See `games.engine.protocol` and `games.engine.optional` for what each method promises."""

    slug = "scrapyard"
    move_type: Any = AnyMove
    event_type: Any = AnyEvent
    options_type = Options
    order_type: Any = AnyOrder
    arrangement_type: Any = arranging.Arrangement
    order_rule = orders.RULE
    search_settings = SearchSettings(depth=1, scale=60.0)
    rounds = 400
    goals = puzzles.GOALS

    def __init__(self, edition: Edition) -> None:
        self.rules = edition
        self.edition = edition.slug

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        if seats not in SEATS:
            raise BadOptions("Scrapyard is for two to four players.")
        if options.tiles not in TILES:
            raise BadOptions("tiles must be a whole number from 1 to 4.", "setup-4")
        if options.mode not in MODES:
            raise BadOptions("mode must be 0 for public or 1 for stealth.", "mode-1")
        return rules.deal(self.rules, options, seats, chance)

    def arrange(self, state: State, arrangement: arranging.Arrangement) -> None:
        arranging.arrange(self.rules, state, arrangement)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.phase == OVER else (active_seat(state),)

    def legal(self, state: State, seat: int) -> list[AnyMove]:
        if state.phase == OVER or seat != active_seat(state):
            return []
        return legality.legal(self.rules, state)

    def apply(self, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
        if state.phase == OVER:
            raise MatchOver
        if seat != active_seat(state):
            raise NotYourTurn
        refused = legality.refusal(self.rules, state, move)
        if refused is not None:
            raise refused
        return rules.act(self.rules, state, move, chance)

    def offers(self, state: State, seat: int) -> list[Offer]:
        if state.phase == OVER or seat != active_seat(state):
            return []
        return offers.offers(self.rules, state)

    def orders(self, state: State, seat: int) -> list[OrderOffer]:
        return orders.orders(state, seat)

    def refuse_order(self, state: State, seat: int, order: AnyOrder) -> IllegalMove | None:
        return orders.refusal(state, seat, order)

    def is_policy(self, order: AnyOrder) -> bool:
        return orders.is_policy(order)

    def replaces(self, order: AnyOrder, earlier: AnyOrder) -> bool:
        return orders.replaces(order, earlier)

    def follow(self, state: State, seat: int, order: AnyOrder) -> AnyMove | None:
        return orders.follow(self.rules, state, seat, order)

    def is_spent(self, state: State, seat: int, order: AnyOrder) -> bool:
        return orders.is_spent(state, seat, order)

    def view(self, state: State, viewer: Viewer) -> views.View:
        return views.view(self.rules, state, viewer)

    def hints(self, view: views.View, seat: int, *cards: str) -> tuple[PlaceCost, ...]:
        """Return by place what it takes to get there and act."""
        return costs(view, seat)

    def result(self, state: State) -> Result | None:
        return scoring.result(self.rules, state)

    def resample(self, view: views.View, chance: Chance) -> State:
        return views.resample(self.rules, view, chance)

    def evaluate(self, state: State, seat: int) -> float:
        return bot.evaluate(self.rules, state, seat)

    def worth(self, state: State, seat: int) -> float:
        return worth(self.rules, state, seat)

    def clock(self, state: State) -> int:
        return turns_begun(state, self.rules.figures.turns_a_tile)

    def policy(self, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
        return policy.weights(self.rules, state, seat, moves)

    def gained(self, before: State, state: State, seat: int, goal: str) -> int:
        return puzzles.gained(self.rules, before, state, seat)

    def helpful(self, state: State, seat: int, goal: str, last: AnyMove | None) -> list[AnyMove]:
        return puzzles.helpful(state, self.legal(state, seat), seat, last)

    def gist(self, state: State, seat: int) -> bytes:
        return puzzles.gist(state, seat)

    def is_foreseen(self, events: Iterable[Event]) -> bool:
        return puzzles.is_foreseen(events)

    def deed(self, state: State, seat: int, move: AnyMove) -> str:
        return puzzles.deed(state, seat, move)

    def is_plain(self, deeds: Sequence[str]) -> bool:
        return puzzles.is_plain(deeds)

    def clone(self, state: State) -> State:
        return copy_state(state)

    def encode(self, state: State) -> bytes:
        return pack(state)

    def decode(self, data: bytes) -> State:
        return unpack(State, data)


class FormerScrapyardGame(ScrapyardGame):
    """The game as engine 1 told of it: the end cited the highest score also where matching parts decided."""

    def apply(self, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
        events = super().apply(state, seat, move, chance)
        return [replace(event, rule="win-1") if _is_broken_tie(event) else event for event in events]


def _is_broken_tie(event: Event) -> bool:
    return isinstance(event, GameEnded) and event.rule == "tie-1"
