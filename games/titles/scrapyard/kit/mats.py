"""The mats of Scrapyard: a player's supply, the tracks of the score, and how the field lies."""

from collections.abc import Iterator

from games.engine.kit import SPOT_HEIGHT, SPOT_WIDTH, Label, Mat, Spot, track
from games.titles.scrapyard.moves import OTHER_CLAIM_COST, OWN_CLAIM_COST, TAKE_COST, TURN_UP_COST, WALK_COST
from games.titles.scrapyard.rolls import SIDES
from games.titles.scrapyard.state import COLUMNS, CORNERS, FREE_POINTS, ROWS, TURNS_A_TILE

MOST_TILES = 4
_COSTS = (
    ("move to the next card", WALK_COST),
    ("turn up a card", TURN_UP_COST),
    ("claim one of your own cubes", OWN_CLAIM_COST),
    ("claim another player’s cube", OTHER_CLAIM_COST),
    ("take a card without cubes", TAKE_COST),
)
_TILE = 40.0

SUPPLY_MAT = Mat(
    "supply",
    "Supply",
    MOST_TILES * (_TILE + 2) + 2,
    102,
    (
        Spot("cubes", "area", 1, 8, 82, 46, "Supply", "1 action point for each cube", "steel"),
        *(
            Spot(f"tile-{tile + 1}", "space", 1 + tile * (_TILE + 2), 60, _TILE, _TILE, "Tile", "", "steel")
            for tile in range(MOST_TILES)
        ),
    ),
    (
        Label(1, 2, "Your cubes and your tiles"),
        Label(88, 9, f"{FREE_POINTS} action points, and 1 for each cube:"),
        *(Label(88, 16 + 6 * row, f"{cost}  {words}") for row, (words, cost) in enumerate(_COSTS)),
    ),
    is_each=True,
)

_STEP = 16.0
_POINTS = range(100)
_TURNS = range(1, MOST_TILES * TURNS_A_TILE + 1)
_PEEKS = range(2, 2 * SIDES + 1)
_TURN_TOP = 10 * _STEP + 16
_PEEK_TOP = _TURN_TOP + 2 * _STEP + 8

SCORE_MAT = Mat(
    "score",
    "Score",
    11 * _STEP + 2,
    _PEEK_TOP + _STEP + 1,
    (
        *track("score", _POINTS, 1, 8, _STEP, 10),
        *track("turn", _TURNS, 1, _TURN_TOP, _STEP, 8),
        *track("peeks", _PEEKS, 1, _PEEK_TOP, _STEP),
    ),
    (
        Label(1, 2, "Points. Below 0, turn your marker over. Past 99, go on from 0."),
        Label(1, _TURN_TOP - 6, f"Turns of the collection: {TURNS_A_TILE} for each tile"),
        Label(1, _PEEK_TOP - 6, "Peeks for each player in this round"),
    ),
)

_WIDE, _HIGH = SPOT_WIDTH + 2, SPOT_HEIGHT + 2
_CORNER = 30.0


def _corners() -> Iterator[Spot]:
    """Yield where pawns begin: beside the corner cards. *Source:* `scrapyard:corner-1`."""
    for corner in CORNERS:
        left = 1 if corner.endswith("left") else _CORNER + COLUMNS * _WIDE + 1
        row = 0 if corner.startswith("top") else ROWS - 1
        yield Spot(
            corner,
            "space",
            left,
            (row + 0.5) * _HIGH - _CORNER / 2,
            _CORNER - 2,
            _CORNER - 2,
            "",
            "",
            "steel",
        )


FIELD_MAT = Mat(
    "field",
    "The field",
    COLUMNS * _WIDE + 2 * _CORNER,
    ROWS * _HIGH,
    (
        *(
            Spot(
                f"place-{place + 1}",
                "card",
                _CORNER + place % COLUMNS * _WIDE + 1,
                place // COLUMNS * _HIGH + 1,
                SPOT_WIDTH,
                SPOT_HEIGHT,
            )
            for place in range(ROWS * COLUMNS)
        ),
        *_corners(),
    ),
    is_printed=False,
)
