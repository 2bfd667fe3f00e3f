"""The kinds of card: what each does, joined by slug to the figures and printed text in cards.csv."""

import csv
import dataclasses
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import fingerprint
from games.engine.effects import sentence, steps
from games.titles.junkyard.edition import JUNK, SEATS, STARTER, Edition, Kind
from games.titles.junkyard.effects import (
    Charge,
    Move,
    Overclock,
    Recharge,
    Salvage,
    Scrap,
    Shuffle,
    Trash,
    Turn,
)
from games.titles.junkyard.keyword import Keyword

FIRST_JUNK = 100  # the initiative of copy 0 of the first kind of the box
A_KIND = 10

EFFECTS: Mapping[str, tuple[Keyword, ...]] = {
    "crawl": (Move(1),),
    "roll": (Move(2),),
    "pivot": (Turn(),),
    "grab": (Salvage(1),),
    "stash": (Scrap(1),),
    "dead-weight": (Trash(),),
    "smelter": (Scrap(3),),
    "gilded-core": (Move(1),),
    "leaky-battery": (Charge(), Move(1)),
    "electromagnet": (Salvage(3),),
    "compactor": (Scrap(2),),
    "reactor": (Recharge(3),),
    "crane": (Salvage(1), Turn(), Salvage(1)),
    "incinerator": (Trash(), Salvage(2)),
    "furnace": (Charge(), Scrap(1)),
    "grapple": (Salvage(2),),
    "tumbler": (Shuffle(), Salvage(1)),
    "scoop": (Salvage(1), Scrap(1)),
    "dredge": (Move(1), Salvage(1)),
    "dynamo": (Recharge(2),),
    "hopper": (Scrap(1), Overclock()),
    "drift-axle": (Move(1), Turn(), Move(1)),
    "gyroscope": (Turn(), Move(1)),
    "jump-jet": (Move(3),),
    "turbine": (Move(2), Overclock()),
    "claw": (Salvage(1), Overclock()),
    "swivel": (Turn(), Overclock()),
}


def read_kinds(edition: str) -> tuple[Kind, ...]:
    """Return the kinds of *edition* in the order of cards.csv."""
    rows = [row for row in _rows() if row["edition"] == edition]
    junk = [row["slug"] for row in rows if row["type"] == JUNK]
    firsts = {slug: junk_initiative(number) for number, slug in enumerate(junk)}
    return with_starters(_kind(row, firsts.get(row["slug"], 0)) for row in rows)


def junk_initiative(number: int) -> int:
    """Return the lowest initiative of a kind of junk. *number:* of the kind, from 0.

    *Source:* `junkyard:setup-6`.
    """
    return FIRST_JUNK + A_KIND * number + 1


def with_starters(kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """Return *kinds* with the initiatives of the starter cards, as many as there are in the starting decks.

    *Source:* `junkyard:setup-6`.
    """
    found: list[Kind] = []
    copies = 0
    for kind in kinds:
        if kind.type == STARTER:
            first, quantity = SEATS * copies + 1, SEATS * kind.starter
            found.append(dataclasses.replace(kind, initiative=first, quantity=quantity))
            copies += kind.starter
        else:
            found.append(kind)
    return tuple(found)


def printed(effects: Iterable[Keyword]) -> str:
    """Return what is printed on a card with these *effects*."""
    return sentence(steps(*effects))


def cards_hash(edition: Edition) -> str:
    """Return the digest of what the rules use of the edition; every match pins it.

    Figures of the rules count only where they differ: matches have pinned digests without them.
    """
    kinds = [_rules_of(kind) for kind in edition.kinds]
    figures = {
        field.name: getattr(edition, field.name)
        for field in dataclasses.fields(Edition)
        if field.init and field.default not in (dataclasses.MISSING, getattr(edition, field.name))
    }
    return fingerprint((figures, kinds) if figures else kinds)


def _rules_of(kind: Kind) -> tuple[object, ...]:
    figures = (kind.initiative, kind.charge, kind.value, kind.quantity, kind.starter, kind.recommended)
    return (kind.slug, kind.type, *figures, kind.effects)


def catalogue_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the kinds as the catalogue shows them, with text made from their effects."""
    return tuple(_card(edition.slug, kind) for kind in edition.kinds)


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
