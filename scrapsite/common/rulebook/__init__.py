"""What apps that know no rulebook may ask of the rulebooks: `connected()` returns what answers.

The rulebooks connect themselves when the site starts (`connect`). A text that they refuse is a `BadText`.
"""

from scrapsite.common.rulebook.own_books import CardAt, OwnBook, OwnLine, OwnRule, OwnSection, ReadAt
from scrapsite.common.rulebook.protocol import (
    NO_CARDS,
    NONE,
    BadText,
    Comment,
    Done,
    Names,
    Paragraph,
    Reworded,
    Rulebook,
    Written,
    connect,
    connected,
)

__all__ = [
    "NONE",
    "NO_CARDS",
    "BadText",
    "CardAt",
    "Comment",
    "Done",
    "Names",
    "OwnBook",
    "OwnLine",
    "OwnRule",
    "OwnSection",
    "Paragraph",
    "ReadAt",
    "Reworded",
    "Rulebook",
    "Written",
    "connect",
    "connected",
]
