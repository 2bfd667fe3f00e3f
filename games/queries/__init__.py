"""What pages and programs read of matches, folded for whoever looks."""

from games.queries.board import (
    Board,
    Lobby,
    LogLine,
    MatchLine,
    OfferForm,
    OptionLine,
    Outcome,
    Piece,
    Proof,
    SeatInfo,
)

__all__ = [
    "Board",
    "Lobby",
    "LogLine",
    "MatchLine",
    "OfferForm",
    "OptionLine",
    "Outcome",
    "Piece",
    "Proof",
    "SeatInfo",
]
