"""What happens in Junkyard, past tense, each with the rule that made it happen.

A public event says where things were and where they are now, so that a page can replay it forwards and
backwards (`frames`). Only the seat itself notices what it programs.
"""

from typing import ClassVar, Literal

from msgspec import Struct

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer
from games.titles.junkyard.edition import CardFace
from games.titles.junkyard.events.private import CardSlotted, CardTakenBack, ChargePlanned, ChargeUndone
from games.titles.junkyard.events.words import (
    card_parts,
    count,
    kind_parts,
    now_active,
    pushed_parts,
    seat_parts,
)
from games.titles.junkyard.yard import HEADING_NAMES, HEADINGS, PILE_NAMES, Shift, space_name


class Showing(Struct, frozen=True):
    """A card that was revealed in a register."""

    seat: int
    register: int
    card: CardFace


class BoxOpened(Event, frozen=True, tag="box-opened"):
    """The box was chosen. *kinds:* the twelve kinds in play."""

    kinds: tuple[str, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("Kinds of junk in play: ", *kind_parts(self.kinds), ".")


class PilesDealt(Event, frozen=True, tag="piles-dealt"):
    """The nine piles were dealt. *tops:* the card turned up on each."""

    tops: tuple[CardFace, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("On top of the nine piles: ", *card_parts(self.tops), ".")


class OrderDrawn(Event, frozen=True, tag="order-drawn"):
    """Chance chose the order of placing."""

    order: tuple[int, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("Scrapbots are placed in this order: ", *seat_parts(self.order), ".")


class ScrapbotPlaced(Event, frozen=True, tag="scrapbot-placed"):
    """A Scrapbot came into the yard."""

    space: int
    heading: Literal["n", "e", "s", "w"]

    def line(self) -> tuple[Part, ...]:
        name = HEADING_NAMES[HEADINGS.index(self.heading)]
        return (SeatPart(self.seat), f" placed a Scrapbot {space_name(self.space)}, heading {name}.")


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A round began. *round:* from 1."""

    round: int

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (f"Round {self.round}.",)


class DeckReshuffled(Event, frozen=True, tag="deck-reshuffled"):
    """The discard pile became the seat's deck."""

    count: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" shuffled {count(self.count, 'discarded card')} into a new deck.")


class CardsDrawn(Event, frozen=True, tag="cards-drawn"):
    """The seat drew *count* cards; only that seat sees which."""

    count: int
    cards: tuple[CardFace, ...] | None

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer.seat == self.seat else CardsDrawn(self.rule, self.seat, self.count, None)

    def line(self) -> tuple[Part, ...]:
        if not self.count:
            return (SeatPart(self.seat), " had no cards left to draw.")
        if not self.cards:
            return (SeatPart(self.seat), f" drew {count(self.count, 'card')}.")
        return (SeatPart(self.seat), " drew ", *card_parts(self.cards), ".")


class ProgramMarked(Event, frozen=True, tag="program-marked"):
    """The seat is done programming, or goes on after all."""

    done: bool

    quiet: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " finished programming." if self.done else " went back to programming.")


class ProgramsClosed(Event, frozen=True, tag="programs-closed"):
    """Everybody is done programming. *slotted:* by seat, the registers that hold a card, face down."""

    slotted: tuple[tuple[int, ...], ...]

    begins: ClassVar[bool] = True
    reveals: ClassVar[bool] = True
    opens: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("Everybody has finished programming, and the registers are resolved.",)


class Charged(Event, frozen=True, tag="charged"):
    """A card was trashed for its charge. *before*, *after:* active registers."""

    card: CardFace
    before: int
    after: int

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "charge"

    def used(self) -> tuple[str, ...]:
        return (self.card.card,)

    def line(self) -> tuple[Part, ...]:
        charged = f" to charge: {now_active(self.after, self.before)}"
        return (SeatPart(self.seat), " trashed ", CardPart(self.card.card), charged)


class RegisterRevealed(Event, frozen=True, tag="register-revealed"):
    """All cards in a register were revealed. *cards:* the highest initiative first."""

    register: int
    cards: tuple[Showing, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        parts: list[Part] = [f"Register {self.register}: "]
        for index, showing in enumerate(self.cards):
            parts += [
                ", " if index else "",
                SeatPart(showing.seat),
                " revealed ",
                CardPart(showing.card.card),
            ]
        return (*(part for part in parts if part), ".")


class Overclocked(Event, frozen=True, tag="overclocked"):
    """The seat's next register was revealed and resolves at once."""

    register: int
    card: CardFace

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        where = f", in register {self.register}, is resolved at once."
        return (SeatPart(self.seat), " overclocked: ", CardPart(self.card.card), where)


class CardBegun(Event, frozen=True, tag="card-begun"):
    """A card began to resolve."""

    register: int
    card: CardFace

    use: ClassVar[str] = "resolve"

    def used(self) -> tuple[str, ...]:
        return (self.card.card,)

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " resolves ", CardPart(self.card.card), ".")


class EffectSkipped(Event, frozen=True, tag="effect-skipped"):
    """An effect couldn't be resolved. *effect*, *why:* in words."""

    card: CardFace
    effect: str
    why: str

    def line(self) -> tuple[Part, ...]:
        # What is stored with a match stays as it is.
        why = self.why.replace("only 1 registers", "only one register")
        return (CardPart(self.card.card), f"’s {self.effect.capitalize()} was skipped because {why}.")


class ScrapbotMoved(Event, frozen=True, tag="scrapbot-moved"):
    """A Scrapbot moved ahead. *shifts:* every Scrapbot that changed its space, in order."""

    count: int
    shifts: tuple[Shift, ...]

    def line(self) -> tuple[Part, ...]:
        went = f" moved {count(self.count, 'space')}"
        return (SeatPart(self.seat), went, *pushed_parts(self.seat, self.shifts), ".")


class ScrapbotTurned(Event, frozen=True, tag="scrapbot-turned"):
    """A Scrapbot rounded a corner, or turned on the spot when *shifts* is empty. *was*, *now:* headings."""

    side: Literal["left", "right"]
    was: Literal["n", "e", "s", "w"]
    now: Literal["n", "e", "s", "w"]
    shifts: tuple[Shift, ...]

    def line(self) -> tuple[Part, ...]:
        how = f" turned {self.side} {'around the corner' if self.shifts else 'on the spot'}"
        return (SeatPart(self.seat), how, *pushed_parts(self.seat, self.shifts), ".")


class CardsSalvaged(Event, frozen=True, tag="cards-salvaged"):
    """Cards went from a pile to the discard pile, the top one first. *left:* cards in the pile.

    *top:* what is turned up now, None when the pile is empty.
    """

    pile: int
    cards: tuple[CardFace, ...]
    left: int
    top: CardFace | None

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "salvage"

    def used(self) -> tuple[str, ...]:
        return tuple(face.card for face in self.cards)

    def line(self) -> tuple[Part, ...]:
        name = PILE_NAMES[self.pile]
        end = f" from the {name} pile; " if self.top else f" from the {name} pile, which is empty now."
        parts = (SeatPart(self.seat), " salvaged ", *card_parts(self.cards), end)
        return (*parts, CardPart(self.top.card), " is turned up.") if self.top else parts


class PileShuffled(Event, frozen=True, tag="pile-shuffled"):
    """A pile was shuffled. *was*, *now:* its top card before and after."""

    pile: int
    was: CardFace
    now: CardFace

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        name = PILE_NAMES[self.pile]
        card = CardPart(self.now.card)
        return (SeatPart(self.seat), f" shuffled the {name} pile; ", card, " is turned up.")


class CardScrapped(Event, frozen=True, tag="card-scrapped"):
    """A card went from the hand to the Scrapheap. *value:* of the card. *score:* of the Scrapheap now."""

    card: CardFace
    value: int
    score: int

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "scrap"

    def used(self) -> tuple[str, ...]:
        return (self.card.card,)

    def line(self) -> tuple[Part, ...]:
        worth = f" (scrap value {self.value}); the Scrapheap is now worth {self.score}."
        return (SeatPart(self.seat), " scrapped ", CardPart(self.card.card), worth)


class CardTrashed(Event, frozen=True, tag="card-trashed"):
    """A card from the hand was trashed."""

    card: CardFace

    reveals: ClassVar[bool] = True
    use: ClassVar[str] = "trash"

    def used(self) -> tuple[str, ...]:
        return (self.card.card,)

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " trashed ", CardPart(self.card.card), ".")


