"""Who may do what to which rulebook.

Three rights: *discuss* (comment and propose), *edit* (review, publish, rule) and *moderate* (hide comments,
settle reports). A right comes from a Django permission: one's own or one's groups' counts for every rulebook,
an appointment's group for its rulebook only. Everybody with an account has the rights of the readers' group.
Only discussing needs no second factor.
"""

from collections.abc import Iterator
from typing import Any, Literal, get_args

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.db.models import Q, QuerySet

from rules.document.errors import Refused
from rules.wiki.models import Appointment, Rulebook
from scrapsite.accounts.second_factor.powers import REASON, lacks_second_factor
from scrapsite.common.players import is_guest

Right = Literal["discuss", "edit", "moderate"]
RIGHTS: tuple[Right, ...] = get_args(Right)

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
    """Return whether *user* has the *right* in *rulebook*."""
    if not user.has_perm(f"rules.{right}_rulebook", rulebook):
        return False
    return right == "discuss" or not lacks_second_factor(user)


def require(user: User | AnonymousUser, right: Right, rulebook: Rulebook) -> None:
    """*Raises:* Refused when *user* hasn't the *right* in *rulebook*."""
    if not may(user, right, rulebook):
        waits = user.has_perm(f"rules.{right}_rulebook", rulebook)
        raise Refused(REASON if waits else _NEEDED[right], f"rules/needs-{right}")


def rights_of(user: Any, game: str) -> frozenset[Right]:
    """Return all rights that *user* has in the rulebook of *game*."""
    rights = _given_rights(user, game)
    has_more = not rights <= {"discuss"}
    return rights & {"discuss"} if has_more and lacks_second_factor(user) else rights


def holders(right: Right, rulebook: Rulebook) -> QuerySet[User]:
    """Return the people who were given the *right* in *rulebook*. Some may still lack a second factor.

    What the readers' group gives to everybody isn't counted.
    """
    powers = Permission.objects.filter(content_type__app_label="rules", codename=f"{right}_rulebook")
    groups = Group.objects.filter(permissions__in=powers)
    appointed = Appointment.objects.filter(rulebook=rulebook, group__in=groups).values("user")
    given = Q(is_superuser=True) | Q(user_permissions__in=powers) | Q(groups__in=groups) | Q(pk__in=appointed)
    return User.objects.filter(given, is_active=True).distinct()


def able(right: Right, rulebook: Rulebook, *, besides: int | None) -> Iterator[User]:
    """Yield the people who have the *right* in *rulebook* and can use it now, all but one."""
    return (one for one in holders(right, rulebook) if one.pk != besides and may(one, right, rulebook))


def has_powers(user: User) -> bool:
    """Return whether *user* may do more than discuss in some rulebook."""
    powers = Permission.objects.filter(
        content_type__app_label="rules", codename__in=["edit_rulebook", "moderate_rulebook"]
    )
    appointed = Appointment.objects.filter(user=user, group__permissions__in=powers)
    own = powers.filter(Q(user=user) | Q(group__user=user))
    return own.exists() or appointed.exists()


def _given_rights(user: Any, game: str) -> frozenset[Right]:
    """Return the rights that *user* was given, with a single query."""
    if not user.is_active or not user.is_authenticated:
        return frozenset()
    if user.is_superuser:
        return frozenset(RIGHTS)
    appointed = Appointment.objects.filter(user=user, rulebook__game=game).values("group")
    groups = Q(pk__in=appointed) | Q(pk__in=user.groups.order_by().values("pk"))
    if not is_guest(user):
        groups |= Q(name=READERS)
    given = Q(pk__in=user.user_permissions.order_by().values("pk"))
    given |= Q(group__in=Group.objects.filter(groups).values("pk"))
    found = Permission.objects.filter(
        given, content_type__app_label="rules", codename__in=[f"{right}_rulebook" for right in RIGHTS]
    )
    codenames = set(found.order_by().values_list("codename", flat=True))
    return frozenset(right for right in RIGHTS if f"{right}_rulebook" in codenames)


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
    """Answers `user.has_perm("rules.edit_rulebook", rulebook)` and no other question."""

    def has_perm(self, user_obj: Any, perm: str, obj: Any = None) -> bool:
        """Return whether the user has *perm* for the rulebook *obj*."""
        if not isinstance(obj, Rulebook):
            return False
        return perm in {f"rules.{right}_rulebook" for right in _given_rights(user_obj, obj.game)}
