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
from games.queries.story import Story, story

__all__ = [
    "Board",
    "Fairness",
    "Lobby",
    "LogLine",
    "MatchLine",
    "OfferForm",
    "OptionLine",
    "OrderForm",
    "Outcome",
    "Piece",
    "Proof",
    "SeatInfo",
    "Story",
    "board",
    "fairness",
    "lobby",
    "story",
]
