"""The actions that change users. Views call them; nothing else writes users."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from scrapsite.common.models import Profile


def convert_guest(user: User, username: str, password: str) -> User:
    """Turn a guest into an account. The user row stays the same, so the guest keeps every match.

    *Raises:* `ValidationError` if the user isn't a guest any more or the username is taken.
    """
    try:
        with transaction.atomic():
            profile = Profile.objects.select_for_update().select_related("user").get(user=user)
            if not profile.is_guest:
                raise ValidationError("You already have an account.", code="not-a-guest")
            _make_account(profile, username, password)
    except IntegrityError:
        raise ValidationError("There is already a user with that name.", code="taken") from None
    user.refresh_from_db()
    return user


def add_email(request: HttpRequest, user: User, email: str) -> None:
    """Store the unconfirmed e-mail address and send a message with which to confirm it."""
    if email:
        EmailAddress.objects.add_email(request, user, email, confirm=True)


def _make_account(profile: Profile, username: str, password: str) -> None:
    """Store name and password, and mark the user as no longer a guest."""
    user = profile.user
    user.username = username
    user.set_password(password)
    user.save(update_fields=["username", "password"])
    profile.is_guest = False
    profile.save(update_fields=["is_guest"])
