"""An edition of Scrapyard as data: its parts, and the figures of its rules."""

from dataclasses import dataclass, field
from datetime import date

from msgspec import Struct

from games.titles.scrapyard.state import COLUMNS, ROWS, TYPES


class Figures(Struct, frozen=True):
    """The figures of the rules; the defaults are those of the rulebook.

    *rows:* of nine cards. *Source:* `scrapyard:setup-1`.
    *cubes:* of a player, with those of the pawn. *Source:* `scrapyard:setup-5`.
    *dice_sides*, *peek_dice:* sides of every die, and dice that are rolled for the peeks.
    *Source:* `scrapyard:order-1`, `scrapyard:peeks-1`.
    *peeks_for_cube:* what a spent cube brings; 0 if none can be spent. *Source:* `scrapyard:extra-1`.
    *placings:* cubes that may be placed or moved at a time. *Source:* `scrapyard:place-1`.
    *turns_a_tile:* turns of collecting. *Source:* `scrapyard:turns-1`.
    *free_points*, *points_a_cube:* action points of a turn, and more for each cube in the supply.
    *walk_cost* and so on: prices in action points. *Source:* `scrapyard:points-1`.
    *matching_points*, *other_points:* points for each 1 of a part's value: added for a matching part,
    subtracted for another. *cube_points:* for each cube in the supply.
    *Source:* `scrapyard:score-1` to `score-3`.
    """

    rows: int = ROWS
    cubes: int = 10
    dice_sides: int = 6
    peek_dice: int = 2
    peeks_for_cube: int = 1
    placings: int = 2
    turns_a_tile: int = 4
    free_points: int = 2
    points_a_cube: int = 1
    walk_cost: int = 1
    turn_up_cost: int = 1
    own_claim_cost: int = 2
    other_claim_cost: int = 3
    take_cost: int = 2
    matching_points: int = 1
    cube_points: int = 1
    other_points: int = 1

    @property
    def places(self) -> int:
        """How many cards the field has."""
        return self.rows * COLUMNS

    def claim_cost(self, seat: int, owner: int) -> int:
        """Return the action points that *seat* pays to claim a cube of *owner*.

        *Source:* `scrapyard:claim-1`, `scrapyard:claim-2`.
        """
        return self.own_claim_cost if owner == seat else self.other_claim_cost

    def turn_points(self, supply: int) -> int:
        """Return the action points of a turn with so many cubes. *Source:* `scrapyard:points-1`."""
        return self.free_points + self.points_a_cube * supply


RULEBOOK = Figures()


@dataclass(frozen=True)
class Kind:
    """What the rules need of a part. *part:* its type, as it is printed. *quantity:* 0 if it was taken out.

    *printed:* the text in cards.csv; empty if the text made from the figures is printed.
    """

    slug: str
    name: str
    part: str
    value: int
    quantity: int
    icon: str
    printed: str = ""


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* by number, which is what a state holds; parts that were taken out keep theirs.

    *numbers:* of the parts by slug. *deck:* the number of every card, in the order of the box.
    *suits:* by number, the index in `state.TYPES`. *gains*, *losses:* by number, the points of a part that
    matches, and those that one takes off which doesn't.
    """

    slug: str
    date: date | None
    summary: str
    kinds: tuple[Kind, ...]
    figures: Figures = RULEBOOK

    numbers: dict[str, int] = field(init=False, repr=False)
    deck: bytes = field(init=False, repr=False)
    slugs: tuple[str, ...] = field(init=False, repr=False)
    suits: tuple[int, ...] = field(init=False, repr=False)
    values: tuple[int, ...] = field(init=False, repr=False)
    gains: tuple[int, ...] = field(init=False, repr=False)
    losses: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        kinds, figures = self.kinds, self.figures
        slugs = tuple(kind.slug for kind in kinds)
        values = tuple(kind.value for kind in kinds)
        made = {
            "numbers": {slug: number for number, slug in enumerate(slugs)},
            "deck": b"".join(bytes((number,)) * kind.quantity for number, kind in enumerate(kinds)),
            "slugs": slugs,
            "suits": tuple(TYPES.index(kind.part.lower()) for kind in kinds),
            "values": values,
            "gains": tuple(value * figures.matching_points for value in values),
            "losses": tuple(value * figures.other_points for value in values),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    @property
    def box(self) -> tuple[Kind, ...]:
        """The parts in the box, in its order."""
        return tuple(kind for kind in self.kinds if kind.quantity)

    @property
    def set_aside(self) -> int:
        """How many cards are left over when the field is laid; nobody sees them."""
        return len(self.deck) - self.figures.places

    def matches(self, card: int, tiles: int) -> bool:
        """Return whether the type of the card is on one of *tiles*."""
        return bool(tiles >> self.suits[card] & 1)

    def worth(self, card: int, tiles: int) -> int:
        """Return the card's points with these tiles, negative when it doesn't match.

        *Source:* `scrapyard:score-1`, `scrapyard:score-3`.
        """
        return self.gains[card] if tiles >> self.suits[card] & 1 else -self.losses[card]
