"""Refuses to write into `var/` as root when it belongs to the site's user, who couldn't change the files."""

from __future__ import annotations

import os
import pwd

from django.conf import settings
from django.core.management.base import CommandError


def refuse_root(command: str) -> None:
    """Check that what *command* writes will belong to the owner of `var/`. *Raises:* `CommandError`.

    Root goes on where `var/` is root's own, or belongs to nobody on this machine, as in some containers.
    """
    owner = settings.VAR_DIR.stat().st_uid
    if os.geteuid() != 0 or owner == 0:
        return
    try:
        name = pwd.getpwuid(owner).pw_name
    except KeyError:
        return
    raise CommandError(
        f"{settings.VAR_DIR} belongs to {name}, who couldn't change what root writes there. "
        f"Nothing was changed. Type: sudo -u {name} .venv/bin/python manage.py {command}"
    )