class Recharged(Event, frozen=True, tag="recharged"):
    """More registers are active. *before*, *after:* how many."""

    before: int
    after: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" recharged: {now_active(self.after, self.before)}")


class HandDiscarded(Event, frozen=True, tag="hand-discarded"):
    """The cards in the registers and in the hand went to the discard pile."""

    cards: tuple[CardFace, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), " discarded ", *card_parts(self.cards), ".")


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The game is over. *winners:* more than one for a joint victory. *scores:* by seat."""

    marks: ClassVar[bool] = True

    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def line(self) -> tuple[Part, ...]:
        points = " to ".join(map(str, sorted(self.scores, reverse=True)))
        won = " won, " if len(self.winners) == 1 else " won together, "
        return (*seat_parts(self.winners), f"{won}{points}{_DECIDED.get(self.rule, '')}.")


# What decided a game in which the highest score didn't.
_DECIDED = {
    "end-3": ", with fewer cards on the Scrapheap",
    "end-5": ", with the same number of cards on their Scrapheaps",
}


AnyEvent = (
    BoxOpened
    | PilesDealt
    | OrderDrawn
    | ScrapbotPlaced
    | RoundBegan
    | DeckReshuffled
    | CardsDrawn
    | CardSlotted
    | CardTakenBack
    | ChargePlanned
    | ChargeUndone
    | ProgramMarked
    | ProgramsClosed
    | Charged
    | RegisterRevealed
    | Overclocked
    | CardBegun
    | EffectSkipped
    | ScrapbotMoved
    | ScrapbotTurned
    | CardsSalvaged
    | PileShuffled
    | CardScrapped
    | CardTrashed
    | Recharged
    | HandDiscarded
    | GameEnded
)
