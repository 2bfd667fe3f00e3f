"""``manage.py index_citations``: find who cites which rule, and store it where the site reads it."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.reading.indexing.index import texts


class Command(BaseCommand):
    help = "Reads the sources of titles and tests and writes which rules they cite into rules/citations."
    folder = "rules/citations"
    up_to_date = "The citations are up to date."

    def texts(self) -> dict[Path, str]:
        """Return what belongs into each file."""
        return texts()

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
