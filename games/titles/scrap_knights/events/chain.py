"""What happens in the resolution: the chain, and all that effects do."""

from typing import ClassVar

from msgspec import Struct

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer
from games.titles.scrap_knights.events.secret import TOKEN_NAMES, counted, listed


class Lined(Struct, frozen=True):
    """An effect in the chain. *part:* of the card, from 0.

    *priority:* `first`, `+2`, `0`, `-1`, `last` or `tag`.
    *why:* `act`, `ult`, `bot`, `copy` or `attack` (an additional one). *copier:* the card that copied it.
    *after:* for a Tag, the card it follows, or empty when nothing goes before it.
    """

    seat: int
    card: str
    part: int
    priority: str
    why: str
    copier: str
    after: str


class CoinTossed(Event, frozen=True, tag="coin-tossed"):
    """Effects of both tied in the chain. *seat:* whose go first. *card*, *other:* the first of each."""

    card: str
    other: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("A coin flip put ", SeatPart(self.seat), "’s ", CardPart(self.card),
                " before ", SeatPart(1 - self.seat), "’s ", CardPart(self.other), ".")  # fmt: skip


class ChainLinedUp(Event, frozen=True, tag="chain-lined-up"):
    """The effects of the turn are in order."""

    chain: tuple[Lined, ...]

    def line(self) -> tuple[Part, ...]:
        if not self.chain:
            return ("The chain was empty.",)
        return ("The chain: ", *listed(tuple(lined.card for lined in self.chain)), ".")


class EffectBegan(Event, frozen=True, tag="effect-began"):
    """The next effect of the chain resolves."""

    lined: Lined

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.lined.card), " was next in the chain.")


class BlockRaised(Event, frozen=True, tag="block-raised", omit_defaults=True):
    """A block stands in this step of the chain. *block:* all that stands for the seat then.

    *token:* the kind of token that raises it, or empty if the card itself does.
    """

    card: str
    amount: int
    block: int
    token: str = ""

    def line(self) -> tuple[Part, ...]:
        told: tuple[Part, ...] = (SeatPart(self.seat), f" blocked {self.amount} with ")
        if self.token:
            return (*told, f"{TOKEN_NAMES[self.token]} on ", CardPart(self.card), ".")
        return (*told, CardPart(self.card), ".")


class DamageDealt(Event, frozen=True, tag="damage-dealt", omit_defaults=True):
    """Damage came at *seat*. *amount:* got through. *blocked:* didn't. *hp* after it. *hit:* whether it hit.

    *card:* what dealt it. *block:* what still stands of the seat's block. *blitz:* how much of the damage,
    blocked or not, comes from Blitz.
    """

    card: str
    amount: int
    blocked: int
    hp: int
    block: int
    hit: bool
    blitz: int = 0

    def line(self) -> tuple[Part, ...]:
        printed = self.amount + self.blocked - self.blitz
        made = f" ({printed} + {self.blitz} from Blitz)" if self.blitz else ""
        blocked = f", {self.blocked} blocked" if self.blocked else ""
        return (SeatPart(self.seat), f" took {self.amount} damage from ", CardPart(self.card),
                f"{made}{blocked}.")  # fmt: skip


# What is copied in the next turns, but only if it doesn't miss: that isn't to be seen before the next turn.
_MAKES_COPIES = ("1000-cuts", "nanomech-lance")


class EffectMissed(Event, frozen=True, tag="effect-missed", omit_defaults=True):
    """The distance was greater than the card's range. *copies:* it would have copied itself in coming turns.

    None where that goes without saying.
    """

    card: str
    range: int
    distance: int
    copies: bool | None = None

    def line(self) -> tuple[Part, ...]:
        makes_copies = self.card in _MAKES_COPIES if self.copies is None else self.copies
        lost = " It makes no copies." if makes_copies else ""
        return (SeatPart(self.seat), "’s ", CardPart(self.card), f" missed: range {self.range}, "
                f"distance {self.distance}.{lost}")  # fmt: skip


def missed(seat: int, card: str, most: int, distance: int, copies: bool) -> EffectMissed:
    """Return how a card with range *most* missed. *copies:* when it doesn't, it copies itself."""
    usual = copies == (card in _MAKES_COPIES)
    return EffectMissed("range-1", seat, card, most, distance, None if usual else copies)


class EffectInterrupted(Event, frozen=True, tag="effect-interrupted"):
    """The seat had been dealt damage before."""

    card: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.card), " was interrupted.")


class EffectPrevented(Event, frozen=True, tag="effect-prevented"):
    """The effect did nothing. *by:* the card that prevents it."""

    card: str
    by: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), "’s ", CardPart(self.card), " was prevented by ", CardPart(self.by), ".")


class EffectFailed(Event, frozen=True, tag="effect-failed"):
    """A condition of an effect wasn't met. *why:* in words, without a full stop."""

    card: str
    why: str

    def line(self) -> tuple[Part, ...]:
        return ("A condition of ", SeatPart(self.seat), "’s ", CardPart(self.card),
                f" wasn’t met: {self.why}.")  # fmt: skip


class DistanceChanged(Event, frozen=True, tag="distance-changed"):
    """*was*, *distance:* before and after. *crossed:* the mechs went past each other."""

    card: str
    was: int
    distance: int
    crossed: bool

    def line(self) -> tuple[Part, ...]:
        past = ", and the mechs passed each other" if self.crossed else ""
        if self.was == self.distance:
            return (f"The distance stayed at {self.distance}{past}.",)
        return (f"The distance went from {self.was} to {self.distance}{past}.",)


