"""What the match service remembers."""

from games.models.match import (
    ID_LENGTH,
    ID_LETTERS,
    Invitation,
    Match,
    MatchSecret,
    Notice,
    Seat,
    StandingOrder,
    Status,
    Step,
    UndoRequest,
    Watch,
    new_match_id,
)
from games.models.plays import CardPlays
from games.models.ratings import Rating, RatingChange
from games.models.talk import BugReport, ChatMessage, ChatReport, MatchNote, Mute, TalkMark
from games.models.vacations import Vacation

__all__ = [
    "ID_LENGTH",
    "ID_LETTERS",
    "BugReport",
    "CardPlays",
    "ChatMessage",
    "ChatReport",
    "Invitation",
    "Match",
    "MatchNote",
    "MatchSecret",
    "Mute",
    "Notice",
    "Rating",
    "RatingChange",
    "Seat",
    "StandingOrder",
    "Status",
    "Step",
    "TalkMark",
    "UndoRequest",
    "Vacation",
    "Watch",
    "new_match_id",
]
