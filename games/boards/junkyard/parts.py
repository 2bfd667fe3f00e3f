"""The parts of the table of Junkyard, as its templates draw them."""

from dataclasses import dataclass

from games.boards.narration import Narration
from games.boards.things import Choice, Refusal
from games.engine.cards import Card
from games.matches.queries.board import SeatInfo

_ARROWS = {"n": "north", "e": "east", "s": "south", "w": "west"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card that is seen, with its own initiative."""

    card: Card
    initiative: int

    @property
    def value(self) -> int:
        return self.card.figure("value") or 0

    @property
    def charge(self) -> int:
        return self.card.figure("charge") or 0

    @property
    def soft_name(self) -> str:
        """The name with a soft hyphen in a word too long for a narrow pile."""
        return " ".join(_softened(word) for word in self.card.name.split())


@dataclass(frozen=True, slots=True)
class Pile:
    """*does:* salvage from it or shuffle it, when that is asked."""

    name: str
    count: int
    top: Face | None
    does: Choice | None


@dataclass(frozen=True, slots=True)
class Robot:
    """A Scrapbot on a space. *heading:* `n`, `e`, `s` or `w`."""

    seat: int
    name: str
    heading: str

    @property
    def heads(self) -> str:
        return _ARROWS[self.heading]


@dataclass(frozen=True, slots=True)
class Space:
    """*lands:* headings in which one's program, and the picked card after it, may lead here.

    *places:* ways to place one's Scrapbot here. *turns:* turn to here. *name:* where it is, in words.
    """

    number: int
    name: str
    robot: Robot | None
    lands: tuple[str, ...]
    places: tuple[Choice, ...]
    turns: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Register:
    """A register as others see it. *is_slotted:* None while that is hidden."""

    number: int
    is_active: bool
    is_slotted: bool | None
    face: Face | None
    is_now: bool


@dataclass(frozen=True, slots=True)
class Plate:
    """One player. *score:* of the Scrapheap so far."""

    seat: SeatInfo
    number: int
    to_act: bool
    is_done: bool
    is_programming: bool
    active: int
    registers: tuple[Register, ...]
    hand_count: int
    deck_count: int
    discard: tuple[Face, ...]
    scrapheap: tuple[Face, ...]
    score: int


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card of one's own hand. *url:* the page with it picked up. *does:* what is asked of it now.

    *slots:* JSON moves by register, for dragging; *charge:* the same for the charge.
    """

    place: int
    face: Face
    is_picked: bool
    url: str
    does: Choice | None
    slots: tuple[tuple[int, str], ...]
    charge: str


@dataclass(frozen=True, slots=True)
class OwnRegister:
    """One's own register while programming. *put:* the picked card into it. *take_back:* its card."""

    number: int
    is_active: bool
    face: Face | None
    put: Choice | None
    take_back: Choice | None


@dataclass(frozen=True, slots=True)
class Program:
    """One's own program. *finish:* done, or not done after all. *down:* the page with nothing picked up."""

    hand: tuple[HandCard, ...]
    registers: tuple[OwnRegister, ...]
    charge: Face | None
    put_charge: Choice | None
    undo_charge: Choice | None
    finish: Choice | None
    is_done: bool
    picked: Face | None
    active: int
    down: str


@dataclass(frozen=True, slots=True)
class JunkyardTable:
    """The whole table. *cells:* 49, row by row: a Pile, a Space, or None for a corner.

    *says:* what is going on. *hint:* what the viewer is asked for.
    *narration_url:* the page that narrates it step by step; *narrates:* what it narrates, in words.
    *choices:* what is asked and drawn in the yard, in words.
    """

    cells: tuple[Pile | Space | None, ...]
    plates: tuple[Plate, ...]
    program: Program | None
    phase: str
    round: int
    round_cap: int
    says: str
    narration: Narration | None
    narration_url: str
    narrates: str
    choices: tuple[Choice, ...]
    hint: str
    refusals: tuple[Refusal, ...]


def _softened(word: str) -> str:
    middle = (len(word) + 1) // 2
    return word if len(word) < 10 else f"{word[:middle]}\u00ad{word[middle:]}"
