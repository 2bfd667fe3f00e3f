"""What the page of a match and its board cost: milliseconds of processor time, queries and bytes."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any


def measure_boards() -> list[dict[str, Any]]:
    """Return the costs of each title's pages, measured in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="scrapsite-bench-") as folder:
        env = {**os.environ, "SCRAPSITE_VAR": folder, "DJANGO_SETTINGS_MODULE": "scrapsite.bench.settings"}
        env.pop("DATABASE_URL", None)
        command = [sys.executable, "-m", "scrapsite.bench.boards"]
        done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)  # noqa: S603
    found: list[dict[str, Any]] = json.loads(done.stdout)
    return found
