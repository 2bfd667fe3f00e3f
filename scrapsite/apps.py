"""The site app: people, home page, health."""

from typing import Any

from django.apps import AppConfig
from django.db import transaction
from django.db.models.signals import post_delete, post_save


class ScrapsiteConfig(AppConfig):
    """Tells Django about the site app."""

    name = "scrapsite"

    def ready(self) -> None:
        """Refresh public pages when a user is renamed or deleted."""
        from scrapsite.common.models import Profile

        post_save.connect(_refresh_pages, sender=Profile)
        post_delete.connect(_refresh_pages, sender=Profile)


def _refresh_pages(instance: Any, created: bool = False, **said: Any) -> None:
    """Make cached pages stale when an account is renamed or deleted. Guests appear on no public page."""
    from scrapsite.common.versions import bump_data_version

    if not created and not instance.is_guest:
        transaction.on_commit(bump_data_version)
