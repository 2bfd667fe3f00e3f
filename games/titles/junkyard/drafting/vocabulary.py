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
    verb("move", "Move", Move, labels={"count": "Spaces"}, count=_SPACES),
    verb("turn", "Turn", Turn),
    verb("salvage", "Salvage", Salvage, labels={"count": "Cards"}, count=_CARDS),
    verb("scrap", "Scrap", Scrap, labels={"count": "Cards"}, count=_CARDS),
    verb("trash", "Trash", Trash),
    verb("charge", "Charge", Charge),
    verb("recharge", "Recharge", Recharge, labels={"count": "Registers"}, count=Bounds(1, REGISTERS)),
    verb("shuffle", "Shuffle", Shuffle),
    verb("overclock", "Overclock", Overclock),
)
