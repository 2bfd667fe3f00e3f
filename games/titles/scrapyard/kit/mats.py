"""The mats of Scrapyard: a player's supply, the tracks of the score, and how the field lies."""

from collections.abc import Iterator

from games.engine.kit import SPOT_HEIGHT, SPOT_WIDTH, Label, Mat, Spot, track
from games.titles.scrapyard.edition import Figures
from games.titles.scrapyard.state import COLUMNS, CORNERS
from games.titles.scrapyard.words import count

MOST_TILES = 4
_TILE = 40.0


def supply_mat(figures: Figures) -> Mat:
    """Return the mat of a player, with the prices of actions."""
    costs = (
        ("move to the next card", figures.walk_cost),
        ("turn up a card", figures.turn_up_cost),
        ("claim one of your own cubes", figures.own_claim_cost),
        ("claim another player’s cube", figures.other_claim_cost),
        ("take a card without cubes", figures.take_cost),
    )
    free, more = count(figures.free_points, "action point"), figures.points_a_cube
    each = f"{count(more, 'action point')} for each cube"
    return Mat(
        "supply",
        "Supply",
        MOST_TILES * (_TILE + 2) + 2,
        102,
        (
            Spot("cubes", "area", 1, 8, 82, 46, "Supply", each, "steel"),
            *(
                Spot(
                    f"tile-{tile + 1}", "space", 1 + tile * (_TILE + 2), 60, _TILE, _TILE, "Tile", "", "steel"
                )
                for tile in range(MOST_TILES)
            ),
        ),
        (
            Label(1, 2, "Your cubes and your tiles"),
            Label(88, 9, f"{free}, and {more} for each cube:"),
            *(Label(88, 16 + 6 * row, f"{cost}  {words}") for row, (words, cost) in enumerate(costs)),
        ),
        is_each=True,
    )


_STEP = 16.0
_POINTS = range(100)
_TURN_TOP = 10 * _STEP + 16
_PEEKS_IN_A_ROW = 11


def score_mat(figures: Figures) -> Mat:
    """Return the tracks of the points, the turns and the peeks."""
    peeks = range(figures.peek_dice, figures.peek_dice * figures.dice_sides + 1)
    turns = range(1, MOST_TILES * figures.turns_a_tile + 1)
    peek_top = _TURN_TOP + _rows(turns, 8) * _STEP + 8
    return Mat(
        "score",
        "Score",
        11 * _STEP + 2,
        peek_top + _rows(peeks, _PEEKS_IN_A_ROW) * _STEP + 1,
        (
            *track("score", _POINTS, 1, 8, _STEP, 10),
            *track("turn", turns, 1, _TURN_TOP, _STEP, 8),
            *track("peeks", peeks, 1, peek_top, _STEP, _PEEKS_IN_A_ROW),
        ),
        (
            Label(1, 2, "Points. Below 0, turn your marker over. Past 99, go on from 0."),
            Label(1, _TURN_TOP - 6, f"Turns of the collection: {figures.turns_a_tile} for each tile"),
            Label(1, peek_top - 6, "Peeks for each player in this round"),
        ),
    )


def _rows(steps: range, columns: int) -> int:
    return -(-len(steps) // columns)


_WIDE, _HIGH = SPOT_WIDTH + 2, SPOT_HEIGHT + 2
_CORNER = 30.0


def _corners(rows: int) -> Iterator[Spot]:
    """Yield where pawns begin: beside the corner cards. *Source:* `scrapyard:corner-1`."""
    for corner in CORNERS:
        left = 1 if corner.endswith("left") else _CORNER + COLUMNS * _WIDE + 1
        row = 0 if corner.startswith("top") else rows - 1
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


def field_mat(figures: Figures) -> Mat:
    """Return how the cards lie, and where pawns begin."""
    return Mat(
        "field",
        "The field",
        COLUMNS * _WIDE + 2 * _CORNER,
        figures.rows * _HIGH,
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
                for place in range(figures.places)
            ),
            *_corners(figures.rows),
        ),
        is_printed=False,
    )
