"""What is decided in secret. Only its own seat notices it; the others notice whether that seat is ready."""

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


def listed(slugs: tuple[str, ...]) -> tuple[Part, ...]:
    """Return the cards as parts of a line, joined by commas and “and”."""
    parts: list[Part] = []
    for index, slug in enumerate(slugs):
        if index:
            parts.append(" and " if index == len(slugs) - 1 else ", ")
        parts.append(CardPart(slug))
    return tuple(parts)


def counted(number: int, noun: str) -> str:
    """Return the number with its noun."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def secret_words(moves: tuple[int, ...], number: int) -> str:
    """Return directions and a number in words."""
    words = ["moving back" if move > 0 else "moving forward" for move in moves]
    if number:
        words.append(f"X = {number}".replace("-", "−"))
    return ", ".join(words)


class Private(Event, frozen=True):
    """Noticed by its own seat only."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer.seat == self.seat else None


class Marked(Event, frozen=True):
    """A seat is ready with what it decides in secret, or is thinking again. *ready:* which of the two."""

    ready: bool

    quiet: ClassVar[bool] = True
    done: ClassVar[str] = "is ready"
    again: ClassVar[str] = "is thinking again"

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" {self.done if self.ready else self.again}.")


class BuildingBegan(Event, frozen=True, tag="building-began"):
    """Everybody builds a mech in secret."""

    def line(self) -> tuple[Part, ...]:
        return ("The knights are building their mechs.",)


class CardTaken(Private, frozen=True, tag="card-taken"):
    """A card came into the mech deck, or its prep deck. *to:* `deck` or `prep`."""

    card: str
    to: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " added ", CardPart(self.card), f" to the {_PILES[self.to]}.")


class CardPutBack(Private, frozen=True, tag="card-put-back"):
    """A card went back into the box. *pile:* `deck` or `prep`."""

    card: str
    pile: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " removed ", CardPart(self.card), f" from the {_PILES[self.pile]}.")


_PILES = {"deck": "mech deck", "prep": "prep deck"}


class MechBrought(Private, frozen=True, tag="mech-brought"):
    """A ready-made mech was brought. *mech:* its slug. *name:* what it is called."""

    mech: str
    name: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" brought {self.name}.")


class MechMarked(Marked, frozen=True, tag="mech-marked"):
    """A seat's mech is ready, or not after all."""

    done: ClassVar[str] = "has finished building a mech"
    again: ClassVar[str] = "is building again"


class ActChosen(Private, frozen=True, tag="act-chosen"):
    """An ACT was chosen in secret, with its secrets."""

    secrets: Secrets

    def line(self) -> tuple[Part, ...]:
        chosen = self.secrets
        words = secret_words(chosen.moves, chosen.number)
        parts: tuple[Part, ...] = (SeatPart(self.seat), " chose ", CardPart(chosen.act))
        if words:
            parts = (*parts, f", {words}")
        if chosen.overcharged:
            parts = (*parts, ", overcharged")
        if chosen.named:
            parts = (*parts, ", naming ", CardPart(chosen.named))
        return (*parts, ".")


class ActsTakenBack(Private, frozen=True, tag="acts-taken-back"):
    """The chosen ACTs went back into the hand."""

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took everything back.")


class ActMarked(Marked, frozen=True, tag="act-marked"):
    """A seat has chosen, or is choosing again."""


class BotPlanned(Private, frozen=True, tag="bot-planned"):
    """A BOT is to be used. *card:* the Attack that it copies, or empty."""

    bot: str
    moves: tuple[int, ...]
    card: str

    def line(self) -> tuple[Part, ...]:
        parts: tuple[Part, ...] = (SeatPart(self.seat), " planned to use ", CardPart(self.bot))
        if self.card:
            return (*parts, " to copy ", CardPart(self.card), ".")
        words = secret_words(self.moves, 0)
        return (*parts, f", {words}." if words else ".")


class BotRecalled(Private, frozen=True, tag="bot-recalled"):
    """A BOT isn't to be used after all."""

    bot: str

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " decided not to use ", CardPart(self.bot), ".")


class BotsMarked(Marked, frozen=True, tag="bots-marked"):
    """A seat has decided about its BOTs, or thinks again."""

    done: ClassVar[str] = "has decided which BOTs to use"
    again: ClassVar[str] = "is deciding again which BOTs to use"


class TokenPlanned(Private, frozen=True, tag="token-planned"):
    """*count* tokens of a kind are now to be spent."""

    token: str
    count: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" planned to spend {self.count or 'no'} {TOKEN_NAMES[self.token]}.")


class TokensMarked(Marked, frozen=True, tag="tokens-marked"):
    """A seat has decided about its tokens, or thinks again."""

    done: ClassVar[str] = "has decided which tokens to spend"
    again: ClassVar[str] = "is deciding again which tokens to spend"


class UltPlanned(Private, frozen=True, tag="ult-planned"):
    """What is chosen for the ULT that triggers: *overcharged* or not, *cards* to be shuffled in."""

    ult: str
    overcharged: bool
    cards: tuple[str, ...]

    def line(self) -> tuple[Part, ...]:
        plain = ", overcharged" if self.overcharged else ""
        what = (" shuffling in ", *listed(self.cards)) if self.cards else (" without shuffling anything in",)
        return (
            SeatPart(self.seat),
            " planned to use ",
            CardPart(self.ult),
            f"{plain}{',' if self.cards or plain else ''}",
            *what,
            ".",
        )


class UltMarked(Marked, frozen=True, tag="ult-marked"):
    """A seat has decided about its ULT, or thinks again."""

    done: ClassVar[str] = "has decided how to use the ULT"
    again: ClassVar[str] = "is deciding again how to use the ULT"
