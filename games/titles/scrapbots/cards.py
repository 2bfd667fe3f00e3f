"""What each card does, joined by slug to the figures in cards.csv."""

from collections.abc import Mapping

from msgspec import Struct

from games.engine.effects import Effect, IfHeads, steps
from games.titles.scrapbots.effects import (
    Damage,
    Destroy,
    Draw,
    ExhaustOne,
    ReadyAfterAttack,
    ReadyOne,
    RepairOne,
    RepairThis,
    ReturnWound,
    Splash,
    WoundsToEnergy,
)


class Ability(Struct, frozen=True):
    """An attack, or the text of a Component or Resource (which takes no Energy)."""

    energy: int
    does: Effect


def attack(energy: int, *does: Effect) -> Ability:
    """Return an attack that is paid with *energy*."""
    return Ability(energy, steps(*does))


def text(*does: Effect) -> tuple[Ability, ...]:
    """Return the text of a Component or Resource."""
    return (Ability(0, steps(*does)),)


ABILITIES: Mapping[str, tuple[Ability, ...]] = {
    "spare-parts": (),
    "circuitry": (),
    "brain-damage": (),
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
