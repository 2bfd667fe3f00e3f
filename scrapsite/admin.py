"""Users, groups and webhooks in the admin. The audit trail records every change."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.models import Group, User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse

from games.lobby.leaving import leave_open_matches
from rules.wiki.permissions import GROUPS
from rules.wiki.watching import Watched
from scrapsite.accounts.own_data.deletion import erase
from scrapsite.accounts.sessions.ending import session_renewed
from scrapsite.common.models import Profile
from scrapsite.common.players import clean_name, display_name, name_key, profile_of
from scrapsite.notifications.admin import WebhookAdmin
from scrapsite.notifications.models import PushSubscription, Webhook

# Second factors and sessions are secrets of their owners.
admin.site.unregister([User, Group, Authenticator, UserSession])

# Only superusers may change these fields.
POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")


class ProfileForm(forms.ModelForm):
    """The display name, under the same rules as when people choose it themselves."""

    class Meta:
        model = Profile
        fields = ["display_name"]

    def clean_display_name(self) -> str:
        """Return the tidied name. *Raises:* ValidationError if it can't be shown or is taken."""
        name = clean_name(self.cleaned_data["display_name"])
        others = Profile.objects.exclude(pk=self.instance.pk)
        if others.filter(name_key=name_key(name)).exists():
            raise ValidationError("Somebody else already has that name.", code="taken")
        return name

    def save(self, commit: bool = True) -> Profile:
        """Store the name with its key, which similar names share."""
        self.instance.name_key = name_key(self.cleaned_data["display_name"])
        return super().save(commit=commit)


class ProfileInline(admin.StackedInline):
    """The profile of a user."""

    model = Profile
    form = ProfileForm
    fields = ["display_name", "is_guest"]
    readonly_fields = ["is_guest"]
    can_delete = False
    extra = 0
    max_num = 0


@admin.register(User)
class PeopleAdmin(Watched, UserAdmin):
    """Users. Only superusers may change superusers and grant rights."""

    list_display = ("username", "shown_name", "is_active", "is_staff", "last_login")
    list_filter = ("profile__is_guest", "is_staff", "is_superuser", "is_active", "groups")
    list_select_related = ("profile",)
    list_per_page = 50
    list_max_show_all = 100
    search_fields = ("username", "profile__display_name", "email")
    inlines = (ProfileInline,)

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete a user as they would themselves, with drafts and proposals."""
        erase(obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete several users, like one."""
        for user in queryset:
            erase(user)

    @admin.display(description="Name others see", ordering="profile__display_name")
    def shown_name(self, user: User) -> str:
        """Return the name others see."""
        return display_name(user)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Set a user's password, which ends their sessions, and the push messages of their browsers."""
        before = request.session.session_key
        answer = super().user_change_password(request, id, form_url)
        if request.method == "POST" and answer.status_code == 302:
            PushSubscription.objects.filter(user_id=id).delete()
            # Whoever's password it is, the session of who sets it gets another key.
            after = request.session.session_key
            session_renewed.send(sender=User, user=request.user, before=before, after=after)
        return answer

    def get_inlines(self, request: HttpRequest, obj: User | None) -> Any:
        """Return the profile's form for an existing user; a new user has none yet."""
        return self.inlines if obj else ()

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields that this user can't change. Only superusers may grant rights."""
        fixed = (*super().get_readonly_fields(request, obj), "last_login", "date_joined")
        return fixed if request.user.is_superuser else (*fixed, *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False if *obj* is a superuser and the requesting user isn't."""
        return super().has_change_permission(request, obj) and self._is_within_reach(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False if *obj* is a superuser and the requesting user isn't."""
        return super().has_delete_permission(request, obj) and self._is_within_reach(request, obj)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Store the user, and create a profile for a new one. Who is barred waits at no table any more."""
        super().save_model(request, obj, form, change)
        profile_of(obj)
        if change and not obj.is_active and "is_active" in form.changed_data:
            transaction.on_commit(lambda: leave_open_matches(obj))

    @staticmethod
    def _is_within_reach(request: HttpRequest, obj: User | None) -> bool:
        return obj is None or not obj.is_superuser or request.user.is_superuser


@admin.register(Group)
class RightsAdmin(Watched, GroupAdmin):
    """Groups. Only superusers may change their permissions."""

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Return whether the requesting user is a superuser."""
        return bool(request.user.is_superuser)

    has_add_permission = has_change_permission

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        """Return False for the wiki's groups, which the code finds by name."""
        return bool(request.user.is_superuser) and (obj is None or obj.name not in GROUPS)

    def get_readonly_fields(self, request: HttpRequest, obj: Group | None = None) -> Any:
        """Make the names of the wiki's groups read-only, because the code finds them by name."""
        fixed = super().get_readonly_fields(request, obj)
        return (*fixed, "name") if obj is not None and obj.name in GROUPS else fixed


@admin.register(Webhook)
class WatchedWebhookAdmin(Watched, WebhookAdmin):
    """Webhooks. The audit trail records their changes."""
