"""What pages and programs read of matches, folded for whoever looks."""

from games.queries.board import (
    Board,
    LogLine,
    OfferForm,
    OptionLine,
    OrderForm,
    Outcome,
    Piece,
    Proof,
    SeatInfo,
)
from games.queries.fair import Fairness, fairness
from games.queries.filters import Filters, filter_choices, read_filters
from games.queries.fold import board
from games.queries.lobby import InvitationLine, Lobby, MatchLine, OwnMatches, lobby, next_match, own_matches
from games.queries.players import PlayerPage, player_page
from games.queries.ratings import Leader, SeatRating, leaders
from games.queries.replaying import Knowledge, Place, Replay, knowledge_of, log_of, marks_of, replay
from games.queries.story import Story, story

__all__ = [
    "Board",
    "Fairness",
    "Filters",
    "InvitationLine",
    "Knowledge",
    "Leader",
    "Lobby",
    "LogLine",
    "MatchLine",
    "OfferForm",
    "OptionLine",
    "OrderForm",
    "Outcome",
    "OwnMatches",
    "Piece",
    "Place",
    "PlayerPage",
    "Proof",
    "Replay",
    "SeatInfo",
    "SeatRating",
    "Story",
    "board",
    "fairness",
    "filter_choices",
    "knowledge_of",
    "leaders",
    "lobby",
    "log_of",
    "marks_of",
    "next_match",
    "own_matches",
    "player_page",
    "read_filters",
    "replay",
    "story",
]
