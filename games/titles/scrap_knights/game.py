"""One edition of Scrap Knights behind the engine's protocol."""

from collections.abc import Iterable, Sequence
from typing import Any

from games.engine.chance import Chance
from games.engine.codec import pack, unpack
from games.engine.decks import Lists
from games.engine.errors import IllegalMove, MatchOver, NotYourTurn
from games.engine.events import Event
from games.engine.optional import (
    Animated,
    Arranges,
    BringsDeck,
    Hints,
    Plans,
    Poses,
    Reconsiders,
    SearchSettings,
    Weighs,
)
from games.engine.protocol import Offer, Result
from games.engine.viewers import Viewer
from games.titles.scrap_knights import rules
from games.titles.scrap_knights.decisions import building, legality, offers
from games.titles.scrap_knights.decks.builder import deck_of, lists_of
from games.titles.scrap_knights.decks.deck import make_deck
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.events import AnyEvent, MechShown
from games.titles.scrap_knights.moves import AnyMove
from games.titles.scrap_knights.planning import bot, planner, policy, puzzles
from games.titles.scrap_knights.planning.lookahead import hasty
from games.titles.scrap_knights.planning.worth import worth
from games.titles.scrap_knights.positions import arranging
from games.titles.scrap_knights.rules import Options
from games.titles.scrap_knights.state import OVER, SizedState, State, copy_state
from games.titles.scrap_knights.views import filtering, resampling
from games.titles.scrap_knights.views.frames import Frame, frames
from games.titles.scrap_knights.views.reach import ReachHint, reaches
from games.titles.scrap_knights.views.view import View


class ScrapKnightsGame(
    Reconsiders[State],
    Plans[State],
    Weighs[State],
    Arranges[State],
    Poses[State],
    Animated,
    Hints,
    BringsDeck,
):
    """See `games.engine.protocol` and `games.engine.optional` for what each method promises."""

    slug = "scrap-knights"
    move_type: Any = AnyMove
    event_type: Any = AnyEvent
    options_type = Options
    arrangement_type: Any = arranging.Arrangement
    search_settings = SearchSettings(depth=2, scale=7.0)
    rounds = 640
    goals = puzzles.GOALS
    is_answered = True
    terms = puzzles.TERMS

    def __init__(self, edition: Edition) -> None:
        self.rules = edition
        self.edition = edition.slug

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        rules.check_options(options, seats)
        return rules.deal(self.rules, options, chance)

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
        return offers.reconsider(self.rules, state, seat)

    def advise(self, state: State, seat: int) -> AnyMove | None:
        return planner.advise(self.rules, state, seat)

    def view(self, state: State, viewer: Viewer) -> View:
        return filtering.view(self.rules, state, viewer)

    def result(self, state: State) -> Result | None:
        return rules.result(self.rules, state)

    def resample(self, view: View, chance: Chance) -> State:
        return resampling.resample(self.rules, view, chance)

    def evaluate(self, state: State, seat: int) -> float:
        return bot.evaluate(self.rules, state, seat)

    def worth(self, state: State, seat: int) -> float:
        return worth(hasty(self.rules), state, seat)

    def clock(self, state: State) -> int:
        return state.turn

    def policy(self, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
        return policy.weights(self.rules, state, seat, moves)

    def hasty(self) -> "ScrapKnightsGame":
        return ScrapKnightsGame(hasty(self.rules))

    def frames(self, view: View, events: Iterable[Event | None]) -> tuple[Frame, ...]:
        return frames(view, events)

    def hints(self, view: View, seat: int, *cards: str) -> tuple[ReachHint, ...]:
        return reaches(self.rules, view, seat, cards)

    def moves_to_bring(self, view: View, deck: Lists) -> list[AnyMove]:
        draft = view.players[view.viewer].draft if view.viewer >= 0 else None
        if draft is None:
            raise IllegalMove("setup-5", "You have no mech to put together now.")
        have = make_deck(draft.acts, draft.ult, draft.bots, draft.prep, self.rules.pool)
        wanted = deck_of(deck, self.rules.pool)
        mech = next((mech for mech in self.rules.mechs if mech.deck == wanted), None)
        if mech is not None and have != wanted:
            return [building.bring(mech)]
        return building.moves_towards(have, wanted)

    def decks_entered(self, events: Iterable[Event]) -> dict[int, Lists]:
        shown = (event for event in events if isinstance(event, MechShown))
        return {
            event.seat: lists_of(
                make_deck(event.acts or (), event.ult, event.bots, event.prep or (), self.rules.pool)
            )
            for event in shown
        }

    def laid_open(self, state: State, seat: int) -> State:
        return puzzles.laid_open(state)

    def gained(self, before: State, state: State, seat: int, goal: str) -> int:
        return puzzles.gained(self.rules, before, state, seat, goal)

    def helpful(self, state: State, seat: int, goal: str, last: AnyMove | None) -> list[AnyMove]:
        return puzzles.helpful(self.rules, state, seat)

    def gist(self, state: State, seat: int) -> bytes:
        return self.encode(state)

    def is_foreseen(self, events: Iterable[Event]) -> bool:
        return True

    def deed(self, state: State, seat: int, move: AnyMove) -> str:
        return puzzles.deed(move)

    def is_plain(self, deeds: Sequence[str]) -> bool:
        return False

    def clone(self, state: State) -> State:
        return copy_state(state)

    def encode(self, state: State) -> bytes:
        return pack(state)

    def decode(self, data: bytes) -> State:
        return unpack(SizedState if self.rules.is_draft else State, data)

    def _is_reconsideration(self, state: State, seat: int, move: AnyMove) -> bool:
        if seat not in (0, 1) or move != legality.REOPEN.get(state.phase):
            return False
        return legality.can_reopen(self.rules, state, seat)
