"""A disk of a few megabytes, which a test can fill up."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

MEGABYTES = 12


class SmallDisk:
    """A small disk at *folder*."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"

    @contextmanager
    def full(self) -> Iterator[None]:
        """Leave no room at all while inside."""
        with self._ballast.open("wb", buffering=0) as ballast:
            size = 65536
            while size:
                try:
                    ballast.write(b"x" * size)
                except OSError:
                    size //= 2
        try:
            yield
        finally:
            self._ballast.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[SmallDisk]:
    """Mount a small disk at *folder*. Skip the test where one may not mount, except in CI."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m,mode=700", "tmpfs", str(folder)]
    try:
        subprocess.run(command, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"may not mount a disk: {error}")
    try:
        yield SmallDisk(folder)
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True, capture_output=True)
