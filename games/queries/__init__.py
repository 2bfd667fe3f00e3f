"""What pages and programs read of matches, folded for whoever looks."""

from games.queries.board import (
    Board,
    Lobby,
    LogLine,
    MatchLine,
    OfferForm,
    OptionLine,
    OrderForm,
    Outcome,
    Piece,
    Proof,
    SeatInfo,
)
from games.queries.fair import Fairness, fairness
from games.queries.fold import board
from games.queries.lobby import lobby
from games.queries.players import PlayerPage, player_page
from games.queries.ratings import Leader, SeatRating, leaders
from games.queries.story import Story, story

__all__ = [
    "Board",
    "Fairness",
    "Leader",
    "Lobby",
    "LogLine",
    "MatchLine",
    "OfferForm",
    "OptionLine",
    "OrderForm",
    "Outcome",
    "Piece",
    "PlayerPage",
    "Proof",
    "SeatInfo",
    "SeatRating",
    "Story",
    "board",
    "fairness",
    "leaders",
    "lobby",
    "player_page",
    "story",
]
