"""A mixed load: 200 players in 100 matches of all games, in peace and in a flood by turns."""

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scrapsite.bench.servers import free_port, stop, wait_for

MATCHES = 100
ROUNDS = 3


def measure_crowd(seconds: float, matches: int = MATCHES) -> dict[str, Any]:
    """Return what players waited for each kind of request, in peace and in the flood, and what the flood got.

    *seconds:* of each of three windows of peace and three of flood. The server runs with its usual rate
    limits and with a mail server that never answers.
    """
    with tempfile.TemporaryDirectory(prefix="scrapsite-bench-") as folder, contextlib.ExitStack() as stack:
        env = _environment(Path(folder))
        made = _run(["-m", "scrapsite.bench.crowd.prepare", str(matches)], env)
        port = free_port()
        command = [sys.executable, "-m", "scrapsite.server", "--port", str(port)]
        log = stack.enter_context(Path(folder, "output.txt").open("wb"))
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)  # noqa: S603
        stack.callback(stop, server)
        wait_for(port, server)
        job = {"port": port, "seconds": seconds, "rounds": ROUNDS, "players": json.loads(made)}
        found: dict[str, Any] = json.loads(_run(["-m", "scrapsite.bench.crowd"], env, json.dumps(job)))
    return found


def _environment(folder: Path) -> dict[str, str]:
    dropped = ("DATABASE_URL", "REDIS_URL", "DEBUG", "ALLOWED_HOSTS", "SERVER_THREADS", "RATE_LIMIT_FACTOR")
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    mine = {
        "SCRAPSITE_VAR": str(folder),
        "SCRAPSITE_PROFILE": "development",
        "DJANGO_SETTINGS_MODULE": "scrapsite.settings",
        "LOG_LEVEL": "ERROR",
    }
    return kept | mine


def _run(arguments: list[str], env: dict[str, str], given: str = "") -> str:
    done = subprocess.run(  # noqa: S603  our own modules
        [sys.executable, *arguments], env=env, input=given, check=True, capture_output=True, text=True
    )
    return done.stdout
