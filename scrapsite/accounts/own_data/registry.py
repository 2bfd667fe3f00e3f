"""What apps say of the data that belongs to people. Each app says it in its `AppConfig.ready`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Model


@dataclass(frozen=True)
class Part:
    """A part of the export. *owner:* the field that names the owner. *fields:* what the export shows."""

    name: str
    model: str
    owner: str
    fields: tuple[str, ...]

    def rows(self, user: User) -> list[dict[str, Any]]:
        """Return the user's rows, oldest first."""
        model: type[Model] = apps.get_model(self.model)
        found = model._default_manager.filter(**{self.owner: user.pk}).order_by("pk")
        return list(found.values(*self.fields))


parts: list[Part] = []
# Called before somebody is deleted: they end what others wait for.
leaving: list[Callable[[User], None]] = []
# Models whose rows stay under the name of a former player, by label.
staying: set[str] = {"scrapsite.Profile"}
# Called by the worker to delete what nobody needs any more.
forgetting: list[Callable[[datetime], int]] = []


def add_part(name: str, model: str, fields: str, owner: str = "user") -> None:
    """Export the rows of *model* that belong to somebody, as *name*. *fields:* separated by spaces."""
    parts.append(Part(name, model, owner, tuple(fields.split())))
