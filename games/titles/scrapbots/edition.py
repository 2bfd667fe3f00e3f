"""An edition of Scrapbots as data: its cards, its starter deck and the few rules that differ."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import resources

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import digest
from games.engine.effects import sentence
from games.titles.scrapbots.cards import ABILITIES, Ability
from games.titles.scrapbots.state import KINDS

SCRAPBOT, COMPONENT, RESOURCE, WOUND_TYPE = "Scrapbot", "Component", "Resource", "Wound"


@dataclass(frozen=True)
class Kind:
    """What the rules need of a card. *starter:* copies in each starter deck; *quantity:* in the box."""

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
    """*kinds:* by index of `state.KINDS`; a kind that the edition lacks has an empty slug.

    *resource_gains:* what may be taken from a Resource whose text is followed.
    *resource_energy_alone:* whether a Resource may give its Energy without its text.
    *resource_leaves_first:* whether a Resource is in the discard pile before its text is followed, so that
    a reshuffle takes it along. *Source:* `scrapbots:resource-1`, `scrapbots:resource-2`.
    """

    slug: str
    date: date
    summary: str
    resource_gains: tuple[str, ...]
    resource_energy_alone: bool
    resource_leaves_first: bool
    rows: Mapping[str, Kind]

    kinds: tuple[Kind, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        by_index = tuple(self.rows.get(slug, _NO_KIND) for slug in KINDS)
        object.__setattr__(self, "kinds", by_index)

    @property
    def must_follow_text(self) -> bool:
        """Whether the text of a Resource has to be followed as far as it can do something."""
        return not self.resource_energy_alone


_NO_KIND = Kind("", "", "", 0, 0, 0, 0, 0, "", (), ())


def read_kinds(edition: str) -> dict[str, Kind]:
    """Return the cards of *edition* by slug, in the order of the box, from cards.csv."""
    return {row["slug"]: _kind(row) for row in _rows() if row["edition"] == edition}


def cards_hash(edition: str) -> str:
    """Return the digest of the edition's card data, which every match pins."""
    rows = [",".join(row.values()) for row in _rows() if row["edition"] == edition]
    return digest("\n".join(rows).encode())


def catalogue_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the cards as the catalogue shows them, text made from their effects."""
    return tuple(_card(edition.slug, kind) for kind in edition.rows.values())


@cache
def _rows() -> list[dict[str, str]]:
    source = resources.files("games.titles.scrapbots").joinpath("cards.csv")
    with source.open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def _kind(row: dict[str, str]) -> Kind:
    printed = tuple(
        TextLine(f"{row[f'{place}_cost']} Energy" if row[f"{place}_cost"] else "", row[f"{place}_text"])
        for place in ("first", "second")
        if row[f"{place}_text"]
    )
    return Kind(
        slug=row["slug"],
        name=row["name"],
        type=row["type"],
        scrap=int(row["scrap"]),
        energy=int(row["energy"]),
        health=int(row["health"]),
        quantity=int(row["quantity"]),
        starter=int(row["starter"]),
        icon=row["icon"],
        abilities=ABILITIES[row["slug"]],
        printed=printed,
    )


def _card(edition: str, kind: Kind) -> Card:
    lines = tuple(
        TextLine(f"{ability.energy} Energy" if ability.energy else "", sentence(ability.does))
        for ability in kind.abilities
    )
    facets = sorted({facet for ability in kind.abilities for facet in ability.does.facets()})
    return Card(
        game="scrapbots",
        edition=edition,
        slug=kind.slug,
        name=kind.name,
        type=kind.type,
        figures=_figures(kind),
        lines=lines,
        printed=kind.printed,
        facets=tuple(facets),
        quantity=kind.quantity,
        icon=kind.icon,
        rule=f"type-{kind.type.lower()}",
    )


def _figures(kind: Kind) -> tuple[Figure, ...]:
    if kind.type == WOUND_TYPE:
        return ()
    figures = [Figure("cost", "Scrap", kind.scrap)]
    if kind.type == SCRAPBOT:
        figures.append(Figure("health", "Health", kind.health))
    else:
        figures.append(Figure("energy", "Energy", kind.energy))
    return tuple(figures)
