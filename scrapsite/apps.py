"""The site app: people, home page, health."""

from django.apps import AppConfig


class ScrapsiteConfig(AppConfig):
    """Tells Django about the site app."""

    name = "scrapsite"
