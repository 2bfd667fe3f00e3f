"""What can go wrong with a move or a match.

GameError
├── BadMove        move/malformed        it isn't a move of this game
├── IllegalMove    move/illegal          the rules refuse it; cites the rule
├── NotYourTurn    move/not-your-turn    the seat has nothing to decide now
├── StaleMatch     match/stale           the board the mover saw is old
├── MatchOver      match/over            nothing can be played any more
└── BadOptions     match/bad-options     game, edition, option or seats unknown
"""

from typing import ClassVar


class GameError(Exception):
    """A refusal: a stable *code*, a *rule* anchor or an empty text, and a *reason* for people."""

    code: ClassVar[str] = "game/error"

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BadMove(GameError):
    """The move isn't a move of this game; *reason* names the place that is wrong."""

    code = "move/malformed"


class IllegalMove(GameError):
    """The rules refuse the move; *rule* is an anchor of the edition's rulebook."""

    code = "move/illegal"

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(reason, rule)


class NotYourTurn(GameError):
    """The seat isn't among those to act."""

    code = "move/not-your-turn"

    def __init__(self, reason: str = "It is not your turn.", rule: str = "turn-1") -> None:
        super().__init__(reason, rule)


class StaleMatch(GameError):
    """The match has moved on since the player looked."""

    code = "match/stale"

    def __init__(self, reason: str = "The board has changed since you looked.") -> None:
        super().__init__(reason)


class MatchOver(GameError):
    """The match has ended."""

    code = "match/over"

    def __init__(self, reason: str = "This match is over.") -> None:
        super().__init__(reason)


class BadOptions(GameError):
    """A match can't be set up this way: unknown game, edition or option, or a wrong value."""

    code = "match/bad-options"