class HeatVented(Event, frozen=True, tag="heat-vented"):
    """*amount* of heat was vented, or taken away without a vent; *heat* after it."""

    card: str
    amount: int
    heat: int

    def line(self) -> tuple[Part, ...]:
        if self.rule != "heatsink-2":
            return (SeatPart(self.seat), f" vented {self.amount} heat with ", CardPart(self.card), ".")
        was = self.heat + self.amount
        how = f"’s heat from {was} to {self.heat}." if self.amount else f"’s heat at {self.heat}."
        return (CardPart(self.card), " brought " if self.amount else " left ", SeatPart(self.seat), how)


class CardCopied(Event, frozen=True, tag="card-copied"):
    """*card* was copied by *copier*. *turns:* for how many turns to come; 0 for at once."""

    card: str
    copier: str
    turns: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        when = {0: "", 1: " next turn"}.get(self.turns, f" for the next {self.turns} turns")
        if self.card == self.copier:
            return (
                SeatPart(self.seat),
                "’s ",
                CardPart(self.card),
                f" {'will be' if self.turns else 'was'} copied{when}.",
            )
        return (SeatPart(self.seat), "’s ", CardPart(self.copier),
                " will copy " if self.turns else " copied ", CardPart(self.card),
                f"{when}.")  # fmt: skip


class CarryBegan(Event, frozen=True, tag="carry-began"):
    """Something lasts. *kind:* `terror`, `two-acts`, `frame-copy` or `prevent-all`; *seat:* whom it concerns.

    *card:* what made it.
    """

    card: str
    kind: str

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.card), ": ", SeatPart(self.seat), f"{CARRIES[self.kind]}.")


CARRIES = {
    "terror": "’s Attacks and Defends are prevented next turn",
    "two-acts": " may play two ACTs next turn",
    "frame-copy": " copies it with the next Frame Advantage",
    "prevent-all": " prevents everything else this turn",
}


class ActsSetAside(Event, frozen=True, tag="acts-set-aside"):
    """ACTs left their hands. *seat:* whose they are. *card:* what they lie under."""

    card: str
    acts: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        were = " was" if len(self.acts) == 1 else " were"
        return (
            SeatPart(self.seat),
            "’s ",
            *listed(self.acts),
            were,
            " set aside under ",
            CardPart(self.card),
            ".",
        )


class ActsReturned(Event, frozen=True, tag="acts-returned"):
    """ACTs came back to the seat's hand from under *card*."""

    card: str
    acts: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        return (*listed(self.acts), " came back to ", SeatPart(self.seat), ".")


class CardsShuffledIn(Event, frozen=True, tag="cards-shuffled-in"):
    """Cards of the hand went into the prep deck and others came out. Only the seat sees which.

    *shuffled*, *drawn:* how many. *put*, *got:* which.
    """

    card: str
    shuffled: int
    drawn: int
    put: tuple[str, ...] | None
    got: tuple[str, ...] | None

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        if viewer.seat == self.seat or self.put is None:
            return self
        return CardsShuffledIn(self.rule, self.seat, self.card, self.shuffled, self.drawn, None, None)

    def line(self) -> tuple[Part, ...]:
        told = f" shuffled {counted(self.shuffled, 'card')} into the prep deck and drew {self.drawn}"
        parts: tuple[Part, ...] = (SeatPart(self.seat), told)
        return (*parts, ": ", *listed(self.got), ".") if self.got else (*parts, ".")


class ChoiceAsked(Event, frozen=True, tag="choice-asked"):
    """The seat has something to choose. *choice:* type of the move that answers. *card:* that asks."""

    card: str
    choice: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " had a choice to make for ", CardPart(self.card), ".")


class HandSeen(Event, frozen=True, tag="hand-seen"):
    """*seat* looked at the other's hand; the spectators don't see it."""

    card: str
    acts: tuple[str, ...] | None

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        if not viewer.is_spectator or self.acts is None:
            return self
        return HandSeen(self.rule, self.seat, self.card, None)

    def line(self) -> tuple[Part, ...]:
        looked: tuple[Part, ...] = (SeatPart(self.seat), " looked at the opponent’s hand")
        return (*looked, ": ", *listed(self.acts), ".") if self.acts else (*looked, ".")


class AttackAdded(Event, frozen=True, tag="attack-added"):
    """The seat played an additional Attack at once, or none (an empty text). *card:* that allowed it."""

    card: str
    act: str

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "attack-with"

    def used(self) -> tuple[str, ...]:
        return (self.act,) if self.act else ()

    def line(self) -> tuple[Part, ...]:
        if not self.act:
            return (SeatPart(self.seat), " played no additional Attack.")
        return (SeatPart(self.seat), " also played ", CardPart(self.act), ".")


class BotReturned(Event, frozen=True, tag="bot-returned"):
    """A used BOT came back into play. *card:* that brought it back."""

    card: str
    bot: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " got ", CardPart(self.bot), " back.")


class ActDiscarded(Event, frozen=True, tag="act-discarded"):
    """*seat* lost an ACT for good. *card:* that made it."""

    card: str
    act: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " lost ", CardPart(self.act), " for good.")
