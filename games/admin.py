"""Matches in the admin: what a spectator may know, and who has which seat. Secrets are never shown.

Seeds, states, moves and events are left out, because they hold hidden cards. A bug report holds what its
reporter saw; staff who play in that match can't read it before the match is over.
"""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from games.discussion.models import DraftComment, DraftDecision, DraftReport
from games.discussion.queries import address_of
from games.drafts.models import Draft
from games.match_page.models import BugReport
from games.matches.models import Match, Seat, Status


class SeatInline(admin.TabularInline):
    """The seats of a match, without their nonces."""

    model = Seat
    fields = ("number", "user", "bot")
    readonly_fields = fields
    can_delete = False
    extra = max_num = 0


class OnlyShown(admin.ModelAdmin):
    """Rows that are only shown here. Moderators act on the pages of the site, where the owner hears of it."""

    list_per_page = 50
    list_max_show_all = 100
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: they are only shown."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: they are only shown."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: they are only shown."""
        return False


@admin.register(Match)
class MatchAdmin(OnlyShown):
    """Matches, read-only."""

    list_display = ("id", "title", "edition", "status", "seq", "created_by", "created_at", "updated_at")
    list_filter = ("title", "edition", "status")
    list_select_related = ("created_by",)
    search_fields = ("id__exact", "created_by__username__exact")
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

    def view_on_site(self, obj: Match) -> str:
        """Return the page of the match, where staff see what every spectator does."""
        return reverse("games:match_detail", args=(obj.pk,))


@admin.register(Draft)
class DraftAdmin(OnlyShown):
    """Draft editions that were shown to somebody, without their changes. Keys of links aren't shown."""

    list_display = ("id", "name", "title", "base", "owner", "visibility", "moderation", "changed_at")
    list_filter = ("visibility", "moderation", "title", ("candidate_at", admin.EmptyFieldListFilter))
    list_select_related = ("owner",)
    search_fields = ("id__exact", "name", "owner__username__exact")
    fields = (
        "id",
        "name",
        "summary",
        "title",
        "base",
        "owner",
        "visibility",
        "moderation",
        "is_closed",
        "candidate_at",
        "hidden_at",
        "created_at",
        "changed_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Draft]:
        """Return the drafts without those that only their owners may see."""
        found = super().get_queryset(request).exclude(visibility=Draft.Visibility.PRIVATE, moderation="")
        return found.defer("working", "before")

    def view_on_site(self, obj: Draft) -> str:
        """Return the page of the draft."""
        return reverse("games:draft_detail", args=(obj.pk,))


@admin.register(DraftComment)
class DraftCommentAdmin(OnlyShown):
    """Comments on drafts."""

    list_display = ("__str__", "about", "revision", "author", "created_at", "hidden_at", "deleted_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter),)
    list_select_related = ("author",)
    search_fields = ("source", "draft__id__exact", "author__username__exact")
    exclude = ("html",)

    def view_on_site(self, obj: DraftComment) -> str:
        """Return the discussion, at this comment."""
        return address_of(obj)


@admin.register(DraftReport)
class DraftReportAdmin(OnlyShown):
    """Reports of drafts and of comments on them."""

    list_display = ("__str__", "reason", "user", "created_at", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user", "comment")


@admin.register(DraftDecision)
class DraftDecisionAdmin(OnlyShown):
    """What moderators have decided about drafts."""

    list_display = ("draft", "what", "reason", "moderator", "made_at")
    list_filter = ("what",)
    list_select_related = ("draft", "moderator")


@admin.register(BugReport)
class BugReportAdmin(admin.ModelAdmin):
    """Bug reports from players. Only `settled_at` can be changed."""

    list_display = ("id", "match", "edition", "seq", "user", "created_at", "settled_at")
    list_filter = (("settled_at", admin.EmptyFieldListFilter), "match__title")
    list_select_related = ("match", "user")
    list_per_page = 50
    list_max_show_all = 100
    search_fields = ("match__id__exact", "user__username__exact")
    show_full_result_count = False
    fields = ("match", "edition", "seq", "seat", "user", "created_at", "settled_at", "words", "what_was_seen")
    readonly_fields = tuple(name for name in fields if name != "settled_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: reports come from the pages of matches."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[BugReport]:
        """Return the reports, without those about unfinished matches in which the reader has a seat."""
        mine = Seat.objects.filter(match=OuterRef("match"), user=request.user.pk)
        going = Q(match__status__in=(Status.OPEN, Status.RUNNING))
        return super().get_queryset(request).exclude(going & Exists(mine))

    @admin.display(description="What the reporter saw")
    def what_was_seen(self, report: BugReport) -> str:
        """Return the board as the reporter saw it, as indented JSON."""
        text = json.dumps(json.loads(report.shown), indent=2, ensure_ascii=False)
        return format_html("<pre>{}</pre>", text)
