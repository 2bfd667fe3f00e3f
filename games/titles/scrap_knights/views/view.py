"""What a viewer may know of a table, with all that a player could count or remember."""

from msgspec import Struct

from games.titles.scrap_knights.events import Lined, Secrets
from games.titles.scrap_knights.state import USUAL, Limits


class DraftView(Struct, frozen=True):
    """A mech being built. *fault:* why it can't be ready yet, in words, or empty. *rule:* its anchor."""

    acts: tuple[str, ...]
    ult: str
    bots: tuple[str, ...]
    prep: tuple[str, ...]
    fault: str
    rule: str


class After(Struct, frozen=True):
    """An effect of this turn that a Tag follows. *why:* `act`, `ult`, `bot`, `copy` or `attack`."""

    seat: int
    card: str
    part: int
    why: str


class BotView(Struct, frozen=True):
    """A BOT. *is_armed:* may be used in this window. *why:* anchor of the trigger that is met, or empty.

    *cause:* the card that would do what arms it, or empty; *after:* the effect of it.
    """

    slug: str
    is_used: bool
    is_armed: bool
    why: str
    cause: str
    after: After | None


class Carry(Struct, frozen=True):
    """Something that lasts. *kind:* `copy`, `terror`, `two-acts` or `frame-copy`. *rule:* its anchor.

    *card:* what it comes from (for a copy: what is copied). *turns:* for how many turns to come; 0 for this
    one, -1 until it happens. *words:* for people, a phrase without a full stop.
    """

    kind: str
    card: str
    copier: str
    turns: int
    words: str
    rule: str


class PlanView(Struct, frozen=True):
    """What a seat has decided in secret for BOTs, tokens or an ULT, shown to itself alone.

    *bots:* to be used; *moves* and *copies* belong to them in order. *tokens:* to be spent, Frame Advantage,
    Armored, Blitz. *overcharge*, *shuffled:* for the ULT.
    """

    bots: tuple[str, ...]
    moves: tuple[tuple[int, ...], ...]
    copies: tuple[str, ...]
    tokens: tuple[int, int, int]
    overcharge: bool
    shuffled: tuple[str, ...]


class Laid(Struct, frozen=True):
    """An ACT of *seat* that lies under an ULT."""

    seat: int
    act: str


class PlayerView(Struct, frozen=True):
    """One player. *hand:* the ACTs in hand, None when hidden; until the flip, chosen ones are among them.

    *known:* ACTs of the hand that the viewer has seen before; to oneself, those that the opponent has.
    *away:* ACTs under an Eraser LAS, *gone:* discarded for good; both public. *ult:* empty while hidden.
    *under:* what lies under this player's ULT. *prep:* None while hidden; *is_prep_shown:* to all. *draft:*
    one's own, while building. *chosen:* one's own before the flip, None for others; what is at work after it.
    *is_ready:* with what is being decided at once. *plan:* one's own, while BOTs, tokens, ULTs are decided.
    *used:* ACTs used since the ULT last triggered. *row:* turns in a row with a Defend against an Attack.
    *block:* what stands of blocks in this step of the chain. *is_interrupted:* was dealt damage this turn.
    """

    seat: int
    hp: int
    heat: int
    hand: tuple[str, ...] | None
    hand_count: int
    known: tuple[str, ...]
    away: tuple[str, ...]
    gone: tuple[str, ...]
    ult: str
    links: int
    bots: tuple[BotView, ...]
    frame_advantage: int
    armored: int
    blitz: int
    prep: tuple[str, ...] | None
    prep_count: int
    is_prep_shown: bool
    under: tuple[Laid, ...]
    draft: DraftView | None
    chosen: tuple[Secrets, ...] | None
    is_ready: bool
    plan: PlanView | None
    carries: tuple[Carry, ...]
    used: tuple[str, ...]
    row: int
    block: int
    is_interrupted: bool


class PlayView(Struct, frozen=True):
    """A card at work this turn. *secrets:* its card is in `act`, also if it is a BOT or ULT.

    *why:* `act`, `ult`, `bot`, `copy` or `attack`. *copier:* the card that copied it. *frame*, *armored*,
    *blitz:* tokens spent on it. *is_late:* it came after the chain was lined up. *after:* what a Tag follows.
    """

    seat: int
    secrets: Secrets
    why: str
    copier: str
    frame: int
    armored: int
    blitz: int
    is_unique: bool
    is_late: bool
    after: After | None


class LinkView(Struct, frozen=True):
    """An effect that is still to resolve. *play:* number of its card among `plays`; -1 for what is to come.

    To come are ULTs that are due, BOTs that the viewer means to use, and copies that tokens make which the
    viewer means to spend. *tokens:* Frame Advantage, Armored and Blitz on it, those that the viewer means to
    spend among them. *is_meant:* it is there, or so, by what the viewer means to do, and nobody else knows.
    """

    play: int
    lined: Lined
    tokens: tuple[int, int, int]
    is_meant: bool


class Asked(Struct, frozen=True):
    """What is being asked in the resolution. *choice:* type of the move that answers. *card:* that asks."""

    seat: int
    choice: str
    card: str


class View(Struct, frozen=True, omit_defaults=True):
    """*viewer:* the seat that looks, -1 for the spectator. *decks:* the option. *turn:* 0 in building.

    *phase:* `build`, `act`, `bots`, `tokens`, `ult`, `resolve` or `over`. *plays:* cards at work this turn.
    *chain:* what resolves next and why, in order; until it is lined up, as it would be with what the viewer
    means to do, ties in seat order.
    *step:* the priority that is being resolved (`first`, `+1`, `0`, `last`), or empty: blocks of it stand.
    *window:* of BOTs, from 1; 0 outside. *prevented_by:* the card that prevents all else this turn, or empty.
    *to_act:* seats that have something to decide. *ended_by:* anchor of what ended the game, or empty.
    *limits:* of tracks and tokens, left out where they are the usual ones.
    """

    edition: str
    viewer: int
    decks: int
    turn: int
    turn_cap: int
    phase: str
    distance: int
    players: tuple[PlayerView, ...]
    plays: tuple[PlayView, ...]
    chain: tuple[LinkView, ...]
    step: str
    window: int
    asked: Asked | None
    prevented_by: str
    to_act: tuple[int, ...]
    over: bool
    ended_by: str
    limits: Limits = USUAL
