"""Matches, for staff to look at: what a spectator may know, and who sits where. Never a secret.

Seeds, states, moves and events stay out, whoever asks: hidden cards are in them.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.urls import reverse

from games.models import Match, Seat


class SeatInline(admin.TabularInline):
    """Who sits at the table; what a seat mixed into the seed isn't shown."""

    model = Seat
    fields = ("number", "user", "bot")
    readonly_fields = fields
    can_delete = False
    extra = max_num = 0


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    """Matches, only shown."""

    list_display = ("id", "title", "edition", "status", "seq", "created_by", "created_at", "updated_at")
    list_filter = ("title", "edition", "status")
    list_select_related = ("created_by",)
    list_per_page = 50
    list_max_show_all = 100
    search_fields = ("id__exact", "created_by__username__exact")
    show_full_result_count = False
    fields = (
        "id",
        "title",
        "edition",
        "engine_version",
        "status",
        "seq",
        "result",
        "is_listed",
        "created_by",
        "created_at",
        "updated_at",
    )
    inlines = (SeatInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Say no."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def view_on_site(self, obj: Match) -> str:
        """Return the page of the match, where staff see what every spectator does."""
        return reverse("games:match_detail", args=(obj.pk,))
