"""The keywords that designers may put on cards."""

from games.engine.drafting import Bounds, Vocabulary, verb
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
from games.titles.junkyard.state import REGISTERS

# From one edge of the yard to the other; a longer Move could never be resolved.
_SPACES = Bounds(1, 3)
_CARDS = Bounds(1, 6)

VOCABULARY = Vocabulary(
    verb("move", "Move", Move, "move-1", labels={"count": "Spaces"}, figure="spaces moved", count=_SPACES),
    verb("turn", "Turn", Turn, "corner-1"),
    verb(
        "salvage",
        "Salvage",
        Salvage,
        "salvage-1",
        labels={"count": "Cards"},
        figure="cards salvaged",
        count=_CARDS,
    ),
    verb(
        "scrap", "Scrap", Scrap, "scrap-1", labels={"count": "Cards"}, figure="cards scrapped", count=_CARDS
    ),
    verb("trash", "Trash", Trash, "trash-1"),
    verb("charge", "Charge", Charge, "charge-5"),
    verb(
        "recharge",
        "Recharge",
        Recharge,
        "recharge-1",
        labels={"count": "Registers"},
        figure="Registers recharged",
        count=Bounds(1, REGISTERS),
    ),
    verb("shuffle", "Shuffle", Shuffle, "shuffle-1"),
    verb("overclock", "Overclock", Overclock, "overclock-1"),
)
