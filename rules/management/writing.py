"""What the commands that write lists have in common."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class WritesFiles(BaseCommand):
    """A command that writes files made from the sources; with `--check` it only says which are stale."""

    folder = ""
    up_to_date = ""

    def texts(self) -> dict[Path, str]:
        """Return what belongs into each file."""
        raise NotImplementedError

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        stale = {
            path: text
            for path, text in self.texts().items()
            if not path.is_file() or path.read_text("utf-8") != text
        }
        names = ", ".join(path.name for path in stale)
        if options["check"] and stale:
            raise CommandError(f"Stale in {self.folder}: {names}. Run: make citations")
        for path, text in stale.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if options["verbosity"]:
            self.stdout.write(f"Written: {names}." if stale else self.up_to_date)
