"""``manage.py load_pictures``: have the worker draw the pictures for shared links."""

from typing import Any

from django.core.management.base import BaseCommand

from scrapsite.found.pictures import ask_for_all
from scrapsite.management.owner import refuse_root


class Command(BaseCommand):
    help = "Asks the worker for the pictures for shared links that are missing or out of date."

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask for them."""
        refuse_root("load_pictures")
        asked = ask_for_all()
        if options["verbosity"]:
            self.stdout.write(f"The worker draws {asked} albums." if asked else "All pictures are there.")
