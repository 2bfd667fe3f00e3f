"""Clocks in templates: the fields that choose one, and times in words."""

from typing import Any

from django import forms, template

from games.clocks.fields import clock_choices

register = template.Library()


@register.inclusion_tag("games/clocks/_clock_fields.html")
def clock_fields(form: forms.Form | str | None = None) -> dict[str, Any]:
    """Return the fields of a clock, as *form* was sent or with their defaults."""
    return clock_choices(form.data if isinstance(form, forms.Form) else {})
