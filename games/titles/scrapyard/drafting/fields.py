"""The figures that designers may change: of a part, and of the rules."""

from collections.abc import Mapping

import msgspec

from games.engine.drafting import CardType, Choice, Number, RuleParameter, Value
from games.titles.scrapyard.edition import RULEBOOK, Edition
from games.titles.scrapyard.state import PAWN_CUBES, ROWS, TYPES

PART = "Part"
FEWEST_ROWS = 3

# Notes go by their titles.
_AT_THE_START = "note_the-table-at-the-start"

PARAMETERS = tuple(
    RuleParameter(field, section)
    for section, fields in (
        (
            "The field and the cubes",
            (
                Number(
                    "rows",
                    "Rows of nine cards",
                    FEWEST_ROWS,
                    ROWS,
                    RULEBOOK.rows,
                    rule="setup-1",
                    stated=("setup-1", "aim-1", "term-field", _AT_THE_START),
                ),
                Number(
                    "cubes",
                    "Cubes of each player",
                    PAWN_CUBES,
                    20,
                    RULEBOOK.cubes,
                    help="Two are the pawn.",
                    rule="setup-5",
                    stated=("setup-5", "note_what-you-need", _AT_THE_START),
                ),
            ),
        ),
        (
            "Peek rounds",
            (
                Number(
                    "dice_sides",
                    "Sides of a die",
                    4,
                    12,
                    RULEBOOK.dice_sides,
                    2,
                    rule="order-1",
                    stated=("peeks-1",),
                ),
                Number(
                    "peek_dice",
                    "Dice rolled for the peeks",
                    1,
                    2,
                    RULEBOOK.peek_dice,
                    rule="peeks-1",
                    stated=("peeks-1",),
                ),
                Number(
                    "peeks_for_cube",
                    "Peeks for a cube",
                    0,
                    5,
                    RULEBOOK.peeks_for_cube,
                    help="0: no cube can be spent.",
                    rule="extra-1",
                    stated=("extra-1",),
                ),
                Number(
                    "placings",
                    "Cubes placed or moved at a time",
                    1,
                    5,
                    RULEBOOK.placings,
                    rule="place-1",
                    stated=("place-1", "place-3", "place-4"),
                ),
            ),
        ),
        (
            "Turns of the collection",
            (
                Number(
                    "turns_a_tile",
                    "Turns for each tile",
                    1,
                    8,
                    RULEBOOK.turns_a_tile,
                    rule="turns-1",
                    stated=("turns-1",),
                ),
                Number(
                    "free_points",
                    "Action points of every turn",
                    0,
                    8,
                    RULEBOOK.free_points,
                    rule="points-1",
                    stated=("points-1", "term-action-point"),
                ),
                Number(
                    "points_a_cube",
                    "Action points for each cube",
                    0,
                    3,
                    RULEBOOK.points_a_cube,
                    rule="points-1",
                    stated=("points-1", "term-action-point", "term-cube"),
                ),
            ),
        ),
        (
            "Prices in action points",
            (
                Number(
                    "walk_cost",
                    "Move to the next card",
                    1,
                    3,
                    RULEBOOK.walk_cost,
                    rule="move-4",
                    stated=("move-4", "points-1"),
                ),
                Number(
                    "turn_up_cost",
                    "Turn a card up",
                    1,
                    5,
                    RULEBOOK.turn_up_cost,
                    rule="flip-1",
                    stated=("flip-1", "points-1"),
                ),
                Number(
                    "own_claim_cost",
                    "Take back a cube",
                    1,
                    6,
                    RULEBOOK.own_claim_cost,
                    rule="claim-1",
                    stated=("claim-1", "points-1"),
                ),
                Number(
                    "other_claim_cost",
                    "Claim another player’s cube",
                    1,
                    8,
                    RULEBOOK.other_claim_cost,
                    rule="claim-2",
                    stated=("claim-2", "points-1"),
                ),
                Number(
                    "take_cost",
                    "Take a card",
                    1,
                    6,
                    RULEBOOK.take_cost,
                    rule="take-1",
                    stated=("take-1", "points-1"),
                ),
            ),
        ),
        (
            "Points at the end",
            (
                Number(
                    "matching_points",
                    "Times the value of a matching part",
                    1,
                    5,
                    RULEBOOK.matching_points,
                    rule="score-1",
                    stated=("score-1",),
                ),
                Number(
                    "cube_points",
                    "Points for each cube",
                    0,
                    5,
                    RULEBOOK.cube_points,
                    rule="score-2",
                    stated=("score-2",),
                ),
                Number(
                    "other_points",
                    "Times the value of another part",
                    0,
                    5,
                    RULEBOOK.other_points,
                    help="Subtracted.",
                    rule="score-3",
                    stated=("score-3",),
                ),
            ),
        ),
    )
    for field in fields
)

CARD_TYPES: Mapping[str, CardType] = {
    PART: CardType(
        PART,
        (
            Choice(
                "part", "Type of part", tuple((part, part.capitalize()) for part in TYPES), TYPES[0],
                help="The tile that it matches.", rule="setup-2", stated=("setup-2",),
            ),
            Number("value", "Value", 1, 20, 5, rule="score-1", stated=("setup-2", "term-part")),
            Number(
                "quantity", "Copies", 1, 6, 1, help="More cards than the field takes are set aside.",
                rule="setup-2", stated=("setup-2",),
            ),
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
