"""The figures of cards and rules that designers may change, with their bounds."""

from collections.abc import Mapping

from games.engine.drafting import CardType, Flag, Number, RuleParameter, Value
from games.titles.junkyard.edition import JUNK, STARTER, Edition, Kind
from games.titles.junkyard.state import MOST_HAND, REGISTERS
from games.titles.junkyard.yard import PILES

# Notes go by their titles.
_NEEDED, _AT_THE_START = "note_what-you-need", "note_the-table-at-the-start"

_CHARGE = Number("charge", "Charge", -REGISTERS, REGISTERS, 1, rule="charge-1")
_VALUE = Number("value", "Scrap value", 0, 20, 1, rule="end-2")
_STARTER = Number(
    "starter",
    "Copies in each starting deck",
    1,
    12,
    1,
    help="The initiatives follow from these numbers: the cards of a deck count up in fours.",
    rule="setup-1",
    stated=("setup-1", "setup-6"),
)
_RECOMMENDED = Flag(
    "recommended",
    "Recommended for a first game",
    True,
    help="If more kinds are recommended than are in play, the first ones in the box are left out; "
    "if fewer are, the first of the others are added.",
    rule="setup-8",
    stated=("setup-8",),
)

CARD_TYPES: Mapping[str, CardType] = {
    STARTER: CardType(STARTER, (_CHARGE, _VALUE, _STARTER), (1, 1), "Effects"),
    JUNK: CardType(JUNK, (_CHARGE, _VALUE, _RECOMMENDED), (1, 1), "Effects"),
}

PARAMETERS: tuple[RuleParameter, ...] = (
    RuleParameter(
        Number(
            "kinds_in_play",
            "Kinds of junk in the yard",
            4,
            20,
            Edition.kinds_in_play,
            help="There are nine piles and nine cards of each kind, so each pile has as many cards.",
            rule="setup-7",
            stated=("setup-7", "setup-2", "setup-3", _NEEDED),
        ),
        "Setup",
    ),
    RuleParameter(
        Number(
            "hand_size",
            "Cards in a hand",
            3,
            MOST_HAND,
            Edition.hand_size,
            rule="draw-1",
            stated=("draw-1", "note_the-game-in-brief", _AT_THE_START),
        ),
        "Programming",
    ),
    RuleParameter(
        Number(
            "active",
            "Active registers when a round begins",
            1,
            REGISTERS,
            Edition.active,
            rule="program-3",
            stated=("program-3", "charge-1", _AT_THE_START),
        ),
        "Programming",
    ),
    RuleParameter(
        Number(
            "fewest_active",
            "Fewest active registers",
            0,
            3,
            Edition.fewest_active,
            help="No charge takes away more.",
            rule="charge-3",
            stated=("charge-3",),
        ),
        "Charging",
    ),
    RuleParameter(
        Number(
            "most_active",
            "Most active registers",
            1,
            REGISTERS,
            Edition.most_active,
            help="No charge and no Recharge brings more.",
            rule="charge-3",
            stated=("charge-3", "recharge-2"),
        ),
        "Charging",
    ),
    RuleParameter(
        Number(
            "empty_piles",
            "Empty piles that end the game",
            1,
            len(PILES),
            Edition.empty_piles,
            rule="end-1",
            stated=("end-1", "aim-1"),
        ),
        "End",
    ),
)

# Pictures of other games and pages that look like junk; the sprite has them already.
MORE_ICONS = (
    *("anvil", "auto-repair", "big-gear", "car-battery", "chainsaw", "circuitry", "cog", "companion-cube"),
    *("crab-claw", "crossed-chains", "cyber-eye", "delivery-drone", "drill", "energise", "gears"),
    *("mecha-head", "melting-metal", "metal-plate", "microchip", "mighty-spanner", "nano-bot", "overdrive"),
    *("processor", "recycle", "robot-leg", "rocket", "rocket-thruster", "spanner", "spider-bot", "spring"),
    *("teleport", "test-tubes", "vintage-robot", "wrench"),
)


def figures_of(kind: Kind) -> dict[str, Value]:
    """Return the figures of *kind* that its type lets designers change."""
    return {field.key: getattr(kind, field.key) for field in CARD_TYPES[kind.type].figures}
