"""The mats of Scrapbots: a player's Lanes and pool, and the Market."""

from collections.abc import Iterator

from games.engine.kit import SPOT_HEIGHT, SPOT_WIDTH, Label, Mat, Spot, card_row, card_spot, track
from games.titles.scrapbots.state import LANES

LANE_NAMES = ("Left", "Centre", "Right")
POOL = range(21)
# A Lane takes a card upright or sideways.
_LANE = SPOT_HEIGHT + 2
_WIDTH = LANES * _LANE
_SECOND = 10 + _LANE + 4
_STEP = 12.0
# Between two steps of the tracks the mat can be cut where two Lanes meet.
_POOL_LEFT = _LANE - 2 * _STEP
_POOL_MIDDLE = _WIDTH / 2


def _lanes() -> Iterator[Spot]:
    for lane, name in enumerate(LANE_NAMES[:LANES]):
        left, size = lane * _LANE + 1, _LANE - 2
        yield Spot(f"lane-{lane + 1}", "area", left, 10, size, size, name, "Sideways: Exhausted", "steel")


LANE_MAT = Mat(
    "lanes",
    "Lanes and pool",
    _WIDTH,
    _SECOND + SPOT_HEIGHT + 2,
    (
        *_lanes(),
        card_spot("deck", 1, _SECOND, "Deck"),
        card_spot("discard", _WIDTH - SPOT_WIDTH - 1, _SECOND, "Discard pile"),
        *track("scrap", POOL, _POOL_LEFT, _SECOND + 6, _STEP, 11),
        *track("energy", POOL, _POOL_LEFT, _SECOND + 48, _STEP, 11),
    ),
    (
        Label(_WIDTH / 2, 2, "Towards the other Mechanic’s Lanes", anchor="middle"),
        Label(_POOL_MIDDLE, _SECOND, "Scrap in your pool", anchor="middle"),
        Label(_POOL_MIDDLE, _SECOND + 42, "Energy in your pool", anchor="middle"),
        Label(_POOL_MIDDLE, _SECOND + 78, "More than 20: leave a marker on 20", 3.2, "middle"),
        Label(_POOL_MIDDLE, _SECOND + 83, "and count on with the second one.", 3.2, "middle"),
    ),
    is_each=True,
)

_COLUMN = SPOT_WIDTH + 2
_FEWEST_COLUMNS = 5  # between the main deck and the Wounds it says how to buy and to win
_MARKET_TOP = SPOT_HEIGHT + 12
_BUYING = SPOT_WIDTH + 4
_HOW_TO_BUY = (
    "Pay a card’s Scrap and put",
    "it on your discard pile. Fill",
    "the gap from the main deck",
    "at once.",
)
_HOW_TO_WIN = ("When the last Wound is dealt,", "whoever has fewer Wounds wins.")


def market_mat(size: int) -> Mat:
    """Return the mat of a Market with *size* places."""
    columns = max(size, _FEWEST_COLUMNS)
    width = columns * _COLUMN
    # Nothing is said in the middle, where the mat is cut.
    winning = (columns + 1) // 2 * _COLUMN + 1
    return Mat(
        "market",
        "Market",
        width,
        _MARKET_TOP + SPOT_HEIGHT + 2,
        (
            card_spot("main-deck", 1, 8, "Main deck"),
            card_spot("wounds", width - SPOT_WIDTH - 1, 8, "Wounds", "face up"),
            *card_row(
                1,
                _MARKET_TOP,
                ((f"market-{place + 1}", "Market", str(place + 1)) for place in range(size)),
            ),
        ),
        (
            Label(_BUYING, 24, "Market", 12),
            *(Label(_BUYING, 44 + 6 * line, words) for line, words in enumerate(_HOW_TO_BUY)),
            *(Label(winning, 44 + 6 * line, words) for line, words in enumerate(_HOW_TO_WIN)),
        ),
    )
