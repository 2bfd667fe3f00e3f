"""What happens in Scrap Knights, past tense, each with the rule that made it happen.

Whatever changes on the table is told with its value after the change, so that a page can go through a
resolution step by step (`frames`). What is chosen in secret is noticed by oneself alone. Cards go by slug.
"""

from typing import ClassVar

from msgspec import Struct

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer

TOKEN_NAMES = {"frame-advantage": "Frame Advantage", "armored": "Armored", "blitz": "Blitz"}


class Secrets(Struct, frozen=True):
    """What was chosen with an ACT. *moves:* +1 increases the distance. *number:* 0 for none."""

    act: str
    overcharged: bool
    moves: tuple[int, ...]
    number: int
    named: str


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


class Arming(Struct, frozen=True):
    """A BOT that is armed. *why:* the anchor of its trigger. *cause:* the card that would do it, or empty."""

    seat: int
    bot: str
    why: str
    cause: str


def _cards(slugs: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the cards as pieces, joined by commas and “and”."""
    pieces: list[Part] = []
    for index, slug in enumerate(slugs):
        if index:
            pieces.append(" and " if index == len(slugs) - 1 else ", ")
        pieces.append(CardPart(slug))
    return tuple(pieces)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _secret_words(moves: tuple[int, ...], number: int) -> str:
    words = ["moving away" if move > 0 else "moving in" for move in moves]
    if number:
        words.append(f"number {number}".replace("-", "−"))
    return ", ".join(words)


class Private(Event, frozen=True):
    """Noticed by its own seat only."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer.seat == self.seat else None


class Marked(Event, frozen=True):
    """A seat is ready with what it decides in secret, or is thinking again. *ready:* which of the two."""

    ready: bool

    quiet: ClassVar[bool] = True
    about: ClassVar[str] = ""

    def line(self) -> tuple[Part, ...]:
        if self.ready:
            return (SeatPart(self.seat), f" is ready{self.about}.")
        return (SeatPart(self.seat), f" is thinking again{self.about}.")


# Building a mech


class BuildingBegan(Event, frozen=True, tag="building-began"):
    """Everybody puts a mech together in secret."""

    def line(self) -> tuple[Part, ...]:
        return ("The knights put their mechs together.",)


class CardTaken(Private, frozen=True, tag="card-taken"):
    """A card came into one's mech deck, or its prep deck. *to:* `deck` or `prep`."""

    card: str
    to: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took ", CardPart(self.card), f" into the {_PILES[self.to]}.")


class CardPutBack(Private, frozen=True, tag="card-put-back"):
    """A card went back into the box. *pile:* `deck` or `prep`."""

    card: str
    pile: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " put ", CardPart(self.card), f" of the {_PILES[self.pile]} back.")


_PILES = {"deck": "mech deck", "prep": "prep deck"}


class MechBrought(Private, frozen=True, tag="mech-brought"):
    """A ready-made mech was brought. *mech:* its slug. *name:* what it is called."""

    mech: str
    name: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" brought {self.name}.")


class MechMarked(Marked, frozen=True, tag="mech-marked"):
    """A seat's mech is ready, or not after all."""

    about: ClassVar[str] = " with the mech"


class MechShown(Event, frozen=True, tag="mech-shown"):
    """A mech stands there: its ULT and BOTs are public. *acts*, *prep:* only its own seat sees them."""

    ult: str
    bots: tuple[str, ...]
    acts: tuple[str, ...] | None
    prep: tuple[str, ...] | None
    prep_count: int

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        if viewer.seat == self.seat or self.acts is None:
            return self
        return MechShown(self.rule, self.seat, self.ult, self.bots, None, None, self.prep_count)

    def line(self) -> tuple[Part, ...]:
        shown = (SeatPart(self.seat), " enters with ", CardPart(self.ult), " and ", *_cards(self.bots))
        return (*shown, "; ACTs: ", *_cards(self.acts), ".") if self.acts else (*shown, ".")


