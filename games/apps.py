"""The games app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Tells Django about the games app."""

    name = "games"
