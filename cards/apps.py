"""The cards app."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    """Tells Django about the cards app."""

    name = "cards"
