"""``manage.py list_provenance``: list where each paragraph of the shipped rulebooks comes from."""

import argparse
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.reading.indexing.provenance import tables


class Command(BaseCommand):
    help = "Writes into docs/provenance where each paragraph of the shipped rulebooks comes from."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is stale")

    def handle(self, *args: Any, **options: Any) -> None:
        stale = {
            path: text
            for path, text in tables().items()
            if not path.is_file() or path.read_text("utf-8") != text
        }
        names = ", ".join(path.name for path in stale)
        if options["check"] and stale:
            raise CommandError(f"Stale in docs/provenance: {names}. Run: make citations")
        for path, text in stale.items():
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        if options["verbosity"]:
            self.stdout.write(f"Written: {names}." if stale else "The lists are up to date.")
