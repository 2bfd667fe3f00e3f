"""Whether the site can do its work: what `/readyz`, the metrics and an operator ask.

Each check has a name, and returns what is wrong in a few words for the log, or nothing.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from scrapsite.server.models import PROBE, WORKER, Heartbeat, beat

# How long a trial write waits for the lock of somebody else's.
WRITE_SECONDS = 2.0
WORKER_SECONDS = 60.0
PROBE_KEY = "ready"

Check = Callable[[], str]

_migrated = threading.Event()


def failing() -> dict[str, str]:
    """Return what is wrong by the name of the check; nothing if the site is ready."""
    found = {}
    for name, check in CHECKS.items():
        try:
            trouble = check()
        except (DatabaseError, OSError) as error:
            trouble = str(error) or type(error).__name__
            connection.close()
        if trouble:
            found[name] = trouble
    return found


def _write_works() -> str:
    """Store something, as a player's move would be."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        connection.connection.execute(f"PRAGMA busy_timeout={round(WRITE_SECONDS * 1000)}")
    beat(PROBE)
    return ""


def _cache_works() -> str:
    """Store something in Redis, where limits are counted: without it no move gets through."""
    if not settings.REDIS_URL:
        return ""
    try:
        cache.set(PROBE_KEY, 1, round(WORKER_SECONDS))
    except Exception as error:  # of a client library that smaller sites don't have
        return str(error) or type(error).__name__
    return ""


def _worker_works() -> str:
    last = worker_age()
    if last is None:
        return "no worker has ever run"
    return f"the last sign of a worker is {last:.0f} s old" if last > WORKER_SECONDS else ""


def worker_age() -> float | None:
    """Return how many seconds ago a worker last showed that it works, or None."""
    at = Heartbeat.objects.filter(name=WORKER).values_list("at", flat=True).first()
    return None if at is None else abs((timezone.now() - at) / timedelta(seconds=1))


def _disk_has_room() -> str:
    folder, free = disk_room()
    return f"{folder} has {free // 1_000_000} MB left" if free < settings.LEAST_FREE_BYTES else ""


def disk_room() -> tuple[Path, int]:
    """Return which of the folders we write to has the least room, and how many bytes that is."""
    room = {folder: shutil.disk_usage(folder).free for folder in data_folders()}
    return min(room.items(), key=lambda pair: pair[1])


def data_folders() -> list[Path]:
    """Return the folders on this machine that the site writes to."""
    folders = [Path(settings.VAR_DIR)]
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite" and Path(name).is_absolute() and Path(name).parent.is_dir():
        folders.append(Path(name).parent)
    return folders


def _is_migrated() -> str:
    """Look until it is so: from then on nothing in this process can change it, and looking takes long."""
    if _migrated.is_set():
        return ""
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    left = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if left:
        return f"{len(left)} migrations are to be applied"
    _migrated.set()
    return ""


CHECKS: dict[str, Check] = {
    "database": _write_works,
    "cache": _cache_works,
    "migrations": _is_migrated,
    "worker": _worker_works,
    "disk": _disk_has_room,
}
