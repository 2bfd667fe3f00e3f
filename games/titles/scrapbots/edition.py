"""An edition of Scrapbots as data: its cards, its starting deck and the few rules that differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from games.engine.cards import TextLine
from games.engine.draws import Draws
from games.engine.effects import Effect
from games.titles.scrapbots.state import KINDS

SCRAPBOT, COMPONENT, RESOURCE, WOUND_TYPE = "Scrapbot", "Component", "Resource", "Wound"


class Ability(Struct, frozen=True):
    """An attack, or the text of another card. *energy:* the cost of an attack, 0 for a text."""

    energy: int
    does: Effect


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *starter:* copies in a starting deck. *quantity:* copies in all."""

    slug: str
    name: str
    type: str
    scrap: int
    energy: int
    health: int
    quantity: int
    starter: int
    icon: str
    abilities: tuple[Ability, ...]
    printed: tuple[TextLine, ...]


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* indexed as `state.KINDS`; a kind that the edition lacks has an empty slug.

    *resource_gains:* what a Resource may give when its text is followed.
    *resource_energy_alone:* whether a Resource may give its Energy without its text.
    *resource_leaves_first:* whether a Resource goes to the discard pile before its text is followed, so that
    a reshuffle includes it. *Source:* `scrapbots:resource-1`, `scrapbots:resource-2`.
    *most_reshuffles:* how often the texts of one Main phase may shuffle a discard pile; 0 for no limit.
    *Source:* `scrapbots:draw-6`.
    """

    slug: str
    date: date
    summary: str
    resource_gains: tuple[str, ...]
    resource_energy_alone: bool
    resource_leaves_first: bool
    rows: Mapping[str, Kind]
    most_reshuffles: int = 1

    kinds: tuple[Kind, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_index = tuple(self.rows.get(slug, _NO_KIND) for slug in KINDS)
        object.__setattr__(self, "kinds", by_index)

    @property
    def must_follow_text(self) -> bool:
        """Whether the text of a Resource must be followed if it can change anything."""
        return not self.resource_energy_alone


_NO_KIND = Kind("", "", "", 0, 0, 0, 0, 0, "", (), ())


def draws_of(edition: Edition) -> Draws:
    """Return the draws of *edition*; see `games.engine.draws`."""
    rows = [row for row in edition.rows.values() if row.type != WOUND_TYPE]
    starter = sum(row.starter for row in rows)
    main = sum(row.quantity - 2 * row.starter for row in rows)
    acting = (("set", "source", "$card"),)
    return Draws(
        deal=(
            ("shuffle", "main-deck", main),
            ("seats", (("shuffle", "deck:{n}", starter),)),
            ("some", "first-player", 2, 1),
        ),
        events={
            "first-player-drawn": (("told", "first-player", "seat", (0, 1)),),
            "attacked": acting,
            "component-activated": acting,
            "coin-flipped": (
                ("some", "coin:{source}", 2, 1),
                ("told", "coin:{source}", "heads", (False, True)),
            ),
            "deck-reshuffled": (("shuffle", "deck:{seat}", "$count"),),
        },
    )
