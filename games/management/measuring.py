"""What the commands that measure bots of a title by games share."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import catalog
from games.engine.codec import to_json
from games.engine.errors import BadOptions
from games.statistics.records import write_record

Run = Callable[..., Any]


class MeasuringCommand(BaseCommand):
    """Measures by games in one process or several, prints the result, and keeps it if asked.

    *folder:* of the records. *recorded:* what `--record` does, in words.
    """

    requires_system_checks = []
    folder: Path
    recorded: str

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("title", help="the game, such as scrapbots")
        parser.add_argument("--edition", default="", help="default: the newest")
        parser.add_argument("--processes", type=int, default=1)
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--record", action="store_true", help=self.recorded)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            edition = options["edition"] or catalog.title(options["title"]).newest.slug
            with spread(options["processes"]) as run:
                record = self.measure(edition, options, run)
        except BadOptions as error:
            raise CommandError(error.reason) from error
        if options["record"]:
            write_record(record, self.folder)
        self.stdout.write(to_json(record) if options["json"] else "\n".join(self.lines(record)))

    @abstractmethod
    def measure(self, edition: str, options: Mapping[str, Any], run: Run) -> Any:
        """Return the record of what was measured. *run:* a `map`. *Raises:* `BadOptions`."""

    @abstractmethod
    def lines(self, record: Any) -> Sequence[str]:
        """Return *record* as tables of Markdown."""


@contextmanager
def spread(processes: int) -> Iterator[Run]:
    """Give a `map` that works in so many processes, in this one if it is fewer than two."""
    if processes < 2:
        yield map
        return
    with get_context("fork").Pool(processes) as pool:
        yield pool.imap
