"""Who must have a second factor: people who may do more than play and talk.

Apps register how to tell that somebody has such powers. Whatever gives a power asks `lacks_second_factor`
and holds the power back until the factor is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth.models import User

REASON = "Set up two-step sign-in first: your account page has a link to it."
_FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]
_holds_power: list[Callable[[User], bool]] = []


def register_power(holds: Callable[[User], bool]) -> None:
    """Count people for whom *holds* is true as having powers."""
    _holds_power.append(holds)


def lacks_second_factor(user: Any) -> bool:
    """Return whether *user*, who has powers, can't use them yet."""
    return settings.SECOND_FACTOR_REQUIRED and not get_adapter().is_mfa_enabled(user, _FACTORS)


def has_right(user: Any, right: str) -> bool:
    """Return whether *user* has *right*, if perhaps only once a second factor is set up."""
    return bool(user.is_active and user.has_perm(right))


def may_use(user: Any, right: str) -> bool:
    """Return whether *user* has *right* and the second factor that goes with it."""
    return has_right(user, right) and not lacks_second_factor(user)


def must_set_up(user: Any) -> bool:
    """Return whether *user* has powers that wait for a second factor."""
    return _has_powers(user) and lacks_second_factor(user)


def _has_powers(user: Any) -> bool:
    if not user.is_authenticated or not user.is_active:
        return False
    return user.is_staff or user.is_superuser or any(holds(user) for holds in _holds_power)
