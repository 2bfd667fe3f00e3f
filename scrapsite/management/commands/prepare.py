"""Everything that must be up to date before the site starts; `play` does the same by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scrapsite.server.preparing import prepare


class Command(BaseCommand):
    """Migrates, collects the static files, and loads cards and rulebooks where something has changed."""

    help = "Bring database, static files, cards and rulebooks up to date."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what is due, and say what that is."""
        prepare(self.stdout.write)
