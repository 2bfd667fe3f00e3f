"""The audit trail: one line for everything that people do to rulebooks and their talk."""

from django.contrib.auth.models import User

from rules.wiki.models import AuditEntry, Rulebook

_LONGEST = 300


def note(actor: User | None, what: str, rulebook: Rulebook | None, about: str, address: str = "") -> None:
    """Record that *actor* (None: the site itself) did *what*, such as `revision/published`.

    Call it in the transaction of the deed, so that both are stored or neither.
    """
    AuditEntry.objects.create(
        actor=actor, what=what, rulebook=rulebook, about=about[:_LONGEST], address=address
    )
