"""What happens in a turn, and before and after it, in the past tense.

An event that changes something holds the value after the change, so that a page can go through a resolution
step by step (`frames`). Only the player who chooses something in secret notices it. Cards go by slug.
"""

from typing import ClassVar

from msgspec import Struct

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer
from games.titles.scrap_knights.events.secret import TOKEN_NAMES, Secrets, counted, listed, secret_words


class Arming(Struct, frozen=True):
    """A BOT that is armed. *why:* the anchor of its trigger. *cause:* the card that would do it, or empty."""

    seat: int
    bot: str
    why: str
    cause: str


# Building a mech


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
        shown = (
            SeatPart(self.seat),
            " entered with the ULT ",
            CardPart(self.ult),
            " and the BOTs ",
            *listed(self.bots),
        )
        return (*shown, "; ACTs: ", *listed(self.acts), ".") if self.acts else (*shown, ".")


# A turn, up to the flip


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """*turn:* from 1."""

    turn: int

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (f"Turn {self.turn}.",)


class CardsFlipped(Event, frozen=True, tag="cards-flipped"):
    """All secrets and ACTs of the turn are shown. *passed:* seats that had no ACT to play."""

    turn: int
    passed: tuple[int, ...]

    begins: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        if not self.passed:
            return ("The secret choices were revealed.",)
        if len(self.passed) > 1:
            return ("Nobody had an ACT to play.",)
        return ("The secret choices were revealed; ", SeatPart(self.passed[0]), " had no ACT to play.")


class ActRevealed(Event, frozen=True, tag="act-revealed"):
    """An ACT was flipped, with its secrets. *unique:* not used since the seat's ULT last triggered."""

    secrets: Secrets
    unique: bool

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "choose"

    def used(self) -> tuple[str, ...]:
        return (self.secrets.act,)

    def line(self) -> tuple[Part, ...]:
        shown = self.secrets
        words = secret_words(shown.moves, shown.number)
        parts: tuple[Part, ...] = (SeatPart(self.seat), " played ", CardPart(shown.act))
        if words:
            parts = (*parts, f", {words}")
        if shown.overcharged:
            parts = (*parts, ", overcharged")
        if shown.named:
            parts = (*parts, ", naming ", CardPart(shown.named))
        return (*parts, ".")


