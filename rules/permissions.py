"""Who may do what to which rulebook.

Three rights: *discuss* (comment and propose), *edit* (review, publish, rule) and *moderate* (hide comments,
settle reports). A right comes from a Django permission: one's own or one's groups' counts for every rulebook,
an appointment's group for its rulebook only. Everybody with an account has the rights of the readers' group.
"""

from typing import Any, Literal

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import AnonymousUser, Group, Permission, User

from rules.errors import Refused
from rules.models import Appointment, Rulebook
from scrapsite.players import is_guest

Right = Literal["discuss", "edit", "moderate"]

READERS, EDITORS, MODERATORS = "Rules readers", "Rules editors", "Rules moderators"
GROUPS: dict[str, tuple[Right, ...]] = {
    READERS: ("discuss",),
    EDITORS: ("discuss", "edit"),
    MODERATORS: ("discuss", "moderate"),
}
_NEEDED = {
    "discuss": "Sign in with an account of your own to take part.",
    "edit": "Only editors of this rulebook can do that.",
    "moderate": "Only moderators of this rulebook can do that.",
}


def may(user: User | AnonymousUser, right: Right, rulebook: Rulebook) -> bool:
    """Say whether *user* has the *right* in *rulebook*."""
    return user.has_perm(f"rules.{right}_rulebook", rulebook)


def require(user: User | AnonymousUser, right: Right, rulebook: Rulebook) -> None:
    """*Raises:* Refused when *user* hasn't the *right* in *rulebook*."""
    if not may(user, right, rulebook):
        raise Refused(_NEEDED[right], f"rules/needs-{right}")


def ensure_groups() -> None:
    """Create the three groups where they are missing; what an admin made of them stays."""
    for name, rights in GROUPS.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:
            codenames = [f"{right}_rulebook" for right in rights]
            group.permissions.set(
                Permission.objects.filter(content_type__app_label="rules", codename__in=codenames)
            )


class RulebookBackend(BaseBackend):
    """Answers `user.has_perm("rules.edit_rulebook", rulebook)`; says nothing about anything else."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        """Say whether the user has *perm* for the rulebook *obj*."""
        if not isinstance(obj, Rulebook) or not user_obj.is_active or not user_obj.is_authenticated:
            return False
        if user_obj.has_perm(perm):
            return True
        groups = Appointment.objects.filter(user=user_obj, rulebook=obj).values("group")
        has_it = Group.objects.filter(permissions__codename=perm.removeprefix("rules."))
        if has_it.filter(pk__in=groups).exists():
            return True
        return not is_guest(user_obj) and has_it.filter(name=READERS).exists()
