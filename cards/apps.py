"""The app as Django knows it."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_delete, post_migrate, post_save


class CardsConfig(AppConfig):
    name = "cards"

    def ready(self) -> None:
        """Fill the index whenever its tables are new, and say what belongs to somebody and who moderates."""
        from cards.decks.public.moderation import MODERATE
        from scrapsite.accounts.own_data.registry import add_part
        from scrapsite.accounts.second_factor.powers import has_right, register_power

        add_part("decks", "cards.SavedDeck", "game name lists created_at changed_at deleted_at")
        add_part(
            "public decks",
            "cards.PublicDeck",
            "game edition name lists description published_at hidden_at",
            "owner",
        )
        add_part("likes of decks", "cards.DeckLike", "deck_id created_at")
        add_part("reports of decks", "cards.DeckReport", "deck_id reason created_at")
        register_power(lambda user: has_right(user, MODERATE))
        post_migrate.connect(_fill_index, sender=self)
        post_save.connect(_forget_hidden_draft, sender="games.Draft")
        post_delete.connect(_forget_draft, sender="games.Draft")
        post_migrate.connect(_ensure_moderators, sender=self)


def _fill_index(using: str, **said: Any) -> None:
    from cards.catalogue.indexing import load_cards
    from cards.catalogue.models import IndexState

    if using == "default" and IndexState._meta.db_table in connections[using].introspection.table_names():
        load_cards()


def _forget_hidden_draft(instance: Any, **said: Any) -> None:
    if instance.hidden_at is not None:
        _forget_draft(instance)


def _forget_draft(instance: Any, **said: Any) -> None:
    from cards.catalogue.indexing import forget_draft

    forget_draft(instance.pk)


def _ensure_moderators(using: str, **said: Any) -> None:
    from django.contrib.auth.models import Group, Permission

    from cards.decks.public.moderation import MODERATE, MODERATORS

    tables = connections[using].introspection.table_names()
    if using != "default" or Group._meta.db_table not in tables:
        return
    group, is_new = Group.objects.using(using).get_or_create(name=MODERATORS)
    if is_new:
        app, _, codename = MODERATE.partition(".")
        group.permissions.set(Permission.objects.filter(content_type__app_label=app, codename=codename))
