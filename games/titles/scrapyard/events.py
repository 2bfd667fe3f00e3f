"""What happens in Scrapyard, past tense, each with the rule that made it happen."""

from typing import ClassVar, Literal

from games.engine.events import CardPart, Event, Part, SeatPart
from games.engine.viewers import Viewer
from games.titles.scrapyard.state import COLUMNS, ROWS, Corner
from games.titles.scrapyard.words import corner_words, count, names, tile_names, where


class FieldLaid(Event, frozen=True, tag="field-laid", omit_defaults=True):
    """The parts were shuffled and laid out face down. *aside:* parts that were left over."""

    rows: int = ROWS
    aside: int = 0

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        parts, rows = count(self.rows * COLUMNS, "part"), count(self.rows, "row")
        aside = f"; {self.aside} more, unseen, were set aside" if self.aside else ""
        return (f"{parts} were laid out face down in {rows} of {COLUMNS}{aside}.",)


class TilesDrawn(Event, frozen=True, tag="tiles-drawn"):
    """The seat drew tiles; only that seat sees which."""

    number: int
    tiles: tuple[str, ...] | None

    reveals: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer.seat == self.seat else TilesDrawn(self.rule, self.seat, self.number, None)

    def line(self) -> tuple[Part, ...]:
        shown = f": {tile_names(self.tiles)}." if self.tiles else "."
        return (SeatPart(self.seat), f" drew {count(self.number, 'tile')}{shown}")


class RoundBegan(Event, frozen=True, tag="round-began"):
    """A peek round began."""

    round: int
    of: int

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (f"Peek round {self.round} of {self.of} began.",)


class DiceRolled(Event, frozen=True, tag="dice-rolled"):
    """The seat rolled one die or two. *purpose:* what for."""

    dice: tuple[int, ...]
    purpose: Literal["order", "order-again", "peeks", "first"]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        rolled = f" rolled {' and '.join(map(str, self.dice))}"
        purpose = {
            "order": "",
            "order-again": " to break the tie",
            "first": " to break the tie for the first turn",
            "peeks": f": {count(sum(self.dice), 'peek')} for each player this round",
        }[self.purpose]
        return (SeatPart(self.seat), f"{rolled}{purpose}.")


class OrderSet(Event, frozen=True, tag="order-set"):
    """The order of a round, or of the collection, was settled. *order:* seats, first to last."""

    order: tuple[int, ...]

    def line(self) -> tuple[Part, ...]:
        parts: list[Part] = ["The order of play: "]
        for number, seat in enumerate(self.order):
            parts += [", ", SeatPart(seat)] if number else [SeatPart(seat)]
        return (*parts, ".")


class CardPeeked(Event, frozen=True, tag="card-peeked"):
    """The seat looked at a face-down card. Everybody sees the place, and only that seat sees the card."""

    place: int
    card: str | None

    reveals: ClassVar[bool] = True
    stays_known: ClassVar[bool] = True

    def seen_by(self, viewer: Viewer) -> Event:
        return self if viewer.seat == self.seat else CardPeeked(self.rule, self.seat, self.place, None)

    def line(self) -> tuple[Part, ...]:
        looked = (SeatPart(self.seat), f" looked at the card in {where(self.place)}")
        return (*looked, ": ", CardPart(self.card), ".") if self.card else (*looked, ".")


class PeekBought(Event, frozen=True, tag="peek-bought", omit_defaults=True):
    """A cube left the game for one more peek, or for several."""

    peeks: int = 1

    def line(self) -> tuple[Part, ...]:
        more = "one more peek" if self.peeks == 1 else f"{self.peeks} more peeks"
        return (SeatPart(self.seat), f" spent a cube for {more}.")


class PeeksEnded(Event, frozen=True, tag="peeks-ended"):
    """The seat is done peeking. *unused:* peeks left over."""

    unused: int

    def line(self) -> tuple[Part, ...]:
        rest = f", with {count(self.unused, 'peek')} left" if self.unused else ""
        return (SeatPart(self.seat), f" finished peeking{rest}.")


class CubePlaced(Event, frozen=True, tag="cube-placed"):
    """A cube went from the supply onto a card."""

    place: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" placed a cube on the card in {where(self.place)}.")


class CubeMoved(Event, frozen=True, tag="cube-moved"):
    """A cube went from one card to another."""

    start: int
    place: int

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" moved a cube from {where(self.start)} to {where(self.place)}.")


class PlacingEnded(Event, frozen=True, tag="placing-ended"):
    """The seat is done placing. *placed:* cubes placed or moved."""

    placed: int

    def line(self) -> tuple[Part, ...]:
        placed = count(self.placed, "cube") if self.placed else "no cubes"
        return (SeatPart(self.seat), f" finished placing ({placed}).")


class PlacingBegan(Event, frozen=True, tag="placing-began"):
    """Everybody has peeked, and cubes are placed once more in the same order."""

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return ("Everyone has peeked, and the second placing began.",)


class CollectionBegan(Event, frozen=True, tag="collection-began"):
    """The peek rounds are over, and the seat goes first. *cubes:* on the field, by seat."""

    cubes: tuple[int, ...]

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        most = f"the most cubes on the field ({self.cubes[self.seat]})"
        is_tied = self.cubes.count(self.cubes[self.seat]) > 1
        reason = f", chosen by the dice among those with {most}." if is_tied else f", with {most}."
        return ("Collecting began: ", SeatPart(self.seat), f" goes first{reason}")


class TilesRevealed(Event, frozen=True, tag="tiles-revealed"):
    """The seat showed its tiles."""

    tiles: tuple[str, ...]

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" collects {names(self.tiles)}.")


