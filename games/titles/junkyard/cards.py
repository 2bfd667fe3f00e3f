"""What each kind of card does, joined by slug to the figures in cards.csv."""

from collections.abc import Mapping

from games.titles.junkyard.effects import (
    Charge,
    Keyword,
    Move,
    Overclock,
    Recharge,
    Salvage,
    Scrap,
    Shuffle,
    Trash,
    Turn,
)

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
