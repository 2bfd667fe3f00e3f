"""What the table of Scrap Knights is made of: plain values that its templates read."""

from dataclasses import dataclass

from games.boards.narration import Narration
from games.boards.things import Choice, Refusal
from games.engine.cards import Card
from games.matches.queries.board import SeatInfo


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a gauge. *is_mark:* the one at which one loses."""

    number: int
    is_full: bool
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class Bot:
    """A BOT on the table. *says:* ready, armed or used. *why:* it is armed, or isn't."""

    card: Card
    is_used: bool
    is_armed: bool
    says: str
    why: str


@dataclass(frozen=True, slots=True)
class Ult:
    """*links:* its tokens; *cells:* three to fill. *is_due:* it triggers. *under:* an Eraser LAS."""

    card: Card
    links: int
    cells: tuple[Cell, ...]
    is_due: bool
    under: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """Tokens of one kind. *spent:* how many of them for this turn's ACT, as far as one may know."""

    name: str
    count: int
    spent: int


@dataclass(frozen=True, slots=True)
class Shown:
    """An ACT that was chosen, with its secrets in words. *card:* None while it lies face down."""

    card: Card | None
    secrets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Carry:
    """Something that lasts over turns."""

    words: str
    rule: str
    rule_url: str


@dataclass(frozen=True, slots=True)
class Mech:
    """One mech. *tag:* what its player is doing; *is_asked:* something is still to be decided there.

    *hand_count:* ACTs in hand; *known:* those of them everybody has seen. *at:* where on the line it stands.
    *is_secret:* only the viewer sees what was chosen.
    """

    seat: SeatInfo
    number: int
    at: int
    tag: str
    is_asked: bool
    hp: int
    hp_cells: tuple[Cell, ...]
    heat: int
    heat_cells: tuple[Cell, ...]
    heat_words: str
    block: int
    ult: Ult | None
    bots: tuple[Bot, ...]
    tokens: tuple[Token, ...]
    hand_count: int
    known: tuple[Card, ...]
    gone: tuple[Card, ...]
    prep: tuple[Card, ...]
    prep_count: int
    shown: tuple[Shown, ...]
    is_secret: bool
    carries: tuple[Carry, ...]

    @property
    def unknown_count(self) -> int:
        """ACTs of the hand that not everybody has seen."""
        return max(self.hand_count - len(self.known), 0)


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on the line, with the mechs that stand there. *is_behind*, *is_ahead:* what lies between them
    goes on to that side of it."""

    number: int
    mechs: tuple[Mech, ...]
    is_behind: bool
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class Link:
    """An effect in the chain. *priority:* in words. *does:* the effect. *why:* it stands here."""

    seat: int
    name: str
    card: Card
    priority: str
    does: str
    why: str
    is_next: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A value that a field can have. *part:* JSON, added to the move."""

    label: str
    part: str


@dataclass(frozen=True, slots=True)
class Field:
    """Something to decide along with a card: a tick (one value), a few radios, or a list to choose from."""

    name: str
    legend: str
    kind: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CardForm:
    """A card with a form of its own. *move:* JSON of what is the same whatever one decides.

    *does:* what the button says, empty when the card can't be played now. *why:* it is armed, or why not.
    *back:* takes it back. *slot:* counts from 1.
    """

    card: Card
    slot: int
    does: str
    move: str
    fields: tuple[Field, ...]
    why: str
    rule: str
    rule_url: str
    back: Choice | None

    @property
    def id(self) -> str:
        """An identifier for the page."""
        return f"card-{self.card.slug}"


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of a kind to build with. *choices:* by card, what can be done with it."""

    name: str
    items: tuple[tuple[Card, tuple[Choice, ...]], ...]


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A mech that comes with the game."""

    name: str
    line: str
    choice: Choice
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the mech one is building. *want:* how many cards. *items:* each with what takes it out."""

    name: str
    want: int
    items: tuple[tuple[Card, Choice | None], ...]


@dataclass(frozen=True, slots=True)
class Workshop:
    """One's own building. *faults:* why it can't be ready. *builds:* one may choose cards oneself."""

    parts: tuple[Part, ...]
    ready_made: tuple[ReadyMade, ...]
    card_groups: tuple[CardGroup, ...]
    faults: tuple[Refusal, ...]
    is_ready: bool
    builds: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What one is asked, as buttons. *title:* the heading."""

    title: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked of the viewer. *forms:* cards, each with its form. *questions:* everything else.

    *finish:* ready, or think again. *hint:* in a sentence.
    """

    title: str
    forms: tuple[CardForm, ...]
    questions: tuple[Question, ...]
    finish: tuple[Choice, ...]
    hint: str


@dataclass(frozen=True, slots=True)
class KnightsTable:
    """The table. *mechs:* the viewer's own first. *chain:* what resolves next.

    *narration_url:* the page that narrates step by step what happened.
    """

    phase: str
    turn: int
    turn_cap: int
    says: str
    distance: int
    stops: tuple[Stop, ...]
    mechs: tuple[Mech, ...]
    chain: tuple[Link, ...]
    workshop: Workshop | None
    asking: Asking
    narration: Narration | None
    narration_url: str
    refusals: tuple[Refusal, ...]
