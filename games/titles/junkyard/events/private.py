"""The events that only their own seat notices: what it programs."""

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer
from games.titles.junkyard.edition import CardFace
from games.titles.junkyard.events.words import count


class Private(Event, frozen=True):
    """An event that only its own seat notices."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if viewer.seat == self.seat else None


class CardSlotted(Private, frozen=True, tag="card-slotted"):
    """A card was put into a register, face down."""

    register: int
    card: CardFace

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " put ", CardPart(self.card.card), f" into register {self.register}.")


class CardTakenBack(Private, frozen=True, tag="card-taken-back"):
    """A card was taken back out of a register."""

    register: int
    card: CardFace

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took ", CardPart(self.card.card), f" out of register {self.register}.")


class ChargePlanned(Private, frozen=True, tag="charge-planned"):
    """A card was laid aside, to be trashed for its charge."""

    card: CardFace
    active: int

    def line(self) -> tuple[Part, ...]:
        will_be = f" for its charge: {count(self.active, 'register')} will be active."
        return (SeatPart(self.seat), " laid aside ", CardPart(self.card.card), will_be)


class ChargeUndone(Private, frozen=True, tag="charge-undone"):
    """The card laid aside went back into the hand."""

    card: CardFace

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " took ", CardPart(self.card.card), " back from charging.")
