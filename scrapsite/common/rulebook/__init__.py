"""What apps that know no rulebook may ask of the rulebooks: `connected()` returns what answers.

The rulebooks connect themselves when the site starts (`connect`). A text that they refuse is a `BadText`.
"""

from scrapsite.common.rulebook.protocol import (
    NONE,
    BadText,
    Comment,
    Paragraph,
    Reworded,
    Rulebook,
    Written,
    connect,
    connected,
)

__all__ = [
    "NONE",
    "BadText",
    "Comment",
    "Paragraph",
    "Reworded",
    "Rulebook",
    "Written",
    "connect",
    "connected",
]
