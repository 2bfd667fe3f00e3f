"""The app as Django knows it."""

from django.apps import AppConfig


class CardsConfig(AppConfig):
    name = "cards"