# A turn, up to the flip


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """*turn:* from 1."""

    turn: int

    def line(self) -> tuple[Part, ...]:
        return (f"Turn {self.turn}.",)


class ActChosen(Private, frozen=True, tag="act-chosen"):
    """An ACT was chosen in secret, with its secrets."""

    secrets: Secrets

    def line(self) -> tuple[Part, ...]:
        chosen = self.secrets
        words = _secret_words(chosen.moves, chosen.number)
        pieces: tuple[Part, ...] = (SeatPart(self.seat), " chose ", CardPart(chosen.act))
        if words:
            pieces = (*pieces, f", {words}")
        if chosen.overcharged:
            pieces = (*pieces, ", overcharged")
        if chosen.named:
            pieces = (*pieces, ", naming ", CardPart(chosen.named))
        return (*pieces, ".")


class ActsTakenBack(Private, frozen=True, tag="acts-taken-back"):
    """The chosen ACTs went back into the hand."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took back what was chosen.")


class ActMarked(Marked, frozen=True, tag="act-marked"):
    """A seat has chosen, or is choosing again."""


class CardsFlipped(Event, frozen=True, tag="cards-flipped"):
    """All secrets and ACTs of the turn are shown. *passed:* seats that had no ACT to play."""

    turn: int
    passed: tuple[int, ...]

    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        if not self.passed:
            return ("Secrets and ACTs are shown.",)
        if len(self.passed) > 1:
            return ("Nobody has an ACT to play.",)
        return ("Secrets and ACTs are shown; ", SeatPart(self.passed[0]), " has no ACT to play.")


class ActRevealed(Event, frozen=True, tag="act-revealed"):
    """An ACT was flipped, with its secrets. *unique:* not used since the seat's ULT last triggered."""

    secrets: Secrets
    unique: bool

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        shown = self.secrets
        words = _secret_words(shown.moves, shown.number)
        pieces: tuple[Part, ...] = (SeatPart(self.seat), " plays ", CardPart(shown.act))
        if words:
            pieces = (*pieces, f", {words}")
        if shown.overcharged:
            pieces = (*pieces, ", overcharged")
        if shown.named:
            pieces = (*pieces, ", naming ", CardPart(shown.named))
        return (*pieces, ".")


class HeatGained(Event, frozen=True, tag="heat-gained"):
    """*amount* of heat came from *card*; *heat* after it."""

    card: str
    amount: int
    heat: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" gained {self.amount} heat from ", CardPart(self.card), ".")


class LinkGained(Event, frozen=True, tag="link-gained"):
    """The seat's ULT got a link token. *ult*; *links* after it. *card:* what it was got by, or empty."""

    ult: str
    links: int
    card: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " got a link token on ", CardPart(self.ult), f", now {self.links}.")


class LinksLost(Event, frozen=True, tag="links-lost"):
    """The seat's ULT lost *count* link tokens; *links* after it. *why:* `reset`, `reduced` or `stolen`."""

    ult: str
    count: int
    links: int
    why: str

    def line(self) -> tuple[Part, ...]:
        how = " by theft" if self.why == "stolen" else ""
        lost = f" lost {_count(self.count, 'link token')}{how}, now {self.links}."
        return (SeatPart(self.seat), "’s ", CardPart(self.ult), lost)


# BOTs, tokens and ULTs


class WindowOpened(Event, frozen=True, tag="window-opened"):
    """BOTs may be used. *window:* from 1 in each turn. *armed:* which ones, and why."""

    window: int
    armed: tuple[Arming, ...]

    def line(self) -> tuple[Part, ...]:
        return ("Armed: ", *_cards(tuple(arming.bot for arming in self.armed)), ".")


class BotPlanned(Private, frozen=True, tag="bot-planned"):
    """A BOT is to be used. *card:* the Attack that it copies, or empty."""

    bot: str
    moves: tuple[int, ...]
    card: str

    def line(self) -> tuple[Part, ...]:
        pieces: tuple[Part, ...] = (SeatPart(self.seat), " means to use ", CardPart(self.bot))
        if self.card:
            return (*pieces, " copying ", CardPart(self.card), ".")
        words = _secret_words(self.moves, 0)
        return (*pieces, f", {words}." if words else ".")


