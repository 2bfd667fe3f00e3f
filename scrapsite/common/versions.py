"""The data version: a short word that changes whenever a public page may have changed.

It is made of the site's own files, of what apps add with `add_to_version`, and of a revision that changes
with every edit. The revision is kept in a small file, so every process on this machine sees a change at once.
On other machines a page is at most a minute old (`PAGE_SECONDS` of the server's bounds).
"""

import hashlib
import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

from django.conf import settings

logger = logging.getLogger(__name__)

_FOLDERS = ("templates", "cards", "games", "rules", "scrapsite", "static/css", "static/js")
_parts: list[Callable[[], str]] = []


def add_to_version(part: Callable[[], str]) -> None:
    """Include what *part* returns in the data version. It is called once, at the first use of the version."""
    _parts.append(part)


def data_version() -> str:
    """Return the present data version. Costs one `stat`."""
    return f"{_build()}-{_revision()}"


def bump_data_version() -> None:
    """Make every cached public page stale. Call it from `transaction.on_commit`."""
    path = revision_file()
    fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh.write_text(secrets.token_hex(8))
        fresh.replace(path)
    except OSError as problem:
        _touch(path, fresh, problem)


def _touch(path: Path, fresh: Path, problem: OSError) -> None:
    """Change the time of the file: a full disk has no room for a new one, and what was changed is stored."""
    with suppress(OSError):
        fresh.unlink(missing_ok=True)
    try:
        os.utime(path)
    except OSError:
        logger.error("Kept pages stay old for up to a minute: %s", problem)


def revision_file() -> Path:
    """Return the path of the file with the revision."""
    return Path(settings.VAR_DIR) / "data-version"


def _revision() -> str:
    try:
        found = os.stat(f"{settings.VAR_DIR}/data-version")
    except OSError:
        return "0"
    return f"{found.st_ino:x}.{found.st_mtime_ns:x}"


@cache
def _build() -> str:
    """Return a digest of the apps' parts and of the names, sizes and times of the site's files."""
    digest = hashlib.blake2b("\n".join(part() for part in _parts).encode(), digest_size=8)
    for folder in _FOLDERS:
        for path in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                found = path.stat()
                digest.update(f"{path.name}|{found.st_size}|{found.st_mtime_ns}\n".encode())
    return digest.hexdigest()
