"""The table of Scrapbots: two sides that face each other Lane by Lane, the Market and the Wounds."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.boards.ending import is_over
from games.boards.things import Drop, Thing, Things
from games.engine.cards import Card
from games.matches.queries.board import BatchForm, Board, LogLine, SeatInfo

LANE_NAMES = ("left", "centre", "right")
# The keys that press the batches, by the place that a batch belongs to.
BATCH_KEYS = {"scrap": "s", "energy": "g", "lanes": "a"}


@dataclass(frozen=True, slots=True)
class Stack:
    """Cards of one kind in the same place."""

    card: Card
    count: int
    thing: Thing


@dataclass(frozen=True, slots=True)
class Robot:
    """A Scrapbot in play. *pips:* one for each 10 Health, True if undamaged.

    *is_primed:* it becomes Ready again after its next attack. *primed_by:* the card that was used on it for
    this, or None where several cards do it: which of them it was isn't known.
    """

    card: Card
    damage: int
    health: int
    is_ready: bool
    is_primed: bool
    primed_by: Card | None

    @property
    def left(self) -> int:
        return max(self.health - self.damage, 0)

    @property
    def state(self) -> str:
        """Return what is said of it: one that the last attack destroyed is still there when the game ends."""
        if not self.left:
            return "Destroyed"
        return "Ready" if self.is_ready else "Exhausted"

    @property
    def pips(self) -> tuple[bool, ...]:
        return tuple(point < self.left for point in range(0, self.health, 10))


@dataclass(frozen=True, slots=True)
class Lane:
    """One Lane of one side. *key:* its name in the viewer's offers: `lane:0` or `enemy:0`."""

    key: str
    name: str
    robot: Robot | None
    thing: Thing
    drops: tuple[Drop, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A discard pile. *top:* the newest card. *kinds:* each kind with its count."""

    count: int
    top: Card | None
    kinds: tuple[tuple[Card, int], ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One player's half of the table. *has_turn:* it is this player's Main phase, in which they may move."""

    seat: SeatInfo
    lanes: tuple[Lane, ...]
    hand_count: int
    deck_count: int
    discard: Pile
    unseen: tuple[tuple[Card, int], ...]
    hides_hand: bool
    wounds: int
    has_turn: bool


@dataclass(frozen=True, slots=True)
class BatchButton:
    """A button that makes several moves. *key:* the letter that presses it."""

    form: BatchForm
    key: str


@dataclass(frozen=True, slots=True)
class ScrapbotsTable:
    """The whole table. *near*, *far:* the viewer's side and the opponent's; seats 0 and 1 for a spectator.

    *market:* its places, None for a gap. *hand:* the viewer's cards by kind, or None.
    *batches:* what the viewer may do with several cards at once.
    *wounds_total:* Wounds in the stack and of both players. *coins:* how the coins of the newest step fell,
    `heads` or `tails`. *unspent:* what is lost if the turn ends now, in words. *is_idle:* the viewer has
    nothing left to do but to end the turn.
    """

    near: Side
    far: Side
    market: tuple[Stack | None, ...]
    hand: tuple[Stack, ...] | None
    batches: tuple[BatchButton, ...]
    turn: int
    turn_cap: int
    scrap: int
    energy: int
    wounds: int
    wounds_total: int
    main_count: int
    coins: tuple[str, ...]
    end_turn: Thing
    unspent: str
    is_over: bool
    is_idle: bool

    @property
    def wound_pips(self) -> tuple[bool, ...]:
        """One for each Wound of the game, True while it is still in the stack."""
        return tuple(number < self.wounds for number in range(self.wounds_total))


def table(board: Board) -> ScrapbotsTable:
    """Return the table as the viewer of *board* sees it."""
    view = board.view
    cards = {card.slug: card for card in board.cards}
    # What a card is for comes before what it is discarded for.
    things = Things(board, last=("scrap", "energy"))
    near, far = (1, 0) if view.viewer == 1 else (0, 1)
    hand = _hand(view.players[near].hand, cards, things)
    market = _market(view.market, cards, things)
    for lane in range(len(LANE_NAMES)):
        things.at(f"lane:{lane}")
    return ScrapbotsTable(
        near=_side(board, near, "lane", cards, things),
        far=_side(board, far, "enemy", cards, things),
        market=market,
        hand=hand,
        batches=tuple(BatchButton(batch, BATCH_KEYS[batch.at]) for batch in board.batches),
        turn=view.turn,
        turn_cap=view.turn_cap,
        scrap=view.scrap,
        energy=view.energy,
        wounds=view.wounds,
        wounds_total=view.wounds + sum(player.wounds for player in view.players),
        main_count=view.main_count,
        coins=coins_of(board.log),
        end_turn=things.at("turn"),
        unspent=_unspent(view),
        is_over=is_over(board) or view.over,
        is_idle=not any(
            offer.is_legal for at, offers in board.offers_at.items() if at != "turn" for offer in offers
        ),
    )


def _hand(slugs: Iterable[str] | None, cards: dict[str, Card], things: Things) -> tuple[Stack, ...] | None:
    if slugs is None:
        return None
    return tuple(Stack(card, count, things.at(f"hand:{card.slug}")) for card, count in _kinds(slugs, cards))


def _market(slugs: Iterable[str], cards: dict[str, Card], things: Things) -> tuple[Stack | None, ...]:
    """Return the places; two copies of a card are two things with the same offers."""
    return tuple(
        Stack(cards[slug], 1, things.at(f"market:{slug}", f"market:{place}:{slug}")) if slug else None
        for place, slug in enumerate(slugs)
    )


def _side(board: Board, seat: int, word: str, cards: dict[str, Card], things: Things) -> Side:
    view, player = board.view, board.view.players[seat]
    lanes = tuple(
        Lane(
            key=f"{word}:{number}",
            name=name,
            robot=_robot(player.lanes[number], cards),
            thing=things.at(f"{word}:{number}"),
            drops=things.drops(f"{word}:{number}"),
        )
        for number, name in enumerate(LANE_NAMES)
    )
    return Side(
        seat=board.seats[seat],
        lanes=lanes,
        hand_count=player.hand_count,
        deck_count=player.deck_count,
        discard=_pile(player.discard, cards),
        unseen=tuple((cards[slug], count) for slug, count in player.unseen.items()),
        hides_hand=player.hand is None,
        wounds=player.wounds,
        has_turn=view.active == seat and not view.over and not is_over(board) and board.stopped is None,
    )


def _robot(lane: Any, cards: dict[str, Card]) -> Robot | None:
    if lane is None:
        return None
    card = cards[lane.card]
    primed_by = _priming(cards) if lane.primed else None
    return Robot(card, lane.damage, card.figure("health") or 0, lane.ready, lane.primed, primed_by)


def _priming(cards: dict[str, Card]) -> Card | None:
    """Return the card that makes a Scrapbot Ready again after its next attack, if it is the only one."""
    found = [
        card
        for card in cards.values()
        if card.type == "Component" and "ready" in card.facets and card.quantity
    ]
    return found[0] if len(found) == 1 else None


def coins_of(log: Sequence[LogLine]) -> tuple[str, ...]:
    """Return how the coins of the newest step in *log* fell."""
    flips = [line for line in log if line.seq == log[-1].seq and line.event["type"] == "coin-flipped"]
    return tuple("heads" if line.event["heads"] else "tails" for line in flips)


def _pile(slugs: tuple[str, ...], cards: dict[str, Card]) -> Pile:
    top = cards[slugs[-1]] if slugs else None
    return Pile(len(slugs), top, tuple(_kinds(slugs, cards)))


def _kinds(slugs: Iterable[str], cards: dict[str, Card]) -> list[tuple[Card, int]]:
    """Return each kind with its count, in the box's order."""
    counts = Counter(slugs)
    return [(card, counts[slug]) for slug, card in cards.items() if slug in counts]


def _unspent(view: Any) -> str:
    pools = ((view.scrap, "Scrap"), (view.energy, "Energy"))
    return " and ".join(f"{amount} {name}" for amount, name in pools if amount)
