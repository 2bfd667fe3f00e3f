"""What happens in Scrapbots, past tense, each with the rule that made it happen."""

from collections import Counter
from typing import ClassVar, Literal

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer

LANE_NAMES = ("left", "centre", "right")


def _list(cards: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the cards as a list; cards of one kind are one part with their count."""
    parts: list[Part] = []
    counts = Counter(cards)
    for index, (slug, count) in enumerate(counts.items()):
        if index:
            parts.append(" and " if index == len(counts) - 1 else ", ")
        parts.append(CardPart(slug, count))
    return tuple(parts)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


class FirstPlayerDrawn(Event, frozen=True, tag="first-player-drawn"):
    """Chance chose who begins."""

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " goes first.")


class MarketDealt(Event, frozen=True, tag="market-dealt"):
    """Cards were turned up from the main deck for the Market."""

    cards: tuple[str, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (*_list(self.cards), " entered the Market.")


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    """The seat drew *count* cards; only that seat sees which."""

    count: int
    cards: tuple[str, ...] | None

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer.seat == self.seat else CardsDrawn(self.rule, self.seat, self.count, None)

    def line(self) -> tuple[Part, ...]:
        why = "; the discard pile isn’t shuffled again in this Main phase"
        end = f"{why if self.rule == 'draw-6' else ''}."
        if not self.count:
            return (SeatPart(self.seat), f" had no cards to draw{end}")
        if not self.cards:
            return (SeatPart(self.seat), f" drew {_count(self.count, 'card')}{end}")
        return (SeatPart(self.seat), " drew ", *_list(self.cards), end)


class DeckReshuffled(Event, frozen=True, tag="deck-reshuffled"):
    """The discard pile became the seat's deck."""

    count: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" shuffled {_count(self.count, 'discarded card')} into a new deck.")


class ScrapGained(Event, frozen=True, tag="scrap-gained"):
    """A card was discarded for Scrap."""

    card: str
    amount: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " discarded ", CardPart(self.card), f" for {self.amount} Scrap.")


class EnergyGained(Event, frozen=True, tag="energy-gained"):
    """A card was discarded for Energy."""

    card: str
    amount: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " discarded ", CardPart(self.card), f" for {self.amount} Energy.")


class ResourcePlayed(Event, frozen=True, tag="resource-played"):
    """A Resource was played with its text. *gain:* what it gave besides."""

    card: str
    gain: Literal["scrap", "energy", "none"]
    amount: int

    def line(self) -> tuple[Part, ...]:
        gained = "." if self.gain == "none" else f" for {self.amount} {self.gain.capitalize()} and its text."
        return (SeatPart(self.seat), " played ", CardPart(self.card), gained)


class TextSkipped(Event, frozen=True, tag="text-skipped"):
    """The text of a card found nothing to do."""

    card: str

    def line(self) -> tuple[Part, ...]:
        return ("The text of ", CardPart(self.card), " had no effect.")


class ComponentActivated(Event, frozen=True, tag="component-activated"):
    """A Component was activated on a Ready Scrapbot."""

    card: str
    lane: int
    scrapbot: str

    def line(self) -> tuple[Part, ...]:
        where = f" in the {LANE_NAMES[self.lane]} Lane."
        return (
            SeatPart(self.seat),
            " activated ",
            CardPart(self.card),
            " on ",
            CardPart(self.scrapbot),
            where,
        )


class ScrapbotBuilt(Event, frozen=True, tag="scrapbot-built"):
    """A Scrapbot entered a Lane, exhausted."""

    card: str
    lane: int

    def line(self) -> tuple[Part, ...]:
        where = f" in the {LANE_NAMES[self.lane]} Lane."
        return (SeatPart(self.seat), " built ", CardPart(self.card), where)


class CardBought(Event, frozen=True, tag="card-bought"):
    """A card in the Market went to the buyer's discard pile."""

    card: str
    cost: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " bought ", CardPart(self.card), f" for {self.cost} Scrap.")


class Attacked(Event, frozen=True, tag="attacked"):
    """A Scrapbot attacked and is exhausted."""

    card: str
    lane: int
    attack: int
    energy: int

    def line(self) -> tuple[Part, ...]:
        where = f" in the {LANE_NAMES[self.lane]} Lane for {self.energy} Energy."
        return (SeatPart(self.seat), " attacked with ", CardPart(self.card), where)


class CoinFlipped(Event, frozen=True, tag="coin-flipped"):
    """A coin was flipped."""

    heads: bool

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("The coin came up heads." if self.heads else "The coin came up tails.",)


class DamageDealt(Event, frozen=True, tag="damage-dealt"):
    """The Scrapbot of *seat* in *lane* took damage. *damage:* all it has now."""

    card: str
    lane: int
    amount: int
    damage: int
    health: int
    splash: bool

    def line(self) -> tuple[Part, ...]:
        kind = "splash damage" if self.splash else "damage"
        left = max(0, self.health - self.damage)
        return (
            SeatPart(self.seat),
            "’s ",
            CardPart(self.card),
            f" took {self.amount} {kind}; {left} of {self.health} Health left.",
        )


