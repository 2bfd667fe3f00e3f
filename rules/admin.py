"""Admin pages of rulebooks and the talk about them.

Staff can change titles, texts about editions and appointments here. Revisions, talk and the audit trail are
read-only: they change only by the wiki's own actions, with their checks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse

from rules.document.errors import RulesError
from rules.talk.actions import moderation
from rules.talk.models import Comment, Report, Thread
from rules.talk.words import address_of
from rules.wiki.actions.appointing import ROLES, appoint, check_appointable, dismiss
from rules.wiki.models import (
    Appointment,
    AuditEntry,
    Edition,
    Paragraph,
    ProgramCheck,
    Proposal,
    Review,
    Revision,
    Rulebook,
)
from rules.wiki.watching import OnlyShown, Watched
from scrapsite.common.versions import bump_data_version

WORDS = ("summary", "source", "credit", "licence")


class AppointmentForm(forms.ModelForm):
    """The form of an appointment. It accepts only users who could use the right."""

    class Meta:
        model = Appointment
        fields = ["user", "group"]

    def clean_user(self) -> User:
        """Return the user. *Raises:* ValidationError for guests and barred users."""
        user = cast(User, self.cleaned_data["user"])
        try:
            check_appointable(user)
        except RulesError as error:
            raise ValidationError(error.reason) from None
        return user


class AppointmentInline(admin.TabularInline):
    """Appointments for one rulebook. They are added and deleted, never changed."""

    model = Appointment
    form = AppointmentForm
    autocomplete_fields = ["user"]
    extra = 1

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer only the wiki's groups."""
        field = super().formfield_for_foreignkey(db_field, request, **kwargs)
        if db_field.name == "group" and field is not None and field.queryset is not None:
            field.queryset = field.queryset.filter(name__in=ROLES.values())
        return field


@admin.register(Rulebook)
class RulebookAdmin(Watched):
    """Rulebooks come from files of the site, so none is added or deleted here."""

    list_display = ("title", "game")
    fields = ("game", "title")
    readonly_fields = ("game",)
    inlines = (AppointmentInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def view_on_site(self, obj: Rulebook) -> str:
        """Return the page of the newest edition."""
        return reverse("rules:book_newest", args=(obj.game,))

    def save_model(self, request: HttpRequest, obj: Rulebook, form: Any, change: bool) -> None:
        """Store the title and refresh the pages that show it."""
        super().save_model(request, obj, form, change)
        transaction.on_commit(bump_data_version)

    def news_in(self, message: Any) -> Any:
        """Leave out appointments, which their own actions record: parts that name another object."""
        return [part for part in message if not any("object" in said for said in part.values())]

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Add and delete appointments by their actions, which write to the audit trail."""
        actor = cast(User, request.user)
        made = formset.save(commit=False)
        for one in formset.deleted_objects:
            dismiss(actor, one.user, one.group, one.rulebook)
        for one in made:
            appoint(actor, one.user, one.group, one.rulebook)


@admin.register(Edition)
class EditionAdmin(Watched):
    """The texts about an edition. Its rules change only by revisions."""

    list_display = ("__str__", "date", "licence", "head")
    list_filter = ("rulebook",)
    list_select_related = ("rulebook", "head__edition__rulebook")
    fields = ("rulebook", "slug", "date", "head", *WORDS, "keeps_words")
    readonly_fields = ("rulebook", "slug", "date", "head")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False."""
        return False

    def view_on_site(self, obj: Edition) -> str:
        """Return the page of the book."""
        return reverse("rules:book_detail", args=(obj.rulebook.game, obj.slug))

    def save_model(self, request: HttpRequest, obj: Edition, form: Any, change: bool) -> None:
        """Store the texts and refresh the pages; from now on, newer files don't replace them."""
        if set(WORDS) & set(form.changed_data) and "keeps_words" not in form.changed_data:
            obj.keeps_words = True
        super().save_model(request, obj, form, change)
        transaction.on_commit(bump_data_version)


@admin.register(Revision)
class RevisionAdmin(OnlyShown):
    """Revisions, without the blocks they are stored as; their page has the text."""

    list_display = ("edition", "number", "kind", "author", "created_at", "summary")
    list_filter = ("edition", "kind")
    list_select_related = ("edition__rulebook", "author")
    fields = ("edition", "number", "kind", "author", "created_at", "summary", "returns_to")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Revision]:
        """Return the revisions without loading their text."""
        return super().get_queryset(request).defer("blocks")

    def view_on_site(self, obj: Revision) -> str:
        """Return the page of the revision."""
        edition = obj.edition
        return reverse("rules:revision_detail", args=(edition.rulebook.game, edition.slug, obj.number))


@admin.register(Paragraph)
class ParagraphAdmin(OnlyShown):
    """Paragraphs of all revisions."""

    list_display = ("anchor", "number", "term", "revision", "heading")
    list_filter = ("revision__edition",)
    list_select_related = ("revision__edition__rulebook",)
    search_fields = ("anchor", "text")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Paragraph]:
        """Return the paragraphs without loading the whole texts of their revisions."""
        return super().get_queryset(request).defer("revision__blocks")


