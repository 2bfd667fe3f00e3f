"""The adapter through which allauth creates accounts."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.urls import reverse

from scrapsite.accounts.second_factor.powers import must_set_up
from scrapsite.common.players import GUEST_PREFIX, give_profile


class AccountAdapter(DefaultAccountAdapter):
    """Gives each new account its profile and keeps guests' user names apart."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Refuse names that look like a guest's."""
        if username.casefold().startswith(GUEST_PREFIX):
            raise ValidationError("User names starting with “guest-” are kept for guests.")
        return super().clean_username(username, shallow=shallow)

    def get_login_redirect_url(self, request: Any) -> str:
        """Return where somebody who signs in goes: first to the second factor, if powers wait for it."""
        return reverse("mfa_index") if must_set_up(request.user) else super().get_login_redirect_url(request)

    def save_user(self, request: Any, user: User, form: Any, commit: bool = True) -> User:
        """Store the account and give it a profile."""
        user = super().save_user(request, user, form, commit=commit)
        if commit:
            give_profile(user)
        return user
