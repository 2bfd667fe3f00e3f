"""`manage.py prepare`: bring data up to date before the site starts. `play` does this by itself."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from scrapsite.server.preparing import prepare


class Command(BaseCommand):
    """Migrates, collects static files, and loads cards and rulebooks, each only if something has changed."""

    help = "Bring database, static files, cards and rulebooks up to date."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do what is needed and print it."""
        prepare(self.stdout.write)
