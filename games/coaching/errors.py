"""The error of hints, in addition to those of matches.

GameError
└── NoHint        match/no-hint        rated, with other people, or a game that bots can't search  422
"""

from games.engine.errors import GameError


class NoHint(GameError):
    """There are no hints in this match."""

    code = "match/no-hint"
