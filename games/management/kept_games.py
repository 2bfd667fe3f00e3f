"""Games of bots kept in a file: measuring that was stopped goes on where it was."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from inspect import getfile
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from msgspec import DecodeError, Struct, json

from games import bots, catalog, engine
from games.engine.codec import digest
from games.management.measuring import MeasuringCommand, Run
from games.statistics.ladder import Game

PLAYED_BY = (".py", ".csv")  # what a folder's files end with that say how a game goes


class Deal(Struct, frozen=True):
    """The games of a *task* of `play_deal`, which is kept as JSON. *code:* a digest of what played them."""

    code: str
    task: str
    games: list[Game]


class KeptGames:
    """A `map` over deals of *title* that plays those which the file at *path* hasn't, and adds them to it.

    What another version of the title, the engine or the bots has played doesn't count. *run:* a `map` that
    plays the deals in order.
    """

    def __init__(self, path: Path, title: str, run: Callable[..., Iterable[list[Game]]] = map) -> None:
        self._path = path
        self._code = code_of(title)
        self._run = run

    def __call__(self, play: Callable[[Any], list[Game]], tasks: Iterable[Any]) -> list[list[Game]]:
        wanted = list(tasks)
        kept = {deal.task: deal.games for deal in self._read() if deal.code == self._code}
        missing = [task for task in wanted if _name(task) not in kept]
        with self._path.open("ab") as file:
            if file.tell():
                file.write(b"\n")  # it may end with a line that was cut
            for task, games in zip(map(_name, missing), self._run(play, missing), strict=True):
                file.write(json.encode(Deal(self._code, task, games)) + b"\n")
                file.flush()
                kept[task] = games
        return [kept[_name(task)] for task in wanted]

    def _read(self) -> Iterator[Deal]:
        for line in self._path.read_bytes().splitlines() if self._path.exists() else ():
            try:
                deal = json.decode(line, type=Deal)
            except DecodeError:  # it was cut
                continue
            yield deal


class KeepingCommand(MeasuringCommand):
    """Measures by deals, and doesn't play again what it has kept of them."""

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--keep", type=Path, help="a file for the games: what’s in it isn’t played again")
        parser.add_argument("--seed", type=int, default=1, help="of the first deal; the n-th has seed + n")

    def kept(self, options: Mapping[str, Any], run: Run) -> Run:
        """Return *run*, which plays only what isn't kept if a file is named."""
        return KeptGames(options["keep"], options["title"], run) if options["keep"] else run


def _name(task: Any) -> str:
    return json.encode(task).decode()


def code_of(title: str) -> str:
    """Return a digest of the sources that play *title*: engine, bots, rules and cards."""
    game = type(catalog.title(title).newest.game)
    folders = [Path(getfile(part)).parent for part in (engine, bots, game)]
    sources = sorted(path for folder in folders for path in folder.rglob("*.*") if path.suffix in PLAYED_BY)
    return digest(b"".join(path.read_bytes() for path in sources))
