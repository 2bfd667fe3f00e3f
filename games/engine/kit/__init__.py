"""What people need to play an edition at a real table: decks, mats, markers, dice and player aids, as values.

Lengths are in millimetres, from the top left corner. A *place* is `mat/spot`, such as `yard/pile-1`.
Where every player has a mat of their own, it is on the owner's. Other places are `HAND`, `TABLE` and `BOX`.
"""

from games.engine.kit.mats import (
    SPOT_HEIGHT,
    SPOT_WIDTH,
    Label,
    Mat,
    Spot,
    card_row,
    card_spot,
    track,
)
from games.engine.kit.things import (
    BOX,
    HAND,
    TABLE,
    Aid,
    AidLine,
    Deal,
    Deck,
    Die,
    Kit,
    Marker,
    Share,
)

__all__ = [
    "BOX",
    "HAND",
    "SPOT_HEIGHT",
    "SPOT_WIDTH",
    "TABLE",
    "Aid",
    "AidLine",
    "Deal",
    "Deck",
    "Die",
    "Kit",
    "Label",
    "Marker",
    "Mat",
    "Share",
    "Spot",
    "card_row",
    "card_spot",
    "track",
]
