"""The pages that ask for the second factor, which offer what the account has."""

from __future__ import annotations

from typing import Any

from allauth.mfa.base import views as base
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import AbstractBaseUser


class AuthenticateView(base.AuthenticateView):
    """Asks for it at signing in."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the page shows, *factors* among it: the kinds that the account has."""
        return super().get_context_data(**kwargs) | {"factors": _factors_of(self.stage.login.user)}


class ReauthenticateView(base.ReauthenticateView):
    """Asks for a code again, before a change of the account."""

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return what the page shows, *factors* among it: the kinds that the account has."""
        return super().get_context_data(**kwargs) | {"factors": _factors_of(self.request.user)}


authenticate = AuthenticateView.as_view()
reauthenticate = ReauthenticateView.as_view()


def _factors_of(user: AbstractBaseUser) -> set[str]:
    return set(Authenticator.objects.filter(user_id=user.pk).values_list("type", flat=True))
