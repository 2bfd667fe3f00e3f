"""How long games between bots take, so that people know before they ask.

The seconds are of one processor, for a game with as few seats as the title allows. They were measured by
`manage.py lab` on the machine of docs/lab.md, and say little more than how the levels compare.
"""

from collections.abc import Mapping

from games.bots import ALL, searches
from games.engine.protocol import Title
from games.lab.measuring.setup import SKILL_DEALS, Setup

# The levels that a report may ask for; the others take minutes for a game.
LEVELS = ("random", "novice", "greedy", "casual")
# Where nobody chooses: the casual bot, where so little of its thinking makes it stronger than the greedy one.
USUAL, USUAL_ELSEWHERE = "casual", "greedy"
USUAL_GAMES = 400
GAMES = (100, 200, 400, 1000, 2000)

_SECONDS: Mapping[str, Mapping[str, float]] = {
    "scrapbots": {"random": 0.03, "novice": 0.05, "greedy": 0.15, "casual": 7.8},
    "junkyard": {"random": 0.1, "novice": 0.23, "greedy": 0.22, "casual": 13.0},
    "scrapyard": {"random": 0.05, "novice": 0.1, "greedy": 0.65, "casual": 4.3},
    "scrap-knights": {"random": 0.04, "novice": 0.06, "greedy": 0.12, "casual": 2.2},
}
# What part of its thinking the casual bot does where nobody chooses, in percent: with so much, 400 games of
# an edition and as many of its base take two processors five minutes at most.
_EFFORTS: Mapping[str, int] = {"scrapbots": 5, "junkyard": 4, "scrapyard": 25, "scrap-knights": 25}
_GREEDY = ("scrapyard",)
_UNKNOWN = 1.0


def levels_of(title: Title) -> tuple[str, ...]:
    """Return the bots of *title* that a report may ask for, the weakest first."""
    return tuple(level for level in LEVELS if level in title.bots)


def seconds_of(setup: Setup) -> float:
    """Return about how many seconds of one processor the games of a report take."""
    among = _game(setup.title, setup.level, setup.effort)
    part = 1 if setup.rival else 1 / SKILL_DEALS
    other = _game(setup.title, setup.opponent, setup.effort)
    rival = part * (among + other) / 2 if setup.opponent else 0.0
    return setup.games * len(setup.editions) * (among + rival) * setup.seats / 2


def usual_level(title: Title) -> str:
    """Return the bot that plays where nobody chooses one."""
    levels = levels_of(title)
    wanted = USUAL_ELSEWHERE if title.slug in _GREEDY else USUAL
    return wanted if wanted in levels else levels[-1]


def usual_effort(title: str) -> int:
    """Return what percent of their thinking bots that search do where nobody chooses."""
    return _EFFORTS.get(title, ALL)


def _game(title: str, level: str, effort: int) -> float:
    seconds = _SECONDS.get(title, {}).get(level, _UNKNOWN)
    return seconds * effort / ALL if searches(level) else seconds
