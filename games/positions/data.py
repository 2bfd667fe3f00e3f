"""The positions as `<game>.toml` has them: where they begin, what is played, and what must come of it."""

from functools import cache
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from games import catalog
from games.engine import codec

_FOLDER = Path(__file__).parent
_NAME = r"[a-z][a-z0-9-]*\Z"


class Claim(Struct, frozen=True, forbid_unknown_fields=True, rename={"value": "is", "match": "with"}):
    """Something that a text says and that must be so.

    *says:* the words of the text. *after:* how many moves of the line were played; all where it is None.
    It claims one of these: that *at*, a path into the view of *seat* (-1 for everybody's), leads to
    *value*; that *event* happened up to then, with the values of *match*; that *move* is refused by the
    rule *refused*.
    TOML has no word for nothing: *value* is left out where *at* leads to nothing.
    """

    says: str
    after: int | None = None
    seat: int = 0
    at: str = ""
    value: Any = None
    event: str = ""
    match: dict[str, Any] = {}
    move: dict[str, Any] = {}
    refused: str = ""


class Line(Struct, frozen=True, forbid_unknown_fields=True, rename={"claims": "claim"}):
    """One way to go on. *moves:* as a program sends them, each with its seat, or else the reader's."""

    moves: tuple[dict[str, Any], ...] = ()
    claims: tuple[Claim, ...] = ()


class Position(Struct, frozen=True, forbid_unknown_fields=True, rename={"lines": "line"}):
    """A position of some editions of a game.

    *title:* the game, as the file's name has it. *arrangement:* what the game's `arrange` makes of a match
    dealt with *seed*. *draws:* by the first word of their purpose, values that chance gives first.
    *seat:* whose eyes one sees it with. *lines:* ways to go on; a picture shows the first. *shows:* the
    parts of the table that are drawn. *moments:* after how many moves of the first line it is drawn; the
    first and the last where there are none.
    """

    name: Annotated[str, Meta(pattern=_NAME, max_length=40)]
    editions: tuple[str, ...]
    title: str = ""
    seats: int = 2
    seat: int = 0
    options: dict[str, Any] = {}
    seed: int = 1
    draws: dict[str, list[int]] = {}
    arrangement: dict[str, Any] = {}
    lines: tuple[Line, ...] = ()
    shows: tuple[str, ...] = ()
    moments: tuple[int, ...] = ()


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    position: tuple[Position, ...]


def positions(game: str) -> tuple[Position, ...]:
    """Return the positions of *game*, in the order of their file; none for a game without any."""
    return _read(game) if catalog.is_title(game) else ()


def find(game: str, edition: str, name: str) -> Position | None:
    """Return the position *name* of an edition, or None."""
    return next((one for one in positions(game) if one.name == name and edition in one.editions), None)


@cache
def _read(game: str) -> tuple[Position, ...]:
    """Return the positions of a game that there is. Addresses name others, which would fill the cache."""
    path = _FOLDER / f"{game.replace('-', '_')}.toml"
    if not path.is_file():
        return ()
    found = msgspec.toml.decode(path.read_text("utf-8"), type=codec.known(_File)).position
    return tuple(msgspec.structs.replace(position, title=game) for position in found)
