"""What the settings need before Django is ready: the active profile, the secret key, limits of sign-ins."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

PROFILES = ("development", "test", "production")

# What visitors of one address may do in a minute. A whole class may sign up or in at once.
_PER_ADDRESS = {
    "signup": 20,
    "login": 30,
    "login_failed": 10,
    "reset_password": 20,
    "reset_password_from_key": 20,
}
# What protects an account from guessing is the same whatever the site allows addresses.
_PER_ACCOUNT = {"login_failed": "5/300s/key", "reset_password": "5/m/key"}
# Letters to confirm an address, whoever asks for them.
_PER_MAILBOX = {"confirm_email": "5/5m/key"}


def checked_profile(name: str) -> str:
    """Return the profile's name. *Raises:* `ImproperlyConfigured` if there is no such profile."""
    if name not in PROFILES:
        raise ImproperlyConfigured(f"SCRAPSITE_PROFILE must be one of {', '.join(PROFILES)}, not {name!r}.")
    return name


def account_limits(factor: float) -> dict[str, str]:
    """Return allauth's limits, those of a client's address multiplied by *factor*.

    0, which turns other limits off, leaves these as they are: a flood of passwords slows everybody down.
    """
    rates = {what: ",".join(_rates(what, most * (factor or 1))) for what, most in _PER_ADDRESS.items()}
    return rates | _PER_MAILBOX


def _rates(what: str, most: float) -> Iterator[str]:
    yield f"{max(1, round(most))}/m/ip"
    if what in _PER_ACCOUNT:
        yield _PER_ACCOUNT[what]


def private_folder(folder: Path) -> Path:
    """Return *folder*, made if it isn't there, for nobody else to look into.

    A folder that is there already is closed to others only if our files are in it.
    """
    if not folder.is_dir():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    is_ours = any((folder / name).exists() for name in ("db.sqlite3", "secret-key"))
    found = folder.stat()
    if is_ours and found.st_uid == os.getuid() and not found.st_mode & stat.S_ISVTX and found.st_mode & 0o077:
        folder.chmod(0o700)
    return folder


def secret_key(profile: str, given: str, var: Path) -> str:
    """Return the signing key: the one given, or outside production one kept in `var/`.

    *Raises:* `ImproperlyConfigured` in production when none is given.
    """
    if given:
        return given
    if profile == "production":
        raise ImproperlyConfigured("SECRET_KEY must be set in the environment in production.")
    if profile == "test":
        return "only-for-tests-" + "x" * 50
    return _kept_key(var / "secret-key")


def _kept_key(file: Path) -> str:
    """Return the key stored in *file*. The first process that needs it creates it."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.{os.getpid()}")
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(60))
        try:
            os.link(fresh, file)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text().strip()
