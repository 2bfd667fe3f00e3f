"""The parts of the table of Junkyard that its templates draw."""

from collections import Counter
from dataclasses import dataclass

from games.boards.narration import Narration
from games.boards.things import Choice, Refusal
from games.engine.cards import Card
from games.matches.queries.board import SeatInfo

_ARROWS = {"n": "north", "e": "east", "s": "south", "w": "west"}


@dataclass(frozen=True, slots=True)
class Face:
    """A card that the viewer sees, with its own initiative."""

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
        """The name, with a soft hyphen in words too long for a narrow pile."""
        return " ".join(_softened(word) for word in self.card.name.split())


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of the yard. *does:* salvages from it or shuffles it, if the viewer is asked to."""

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
    """A space of the yard. *lands:* headings in which the viewer's program and picked card may lead here.

    *places:* ways to place the viewer's Scrapbot here. *turn:* the one towards here. *name:* where it is.
    """

    number: int
    name: str
    robot: Robot | None
    lands: tuple[str, ...]
    places: tuple[Choice, ...]
    turn: Choice | None


@dataclass(frozen=True, slots=True)
class Register:
    """A register as others see it. *is_slotted:* whether it holds a card, None while hidden."""

    number: int
    is_active: bool
    is_slotted: bool | None
    face: Face | None
    is_now: bool


@dataclass(frozen=True, slots=True)
class Plate:
    """One player. *score:* their Scrapheap's so far. *hand:* its cards where a replay shows them.

    *gained:* what came on their Scrapheap in the newest round that was resolved.
    """

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
    hand: tuple[Face, ...]
    gained: tuple[Face, ...]

    @property
    def gain(self) -> int:
        """The points that came in that round."""
        return sum(face.value for face in self.gained)

    @property
    def scrapheap_kinds(self) -> list[tuple[Face, int]]:
        """Each kind of card in the Scrapheap once, with how many there are."""
        return _kinds(self.scrapheap)

    @property
    def discard_kinds(self) -> list[tuple[Face, int]]:
        """Each kind of card among the discards once, with how many there are."""
        return _kinds(self.discard)


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in the viewer's hand. *url:* the page with it picked up. *does:* what the viewer may do with it.

    *means:* what its keywords do.
    *slots:* JSON moves by register, for dragging; *charge:* the same for the charge.
    """

    place: int
    face: Face
    is_picked: bool
    url: str
    does: Choice | None
    means: str
    slots: tuple[tuple[int, str], ...]
    charge: str

    @property
    def deed(self) -> str:
        """What the viewer may do with it, for a button that names the card already: `Scrap for 4`."""
        words = self.does.label if self.does else ""
        return words.replace(f" with {self.face.card.name}", "").replace(f" {self.face.card.name}", "")


@dataclass(frozen=True, slots=True)
class OwnRegister:
    """The viewer's register while programming. *put:* puts the picked card in. *take_back:* takes it out."""

    number: int
    is_active: bool
    face: Face | None
    put: Choice | None
    take_back: Choice | None


@dataclass(frozen=True, slots=True)
class Program:
    """The viewer's program. *finish:* done, or not done after all. *down:* the page with nothing picked.

    *charge_says:* what can be done about a charge while no card lies there.
    """

    hand: tuple[HandCard, ...]
    registers: tuple[OwnRegister, ...]
    charge: Face | None
    charge_says: str
    put_charge: Choice | None
    undo_charge: Choice | None
    finish: Choice | None
    is_done: bool
    picked: Face | None
    active: int
    down: str

    @property
    def is_hand_asked(self) -> bool:
        """Whether something can be done with a card of the hand now."""
        return any(card.url or card.does for card in self.hand)


@dataclass(frozen=True, slots=True)
class Gestures:
    """How a card is read or dragged, for those who touch the screen and for those who have a *mouse*."""

    touch: str
    mouse: str


@dataclass(frozen=True, slots=True)
class JunkyardTable:
    """The whole table. *cells:* 49, row by row: a Pile, a Space, or None for a corner.

    *says:* what is going on. *hint:* what the viewer should do, and
    *gestures:* what they can do with cards as well.
    *narration_url:* the page that narrates it step by step; *narrates:* what it narrates, in words.
    *choices:* choices drawn in the yard, also as a list in words.
    *ahead:* the things about which the viewer can decide ahead.
    *places:* the viewer may place their Scrapbot now.
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
    ahead: str
    choices: tuple[Choice, ...]
    places: bool
    hint: str
    gestures: Gestures | None
    refusals: tuple[Refusal, ...]


def _kinds(faces: tuple[Face, ...]) -> list[tuple[Face, int]]:
    first = {face.card.slug: face for face in reversed(faces)}
    counts = Counter(face.card.slug for face in faces)
    return [(first[slug], count) for slug, count in counts.items()]


def _softened(word: str) -> str:
    middle = (len(word) + 1) // 2
    return word if len(word) < 9 else f"{word[:middle]}\u00ad{word[middle:]}"
