"""The figures that designers may change: of a part, and of the rules."""

from collections.abc import Mapping

import msgspec

from games.engine.drafting import CardType, Choice, Number, RuleParameter, Value
from games.titles.scrapyard.edition import RULEBOOK, Edition
from games.titles.scrapyard.state import PAWN_CUBES, ROWS, TYPES

PART = "Part"
FEWEST_ROWS = 3

PARAMETERS = tuple(
    RuleParameter(Number(key, label, low, high, getattr(RULEBOOK, key), step, help=words, rule=rule), section)
    for section, rows in (
        (
            "The field and the cubes",
            (
                ("rows", "Rows of nine cards", FEWEST_ROWS, ROWS, 1, "setup-1", ""),
                ("cubes", "Cubes of each player", PAWN_CUBES, 20, 1, "setup-5", "Two are the pawn."),
            ),
        ),
        (
            "Peek rounds",
            (
                ("dice_sides", "Sides of a die", 4, 12, 2, "order-1", ""),
                ("peek_dice", "Dice rolled for the peeks", 1, 2, 1, "peeks-1", ""),
                ("peeks_for_cube", "Peeks for a cube", 0, 5, 1, "extra-1", "0: no cube can be spent."),
                ("placings", "Cubes placed or moved at a time", 1, 5, 1, "place-1", ""),
            ),
        ),
        (
            "Turns of the collection",
            (
                ("turns_a_tile", "Turns for each tile", 1, 8, 1, "turns-1", ""),
                ("free_points", "Action points of every turn", 0, 8, 1, "points-1", ""),
                ("points_a_cube", "Action points for each cube", 0, 3, 1, "points-1", ""),
            ),
        ),
        (
            "Prices in action points",
            (
                ("walk_cost", "Move to the next card", 1, 3, 1, "move-4", ""),
                ("turn_up_cost", "Turn a card up", 1, 5, 1, "flip-1", ""),
                ("own_claim_cost", "Take back a cube", 1, 6, 1, "claim-1", ""),
                ("other_claim_cost", "Claim another player’s cube", 1, 8, 1, "claim-2", ""),
                ("take_cost", "Take a card", 1, 6, 1, "take-1", ""),
            ),
        ),
        (
            "Points at the end",
            (
                ("matching_points", "Times the value of a matching part", 1, 5, 1, "score-1", ""),
                ("cube_points", "Points for each cube", 0, 5, 1, "score-2", ""),
                ("other_points", "Times the value of another part", 0, 5, 1, "score-3", "Subtracted."),
            ),
        ),
    )
    for key, label, low, high, step, rule, words in rows
)

CARD_TYPES: Mapping[str, CardType] = {
    PART: CardType(
        PART,
        (
            Choice(
                "part", "Type of part", tuple((part, part.capitalize()) for part in TYPES), TYPES[0],
                help="The tile that it matches.", rule="setup-2",
            ),
            Number("value", "Value", 1, 20, 5, rule="score-1"),
            Number("quantity", "Copies", 1, 6, 1, help="More cards than the field takes are set aside."),
        ),
    )
}  # fmt: skip

PART_ICONS: Mapping[str, str] = {
    "gear": "big-gear",
    "piston": "spring",
    "battery": "car-battery",
    "circuit": "microchip",
    "lens": "microscope-lens",
    "plating": "metal-plate",
}
ICONS: tuple[str, ...] = (
    *PART_ICONS.values(),
    *("gears", "circuitry", "processor", "cyber-eye", "metal-scales", "turbine", "gyroscope", "magnet"),
    *("reactor", "power-generator", "wrench", "spanner", "drill", "locked-chest"),
)


def parameters_of(edition: Edition) -> dict[str, Value]:
    """Return the rule parameters as *edition* has them."""
    return msgspec.structs.asdict(edition.figures)
