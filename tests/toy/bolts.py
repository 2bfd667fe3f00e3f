"""Bolts. Each of two players holds hidden numbered bolts and lays them for points.

In a turn a player lays any bolts from hand, may flip the coin once (heads: one point more), and passes;
passing draws a bolt. When a player passes and nothing is left to draw, the most points win.
"""

from datetime import date
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from games.engine import codec
from games.engine.cards import Card, Figure, TextLine
from games.engine.chance import Chance
from games.engine.errors import BadOptions, IllegalMove, MatchOver, NotYourTurn
from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.protocol import EditionInfo, Offer, OptionInfo, Result, Title
from games.engine.viewers import Viewer

SLUG, EDITION = "bolts", "1"


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """*bolts:* how many there are, numbered from 1."""

    bolts: int = 12


class Lay(Struct, frozen=True, tag_field="type", tag="lay", forbid_unknown_fields=True):
    """Lay the bolt numbered *bolt*."""

    bolt: Annotated[int, Meta(ge=1, le=99)]


class Flip(Struct, frozen=True, tag_field="type", tag="flip", forbid_unknown_fields=True):
    """Flip the coin, once a turn."""


class Pass(Struct, frozen=True, tag_field="type", tag="pass", forbid_unknown_fields=True):
    """End the turn and draw."""


class Dealt(Event, frozen=True, tag="dealt"):
    """*seat* drew bolts; only that seat sees which."""

    count: int
    bolts: tuple[int, ...] | None

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer.seat == self.seat else Dealt(self.rule, self.seat, self.count, None)

    def line(self) -> tuple[Part, ...]:
        shown = f": {', '.join(map(str, self.bolts))}." if self.bolts else "."
        return (SeatPart(self.seat), f" drew {self.count}{shown}")


class Laid(Event, frozen=True, tag="laid"):
    """A bolt was laid."""

    bolt: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " laid ", CardPart("bolt"), f" {self.bolt}.")


class Flipped(Event, frozen=True, tag="flipped"):
    """A coin fell."""

    heads: bool

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " flipped heads." if self.heads else " flipped tails.")


class Ended(Event, frozen=True, tag="ended"):
    """The game is over."""

    def line(self) -> tuple[Part, ...]:
        return ("Nothing is left to draw.",)


class State(Struct):
    """*hands*, *laid*, *luck:* by seat. *flipped:* in this turn."""

    deck: list[int]
    hands: list[list[int]]
    laid: list[list[int]]
    luck: list[int]
    active: int
    flipped: bool
    over: bool


class View(Struct, frozen=True):
    """*hand:* the viewer's own, None for a spectator."""

    viewer: int
    active: int
    deck: int
    hand: tuple[int, ...] | None
    counts: tuple[int, ...]
    laid: tuple[tuple[int, ...], ...]
    luck: tuple[int, ...]
    flipped: bool
    over: bool


