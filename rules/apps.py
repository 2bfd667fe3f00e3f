"""The app config, which connects the signals between the rooms."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Rulebooks"

    def ready(self) -> None:
        """Connect what loads the shipped rulebooks, notifies followers and tells who has powers."""
        from rules.talk.actions.notifying import tell_of_revision
        from rules.talk.notifications import SOURCE
        from rules.wiki.actions.publishing import revision_published
        from rules.wiki.permissions import has_powers
        from scrapsite.accounts.second_factor.powers import register_power
        from scrapsite.notifications.registry import register

        post_migrate.connect(_load_rulebooks, sender=self)
        revision_published.connect(tell_of_revision)
        register(SOURCE)
        register_power(has_powers)


def _load_rulebooks(using: str, **said: Any) -> None:
    from rules.wiki.actions.loading import load_rules
    from rules.wiki.models import Review
    from rules.wiki.permissions import ensure_groups

    if using == "default" and Review._meta.db_table in connections[using].introspection.table_names():
        ensure_groups()
        load_rules()
