"""How passwords are hashed, what a new one must be, and the backend that checks them."""

from __future__ import annotations

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import (
    CommonPasswordValidator,
    MinimumLengthValidator,
    UserAttributeSimilarityValidator,
)
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from scrapsite.accounts.visitors import read_visitor


class Argon2Hasher(Argon2PasswordHasher):
    """Argon2id with 46 MiB, twice over, in one lane.

    That is twice what OWASP asks for. With Django's eight lanes one attempt to sign in would occupy every
    core; one lane leaves the others to the pages.
    """

    time_cost = 2
    memory_cost = 46 * 1024
    parallelism = 1


class UnlikeItsOwner(UserAttributeSimilarityValidator):
    """Refuses a password that is much like the user's name or address, in this site's words."""

    def get_error_message(self) -> str:
        """Return what is wrong, with a place for the name of the field that the password is like."""
        return "This is too much like your %(verbose_name)s, so it is easy to guess. Choose another."

    def get_help_text(self) -> str:
        """Return the rule as a sentence."""
        return "Don’t use your name or e-mail address."


class LongEnough(MinimumLengthValidator):
    """Refuses a short password, in this site's words."""

    def get_error_message(self) -> str:
        """Return what is wrong and what to do."""
        return f"This password is too short. Use at least {self.min_length} characters."

    def get_help_text(self) -> str:
        """Return the rule as a sentence."""
        return f"Use at least {self.min_length} characters."


class Uncommon(CommonPasswordValidator):
    """Refuses a password that many people use, in this site's words."""

    def get_error_message(self) -> str:
        """Return what is wrong and what to do."""
        return "Many people use this password, so it is easy to guess. Choose another."

    def get_help_text(self) -> str:
        """Return the rule as a sentence."""
        return "Don’t use one that many people use, such as “password1”."


class PasswordBackend(AuthenticationBackend):
    """allauth's backend, changed so that each attempt costs one hash, whoever is named and however it ends.

    A failed attempt ends here: the backends below, which know the sessions begun before this one was there,
    would hash again.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        """Return the user.

        *Raises:* `PermissionDenied` for a wrong password, an unknown name and a barred user.
        """
        user = super().authenticate(request, **credentials)
        if user is None:
            raise PermissionDenied
        return user

    def get_user(self, user_id: Any) -> User | None:
        """Return the user whom a session names, or None if there is none or they are barred."""
        user = read_visitor(int(user_id))
        return user if user is not None and self.user_can_authenticate(user) else None

    def _authenticate_by_username(self, username: str, password: str) -> Any:
        """Return the user of that name; where names differ only in case, the exact one, or else nobody."""
        users = User.objects.filter(username__iexact=username)[:10]
        exact = [user for user in users if user.username == username]
        found = exact or (list(users) if len(users) == 1 else [])
        return self._check_password(found[0] if found else None, password)
