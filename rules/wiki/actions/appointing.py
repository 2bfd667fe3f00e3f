"""Who gets rights in a rulebook: appointments, made and ended, each in the audit trail."""

from django.contrib.auth.models import Group, User
from django.db import transaction

from rules.document.errors import Refused
from rules.wiki.audit import note
from rules.wiki.models import Appointment, Rulebook
from rules.wiki.permissions import EDITORS, MODERATORS, READERS
from scrapsite.common.players import is_guest

# What people call the groups.
ROLES = {"reader": READERS, "editor": EDITORS, "moderator": MODERATORS}


def check_appointable(user: User) -> None:
    """*Raises:* Refused for a guest or a barred account, who could not use a right."""
    if is_guest(user):
        raise Refused(
            f"{user} is a guest. Only accounts can have rights, so they must make one first.", "rules/guest"
        )
    if not user.is_active:
        raise Refused(f"{user} is barred (is_active is off), so rights would do nothing.", "rules/barred")


@transaction.atomic
def appoint(actor: User | None, user: User, group: Group, rulebook: Rulebook) -> bool:
    """Give *user* the rights of *group* in *rulebook*; return whether that is new. *Raises:* Refused."""
    check_appointable(user)
    _, is_new = Appointment.objects.get_or_create(rulebook=rulebook, user=user, group=group)
    if is_new:
        note(actor, "appointment/made", rulebook, f"{user}: {group}")
    return is_new


@transaction.atomic
def dismiss(actor: User | None, user: User, group: Group, rulebook: Rulebook) -> bool:
    """Take the rights of *group* in *rulebook* from *user*; return whether there were any."""
    count, _ = Appointment.objects.filter(rulebook=rulebook, user=user, group=group).delete()
    if count:
        note(actor, "appointment/ended", rulebook, f"{user}: {group}")
    return bool(count)
