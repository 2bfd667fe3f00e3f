"""The parts of the table of Scrapyard that its templates draw."""

from dataclasses import dataclass
from typing import Any

from games.boards.things import Choice, Refusal, Thing
from games.engine.cards import Card
from games.matches.queries.board import SeatInfo


@dataclass(frozen=True, slots=True)
class Cubes:
    """Cubes of one seat on one card. *claim:* takes them, None if that isn't legal."""

    seat: int
    count: int
    claim: Choice | None


@dataclass(frozen=True, slots=True)
class Plot:
    """One place of the field. *card:* the card there if the viewer knows it, else None.

    *is_open:* everybody sees it. *seen_by:* seats that have looked at it.
    *does:* what pressing the place does now. *cost:* action points to walk here, None if it can't be done.
    *acts:* what the pawn here may do. *says:* the place in words, for screen readers.
    *lacks:* why the pawn here can't do more, though points are left. *is_here:* the viewer's pawn is here.
    *is_wanted:* the viewer knows that the card is of a kind on their tiles.
    *is_picked:* the picked cube comes from here. *from_key:* the key of what pressing the place brings here.
    *drags:* the key of what can be dragged away from here, or empty. *drag_pick:* the link that picks it up
    first, by its place among the picks; 0 if it needs none.
    """

    at: str
    row: int
    column: int
    card: Card | None
    is_open: bool
    is_gone: bool
    seen_by: tuple[int, ...]
    cubes: tuple[Cubes, ...]
    pawns: tuple[int, ...]
    does: Choice | None
    cost: int | None
    acts: tuple[Choice, ...]
    lacks: tuple[Refusal, ...]
    is_here: bool
    says: str
    is_picked: bool
    is_wanted: bool
    from_key: str
    drags: str
    drag_pick: int

    @property
    def value(self) -> int | None:
        return self.card.figure("value") if self.card else None


@dataclass(frozen=True, slots=True)
class Pick:
    """A cube that the viewer may pick up to put it on a card. *url:* the page with it picked up.

    *label:* what it is, in full; *short:* where space is scarce.
    """

    key: str
    label: str
    short: str
    is_picked: bool
    url: str


@dataclass(frozen=True, slots=True)
class Plate:
    """One player. *tiles:* part types, None while hidden. *took:* cards collected, None for unknown ones.

    *score:* as it is now, None as long as the viewer can't know it. *hidden_by:* the address of the rule that
    hides it from them, or empty.
    """

    seat: SeatInfo
    number: int
    has_turn: bool
    supply: int
    on_field: int
    spent: int
    claimed: int
    tiles: tuple[Card, ...] | None
    hidden_tiles: int
    corner: str
    turns_left: int
    took: tuple[Card | None, ...]
    score: Any
    hidden_by: str

    @property
    def total(self) -> str:
        """The score in words: `1 point`, `−4 points`."""
        total = self.score.total
        return f"{total} point{'' if total == 1 else 's'}".replace("-", "−")


@dataclass(frozen=True, slots=True)
class Corner:
    """A corner of the field, with the pawns beside it. *does:* puts the viewer's pawn there."""

    slug: str
    words: str
    pawns: tuple[int, ...]
    does: Choice | None


@dataclass(frozen=True, slots=True)
class ScrapyardTable:
    """The whole table. *rows:* of nine plots each; *size:* in words. *left:* what is left of the turn, too.
    *lapses:* the action points that the viewer loses by ending the turn, in words, or empty.
    *asked_about:* the place of the card that a question before that names, or empty.
    *sells_peek:* a peek for a cube is worth an offer, as there is at most one left without.

    *drags_supply*, *drags_pawn:* the viewer can drag a cube of their supply, and their pawn.
    *is_placing:* the viewer places cubes, or has just placed the last and may end; *has_placed_all:* as many
    as the turn allows, which are *all_cubes* in words. *dice:* what was rolled for what.
    *starred_for:* on whose tiles the starred kinds are, `your` or `Ada’s`; empty if no card can have a star.
    *own_tiles:* the viewer's; *own_supply:* the cubes in theirs, None for a visitor.
    *steps:* what follows what, each with whether it is now.
    *has_ended:* scores are final.
    *supply_pick:* as `Plot.drag_pick`, for the supply.
    """

    rows: tuple[tuple[Plot, ...], ...]
    size: str
    corners: tuple[Corner, ...]
    plates: tuple[Plate, ...]
    picks: tuple[Pick, ...]
    is_placing: bool
    has_placed_all: bool
    all_cubes: str
    steps: tuple[tuple[str, bool], ...]
    own_tiles: tuple[Card, ...]
    own_supply: int | None
    starred_for: str
    phase: str
    round: str
    dice: str
    left: str
    lapses: str
    asked_about: str
    sells_peek: bool
    turn: Thing
    drags_supply: bool
    drags_pawn: bool
    supply_pick: int
    refusals: tuple[Refusal, ...]
    hint: str
    has_ended: bool
