"""``manage.py load_rules``: bring the shipped rulebooks into the database."""

from typing import Any

from django.core.management.base import BaseCommand

from rules.wiki.actions.loading import load_rules


class Command(BaseCommand):
    help = (
        "Loads shipped rulebooks, and merges what is new in them into those already loaded; "
        "what people edited stays."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        made = load_rules()
        if options["verbosity"]:
            self.stdout.write(f"{made} revisions made." if made else "The rulebooks were up to date.")
