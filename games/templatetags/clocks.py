"""Clocks in templates: the fields that choose one, and times in words."""

from typing import Any

from django import template

from games.clocks.fields import clock_choices

register = template.Library()


@register.inclusion_tag("games/clocks/_clock_fields.html")
def clock_fields(form: Any = None) -> dict[str, Any]:
    """Return the fields of a clock, as *form* was sent or with their defaults."""
    return clock_choices(getattr(form, "data", None) or {})
