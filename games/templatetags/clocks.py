"""Template tags for clocks: the fields that choose one."""

from typing import Any

from django import forms, template

from games.clocks.fields import clock_choices

register = template.Library()


@register.inclusion_tag("games/clocks/_clock_fields.html")
def clock_fields(form: forms.Form | str | None = None) -> dict[str, Any]:
    """Draw the fields of a clock with what *form* sent, or with their defaults."""
    return clock_choices(form.data if isinstance(form, forms.Form) else {})
