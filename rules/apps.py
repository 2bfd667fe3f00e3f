"""The rules app."""

from django.apps import AppConfig


class RulesConfig(AppConfig):
    """Tells Django about the rules app."""

    name = "rules"
