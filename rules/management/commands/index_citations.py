"""``manage.py index_citations``: find who cites which rule, and store it where the site reads it."""

import argparse
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from rules.management.writing import WritesFiles
from rules.reading.indexing.checking import checked_texts, unchecked
from rules.reading.indexing.index import texts

CHECK_THEM = (
    "The words of these paragraphs have changed since the program was checked against them: {}. See that it "
    "does what they say, then run: manage.py index_citations --confirm"
)


class Command(WritesFiles):
    help = "Reads the sources of titles and tests and writes which rules they cite into rules/citations."
    folder = "rules/citations"
    up_to_date = "The citations are up to date."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--confirm",
            nargs="*",
            metavar="GAME:EDITION:ANCHOR",
            help="say that the program does what the changed words of these paragraphs say; alone: of all",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        waiting, said = unchecked(), options["confirm"]
        self.confirmed = waiting if said == [] else said or []
        if unknown := set(self.confirmed) - set(waiting):
            raise CommandError(f"Their words haven’t changed: {', '.join(sorted(unknown))}.")
        left = [name for name in waiting if name not in self.confirmed]
        if left and options["check"]:
            raise CommandError(CHECK_THEM.format(", ".join(left)))
        super().handle(*args, **options)
        if left:
            self.stderr.write(CHECK_THEM.format(", ".join(left)))

    def texts(self) -> dict[Path, str]:
        return {**texts(), **checked_texts(self.confirmed)}
