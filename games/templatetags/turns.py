"""Whose turn it is, for the header."""

from typing import Any

from django import template

from games.lobby.turns import turns_of

register = template.Library()


@register.simple_tag
def my_turns(user: Any) -> int:
    """Return how many matches wait for *user*."""
    return turns_of(user)