class BotRecalled(Private, frozen=True, tag="bot-recalled"):
    """A BOT isn't to be used after all."""

    bot: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " holds ", CardPart(self.bot), " back.")


class BotsMarked(Marked, frozen=True, tag="bots-marked"):
    """A seat has decided about its BOTs, or thinks again."""

    about: ClassVar[str] = " with the BOTs"


class BotDeployed(Event, frozen=True, tag="bot-deployed"):
    """A BOT was used. *why:* the anchor of its trigger. *card:* the Attack that it copies, or empty."""

    bot: str
    why: str
    moves: tuple[int, ...]
    card: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        pieces: tuple[Part, ...] = (SeatPart(self.seat), " used ", CardPart(self.bot))
        if self.card:
            return (*pieces, " copying ", CardPart(self.card), ".")
        words = _secret_words(self.moves, 0)
        return (*pieces, f", {words}." if words else ".")


class BotsPassed(Event, frozen=True, tag="bots-passed"):
    """Nobody used a BOT in this window; it is the last of the turn."""

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("No BOT is used.",)


class TokenPlanned(Private, frozen=True, tag="token-planned"):
    """*count* tokens of a kind are now to be spent."""

    token: str
    count: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" means to spend {self.count} {TOKEN_NAMES[self.token]}.")


class TokensMarked(Marked, frozen=True, tag="tokens-marked"):
    """A seat has decided about its tokens, or thinks again."""

    about: ClassVar[str] = " with the tokens"


class TokensKept(Event, frozen=True, tag="tokens-kept"):
    """The seat spent no token, though it could have."""

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " kept all tokens.")


class TokenSpent(Event, frozen=True, tag="token-spent"):
    """A token was spent on *act*; *left* of its kind after it."""

    token: str
    act: str
    left: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" spent {TOKEN_NAMES[self.token]} on ", CardPart(self.act), ".")


class TokenGained(Event, frozen=True, tag="token-gained"):
    """*amount* tokens of a kind were gained; *count* after it."""

    token: str
    amount: int
    count: int

    def line(self) -> tuple[Part, ...]:
        many = f"{self.amount} " if self.amount > 1 else ""
        return (SeatPart(self.seat), f" gained {many}{TOKEN_NAMES[self.token]}.")


class UltPlanned(Private, frozen=True, tag="ult-planned"):
    """What is chosen for the ULT that triggers: *overcharged* or not, *cards* to be shuffled in."""

    ult: str
    overcharged: bool
    cards: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        plain = ", overcharged" if self.overcharged else ""
        what = (" shuffling in ", *_cards(self.cards)) if self.cards else (" shuffling nothing in",)
        return (SeatPart(self.seat), " means to use ", CardPart(self.ult), f"{plain},", *what, ".")


class UltMarked(Marked, frozen=True, tag="ult-marked"):
    """A seat has decided about its ULT, or thinks again."""

    about: ClassVar[str] = " with the ULT"


class UltTriggered(Event, frozen=True, tag="ult-triggered"):
    """A ULT with its links met came into the chain and lost them all. *shuffled:* cards chosen for it."""

    ult: str
    overcharged: bool
    shuffled: int

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "trigger"

    @property
    def card(self) -> str:
        """What was used."""
        return self.ult

    def line(self) -> tuple[Part, ...]:
        how = ", overcharged" if self.overcharged else ""
        return (SeatPart(self.seat), " triggers ", CardPart(self.ult), f"{how}!")


# The chain


class CoinTossed(Event, frozen=True, tag="coin-tossed"):
    """Effects of both tied in the chain. *seat:* whose go first. *card*, *other:* the first of each."""

    card: str
    other: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("A coin puts ", CardPart(self.card), " of ", SeatPart(self.seat), " before the other’s ",
                CardPart(self.other), ".")  # fmt: skip


