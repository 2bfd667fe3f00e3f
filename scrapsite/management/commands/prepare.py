"""`manage.py prepare`: bring data up to date before the site starts. `play` does this by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scrapsite.management.owner import refuse_root
from scrapsite.management.stopping import add_yes, stop_after_asking
from scrapsite.server.preparing import prepare


class Command(BaseCommand):
    """Migrates, collects static files, and loads cards, rulebooks and pictures, if anything has changed.

    It stops matches whose rules the site no longer has, after asking.
    """

    help = "Bring database, static files, cards, rulebooks and pictures for shared links up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the argument that agrees to stop matches."""
        add_yes(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what is needed and print it."""
        refuse_root("prepare")
        prepare(self.stdout.write, lambda: stop_after_asking(self.stdout.write, yes=options["yes"]))
