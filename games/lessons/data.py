"""The lessons as `<game>.toml` has them: where a lesson begins, what it says, and what it waits for."""

from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from games import catalog
from games.engine import codec
from games.positions.data import Position

_FOLDER = Path(__file__).parent


class Waits(Struct, frozen=True, forbid_unknown_fields=True, rename={"match": "with"}):
    """What a step waits for: a move of the learner, or an event, each so many *times*.

    *moves:* patterns of moves as a program sends them; any of them will do, and of a move only the fields
    that the pattern names count. *event*, *match:* an event of anybody's move, and values that it has.
    *more:* moves that go on with it right away belong to the step, however many.
    """

    moves: tuple[dict[str, Any], ...] = ()
    event: str = ""
    match: dict[str, Any] = {}
    times: int = 1
    more: bool = False


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that is explained. *says:* in plain English. *rule:* the anchor of the rule.

    *anyway:* what is said to a learner who has done anything else before, so that *says* may not be true;
    it is true whatever has happened. Empty where *says* is.

    *at:* what to look at, by the names that the page gives its things: `hand:drone`, `lane:0`.
    *waits:* what goes on with the lesson; the learner's “Next” where there is none.
    *otherwise:* what is said when the learner did something else. *is_free:* anything else is welcome, too.
    """

    says: str
    rule: str
    at: tuple[str, ...] = ()
    waits: Waits | None = None
    otherwise: str = ""
    anyway: str = ""
    is_free: bool = False


class Lesson(Struct, frozen=True, forbid_unknown_fields=True, rename={"steps": "step"}):
    """The lesson of a game, by the rules of its newest edition.

    *title:* the game, as the file's name has it. *seats*, *options*, *seed*, *draws*, *arrangement:* as in
    `Position`. *seat:* the learner's. *luck:* names the chance of the match: the same moves draw the same.
    *script:* what the other seats do, each move with its seat, as long as it is legal. *bot:* who plays for
    them otherwise. *rival:* the bot of the first match afterwards. Both are the game's bot for a first game
    unless the file names others. *minutes:* how long it takes. *ends:* what is said at
    the end, whatever has happened.
    """

    minutes: int
    steps: tuple[LessonStep, ...]
    ends: str
    title: str = ""
    seats: int = 2
    seat: int = 0
    options: dict[str, Any] = {}
    seed: int = 1
    draws: dict[str, list[int]] = {}
    arrangement: dict[str, Any] = {}
    luck: str = ""
    script: tuple[dict[str, Any], ...] = ()
    bot: str = ""
    rival: str = ""

    @property
    def edition(self) -> str:
        """The edition that it is played by."""
        return catalog.title(self.title).newest.slug

    @property
    def beginning(self) -> Position:
        """The position that it begins with."""
        return Position(
            name="lesson",
            editions=(self.edition,),
            title=self.title,
            seats=self.seats,
            seat=self.seat,
            options=self.options,
            seed=self.seed,
            draws=self.draws,
            arrangement=self.arrangement,
        )


def lesson_of(game: str) -> Lesson | None:
    """Return the lesson of *game*, or None if it has none."""
    return _read(game) if catalog.is_title(game) else None


@cache
def _read(game: str) -> Lesson | None:
    """Return the lesson of a game that there is. Addresses name others, which would fill the cache."""
    path = _FOLDER / f"{game.replace('-', '_')}.toml"
    if not path.is_file():
        return None
    found = msgspec.toml.decode(path.read_text("utf-8"), type=codec.known(Lesson))
    easy = catalog.title(game).quick_bots[0]
    return msgspec.structs.replace(found, title=game, bot=found.bot or easy, rival=found.rival or easy)
