"""The mats of Scrapbots: a player's Lanes and pool, and the Market."""

from games.engine.kit import SPOT_HEIGHT, SPOT_WIDTH, Label, Mat, Spot, card_row, card_spot, track
from games.titles.scrapbots.state import LANES, MARKET_SIZE

LANE_NAMES = ("Left", "Centre", "Right")
POOL = range(21)
# A Lane takes a card upright or sideways.
_LANE = SPOT_HEIGHT + 2
_WIDTH = LANES * _LANE
_SECOND = 10 + _LANE + 4
_STEP = 12.0
_POOL_LEFT = SPOT_WIDTH + 5

LANE_MAT = Mat(
    "lanes",
    "Lanes and pool",
    _WIDTH,
    _SECOND + SPOT_HEIGHT + 2,
    (
        *(
            Spot(
                f"lane-{lane + 1}", "area", lane * _LANE + 1, 10, _LANE - 2, _LANE - 2, name, "Lane", "steel"
            )
            for lane, name in enumerate(LANE_NAMES[:LANES])
        ),
        card_spot("deck", 1, _SECOND, "Deck"),
        card_spot("discard", _WIDTH - SPOT_WIDTH - 1, _SECOND, "Discard pile"),
        *track("scrap", POOL, _POOL_LEFT, _SECOND + 6, _STEP, 11),
        *track("energy", POOL, _POOL_LEFT, _SECOND + 48, _STEP, 11),
    ),
    (
        Label(_WIDTH / 2, 2, "Towards the other Mechanic’s Lanes", anchor="middle"),
        Label(_POOL_LEFT, _SECOND, "Scrap in your pool"),
        Label(_POOL_LEFT, _SECOND + 42, "Energy in your pool"),
        Label(_POOL_LEFT, _SECOND + 78, "More than 20: leave a marker on 20 and count on", 3.2),
        Label(_POOL_LEFT, _SECOND + 83, "with the second one.", 3.2),
    ),
    is_each=True,
)

_MARKET_WIDTH = MARKET_SIZE * (SPOT_WIDTH + 2)
_MARKET_TOP = SPOT_HEIGHT + 12

MARKET_MAT = Mat(
    "market",
    "Market",
    _MARKET_WIDTH,
    _MARKET_TOP + SPOT_HEIGHT + 2,
    (
        card_spot("main-deck", 1, 8, "Main deck"),
        card_spot("wounds", _MARKET_WIDTH - SPOT_WIDTH - 1, 8, "Wounds", "face up"),
        *card_row(
            1,
            _MARKET_TOP,
            ((f"market-{place + 1}", "Market", str(place + 1)) for place in range(MARKET_SIZE)),
        ),
    ),
    (
        Label(_MARKET_WIDTH / 2, 24, "Market", 12, "middle"),
        Label(_MARKET_WIDTH / 2, 44, "Pay a card’s Scrap and put it on your discard pile.", 4, "middle"),
        Label(_MARKET_WIDTH / 2, 52, "Fill the gap from the main deck at once.", 4, "middle"),
        Label(_MARKET_WIDTH / 2, 66, "When the last Wound is dealt,", 4, "middle"),
        Label(_MARKET_WIDTH / 2, 74, "whoever has fewer Wounds wins.", 4, "middle"),
    ),
)
