"""``manage.py load_cards``: bring the search index in line with the cards of all games."""

from typing import Any

from django.core.management.base import BaseCommand

from cards.catalogue.indexing import load_cards
from cards.catalogue.models import IndexedCard
from scrapsite.common.versions import bump_data_version


class Command(BaseCommand):
    help = "Brings the search index in line with the cards of all games; does nothing when it is."

    def handle(self, *args: Any, **options: Any) -> None:
        changed = load_cards()
        if changed:
            bump_data_version()
        if options["verbosity"]:
            count = IndexedCard.objects.count()
            self.stdout.write(f"{count} cards {'indexed again' if changed else 'were up to date'}.")
