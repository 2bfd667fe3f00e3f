"""The app as Django knows it."""

from typing import Any

from django.apps import AppConfig
from django.db import connections
from django.db.models.signals import post_migrate


class RulesConfig(AppConfig):
    name = "rules"
    verbose_name = "Rulebooks"

    def ready(self) -> None:
        """See to it that new tables never stand empty."""
        post_migrate.connect(_fill_shelf, sender=self)


def _fill_shelf(using: str, **said: Any) -> None:
    from rules.wiki.loading import load_rules
    from rules.wiki.models import Review
    from rules.wiki.permissions import ensure_groups

    if using == "default" and Review._meta.db_table in connections[using].introspection.table_names():
        ensure_groups()
        load_rules()