class PrepShown(Event, frozen=True, tag="prep-shown"):
    """The deck of *ult*, which is due, was turned up: *cards*."""

    ult: str
    cards: tuple[str, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (
            SeatPart(self.seat),
            " turned up the deck of ",
            CardPart(self.ult),
            ": ",
            *listed(self.cards),
            ".",
        )


class HeatGained(Event, frozen=True, tag="heat-gained", omit_defaults=True):
    """*amount* of heat came from *card*; *heat* after it.

    *token:* the kind of token on the card that made it, or empty if the card itself did.
    """

    card: str
    amount: int
    heat: int
    token: str = ""

    def line(self) -> tuple[Part, ...]:
        told: tuple[Part, ...] = (SeatPart(self.seat), f" gained {self.amount} heat from ")
        if self.token:
            return (*told, f"{TOKEN_NAMES[self.token]} on ", CardPart(self.card), ".")
        return (*told, CardPart(self.card), ".")


class LinkGained(Event, frozen=True, tag="link-gained"):
    """The seat's ULT got a link token. *ult*; *links* after it. *card:* what it was got by, or empty."""

    ult: str
    links: int
    card: str

    def line(self) -> tuple[Part, ...]:
        return (
            SeatPart(self.seat),
            " got a link token on ",
            CardPart(self.ult),
            f": that makes {self.links}.",
        )


class LinksLost(Event, frozen=True, tag="links-lost"):
    """The seat's ULT lost *count* link tokens; *links* after it. *why:* `reset`, `reduced` or `stolen`."""

    ult: str
    count: int
    links: int
    why: str

    def line(self) -> tuple[Part, ...]:
        how = " to the opponent" if self.why == "stolen" else ""
        lost = f" lost {counted(self.count, 'link token')}{how}: that leaves {self.links}."
        return (SeatPart(self.seat), "’s ", CardPart(self.ult), lost)


# BOTs, tokens and ULTs


class WindowOpened(Event, frozen=True, tag="window-opened"):
    """BOTs may be used. *window:* from 1 in each turn. *armed:* which ones, and why."""

    window: int
    armed: tuple[Arming, ...]

    def line(self) -> tuple[Part, ...]:
        parts: list[Part] = []
        seats = tuple(dict.fromkeys(arming.seat for arming in self.armed))
        # A comma tells two lists apart.
        between = ", and " if len(self.armed) > len(seats) else " and "
        for seat in seats:
            bots = tuple(arming.bot for arming in self.armed if arming.seat == seat)
            parts += [between if parts else "Armed: ", SeatPart(seat), "’s ", *listed(bots)]
        return (*parts, ".")


class BotUnarmed(Event, frozen=True, tag="bot-unarmed"):
    """A BOT that waits for a miss isn't armed, as something else keeps *card* from doing all it could.

    *why:* that reason, in words without a full stop. *range:* of the card, None for any distance.
    """

    bot: str
    card: str
    why: str
    range: int | None

    def line(self) -> tuple[Part, ...]:
        reach = "has no range, so it can’t miss" if self.range is None else "isn’t out of range"
        return (SeatPart(self.seat), "’s ", CardPart(self.bot), " isn’t armed. ", CardPart(self.card),
                f" {reach}. One of its conditions isn’t met: {self.why}.")  # fmt: skip


class BotDeployed(Event, frozen=True, tag="bot-deployed"):
    """A BOT was used. *why:* the anchor of its trigger. *card:* the Attack that it copies, or empty."""

    bot: str
    why: str
    moves: tuple[int, ...]
    card: str

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "deploy"

    def used(self) -> tuple[str, ...]:
        return (self.bot,)

    def line(self) -> tuple[Part, ...]:
        parts: tuple[Part, ...] = (SeatPart(self.seat), " used ", CardPart(self.bot))
        if self.card:
            return (*parts, " to copy ", CardPart(self.card), ".")
        words = secret_words(self.moves, 0)
        return (*parts, f", {words}." if words else ".")


class BotsPassed(Event, frozen=True, tag="bots-passed"):
    """Nobody used a BOT in this window; it is the last of the turn."""

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("No more BOTs were used.",)


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


class UltTriggered(Event, frozen=True, tag="ult-triggered"):
    """A ULT with its links met came into the chain and lost them all. *shuffled:* cards chosen for it."""

    marks: ClassVar[bool] = True

    ult: str
    overcharged: bool
    shuffled: int

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "trigger"

    def used(self) -> tuple[str, ...]:
        return (self.ult,)

    def line(self) -> tuple[Part, ...]:
        how = ", overcharged" if self.overcharged else ""
        return (SeatPart(self.seat), " triggered ", CardPart(self.ult), f"{how}!")


# The end


class MechLost(Event, frozen=True, tag="mech-lost"):
    """A mech lost: it had no HP left at the end of a turn, or was too hot. *hp*, *heat:* what it had then."""

    marks: ClassVar[bool] = True

    hp: int
    heat: int

    def line(self) -> tuple[Part, ...]:
        if self.hp > 0:
            return (SeatPart(self.seat), f"’s mech overheated with {self.heat} heat.")
        return (SeatPart(self.seat), "’s mech was wrecked.")


class GameEnded(Event, frozen=True, tag="game-ended"):
    """It is over. *winners:* empty for a draw. *scores:* HP by seat."""

    marks: ClassVar[bool] = True

    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def line(self) -> tuple[Part, ...]:
        if not self.winners:
            return ("The game is over: a draw.",)
        return ("The game is over: ", SeatPart(self.winners[0]), " won.")
