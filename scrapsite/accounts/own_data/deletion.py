"""Deleting somebody. What others took part in stays, under the name of a former player or member."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import CASCADE, PROTECT, SET_NULL, Model

from scrapsite.accounts.models import ApiToken
from scrapsite.accounts.own_data.registry import leaving, staying
from scrapsite.common.players import FORMER_PLAYER, profile_of


def erase(user: User) -> None:
    """Delete *user* and what is theirs alone.

    Running matches are resigned first. A user who has played stays as a row without a name, a password or
    an address, to which matches and what was said at them refer.
    """
    ApiToken.objects.filter(user=user).delete()  # whose programs would begin other matches meanwhile
    _leave(user)
    with transaction.atomic():
        relations = list(_relations())
        stays = any(_rows(relation, user).exists() for relation in relations if _how(relation) is PROTECT)
        if stays:
            _strip(user, relations)
        else:
            user.delete()
    if stays:
        _leave(user)  # what was begun meanwhile in another window, or by a request on its way


def _leave(user: User) -> None:
    for leave in leaving:
        leave(user)


def _strip(user: User, relations: list[Any]) -> None:
    """Delete or let go of all that refers to *user*, but for what stays; then take away the name."""
    for relation in relations:
        if _label(relation) in staying:
            continue
        if _how(relation) is CASCADE:
            _rows(relation, user).delete()
        elif _how(relation) is SET_NULL:
            _rows(relation, user).update(**{relation.field.name: None})
    user.groups.clear()
    user.user_permissions.clear()
    user.username = f"former-{secrets.token_hex(12)}"
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    profile = profile_of(user)
    # No name has parentheses, so nobody else's is mistaken for this key.
    profile.display_name, profile.name_key = FORMER_PLAYER, f"({user.pk})"
    profile.time_zone = "UTC"
    profile.save()


def _relations() -> list[Any]:
    """Return what refers to users, hidden relations too."""
    found = User._meta.get_fields(include_hidden=True)
    return [one for one in found if one.auto_created and not one.concrete and not one.many_to_many]


def _how(relation: Any) -> Any:
    return relation.on_delete


def _label(relation: Any) -> str:
    return relation.related_model._meta.label


def _rows(relation: Any, user: User) -> Any:
    model: type[Model] = relation.related_model
    return model._default_manager.filter(**{relation.field.name: user})