@admin.register(AuditEntry)
class AuditEntryAdmin(OnlyShown):
    """The audit trail of all rulebooks, and of deeds that belong to none."""

    list_display = ("at", "what", "actor", "rulebook", "about")
    list_filter = ("rulebook", "what")
    list_select_related = ("actor", "rulebook")
    search_fields = ("about", "actor__username")
    date_hierarchy = "at"


@admin.register(Thread)
class ThreadAdmin(OnlyShown):
    """Talk about paragraphs."""

    list_display = ("__str__", "edition", "anchor", "author", "created_at", "resolved_at", "ruled_at")
    list_filter = ("edition", "kind")
    list_select_related = ("edition__rulebook", "author")

    def view_on_site(self, obj: Thread) -> str:
        """Return the page of the thread."""
        return address_of(obj)


@admin.register(Comment)
class CommentAdmin(OnlyShown):
    """Comments. The wiki's action hides them; they are never deleted here."""

    list_display = ("__str__", "thread", "author", "created_at", "hidden_at", "deleted_at")
    list_filter = (("hidden_at", admin.EmptyFieldListFilter), "thread__edition")
    list_select_related = ("thread", "author")
    exclude = ("html",)
    search_fields = ("source", "author__username")
    actions = ("hide_comments", "show_comments")

    def view_on_site(self, obj: Comment) -> str:
        """Return the thread, at this comment."""
        return address_of(obj.thread, obj)

    @admin.action(description="Hide the chosen comments")
    def hide_comments(self, request: HttpRequest, queryset: QuerySet[Comment]) -> None:
        """Hide the chosen comments from everybody but moderators."""
        _each(self, request, queryset, moderation.hide, "hidden")

    @admin.action(description="Show the chosen comments again")
    def show_comments(self, request: HttpRequest, queryset: QuerySet[Comment]) -> None:
        """Show hidden comments to everybody again."""
        _each(self, request, queryset, moderation.show, "shown again")


@admin.register(Report)
class ReportAdmin(OnlyShown):
    """Reports to the moderators."""

    list_display = ("__str__", "reason", "reporter", "created_at", "settled_at", "settled_by")
    list_filter = (("settled_at", admin.EmptyFieldListFilter), "comment__thread__edition")
    list_select_related = ("comment", "reporter", "settled_by")
    actions = ("settle_reports",)

    @admin.action(description="Settle the chosen reports")
    def settle_reports(self, request: HttpRequest, queryset: QuerySet[Report]) -> None:
        """Mark the chosen reports as settled."""
        _each(self, request, queryset, moderation.settle, "settled")


class ReviewInline(admin.TabularInline):
    """The reviews of a proposal."""

    model = Review
    fields = ("author", "verdict", "source", "created_at")
    readonly_fields = fields
    can_delete = False
    extra = max_num = 0


@admin.register(ProgramCheck)
class ProgramCheckAdmin(OnlyShown):
    """What editors said of changed paragraphs that the program goes by."""

    list_display = ("edition", "anchor", "verdict", "author", "created_at", "note")
    list_filter = ("edition", "verdict")
    list_select_related = ("edition__rulebook", "author")
    fields = ("edition", "anchor", "verdict", "author", "created_at", "note")

    def view_on_site(self, obj: ProgramCheck) -> str:
        """Return the page of the paragraph's checks."""
        return reverse("rules:program_check", args=(obj.edition.rulebook.game, obj.edition.slug, obj.anchor))


@admin.register(Proposal)
class ProposalAdmin(OnlyShown):
    """Proposals without drafts, which only their authors may see, also when they are discarded."""

    list_display = ("__str__", "edition", "status", "author", "updated_at")
    list_filter = ("edition", "status")
    list_select_related = ("edition__rulebook", "author")
    exclude = ("blocks", "reason_html", "version")
    inlines = (ReviewInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Proposal]:
        """Return the proposals without drafts, and without loading their texts."""
        return super().get_queryset(request).exclude(submitted_at=None).defer("blocks")

    def view_on_site(self, obj: Proposal) -> str:
        """Return the page of the proposal."""
        return reverse("rules:proposal_detail", args=(obj.pk,))


def _each(
    page: admin.ModelAdmin,
    request: HttpRequest,
    chosen: QuerySet[Any],
    deed: Callable[[User, int], Model],
    done: str,
) -> None:
    """Do *deed* with each of the chosen objects; show how many were done and why others weren't."""
    count = 0
    for pk in chosen.values_list("pk", flat=True):
        try:
            deed(cast(User, request.user), pk)
            count += 1
        except RulesError as error:
            page.message_user(request, f"{pk}: {error.reason}", messages.ERROR)
    if count:
        page.message_user(request, f"{count} {done}.", messages.SUCCESS)
