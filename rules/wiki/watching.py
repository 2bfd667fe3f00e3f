"""Admin pages whose changes the audit trail hears of, and pages that only show."""

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
    """Writes every change made by it into the audit trail, beside Django's own log."""

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
        """Return what of Django's account of a change isn't in the trail by other means."""
        return message

    def _note(self, request: HttpRequest, deed: str, obj: Model, said: str = "") -> None:
        rulebook = obj if isinstance(obj, Rulebook) else getattr(obj, "rulebook", None)
        about = f"{obj}: {said}" if said else str(obj)
        note(cast(User, request.user), f"{obj._meta.model_name}/{deed}", rulebook, about)


def _in_words(message: Any) -> str:
    """Return Django's account of a change as a sentence."""
    kept = message if isinstance(message, str) else json.dumps(message)
    return LogEntry(change_message=kept).get_change_message()


class OnlyShown(admin.ModelAdmin):
    """Shows objects that only the actions of the wiki change."""

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
