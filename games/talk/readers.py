"""Who reads table talk, and who says something; docs/decisions/0016-table-talk.md says why.

While a match goes on only its own people read: those who have or had a seat. When it is over, everybody reads
who may look at the match. Those who sit there say something, and after the end those who sat there too.
"""

import unicodedata
from typing import Any

from games.matches.access import sat_at, seat_of
from games.matches.models import Match, Status

MODERATE, MODERATORS = "games.moderate_talk", "Table moderators"
LONGEST_MESSAGE, LONGEST_NOTE, LONGEST_REPORT, LONGEST_REASON = 1000, 10_000, 5_000, 500
# What puts letters together, as in some scripts and pictures, is no invisible trick.
_JOINERS = "\u200c\u200d"


def reads_talk(user: Any, match: Match) -> bool:
    """Return whether *user*, who may look at *match*, reads what is said there."""
    return match.status == Status.FINISHED or (user is not None and sat_at(user, match))


def says_something(user: Any, match: Match) -> bool:
    """Return whether *user* may say something at *match*."""
    if match.status == Status.CANCELLED or user is None:
        return False
    if match.status == Status.FINISHED:
        return sat_at(user, match)
    return not seat_of(user, match).is_spectator


def may_moderate(user: Any) -> bool:
    """Return whether *user* reads reports of table talk and may hide it."""
    return bool(user.is_active and user.has_perm(MODERATE))


def tidy_words(text: str) -> str:
    """Return *text* as it is kept: lines without trailing spaces, and nothing invisible but joiners."""
    lines = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).split("\n")
    return "\n".join("".join(filter(_is_kept, line)).rstrip() for line in lines).strip()


def _is_kept(char: str) -> bool:
    return char in _JOINERS or char == "\t" or not unicodedata.category(char).startswith("C")
