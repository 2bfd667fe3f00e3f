"""A table of Scrapbots, arranged for a ruling. You are seat 0 and have the turn; seat 1 is the enemy."""

from typing import Any

from games.engine.viewers import seat_viewer
from games.titles.scrapbots.moves import (
    ActivateComponent,
    Attack,
    BuildScrapbot,
    BuyCard,
    EndTurn,
    GainEnergy,
    GainScrap,
    PlayResource,
)
from games.titles.scrapbots.state import EMPTY, KIND, KINDS, LANES, RUNNING, State
from games.titles.scrapbots.view import LaneView
from tests.table import BaseTable

WOUND = "brain-damage"
ALL = ("3.4", "3.6", "3.6-2020-07")
LATER = ("3.6", "3.6-2020-07")


def wounds(count: int) -> tuple[str, ...]:
    """Return *count* Wound cards."""
    return (WOUND,) * count


class Side:
    """The cards of one player, by slug. *deck:* top first. *discard:* oldest first."""

    def __init__(self, table: "Table", seat: int) -> None:
        self._table = table
        self._seat = seat

    @property
    def hand(self) -> list[str]:
        return [KINDS[kind] for kind in self._table.state.hands[self._seat]]

    @property
    def deck(self) -> list[str]:
        return [KINDS[kind] for kind in reversed(self._table.state.decks[self._seat])]

    @property
    def discard(self) -> list[str]:
        return [KINDS[kind] for kind in self._table.state.discards[self._seat]]

    def lane(self, lane: int) -> LaneView | None:
        """Return the Scrapbot in that Lane, as its owner sees it."""
        viewer = seat_viewer(self._seat)
        return self._table.game.view(self._table.state, viewer).players[self._seat].lanes[lane]


class Table(BaseTable):
    """See `tests.table.table`."""

    def __init__(self, edition: str) -> None:
        super().__init__("scrapbots", edition)
        self.state = _bare()
        self.mine, self.theirs = Side(self, 0), Side(self, 1)

    # Setting the table

    def with_hand(self, *cards: str) -> "Table":
        self.state.hands[0] += _kinds(cards)
        return self

    def with_deck(self, *cards: str) -> "Table":
        """Put these on your deck, with the first drawn first."""
        self.state.decks[0] = _kinds(cards[::-1])
        return self

    def with_discard(self, *cards: str) -> "Table":
        self.state.discards[0] = _kinds(cards)
        return self

    def with_bot(self, card: str, lane: int = 1, **flags: Any) -> "Table":
        """Put a Scrapbot, Ready unless told otherwise, into your *lane*."""
        return self._place(0, card, lane, **flags)

    def facing(self, card: str, lane: int = 1, **flags: Any) -> "Table":
        """Put a Scrapbot, Ready unless told otherwise, into the enemy's *lane*."""
        return self._place(1, card, lane, **flags)

    def with_pool(self, scrap: int = 0, energy: int = 0) -> "Table":
        self.state.scrap, self.state.energy = scrap, energy
        return self

    def with_market(self, *cards: str) -> "Table":
        self.state.market = _kinds(cards) + [EMPTY] * (self.game.rules.market_size - len(cards))
        return self

    def with_main_deck(self, *cards: str) -> "Table":
        self.state.main = _kinds(cards[::-1])
        return self

    def with_stack(self, count: int) -> "Table":
        """Leave *count* Wounds in the stack."""
        self.state.stack = count
        return self

    def with_enemy(
        self, hand: tuple[str, ...] = (), deck: tuple[str, ...] = (), discard: tuple[str, ...] = ()
    ) -> "Table":
        self.state.hands[1], self.state.decks[1] = _kinds(hand), _kinds(deck[::-1])
        self.state.discards[1] = _kinds(discard)
        return self

    def on_turn(self, turn: int, of: int) -> "Table":
        self.state.turn, self.state.turn_cap = turn, of
        return self

    def _place(
        self, seat: int, card: str, lane: int, ready: bool = True, damage: int = 0, primed: bool = False
    ) -> "Table":
        slot, state = seat * LANES + lane, self.state
        state.bots[slot], state.damage[slot] = KIND[card], damage
        state.ready[slot], state.primed[slot] = int(ready), int(primed)
        return self

    # Acting

    def play(self, card: str, lane: int | None = None, gain: str = "", pile: str | None = None) -> "Table":
        """Use the card by its type: build a Scrapbot, activate a Component, or play a Resource."""
        kind = self.game.rules.rows[card].type
        if kind == "Scrapbot":
            return self.do(BuildScrapbot(card, lane))
        if kind == "Component":
            return self.do(ActivateComponent(card, 1 if lane is None else lane))
        gain = gain or ("energy" if self.edition == "3.4" else "none")
        return self.do(PlayResource(card, gain, lane, pile))

    def build(self, card: str, lane: int) -> "Table":
        return self.do(BuildScrapbot(card, lane))

    def activate(self, card: str, lane: int = 1) -> "Table":
        return self.do(ActivateComponent(card, lane))

    def scrap(self, card: str) -> "Table":
        return self.do(GainScrap(card))

    def energize(self, card: str) -> "Table":
        return self.do(GainEnergy(card))

    def buy(self, card: str) -> "Table":
        return self.do(BuyCard(card))

    def attack(self, lane: int = 1, number: int = 0) -> "Table":
        return self.do(Attack(lane, number))

    def end_turn(self) -> "Table":
        return self.do(EndTurn())

    # Looking

    def offered(self, move: Any) -> bool:
        """Return whether the move is listed as legal."""
        return move in self.game.legal(self.state, 0)

    @property
    def pool(self) -> tuple[int, int]:
        """Scrap and Energy."""
        return self.state.scrap, self.state.energy

    @property
    def market(self) -> list[str]:
        return [KINDS[kind] if kind != EMPTY else "" for kind in self.state.market]

    @property
    def stack(self) -> int:
        return self.state.stack


def _kinds(cards: tuple[str, ...]) -> list[int]:
    return [KIND[card] for card in cards]


def _bare() -> State:
    slots = 2 * LANES
    return State(
        turn_cap=100,
        turn=10,
        active=0,
        scrap=0,
        energy=0,
        stack=20,
        main=[],
        market=[EMPTY] * 5,
        hands=[[], []],
        decks=[[], []],
        discards=[[], []],
        bots=[EMPTY] * slots,
        damage=[0] * slots,
        ready=[0] * slots,
        primed=[0] * slots,
        ending=RUNNING,
    )
