"""What the match service remembers."""

from games.models.match import (
    ID_LENGTH,
    ID_LETTERS,
    CardPlays,
    Match,
    MatchSecret,
    Notice,
    Seat,
    StandingOrder,
    Status,
    Step,
    new_match_id,
)

__all__ = [
    "ID_LENGTH",
    "ID_LETTERS",
    "CardPlays",
    "Match",
    "MatchSecret",
    "Notice",
    "Seat",
    "StandingOrder",
    "Status",
    "Step",
    "new_match_id",
]
