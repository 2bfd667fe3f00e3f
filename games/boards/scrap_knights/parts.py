"""The parts of the table of Scrap Knights: plain values that its templates read."""

from dataclasses import dataclass

from games.boards.narration import Narration
from games.boards.things import Choice, Refusal
from games.engine.cards import Card
from games.matches.queries.board import SeatInfo


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a gauge. *is_mark:* the player loses at this one."""

    number: int
    is_full: bool
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class Bot:
    """A BOT on the table. *says:* unused, armed or used up. *why:* why it is armed, else empty."""

    card: Card
    is_used: bool
    is_armed: bool
    says: str
    why: str


@dataclass(frozen=True, slots=True)
class Ult:
    """A ULT. *links:* its tokens, in *cells*. *due:* how many it needs. *is_due:* it triggers."""

    card: Card
    links: int
    due: int
    cells: tuple[Cell, ...]
    is_due: bool


@dataclass(frozen=True, slots=True)
class Token:
    """Tokens of one kind. *spent:* how many went to this turn's ACT, as far as the viewer may know."""

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
    """An effect that lasts over turns."""

    words: str
    rule: str
    rule_url: str


@dataclass(frozen=True, slots=True)
class Mech:
    """One mech. *tag:* what its player is doing. *is_asked:* its player must decide.

    *hand_count:* ACTs in hand. *known:* those that everybody has seen. *unseen:* the others, where a replay
    shows them. *away:* those that an ULT has set aside. *is_cool:* its heat is at most half of the limit.
    *at:* its place on the line. *is_secret:* only the viewer sees what was chosen.
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
    is_too_hot: bool
    is_cool: bool
    heat_words: str
    block: int
    ult: Ult | None
    bots: tuple[Bot, ...]
    tokens: tuple[Token, ...]
    hand_count: int
    known: tuple[Card, ...]
    unseen: tuple[Card, ...]
    away: tuple[Card, ...]
    gone: tuple[Card, ...]
    prep: tuple[Card, ...]
    prep_count: int
    shown: tuple[Shown, ...]
    is_secret: bool
    carries: tuple[Carry, ...]

    @property
    def unknown_count(self) -> int:
        """How many ACTs in hand not everybody has seen."""
        return max(self.hand_count - len(self.known), 0)


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on the line, with the mechs there. *is_behind*, *is_ahead:* the line between the mechs
    continues on that side."""

    number: int
    mechs: tuple[Mech, ...]
    is_behind: bool
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class ReachWords:
    """Whether an Attack reaches the opponent now: *so* in three words. *at:* the distance. *needs:* which one
    it asks for."""

    is_met: bool
    so: str
    at: int
    needs: str

    @property
    def words(self) -> str:
        """Both distances, for where the card doesn't lie beside it."""
        return f"distance {self.at}, {self.needs}"

    @property
    def in_chain(self) -> str:
        """All of it for a row of the chain, which is narrow on a phone."""
        needs = self.needs[0].upper() + self.needs[1:]
        return f"{needs}: {self.so.lower()}, at {self.at}"


@dataclass(frozen=True, slots=True)
class Link:
    """An effect in the chain. *priority:* in words. *does:* its text. *why:* why it stands here, or empty.

    *adds:* what tokens add to it. *is_tag:* it belongs to the effect before it. *is_meant:* it stands here
    because the viewer means to use a BOT, spend tokens or overcharge an ULT, and nobody else knows.
    *reach:* whether it reaches from where the mechs stand now, None if it asks for no distance.
    *is_prevented:* whatever the distance is, it does nothing.
    """

    seat: int
    name: str
    card: Card
    priority: str
    does: str
    why: str
    adds: tuple[str, ...]
    is_tag: bool
    is_meant: bool
    reach: ReachWords | None
    is_prevented: bool


@dataclass(frozen=True, slots=True)
class Value:
    """A value of a field. *part:* JSON text that is added to the move."""

    label: str
    part: str


@dataclass(frozen=True, slots=True)
class Field:
    """A decision about a card. *kind:* `tick` (one value), `radio`, `list`, or `names` of cards."""

    name: str
    legend: str
    kind: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class CardForm:
    """A card with its form. *move:* JSON text of what doesn't depend on the fields.

    *does:* the button's words, empty if the card can't be played now. *why:* why it is armed, or why it can't
    be played. *back:* takes it back. *slot:* a number from 1. *reach:* of an Attack that asks for a distance.
    *is_prevented:* played this turn it would do nothing.
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
    reach: ReachWords | None = None
    is_prevented: bool = False

    @property
    def id(self) -> str:
        """An identifier for the page."""
        return f"card-{self.card.slug}"


@dataclass(frozen=True, slots=True)
class CardGroup:
    """Cards of one type to build with. *items:* each card with what can be done with it."""

    name: str
    items: tuple[tuple[Card, tuple[Choice, ...]], ...]


@dataclass(frozen=True, slots=True)
class ReadyMade:
    """A mech that comes with the game. *slot:* a number from 1, the same wherever it stands.

    *level:* how hard it is to play.
    """

    slot: int
    name: str
    line: str
    level: str
    choice: Choice
    is_mine: bool


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the mech being built. *want:* how many cards. *items:* each with what takes it out."""

    name: str
    want: int
    items: tuple[tuple[Card, Choice | None], ...]


@dataclass(frozen=True, slots=True)
class Workshop:
    """The viewer's mech in the making. *faults:* why it isn't ready. *builds:* they may choose cards."""

    parts: tuple[Part, ...]
    ready_made: tuple[ReadyMade, ...]
    card_groups: tuple[CardGroup, ...]
    faults: tuple[Refusal, ...]
    is_ready: bool
    builds: bool


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the viewer, with buttons. *title:* the heading. *notes:* what the choices do.

    *says:* in the order of the choices, what stands on each button below its label; empty for none.
    """

    title: str
    choices: tuple[Choice, ...]
    notes: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asking:
    """What the viewer has to decide. *forms:* cards, each with its form. *questions:* everything else.

    *finish:* ready, or not ready after all. *hint:* a sentence. *seen:* slugs of the viewer's ACTs that the
    opponent knows to be in their hand. *back:* takes back the newest secret decision, if it can be named.
    *seen_url:* of the rule about it. *note:* what a choice costs, a sentence.
    """

    title: str
    forms: tuple[CardForm, ...]
    questions: tuple[Question, ...]
    finish: tuple[Choice, ...]
    hint: str
    seen: frozenset[str] = frozenset()
    seen_url: str = ""
    back: Choice | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class KnightsTable:
    """The whole table. *mechs:* the viewer's own first. *chain:* effects in the order they resolve.

    *narration_url:* the page that narrates step by step what has happened. *is_beside:* on wide screens the
    mechs stand beside what is asked, resolves or is told. *not_yet:* a sentence between the flip and the
    chain. *outcome:* what came of the turn before, while the next ACTs are chosen.
    """

    phase: str
    turn: int
    turn_cap: int
    says: str
    not_yet: str
    outcome: str
    distance: int
    stops: tuple[Stop, ...]
    mechs: tuple[Mech, ...]
    chain: tuple[Link, ...]
    workshop: Workshop | None
    asking: Asking
    narration: Narration | None
    narration_url: str
    is_beside: bool
    refusals: tuple[Refusal, ...]

    @property
    def are_acts_open(self) -> bool:
        """Whether everybody sees which ACTs both players have chosen for this turn."""
        return all(
            mech.shown and not mech.is_secret and all(shown.card for shown in mech.shown)
            for mech in self.mechs
        )
