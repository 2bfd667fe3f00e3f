"""The puzzles as `<game>.json` has them."""

import base64
from datetime import date
from functools import cache
from math import gcd
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from games import catalog
from games.engine import codec

_FOLDER = Path(__file__).parent
_FIRST_DAY = date(2026, 1, 1).toordinal()
_STRIDE = 7  # steps through a game's list, so that neighbours in it don't follow each other

LEVELS = ("easy", "medium", "hard")


class Puzzle(Struct, frozen=True, forbid_unknown_fields=True):
    """A position of *seat*, who has to gain *amount* towards *goal* within the turn.

    *number:* from 1 in its game; it never changes. *title:* the game, as the file’s name has it. *state:* as
    the game encodes it, in Base64. *moves:* the solution, as a program sends them. *lucky:* the share of
    random lines that solve it. *level:* 0 to 2, see `LEVELS`.
    """

    number: int
    edition: str
    seat: int
    seats: int
    goal: str
    amount: int
    state: str
    moves: tuple[dict[str, Any], ...]
    lucky: float
    level: int
    title: str = ""

    @property
    def slug(self) -> str:
        """Its name in addresses, such as `scrapbots-12`."""
        return f"{self.title}-{self.number}"

    @property
    def level_name(self) -> str:
        return LEVELS[self.level]

    @property
    def game(self) -> Any:
        """The game that it is played by, which is one that `Poses`."""
        return catalog.game(self.title, self.edition)

    @property
    def words(self) -> str:
        """The goal, as a sentence."""
        return str(self.game.goals[self.goal].asks(self.amount))

    def words_of_gain(self, gained: int) -> str:
        """Return what its player has gained, as the end of a sentence."""
        return str(self.game.goals[self.goal].tells(gained))

    def begin(self) -> Any:
        """Return the state with which it begins, a new one each time."""
        return self.game.decode(base64.b64decode(self.state))

    def solution(self) -> list[Any]:
        """Return the moves that solve it."""
        return [codec.read_move(self.game.move_type, dict(move)) for move in self.moves]


def puzzles(title: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game, in the order of their numbers; none for a game without any."""
    return _read(title) if catalog.is_title(title) else ()


def every() -> tuple[Puzzle, ...]:
    """Return all puzzles, by game in the order of the lobby."""
    return tuple(puzzle for title in catalog.titles() for puzzle in puzzles(title.slug))


def find(slug: str) -> Puzzle | None:
    """Return the puzzle of that name, or None."""
    title, _, number = slug.rpartition("-")
    return next((one for one in puzzles(title) if str(one.number) == number), None)


def of_day(day: date) -> Puzzle:
    """Return the puzzle of that day, the same for everybody.

    The games take turns. All puzzles of a game have a day before one of them comes again.
    """
    games = [found for title in catalog.titles() if (found := puzzles(title.slug))]
    turn, game = divmod(day.toordinal() - _FIRST_DAY, len(games))
    known = games[game]
    stride = next(step for step in range(_STRIDE, _STRIDE + len(known) + 1) if gcd(step, len(known)) == 1)
    return known[turn * stride % len(known)]


def file_of(title: str) -> Path:
    """Return where the puzzles of a game are stored."""
    return _FOLDER / f"{title.replace('-', '_')}.json"


@cache
def _read(title: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that there is. Addresses name others, which would fill the cache."""
    path = file_of(title)
    if not path.is_file():
        return ()
    found = codec.from_json(tuple[Puzzle, ...], path.read_bytes())
    return tuple(msgspec.structs.replace(puzzle, title=title) for puzzle in found)
