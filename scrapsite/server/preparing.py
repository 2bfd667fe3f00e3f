"""Brings tables, static files and the data of the apps up to date before the site starts.

It leaves alone what is up to date, so a second start costs next to nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

LOADED_FROM = ("cards", "rules", "games")
STATIC_FROM = ("static", "requirements")

_MANIFEST = "staticfiles.json"
_NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{12}(\.|$)")
_KEPT_SECONDS = 7 * 24 * 3600


def prepare(say: Callable[[str], None], check: Callable[[], None] = lambda: None) -> None:
    """Migrate, collect the static files and load the apps' data files, each only if something has changed.

    *check:* called as soon as the tables are up to date; what it raises ends the preparation.
    """
    changed = migrate(say)
    check()
    collect_static(say)
    load(say, anyway=changed)


def migrate(say: Callable[[str], None]) -> bool:
    """Migrate the database and return whether there was anything to do."""
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False
    say("Bringing the database up to date")
    call_command("migrate", verbosity=0, interactive=False)
    return True


def collect_static(say: Callable[[str], None]) -> None:
    """Collect and compress the static files again if any of them has changed.

    A site that runs meanwhile goes on serving those of the pages that it made: files are named by their
    content, and those that no page names any more are kept for a week.
    """
    root = Path(settings.STATIC_ROOT)
    stamp = settings.VAR_DIR / "static.stamp"
    state = _state_of(STATIC_FROM)
    if root.is_dir() and _read(stamp) == state:
        return
    say("Collecting the static files")
    # What has no digest in its name was left by a collection that was stopped.
    _delete(file for file in _files(root) if not _NAMED_BY_CONTENT.search(file.name))
    before = _named(root)
    call_command("collectstatic", verbosity=0, interactive=False)
    _forget_static(root, before)
    stamp.write_text(state)


def load(say: Callable[[str], None], *, anyway: bool) -> None:
    """Run the commands that load files into the database if any of the files has changed."""
    stamp = settings.VAR_DIR / "loaded.stamp"
    state = _state_of(LOADED_FROM, str(connection.settings_dict["NAME"]))
    if not anyway and _read(stamp) == state:
        return
    for name in settings.LOADED_AT_START:
        if name in get_commands():
            say(f"Loading {name.removeprefix('load_')}")
            call_command(name, verbosity=0)
    stamp.write_text(state)


def _forget_static(root: Path, before: set[Path]) -> None:
    """Delete the files that no manifest has named for a week; *before:* what the former one named."""
    if not (named := _named(root)):
        return
    unnamed = {file: _plain(file) for file in _files(root) if _plain(file) not in named}
    for file, plain in unnamed.items():
        if plain in before:
            os.utime(file)
    _delete(file for file in unnamed if file.stat().st_mtime < time.time() - _KEPT_SECONDS)


def _named(root: Path) -> set[Path]:
    """Return the files that the manifest names; none if there is no manifest."""
    try:
        return {root / name for name in json.loads((root / _MANIFEST).read_text())["paths"].values()}
    except (OSError, ValueError, KeyError):
        return set()


def _plain(file: Path) -> Path:
    """Return the file that *file* is the compressed form of, or *file* itself."""
    return file.with_suffix("") if file.suffix in (".gz", ".br") else file


def _files(root: Path) -> Iterator[Path]:
    """Yield the collected files, without the manifest."""
    return (file for file in root.rglob("*") if file.is_file() and file != root / _MANIFEST)


def _delete(files: Iterable[Path]) -> None:
    for file in list(files):
        file.unlink(missing_ok=True)


def _state_of(folders: Iterable[str], *more: str) -> str:
    """Return a digest of the names, sizes and times of all files in these folders of the project."""
    digest = hashlib.sha256("\0".join([str(settings.BASE_DIR), *more]).encode())
    for folder in folders:
        for file in sorted(Path(settings.BASE_DIR, folder).rglob("*")):
            if file.is_file() and file.suffix != ".pyc":
                facts = file.stat()
                digest.update(f"{file}|{facts.st_size}|{facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def _read(stamp: Path) -> str:
    """Return the contents of the stamp file, or an empty string if there is none."""
    try:
        return stamp.read_text()
    except OSError:
        return ""