class CornerChosen(Event, frozen=True, tag="corner-chosen"):
    """The seat placed its pawn beside a corner."""

    corner: Corner

    def line(self) -> tuple[Part, ...]:
        return (SeatPart(self.seat), f" starts at the {corner_words(self.corner)} corner.")


class TurnBegan(Event, frozen=True, tag="turn-began"):
    """A turn of collecting began. *turn:* its number, from 1. *of:* the seat's turns in all."""

    turn: int
    of: int
    points: int

    begins: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        points = count(self.points, "action point")
        return ("Turn ", f"{self.turn} of {self.of}: ", SeatPart(self.seat), f" has {points}.")


class Walked(Event, frozen=True, tag="walked"):
    """The seat's pawn walked to a card."""

    place: int
    points: int

    def line(self) -> tuple[Part, ...]:
        paid = count(self.points, "action point")
        return (SeatPart(self.seat), f" walked to the card in {where(self.place)} for {paid}.")


class CardTurnedUp(Event, frozen=True, tag="card-turned-up", omit_defaults=True):
    """A card was turned face up."""

    place: int
    card: str
    points: int = 1

    reveals: ClassVar[bool] = True
    stays_known: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        return (
            SeatPart(self.seat),
            f" turned the card in {where(self.place)} face up for {count(self.points, 'action point')}: ",
            CardPart(self.card),
            ".",
        )


class CubeClaimed(Event, frozen=True, tag="cube-claimed"):
    """A cube went from a card to the seat's supply. *owner:* the seat whose cube it is."""

    place: int
    owner: int
    points: int

    def line(self) -> tuple[Part, ...]:
        paid = f" from the card in {where(self.place)} for {count(self.points, 'action point')}."
        if self.owner == self.seat:
            return (SeatPart(self.seat), " took back a cube", paid)
        return (SeatPart(self.seat), " claimed ", SeatPart(self.owner), f"’s cube{paid}")


class CardTaken(Event, frozen=True, tag="card-taken", omit_defaults=True):
    """The seat took a card. *is_open:* whether everybody sees it; otherwise only the taker does."""

    place: int
    is_open: bool
    card: str | None
    points: int = 2

    reveals: ClassVar[bool] = True
    stays_known: ClassVar[bool] = True
    use: ClassVar[str] = "take"

    def used(self) -> tuple[str, ...]:
        return () if self.card is None else (self.card,)

    def seen_by(self, viewer: Viewer) -> Event:
        if self.is_open or viewer.seat == self.seat:
            return self
        return CardTaken(self.rule, self.seat, self.place, False, None, self.points)

    def line(self) -> tuple[Part, ...]:
        unseen = "" if self.is_open else ", face down,"
        paid = f"{unseen} from {where(self.place)} for {count(self.points, 'action point')}."
        card = "the card" if self.card is None else CardPart(self.card)
        return (SeatPart(self.seat), " took ", card, paid)


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """A turn of collecting ended. *unused:* points left over. *is_stuck:* whether it passed by itself."""

    unused: int
    is_stuck: bool

    def line(self) -> tuple[Part, ...]:
        if self.is_stuck:
            return (SeatPart(self.seat), " could reach no more cards, so the turn passed.")
        rest = f", with {count(self.unused, 'action point')} left" if self.unused else ""
        return (SeatPart(self.seat), f" ended the turn{rest}.")


class FieldRevealed(Event, frozen=True, tag="field-revealed"):
    """The cards still on the field and all collections were turned up. *number:* cards on the field."""

    marks: ClassVar[bool] = True

    number: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        left = count(self.number, "card") if self.number else "no cards"
        return (f"Collecting is over, with {left} left on the field. All cards are turned face up.",)


class Scored(Event, frozen=True, tag="scored"):
    """The seat's collection was counted. *other:* points taken off."""

    cards: tuple[str, ...]
    matching: int
    cubes: int
    other: int
    score: int

    reveals: ClassVar[bool] = True

    def line(self) -> tuple[Part, ...]:
        parts: list[Part] = [SeatPart(self.seat), " collected "]
        for number, slug in enumerate(self.cards):
            parts += [", ", CardPart(slug)] if number else [CardPart(slug)]
        counted = (
            f"{self.matching} for matching parts + {self.cubes} for cubes − {self.other} for other parts"
        )
        end = f": {counted} = {self.score}."
        return (*parts, end) if self.cards else (*parts, f"no parts{end}")


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The game is over. *winners:* several seats for a joint victory. *scores:* by seat."""

    marks: ClassVar[bool] = True

    winners: tuple[int, ...]
    scores: tuple[int, ...]

    def line(self) -> tuple[Part, ...]:
        parts: list[Part] = ["The game is over: "]
        for number, seat in enumerate(self.winners):
            parts += [" and ", SeatPart(seat)] if number else [SeatPart(seat)]
        verb = " won" if len(self.winners) == 1 else " won together"
        points = count(self.scores[self.winners[0]], "point")
        decided = ", more of them from matching parts" if self.rule == "tie-1" else ""
        return (*parts, f"{verb} with {points}{decided}.")


AnyEvent = (
    FieldLaid
    | TilesDrawn
    | RoundBegan
    | DiceRolled
    | OrderSet
    | CardPeeked
    | PeekBought
    | PeeksEnded
    | CubePlaced
    | CubeMoved
    | PlacingEnded
    | PlacingBegan
    | CollectionBegan
    | TilesRevealed
    | CornerChosen
    | TurnBegan
    | Walked
    | CardTurnedUp
    | CubeClaimed
    | CardTaken
    | TurnEnded
    | FieldRevealed
    | Scored
    | GameEnded
)
