"""The errors of analysis, in addition to those of matches.

GameError
├── NotOver        match/not-over        a match is analysed when it is over   409
└── CannotAnalyse  match/cannot-analyse  the site’s bots can’t search this game 422
"""

from games.engine.errors import GameError
from scrapsite.common.errors import set_status


class NotOver(GameError):
    """The match still runs, and an analysis would help whoever plays in it."""

    code = "match/not-over"


class CannotAnalyse(GameError):
    """The bots of the site can't search this game."""

    code = "match/cannot-analyse"


set_status(409, NotOver)
