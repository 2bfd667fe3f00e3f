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
    Watch,
    new_match_id,
)
from games.models.people import Invitation, Rating, RatingChange, UndoRequest, Vacation
from games.models.talk import BugReport, ChatMessage, ChatReport, MatchNote, Mute, TalkMark

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