class WoundsDealt(Event, frozen=True, tag="wounds-dealt"):
    """Damage to an undefended Lane dealt Wounds to *seat*, or was too little for one.

    *stack:* Wounds left in the stack.
    """

    lane: int
    count: int
    stack: int

    @property
    def marks(self) -> bool:  # type: ignore[override]
        return self.count > 0

    def line(self) -> tuple[Part, ...]:
        wounds = _count(self.count, "Wound") if self.count else "no Wound"
        why = "" if self.count else "; the damage was too little for one"
        left = f"{_count(self.stack, 'Wound')} {'is' if self.stack == 1 else 'are'} left in the stack"
        where = f" through the undefended {LANE_NAMES[self.lane]} Lane{why}. {left}."
        return (SeatPart(self.seat), f" took {wounds}{where}")


class ScrapbotDestroyed(Event, frozen=True, tag="scrapbot-destroyed"):
    """The Scrapbot of *seat* went to its owner's discard pile."""

    marks: ClassVar[bool] = True

    card: str
    lane: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.card), " was destroyed.")


class ScrapbotRepaired(Event, frozen=True, tag="scrapbot-repaired"):
    """Damage was removed. *amount:* the damage actually removed."""

    card: str
    lane: int
    amount: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.card), f" was repaired by {self.amount}.")


class ScrapbotExhausted(Event, frozen=True, tag="scrapbot-exhausted"):
    """An effect exhausted the Scrapbot of *seat*."""

    card: str
    lane: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.card), " became exhausted.")


class ScrapbotReadied(Event, frozen=True, tag="scrapbot-readied"):
    """An effect made the Scrapbot of *seat* Ready."""

    card: str
    lane: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.card), " became Ready.")


class ScrapbotPrimed(Event, frozen=True, tag="scrapbot-primed"):
    """The Scrapbot will become Ready after its next attack."""

    card: str
    lane: int

    def line(self) -> tuple[Part, ...]:
        return (
            SeatPart(self.seat),
            "’s ",
            CardPart(self.card),
            " will be Ready again after its next attack.",
        )


class WoundReturned(Event, frozen=True, tag="wound-returned"):
    """A Wound went back to the stack. *pile:* `hand` or `discard`."""

    pile: str
    stack: int

    def line(self) -> tuple[Part, ...]:
        place = "hand" if self.pile == "hand" else "discard pile"
        return (SeatPart(self.seat), f" returned a Wound from the {place} to the stack ({self.stack} left).")


class WoundsDiscarded(Event, frozen=True, tag="wounds-discarded"):
    """Wounds in hand were discarded. *energy:* gained for them."""

    count: int
    energy: int

    def line(self) -> tuple[Part, ...]:
        gained = f" and gained {self.energy} Energy." if self.energy else "."
        return (SeatPart(self.seat), f" discarded {_count(self.count, 'Wound')}{gained}")


class HandDiscarded(Event, frozen=True, tag="hand-discarded"):
    """The rest of the hand went to the discard pile, face up."""

    cards: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " discarded ", *_list(self.cards), ".")


class PoolsEmptied(Event, frozen=True, tag="pools-emptied"):
    """Unused Scrap and Energy were lost."""

    scrap: int
    energy: int

    def line(self) -> tuple[Part, ...]:
        lost = [f"{self.scrap} Scrap"] if self.scrap else []
        lost += [f"{self.energy} Energy"] if self.energy else []
        return (SeatPart(self.seat), f" left {' and '.join(lost)} unspent.")


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """*seat* has the turn now."""

    turn: int

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (f"Turn {self.turn}: ", SeatPart(self.seat), "’s turn.")


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The game is over. *wounds:* by seat; *seat:* the winner, or -1 for a draw."""

    marks: ClassVar[bool] = True

    wounds: tuple[int, int]

    def line(self) -> tuple[Part, ...]:
        if self.seat < 0:
            return (f"The game is over: a draw, with {_count(self.wounds[0], 'Wound')} each.",)
        other = 1 - self.seat
        won = f" won with {_count(self.wounds[self.seat], 'Wound')} to "
        return ("The game is over: ", SeatPart(self.seat), won, SeatPart(other), f"’s {self.wounds[other]}.")


AnyEvent = (
    FirstPlayerDrawn
    | MarketDealt
    | CardsDrawn
    | DeckReshuffled
    | ScrapGained
    | EnergyGained
    | ResourcePlayed
    | TextSkipped
    | ComponentActivated
    | ScrapbotBuilt
    | CardBought
    | Attacked
    | CoinFlipped
    | DamageDealt
    | WoundsDealt
    | ScrapbotDestroyed
    | ScrapbotRepaired
    | ScrapbotExhausted
    | ScrapbotReadied
    | ScrapbotPrimed
    | WoundReturned
    | WoundsDiscarded
    | HandDiscarded
    | PoolsEmptied
    | TurnBegan
    | GameEnded
)