class ChainLinedUp(Event, frozen=True, tag="chain-lined-up"):
    """The effects of the turn are in order."""

    chain: tuple[Lined, ...]

    def line(self) -> tuple[Part, ...]:
        if not self.chain:
            return ("The chain is empty.",)
        return ("The chain: ", *_cards(tuple(lined.card for lined in self.chain)), ".")


class EffectBegan(Event, frozen=True, tag="effect-began"):
    """The next effect of the chain resolves."""

    lined: Lined

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.lined.card), " of ", SeatPart(self.seat), " is next.")


class BlockRaised(Event, frozen=True, tag="block-raised"):
    """A block stands in this step of the chain. *block:* all that stands for the seat then."""

    card: str
    amount: int
    block: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" blocks {self.amount} with ", CardPart(self.card), ".")


class DamageDealt(Event, frozen=True, tag="damage-dealt"):
    """Damage came at *seat*. *amount:* got through. *blocked:* didn't. *hp* after it. *hit:* whether it hit.

    *card:* what dealt it. *block:* what still stands of the seat's block.
    """

    card: str
    amount: int
    blocked: int
    hp: int
    block: int
    hit: bool

    def line(self) -> tuple[Part, ...]:
        blocked = f", {self.blocked} blocked" if self.blocked else ""
        return (SeatPart(self.seat), f" took {self.amount} damage from ", CardPart(self.card), f"{blocked}.")


class EffectMissed(Event, frozen=True, tag="effect-missed"):
    """The distance was greater than the card's range."""

    card: str
    range: int
    distance: int

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.card), " of ", SeatPart(self.seat), f" misses: range {self.range}, "
                f"distance {self.distance}.")  # fmt: skip


class EffectInterrupted(Event, frozen=True, tag="effect-interrupted"):
    """The seat had been dealt damage before."""

    card: str

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.card), " of ", SeatPart(self.seat), " is interrupted.")


class EffectPrevented(Event, frozen=True, tag="effect-prevented"):
    """The effect did nothing. *by:* the card that prevents it."""

    card: str
    by: str

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.card), " of ", SeatPart(self.seat), " is prevented by ", CardPart(self.by), ".")


class EffectFailed(Event, frozen=True, tag="effect-failed"):
    """The effect had nothing to do: its condition wasn't met. *why:* in words, without a full stop."""

    card: str
    why: str

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.card), " of ", SeatPart(self.seat), f" does nothing: {self.why}.")


class DistanceChanged(Event, frozen=True, tag="distance-changed"):
    """*was*, *distance:* before and after. *crossed:* the mechs went past each other."""

    card: str
    was: int
    distance: int
    crossed: bool

    def line(self) -> tuple[Part, ...]:
        if self.was == self.distance and not self.crossed:
            return ("The distance stays ", f"{self.distance}.")
        past = ", past each other" if self.crossed else ""
        return (f"The distance goes from {self.was} to {self.distance}{past}.",)


class HeatVented(Event, frozen=True, tag="heat-vented"):
    """*amount* of heat was vented; *heat* after it."""

    card: str
    amount: int
    heat: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" vented {self.amount} heat with ", CardPart(self.card), ".")


class CardCopied(Event, frozen=True, tag="card-copied"):
    """*card* was copied by *copier*. *turns:* for how many turns to come; 0 for at once."""

    card: str
    copier: str
    turns: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        when = {0: "", 1: " next turn"}.get(self.turns, f" for the next {self.turns} turns")
        if self.card == self.copier:
            return (CardPart(self.card), " of ", SeatPart(self.seat), f" is copied{when}.")
        return (CardPart(self.copier), " of ", SeatPart(self.seat), " copies ", CardPart(self.card),
                f"{when}.")  # fmt: skip


