"""The app as Django knows it."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        """Fill the index whenever its tables are new, and say which decks belong to somebody."""
        from scrapsite.accounts.own_data.registry import add_part

        add_part("decks", "cards.SavedDeck", "game name lists created_at changed_at deleted_at")
        post_migrate.connect(_fill_index, sender=self)


def _fill_index(using: str, **said: Any) -> None:
    from cards.catalogue.indexing import load_cards
    from cards.catalogue.models import IndexState

    if using == "default" and IndexState._meta.db_table in connections[using].introspection.table_names():
        load_cards()
