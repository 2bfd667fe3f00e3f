"""Base classes of admin pages: one that writes changes to the audit trail, and one that is read-only."""

from __future__ import annotations

import json
from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from rules.wiki.audit import note
from rules.wiki.models import Rulebook


class Watched(admin.ModelAdmin):
    """An admin page that records every change in the audit trail as well as in Django's own log."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Note that something was added."""
        self._note(request, "added", obj)
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Note what was changed, if anything was."""
        if news := self.news_in(message):
            self._note(request, "changed", obj, _in_words(news))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> Any:
        """Note that things are about to be deleted."""
        for obj in queryset:
            self._note(request, "deleted", obj)
        return super().log_deletions(request, queryset)

    def news_in(self, message: Any) -> Any:
        """Return the parts of Django's change message that the trail doesn't have already."""
        return message

    def _note(self, request: HttpRequest, deed: str, obj: Model, said: str = "") -> None:
        rulebook = obj if isinstance(obj, Rulebook) else getattr(obj, "rulebook", None)
        about = f"{obj}: {said}" if said else str(obj)
        note(cast(User, request.user), f"{obj._meta.model_name}/{deed}", rulebook, about)


def _in_words(message: Any) -> str:
    """Return Django's change message as a sentence."""
    kept = message if isinstance(message, str) else json.dumps(message)
    return LogEntry(change_message=kept).get_change_message()


class OnlyShown(admin.ModelAdmin):
    """A read-only admin page, for objects that only the wiki's actions change."""

    list_per_page = 50
    list_max_show_all = 100
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False
