"""An edition of Scrapbots as data: its cards, its starting deck and the few rules that differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from games.engine.cards import TextLine
from games.engine.draws import Draws
from games.engine.effects import Effect, IfHeads, parts
from games.titles.scrapbots.state import KINDS, KINDS_BEFORE_DRAFTS

SCRAPBOT, COMPONENT, RESOURCE, WOUND_TYPE = "Scrapbot", "Component", "Resource", "Wound"


EffectType = type[Effect]


class Ability(Struct, frozen=True):
    """An attack, or the text of another card. *energy:* the cost of an attack, 0 for a text."""

    energy: int
    does: Effect


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *starter:* copies in a starting deck. *quantity:* copies in all.

    *aim:* what its player chooses for its text. *effects:* the types of all effects in what it does.
    *most_energy:* what its dearest attack costs.
    """

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

    aim: str = field(init=False, repr=False)
    effects: frozenset[EffectType] = field(init=False, repr=False)
    most_energy: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        does = [part for ability in self.abilities for part in parts(ability.does)]
        object.__setattr__(self, "aim", next((part.aim for part in does if part.aim), ""))
        object.__setattr__(self, "effects", frozenset(map(type, does)))
        costs = (ability.energy for ability in self.abilities)
        object.__setattr__(self, "most_energy", max(costs, default=0))


@dataclass(frozen=True, eq=False)
class Edition:
    """*own:* the slugs of the cards that a draft adds.

    *slugs:* those of `state.KINDS`, with *own* before the kinds that are younger than drafts, so that a new
    kind moves no number. *kinds:* indexed alike; a kind that the edition lacks has an empty slug.
    *kind_number:* index by slug. *cheapest:* the least Scrap that a card costs.

    *resource_gains:* what a Resource may give when its text is followed.
    *resource_energy_alone:* whether a Resource may give its Energy without its text.
    *resource_leaves_first:* whether a Resource goes to the discard pile before its text is followed, so that
    a reshuffle includes it. *Source:* `scrapbots:resource-1`, `scrapbots:resource-2`.
    *most_reshuffles:* how often the texts of one Main phase may shuffle a discard pile; 0 for no limit.
    *Source:* `scrapbots:draw-6`.
    *hand_size:* cards drawn for a new hand. *first_hand:* those that the first player begins with.
    *Source:* `scrapbots:draw-1`, `scrapbots:setup-6`.
    *market_size:* places in the Market. *Source:* `scrapbots:setup-3`.
    *wound_damage:* damage to an undefended Lane for each Wound. *Source:* `scrapbots:damage-5`.
    """

    slug: str
    date: date | None
    summary: str
    resource_gains: tuple[str, ...]
    resource_energy_alone: bool
    resource_leaves_first: bool
    rows: Mapping[str, Kind]
    most_reshuffles: int = 1
    hand_size: int = 5
    first_hand: int = 3
    market_size: int = 5
    wound_damage: int = 10
    own: tuple[str, ...] = ()

    slugs: tuple[str, ...] = field(init=False, repr=False)
    kinds: tuple[Kind, ...] = field(init=False, repr=False)
    kind_number: Mapping[str, int] = field(init=False, repr=False)
    cheapest: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        first, later = KINDS[:KINDS_BEFORE_DRAFTS], KINDS[KINDS_BEFORE_DRAFTS:]
        own = [slug for slug in self.own if slug not in first]
        slugs = (*first, *own, *(slug for slug in later if slug not in own))
        costs = (row.scrap for row in self.rows.values() if row.type != WOUND_TYPE)
        object.__setattr__(self, "slugs", slugs)
        object.__setattr__(self, "kinds", tuple(self.rows.get(slug, _NO_KIND) for slug in slugs))
        object.__setattr__(self, "kind_number", {slug: kind for kind, slug in enumerate(slugs)})
        object.__setattr__(self, "cheapest", min(costs, default=0))

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
    has_lucky_resource = any(row.type == RESOURCE and IfHeads in row.effects for row in rows)
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
            **({"resource-played": acting} if has_lucky_resource else {}),
            "coin-flipped": (
                ("some", "coin:{source}", 2, 1),
                ("told", "coin:{source}", "heads", (False, True)),
            ),
            "deck-reshuffled": (("shuffle", "deck:{seat}", "$count"),),
        },
    )