class Bolts:
    """The playable game."""

    slug, edition = SLUG, EDITION
    move_type: Any = Lay | Flip | Pass
    event_type: Any = Dealt | Laid | Flipped | Ended
    options_type = Options

    def new(self, options: Options, seats: int, chance: Chance) -> tuple[State, list[Event]]:
        if seats != 2:
            raise BadOptions("Bolts is for 2 players.")
        deck = list(range(1, options.bolts + 1))
        chance.shuffle(deck, "deck")
        hands = [sorted(deck.pop() for _ in range(3)) for _ in range(2)]
        state = State(deck, hands, [[], []], [0, 0], chance.below(2, "first"), False, False)
        return state, [Dealt("setup-1", seat, 3, tuple(hand)) for seat, hand in enumerate(hands)]

    def deciders(self, state: State) -> tuple[int, ...]:
        return () if state.over else (state.active,)

    def legal(self, state: State, seat: int) -> list[Any]:
        return [offer.move for offer in self.offers(state, seat) if offer.refusal is None]

    def offers(self, state: State, seat: int) -> list[Offer]:
        if seat not in self.deciders(state):
            return []
        lays = [Offer(Lay(bolt), f"hand:{bolt}", "", f"Lay {bolt}", None) for bolt in state.hands[seat]]
        once = IllegalMove("coin-1", "The coin is flipped once a turn.") if state.flipped else None
        return [*lays, Offer(Flip(), "turn", "", "Flip", once), Offer(Pass(), "turn", "", "Pass", None)]

    def apply(self, state: State, seat: int, move: Any, chance: Chance) -> list[Event]:
        if state.over:
            raise MatchOver
        if seat != state.active:
            raise NotYourTurn
        if isinstance(move, Lay):
            return self._lay(state, seat, move.bolt)
        return self._flip(state, seat, chance) if isinstance(move, Flip) else self._pass(state, seat)

    def _lay(self, state: State, seat: int, bolt: int) -> list[Event]:
        if bolt not in state.hands[seat]:
            raise IllegalMove("lay-1", f"Bolt {bolt} is not in your hand.")
        state.hands[seat].remove(bolt)
        state.laid[seat].append(bolt)
        return [Laid("lay-1", seat, bolt)]

    def _flip(self, state: State, seat: int, chance: Chance) -> list[Event]:
        if state.flipped:
            raise IllegalMove("coin-1", "The coin is flipped once a turn.")
        state.flipped, heads = True, chance.coin("coin")
        state.luck[seat] += heads
        return [Flipped("coin-1", seat, heads)]

    def _pass(self, state: State, seat: int) -> list[Event]:
        if not state.deck:
            state.over = True
            return [Ended("end-1", -1)]
        bolt = state.deck.pop()
        state.hands[seat] = sorted([*state.hands[seat], bolt])
        state.active, state.flipped = 1 - seat, False
        return [Dealt("turn-1", seat, 1, (bolt,))]

    def view(self, state: State, viewer: Viewer) -> View:
        return View(
            viewer=viewer.seat,
            active=state.active,
            deck=len(state.deck),
            hand=None if viewer.is_spectator else tuple(state.hands[viewer.seat]),
            counts=tuple(len(hand) for hand in state.hands),
            laid=tuple(tuple(row) for row in state.laid),
            luck=tuple(state.luck),
            flipped=state.flipped,
            over=state.over,
        )

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        scores = tuple(sum(row) + luck for row, luck in zip(state.laid, state.luck, strict=True))
        winners = () if scores[0] == scores[1] else (scores.index(max(scores)),)
        return Result(winners, scores, "end-1", f"{max(scores)} points to {min(scores)}.")

    def redeal(self, view: View, chance: Chance) -> State:
        seen = {*(view.hand or ()), *view.laid[0], *view.laid[1]}
        total = view.deck + sum(view.counts) + len(view.laid[0]) + len(view.laid[1])
        unseen = [bolt for bolt in range(1, total + 1) if bolt not in seen]
        chance.shuffle(unseen, "redeal")
        hands = [
            list(view.hand or ()) if seat == view.viewer else sorted(unseen.pop() for _ in range(count))
            for seat, count in enumerate(view.counts)
        ]
        laid, luck = [list(row) for row in view.laid], list(view.luck)
        return State(unseen, hands, laid, luck, view.active, view.flipped, view.over)

    def estimate(self, state: State, seat: int) -> float:
        mine, theirs = (sum(state.laid[who]) + state.luck[who] for who in (seat, 1 - seat))
        return float(mine - theirs)

    def clone(self, state: State) -> State:
        return self.decode(self.encode(state))

    def encode(self, state: State) -> bytes:
        return codec.pack(state)

    def decode(self, data: bytes) -> State:
        return codec.unpack(State, data)


def census(state: State) -> list[int]:
    """Return every bolt, wherever it is."""
    return sorted(bolt for pile in (state.deck, *state.hands, *state.laid) for bolt in pile)


BOLT = Card(
    game=SLUG,
    edition=EDITION,
    slug="bolt",
    name="Bolt",
    type="Bolt",
    figures=(Figure("points", "Points", 1),),
    lines=(TextLine("", "Worth its number."),),
    printed=(TextLine("", "Worth its number."),),
    facets=(),
    quantity=12,
    icon="spanner",
    rule="lay-1",
)

TITLE = Title(
    slug=SLUG,
    name="Bolts",
    tagline="Lay bolts for points.",
    seats=(2,),
    minutes="1",
    editions={
        EDITION: EditionInfo(
            EDITION, date(2026, 1, 1), "The only edition.", Bolts(), (BOLT,), codec.digest(b"bolts")
        )
    },
    options=(OptionInfo("bolts", "Bolts", "How many bolts there are.", 12, 8, 40, "setup-1"),),
    credits=("Made up for tests.",),
    icon="spanner",
    engine_version="1",
    census=census,
)
