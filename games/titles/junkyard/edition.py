"""An edition of Junkyard as data: its kinds, and which card is of which kind."""

import csv
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import resources

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import digest
from games.engine.effects import sentence, steps
from games.titles.junkyard.cards import EFFECTS
from games.titles.junkyard.effects import Keyword
from games.titles.junkyard.state import NONE

STARTER, JUNK = "Starter", "Junk"
SEATS = 4
COPIES = 9
FIRST_JUNK = 100  # the initiative of copy 0 of the first kind of the box
A_KIND = 10
HIGHEST = 319


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *initiative:* the lowest of its copies; the others follow without a gap.

    *starter:* copies in each starter deck. *recommended:* whether it is in the recommended first box.
    """

    slug: str
    name: str
    type: str
    initiative: int
    charge: int
    value: int
    quantity: int
    starter: int
    recommended: bool
    icon: str
    effects: tuple[Keyword, ...]
    printed: str


@dataclass(frozen=True, eq=False)
class Edition:
    """*kinds:* in the order of the box, the starter kinds first."""

    slug: str
    date: date
    summary: str
    kinds: tuple[Kind, ...]

    by_slug: dict[str, Kind] = field(init=False, repr=False)
    box: tuple[Kind, ...] = field(init=False, repr=False)
    kind_of: tuple[Kind, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Work out the kind of every initiative; those that no card has stand for the first kind."""
        by_card = [self.kinds[0]] * (HIGHEST + 1)
        for kind in self.kinds:
            for card in range(kind.initiative, kind.initiative + kind.quantity):
                by_card[card] = kind
        object.__setattr__(self, "by_slug", {kind.slug: kind for kind in self.kinds})
        object.__setattr__(self, "box", tuple(kind for kind in self.kinds if kind.type == JUNK))
        object.__setattr__(self, "kind_of", tuple(by_card))

    def starter_deck(self, seat: int) -> list[int]:
        """Return the seat's twelve cards, unshuffled. *Source:* `junkyard:setup-1`, `junkyard:setup-6`."""
        size = sum(kind.starter for kind in self.kinds)
        return [SEATS * copy + seat + 1 - SEATS for copy in range(1, size + 1)]

    def copies(self, index: int) -> list[int]:
        """Return the nine cards of the kind with that index in the box."""
        first = self.box[index].initiative
        return list(range(first, first + COPIES))


def read_kinds(edition: str) -> tuple[Kind, ...]:
    """Return the kinds of *edition* in the order of cards.csv."""
    kinds: list[Kind] = []
    starter_copies, junk = 0, 0
    for row in _rows():
        if row["edition"] != edition:
            continue
        if row["type"] == STARTER:
            first = SEATS * starter_copies + 1
            starter_copies += int(row["starter"])
        else:
            first = FIRST_JUNK + A_KIND * junk + 1
            junk += 1
        kinds.append(_kind(row, first))
    return tuple(kinds)


def cards_hash(edition: str) -> str:
    """Return the digest of the edition's card data, which every match pins."""
    rows = [",".join(row.values()) for row in _rows() if row["edition"] == edition]
    return digest("\n".join(rows).encode())


def catalogue_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the kinds as the catalogue shows them, text made from their effects."""
    return tuple(_card(edition.slug, kind) for kind in edition.kinds)


def sum_of_values(edition: Edition, cards: list[int]) -> int:
    """Return the scrap values of *cards* together."""
    return sum(edition.kind_of[card].value for card in cards if card != NONE)


@cache
def _rows() -> list[dict[str, str]]:
    source = resources.files("games.titles.junkyard").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _kind(row: dict[str, str], initiative: int) -> Kind:
    return Kind(
        slug=row["slug"],
        name=row["name"],
        type=row["type"],
        initiative=initiative,
        charge=int(row["charge"]),
        value=int(row["value"]),
        quantity=int(row["quantity"]),
        starter=int(row["starter"] or 0),
        recommended=row["recommended"] == "yes",
        icon=row["icon"],
        effects=EFFECTS[row["slug"]],
        printed=row["text"],
    )


def _card(edition: str, kind: Kind) -> Card:
    does = steps(*kind.effects)
    return Card(
        game="junkyard",
        edition=edition,
        slug=kind.slug,
        name=kind.name,
        type=kind.type,
        figures=(
            Figure("initiative", "Initiative", kind.initiative, kind.initiative + kind.quantity - 1),
            Figure("charge", "Charge", kind.charge),
            Figure("value", "Scrap value", kind.value),
        ),
        lines=(TextLine("", sentence(does)),),
        printed=(TextLine("", kind.printed),),
        facets=does.facets(),
        quantity=kind.quantity,
        icon=kind.icon,
        rule=f"type-{kind.type.lower()}",
    )