class CarryBegan(Event, frozen=True, tag="carry-began"):
    """Something lasts. *kind:* `terror`, `two-acts`, `frame-copy` or `prevent-all`; *seat:* whom it concerns.

    *card:* what made it.
    """

    card: str
    kind: str

    def line(self) -> tuple[Part, ...]:
        return (CardPart(self.card), ": ", SeatPart(self.seat), f" {_CARRIES[self.kind]}.")


_CARRIES = {
    "terror": "has Attacks and Defends prevented next turn",
    "two-acts": "may play two ACTs next turn",
    "frame-copy": "copies it with the next Frame Advantage",
    "prevent-all": "prevents all else this turn",
}


class ActsSetAside(Event, frozen=True, tag="acts-set-aside"):
    """ACTs left their hands. *seat:* whose they are. *card:* what they lie under."""

    card: str
    acts: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        return (*_cards(self.acts), " of ", SeatPart(self.seat), " went under ", CardPart(self.card), ".")


class ActsReturned(Event, frozen=True, tag="acts-returned"):
    """ACTs came back to the seat's hand from under *card*."""

    card: str
    acts: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        return (*_cards(self.acts), " came back to ", SeatPart(self.seat), ".")


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
        told = f" shuffled {_count(self.shuffled, 'card')} into the prep deck and drew {self.drawn}"
        pieces: tuple[Part, ...] = (SeatPart(self.seat), told)
        return (*pieces, ": ", *_cards(self.got), ".") if self.got else (*pieces, ".")


class ChoiceAsked(Event, frozen=True, tag="choice-asked"):
    """The seat has something to choose. *choice:* type of the move that answers. *card:* that asks."""

    card: str
    choice: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " has a choice to make for ", CardPart(self.card), ".")


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
        return (*looked, ": ", *_cards(self.acts), ".") if self.acts else (*looked, ".")


class AttackAdded(Event, frozen=True, tag="attack-added"):
    """The seat played an additional Attack at once, or none (an empty text). *card:* that allowed it."""

    card: str
    act: str

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        if not self.act:
            return (SeatPart(self.seat), " plays no additional Attack.")
        return (SeatPart(self.seat), " also plays ", CardPart(self.act), ".")


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


# The end


class MechLost(Event, frozen=True, tag="mech-lost"):
    """A mech is out: no HP left at the end of a turn, or too hot. *hp*, *heat:* what it had then."""

    hp: int
    heat: int

    def line(self) -> tuple[Part, ...]:
        if self.hp > 0:
            return (SeatPart(self.seat), f"’s mech burns out with {self.heat} heat.")
        return (SeatPart(self.seat), "’s mech is wrecked.")


class GameEnded(Event, frozen=True, tag="game-ended"):
    """It is over. *winners:* empty for a draw. *scores:* HP by seat."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def line(self) -> tuple[Part, ...]:
        if not self.winners:
            return ("Nobody wins.",)
        return (SeatPart(self.winners[0]), " wins.")


AnyEvent = (
    BuildingBegan
    | CardTaken
    | CardPutBack
    | MechBrought
    | MechMarked
    | MechShown
    | TurnBegan
    | ActChosen
    | ActsTakenBack
    | ActMarked
    | CardsFlipped
    | ActRevealed
    | HeatGained
    | LinkGained
    | LinksLost
    | WindowOpened
    | BotPlanned
    | BotRecalled
    | BotsMarked
    | BotDeployed
    | BotsPassed
    | TokenPlanned
    | TokensMarked
    | TokensKept
    | TokenSpent
    | TokenGained
    | UltPlanned
    | UltMarked
    | UltTriggered
    | CoinTossed
    | ChainLinedUp
    | EffectBegan
    | BlockRaised
    | DamageDealt
    | EffectMissed
    | EffectInterrupted
    | EffectPrevented
    | EffectFailed
    | DistanceChanged
    | HeatVented
    | CardCopied
    | CarryBegan
    | ActsSetAside
    | ActsReturned
    | CardsShuffledIn
    | ChoiceAsked
    | HandSeen
    | AttackAdded
    | BotReturned
    | ActDiscarded
    | MechLost
    | GameEnded
)
