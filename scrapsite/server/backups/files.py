"""The folder of backups: their names, which are kept, and how a file gets there whole."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

_DAY = 24 * 3600.0
_NAME = re.compile(r"scrapsite-\d{8}T\d{6}Z\.(sqlite3|pgdump)")


def kept(folder: Path) -> list[Path]:
    """Return the backups in *folder*, the oldest first. Files with other names are nobody's business."""
    return sorted(path for path in folder.iterdir() if _NAME.fullmatch(path.name))


def forget_old(folder: Path, keep: int) -> list[Path]:
    """Delete all backups but the newest *keep*, and return the deleted ones."""
    old = kept(folder)[:-keep]
    for path in old:
        path.unlink()
    return old


@contextmanager
def whole_file(folder: Path, suffix: str) -> Iterator[tuple[Path, Path]]:
    """Yield a new empty file to write, and the name that it gets at the end, when it is on the disk.

    If anything fails, nothing is left behind. What was left by a process that was killed is deleted a day
    later. Nobody else may read it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    for left in folder.glob(".scrapsite-*"):
        with suppress(OSError):  # another backup ends just now
            if left.stat().st_mtime < time.time() - _DAY:
                left.unlink()
    final = folder / f"scrapsite-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.{suffix}"
    part = final.with_name(f".{final.name}.{os.getpid()}")
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield part, final
        sync(part)
        part.replace(final)
        sync(folder)
    finally:
        part.unlink(missing_ok=True)


def sync(path: Path) -> None:
    """Wait until *path* is on the disk."""
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
