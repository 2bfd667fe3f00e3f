"""One edition of Scrapbots behind the engine's protocol."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.codec import unpack
from games.engine.errors import BadOptions, MatchOver, NotYourTurn
from games.engine.events import Event
from games.engine.optional import Arranges, Batch, Batches, Poses, SearchSettings, Weighs
from games.engine.protocol import Offer, Result
from games.engine.viewers import Viewer
from games.titles.scrapbots import legality, offers, rules
from games.titles.scrapbots import view as views
from games.titles.scrapbots.context import Context
from games.titles.scrapbots.edition import Edition
from games.titles.scrapbots.events import AnyEvent
from games.titles.scrapbots.moves import AnyMove
from games.titles.scrapbots.planning import bot, policy, puzzles
from games.titles.scrapbots.positions import arranging
from games.titles.scrapbots.rules import Options
from games.titles.scrapbots.state import RUNNING, State, copy_state, packed

TURN_CAPS = range(2, 501)


class ScrapbotsGame(Batches[State], Arranges[State], Weighs[State], Poses[State]):
    """See `games.engine.protocol.Game` for what each method promises."""

    slug = "scrapbots"
    move_type: Any = AnyMove
    event_type: Any = AnyEvent
    options_type = Options
    arrangement_type: Any = arranging.Arrangement
    search_settings = SearchSettings(depth=3, scale=25.0)
    rounds = 400
    goals = puzzles.GOALS

    def __init__(self, edition: Edition) -> None:
        self.rules = edition
        self.edition = edition.slug

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        if seats != 2:
            raise BadOptions("Scrapbots is for two players.")
        if options.turn_cap not in TURN_CAPS:
            raise BadOptions("turn_cap must be a whole number from 2 to 500.", "house-1")
        return rules.deal(self.rules, options, chance)

    def arrange(self, state: State, arrangement: arranging.Arrangement) -> None:
        arranging.arrange(self.rules, state, arrangement)

    def to_act(self, state: State) -> tuple[int, ...]:
        return (state.active,) if state.ending == RUNNING else ()

    def legal(self, state: State, seat: int) -> list[AnyMove]:
        if state.ending != RUNNING or seat != state.active:
            return []
        return legality.legal(self.rules, state, seat)

    def apply(self, state: State, seat: int, move: AnyMove, chance: Chance) -> list[Event]:
        if state.ending != RUNNING:
            raise MatchOver
        if seat != state.active:
            raise NotYourTurn
        refused = legality.refusal(self.rules, state, seat, move)
        if refused is not None:
            raise refused
        return rules.act(Context(self.rules, state, seat, chance), move)

    def offers(self, state: State, seat: int) -> list[Offer]:
        if state.ending != RUNNING or seat != state.active:
            return []
        return offers.offers(self.rules, state, seat)

    def batches(self, state: State, seat: int) -> list[Batch]:
        if state.ending != RUNNING or seat != state.active:
            return []
        return offers.batches(self.rules, state, seat)

    def view(self, state: State, viewer: Viewer) -> views.View:
        return views.view(self.rules, state, viewer)

    def result(self, state: State) -> Result | None:
        return rules.result(state)

    def resample(self, view: views.View, chance: Chance) -> State:
        return views.resample(self.rules, view, chance)

    def evaluate(self, state: State, seat: int) -> float:
        return bot.evaluate(self.rules, state, seat)

    def clock(self, state: State) -> int:
        return state.turn

    def policy(self, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
        return policy.weights(self.rules, state, seat, moves)

    def gained(self, before: State, state: State, seat: int, goal: str) -> int:
        return puzzles.gained(before, state, seat, goal)

    def helpful(self, state: State, seat: int, goal: str, last: AnyMove | None) -> list[AnyMove]:
        return puzzles.helpful(self.rules, state, self.legal(state, seat), seat, goal, last)

    def gist(self, state: State, seat: int) -> bytes:
        return puzzles.gist(state, seat)

    def is_foreseen(self, events: Iterable[Event]) -> bool:
        return puzzles.is_foreseen(events)

    def deed(self, state: State, seat: int, move: AnyMove) -> str:
        return puzzles.deed(move)

    def is_plain(self, deeds: Sequence[str]) -> bool:
        return puzzles.is_plain(deeds)

    def clone(self, state: State) -> State:
        return copy_state(state)

    def encode(self, state: State) -> bytes:
        return packed(state)

    def decode(self, data: bytes) -> State:
        return unpack(State, data)
