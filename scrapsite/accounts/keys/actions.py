"""Making and voiding keys."""

from __future__ import annotations

from datetime import timedelta

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from scrapsite.accounts.models import ApiToken
from scrapsite.accounts.security_log import note
from scrapsite.accounts.tokens import issue_token
from scrapsite.common.models import Profile
from scrapsite.common.players import profile_of


def make_key(request: HttpRequest, user: User, name: str, scope: str, days: int) -> str:
    """Make a key, tell its owner by letter, and return it. *days:* until it ends; 0 is never.

    *Raises:* `ValidationError` if there are too many already.
    """
    expires_at = timezone.now() + timedelta(days=days) if days else None
    profile_of(user)
    with transaction.atomic():
        Profile.objects.select_for_update().get(user=user)
        if ApiToken.objects.filter(user=user).count() >= settings.MOST_KEYS:
            raise ValidationError(
                f"You have {settings.MOST_KEYS} keys, which is the most you can have. Revoke one first."
            )
        token = issue_token(user, name, scope, expires_at)
        get_adapter(request).send_notification_mail("account/email/key_made", user)
    note("key-made", request, user, scope=scope, days=days)
    return token


def void_key(request: HttpRequest, user: User, pk: int) -> bool:
    """Revoke one of the user's keys; return whether there was such a key."""
    count, _ = ApiToken.objects.filter(user=user, pk=pk).delete()
    if count:
        note("key-voided", request, user)
    return bool(count)


def void_keys(request: HttpRequest | None, user: User) -> int:
    """Revoke all of the user's keys and return how many there were."""
    count, _ = ApiToken.objects.filter(user=user).delete()
    if count:
        note("keys-voided", request, user, count=count)
    return count
