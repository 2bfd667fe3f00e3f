"""Everything that somebody made here, as one ZIP archive of JSON files."""

from __future__ import annotations

import io
import json
import zipfile

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from scrapsite.accounts.own_data.registry import parts

ABOUT = """This is what Scrapsite stores about you, as of {now}. Each file holds one kind of data,
as a list in JSON. Times are in UTC. What others made isn’t here, even if it is about you. Secrets such as
passwords and keys aren't here either: they are stored so that nobody can read them.
"""


def archive_of(user: User) -> bytes:
    """Return the archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", ABOUT.format(now=f"{timezone.now():%Y-%m-%d %H:%M}"))
        for part in parts:
            rows = json.dumps(part.rows(user), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)
            archive.writestr(f"{part.name.replace(' ', '-')}.json", rows)
    return packed.getvalue()
