"""The errors of the lab, in addition to those of the engine.

GameError
├── TooLong     lab/too-long      the games would take too long             422
└── NoLab       lab/none          this site plays no games for the lab      422
"""

from games.engine.errors import GameError


class TooLong(GameError):
    """The games would keep the lab busy for too long."""

    code = "lab/too-long"


class NoLab(GameError):
    """The site has no process that plays the lab's games."""

    code = "lab/none"
