"""The figures that designers may change: of each type of card, and of the rules."""

from collections.abc import Mapping

from games.engine.drafting import CardType, Choice, Flag, Number, RuleParameter
from games.titles.scrapbots.edition import COMPONENT, RESOURCE, SCRAPBOT, WOUND_TYPE, Edition

GAINS: Mapping[str, tuple[str, ...]] = {
    "any": ("scrap", "energy", "none"),
    "either": ("scrap", "energy"),
    "energy": ("energy",),
}
_GAINS = (
    ("any", "Scrap, Energy or neither"),
    ("either", "Scrap or Energy"),
    ("energy", "Energy only"),
)

_OF_RESOURCES = ("type-resource", "term-resource")
# Notes and examples go by their titles.
_AT_THE_START = "note_the-table-at-the-start"
_OF_HANDS = ("note_the-game-in-brief", "note_example-a-hand-with-two-wounds")

PARAMETERS = tuple(
    RuleParameter(field, section)
    for section, fields in (
        (
            "Resources",
            (
                Choice(
                    "resource_gains", "Beside its text, a Resource gives", _GAINS, "any",
                    rule="resource-1", stated=("resource-1", "resource-2", "resource-4", *_OF_RESOURCES),
                ),
                Flag(
                    "resource_energy_alone",
                    "A Resource may give its Energy without its text",
                    True,
                    rule="resource-2",
                    stated=("resource-2", *_OF_RESOURCES),
                ),
                Flag(
                    "resource_leaves_first",
                    "A Resource is discarded before its text is followed",
                    False,
                    "So a reshuffle that its text brings about includes it.",
                    rule="resource-2",
                    stated=("resource-2", "resource-4"),
                ),
            ),
        ),
        (
            "Cards",
            (
                Number(
                    "hand_size", "Cards in a new hand", 1, 10, 5,
                    rule="draw-1", stated=("draw-1", "draw-4", "setup-6", *_OF_HANDS),
                ),
                Number(
                    "first_hand", "First hand of the first player", 0, 10, 3,
                    rule="setup-6", stated=("setup-6",),
                ),
                Number(
                    "most_reshuffles", "Reshuffles by texts in one Main phase", 1, 5, 1,
                    rule="draw-6", stated=("draw-6",),
                ),
                Number(
                    "market_size", "Cards in the Market", 1, 8, 5,
                    rule="setup-3", stated=("setup-3", "term-market", _AT_THE_START),
                ),
            ),
        ),
        (
            "Damage",
            (
                Number(
                    "wound_damage", "Damage for each Wound", 10, 50, 10, 10,
                    rule="damage-5", stated=("damage-5",),
                ),
            ),
        ),
    )
    for field in fields
)  # fmt: skip

_SCRAP = Number("scrap", "Scrap", 0, 20, 4, help="What it costs, and what it gives.", rule="buy-1")
_ENERGY = Number("energy", "Energy", 0, 20, 2, help="What it gives.", rule="energy-1")
_HEALTH = Number("health", "Health", 10, 200, 40, 10, rule="damage-3")
_QUANTITY = Number("quantity", "Copies in all", 0, 40, 4, help="Those in both starting decks are among them.")
_STARTER = Number(
    "starter",
    "Copies in each starting deck",
    0,
    10,
    0,
    rule="setup-1",
    stated=("setup-1", "term-starting-deck"),
)
_WOUNDS = Number(
    "quantity",
    "Wounds in the stack",
    1,
    60,
    20,
    rule="setup-2",
    stated=("setup-2", "aim-1", "term-wound", _AT_THE_START),
)
_PRICE = Number("energy", "Energy", 0, 20, 2, help="What the attack costs.", rule="attack-3")

CARD_TYPES: Mapping[str, CardType] = {
    kind.name: kind
    for kind in (
        CardType(SCRAPBOT, (_SCRAP, _HEALTH, _QUANTITY, _STARTER), (1, 2), "Attack", (_PRICE,)),
        CardType(COMPONENT, (_SCRAP, _ENERGY, _QUANTITY, _STARTER), (0, 1)),
        CardType(RESOURCE, (_SCRAP, _ENERGY, _QUANTITY, _STARTER), (1, 1)),
        CardType(WOUND_TYPE, (_WOUNDS,), (1, 1), can_add=False, can_remove=False),
    )
}

ICONS: tuple[str, ...] = (
    *("delivery-drone", "walking-scout", "sentry-gun", "cyber-eye", "battle-mech", "robot-golem"),
    *("spider-bot", "tracked-robot", "vintage-robot", "nano-bot", "mecha-head", "robot-helmet"),
    *("gears", "circuitry", "chainsaw", "robot-leg", "mechanical-arm", "metal-scales", "metal-plate"),
    *("plasma-bolt", "ray-gun", "laser-blast", "laser-burst", "missile-swarm", "rocket", "flamethrower"),
    *("drill", "jetpack", "gyroscope", "spring", "turbine", "reactor", "power-generator", "car-battery"),
    *("companion-cube", "auto-repair", "magnet", "medical-pack", "cpu-shot", "energise", "spanner"),
    *("wrench", "microchip", "processor", "locked-chest", "crane", "recycle", "overdrive", "furnace"),
)


def parameters_of(edition: Edition) -> dict[str, int | str | bool]:
    """Return the rule parameters as *edition* has them."""
    figures = {field.key: getattr(edition, field.key) for field in _plain()}
    names = {gains: name for name, gains in GAINS.items()}
    return {**figures, "resource_gains": names[edition.resource_gains]}


def _plain() -> tuple[Number | Choice | Flag, ...]:
    return tuple(parameter.field for parameter in PARAMETERS)
