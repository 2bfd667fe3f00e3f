"""The cards: what each does, joined by slug to the figures and printed text in cards.csv."""

import csv
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from importlib import resources

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import fingerprint
from games.engine.effects import Effect, IfHeads, sentence, steps
from games.titles.scrapbots.edition import SCRAPBOT, WOUND_TYPE, Ability, Edition, Kind
from games.titles.scrapbots.effects import (
    Damage,
    Destroy,
    Draw,
    DrawForWounds,
    ExhaustOne,
    ReadyAfterAttack,
    ReadyOne,
    RepairOne,
    RepairThis,
    ReturnWound,
    Splash,
    WoundsToEnergy,
)

# Figures of an edition that were constants once: the digest tells only those that differ.
_LATER_FIGURES = ("hand_size", "first_hand", "market_size", "wound_damage")
_USUAL = {field.name: field.default for field in fields(Edition)}


def attack(energy: int, *does: Effect) -> Ability:
    """Return an attack that costs *energy*."""
    return Ability(energy, steps(*does))


def text(*does: Effect) -> tuple[Ability, ...]:
    """Return the text of a Component, a Resource or a Wound."""
    return (Ability(0, steps(*does)),)


ABILITIES: Mapping[str, tuple[Ability, ...]] = {
    "spare-parts": (),
    "circuitry": (),
    "brain-damage": text(DrawForWounds(2)),
    "sentry-gun": (attack(2, Damage(10)),),
    "drone": (attack(2, Damage(10)), attack(4, Damage(10), Draw(1))),
    "scout": (attack(3, Damage(20)), attack(5, Damage(20), IfHeads(Splash(10)))),
    "sentinel": (attack(4, Draw(1), IfHeads(Damage(30))), attack(6, Damage(30), IfHeads(Draw(2)))),
    "enforcer": (attack(4, Damage(20), IfHeads(Splash(10))), attack(7, Damage(20), Splash(20))),
    "golem": (attack(6, Damage(40), IfHeads(Draw(2))), attack(8, Damage(40), Draw(3))),
    "plasma-dart": text(Damage(10)),
    "blaster": text(Damage(10), IfHeads(Damage(20, more=True))),
    "armor-plate": text(RepairThis(10), IfHeads(RepairThis(20, more=True))),
    "chainsaw": text(Damage(10), Splash(10)),
    "servomotor": text(ReadyAfterAttack()),
    "laser-cannon": text(Damage(30), IfHeads(Splash(30))),
    "rocket-pod": text(Destroy()),
    "supply-crate": text(Draw(2)),
    "repair-kit": text(RepairOne(20)),
    "magnet-trap": text(ExhaustOne()),
    "med-pack": text(ReturnWound()),
    "logic-bomb": text(Draw(3), WoundsToEnergy(1)),
    "fusion-cell": text(ReadyOne()),
}


def read_kinds(edition: str) -> dict[str, Kind]:
    """Return the cards of *edition* by slug, in the order of cards.csv."""
    return {row["slug"]: _kind(row) for row in _rows() if row["edition"] == edition}


def cards_hash(edition: Edition) -> str:
    """Return the digest of what the rules use of the edition; every match pins it."""
    flags: tuple[object, ...] = (
        edition.resource_gains,
        edition.resource_energy_alone,
        edition.resource_leaves_first,
    )
    if edition.most_reshuffles:  # matches of the time without this limit have pinned the digest without it
        flags = (*flags, edition.most_reshuffles)
    figures = [(name, getattr(edition, name)) for name in _LATER_FIGURES]
    flags = (*flags, *((name, value) for name, value in figures if value != _USUAL[name]))
    return fingerprint((flags, [_rules_of(kind) for kind in edition.rows.values()]))


def _rules_of(kind: Kind) -> tuple[object, ...]:
    figures = (kind.scrap, kind.energy, kind.health, kind.quantity, kind.starter)
    # What Wounds do was once written into the rules only, and the digest goes without it as it did then.
    is_usual = kind.type == WOUND_TYPE and kind.abilities == ABILITIES[kind.slug]
    return (kind.slug, kind.type, *figures, () if is_usual else kind.abilities)


def catalogue_cards(edition: Edition) -> tuple[Card, ...]:
    """Return the cards as the catalogue shows them, with text made from their effects."""
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


def written(abilities: tuple[Ability, ...], is_attack: bool) -> tuple[TextLine, ...]:
    """Return what the card says: the text of each of *abilities*."""
    return tuple(
        TextLine(f"{ability.energy} Energy" if is_attack else "", sentence(ability.does))
        for ability in abilities
    )


def _card(edition: str, kind: Kind) -> Card:
    lines = written(kind.abilities, kind.type == SCRAPBOT)
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
