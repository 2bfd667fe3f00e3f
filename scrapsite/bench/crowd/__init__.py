"""A mixed load: 200 players in 100 matches of all games, in peace and in a flood by turns."""

import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scrapsite.bench.servers import environment, free_port, run_python, stop, wait_for

MATCHES = 100
ROUNDS = 3


def measure_crowd(seconds: float, matches: int = MATCHES) -> dict[str, Any]:
    """Return what players waited for each kind of request, in peace and in the flood, and what the flood got.

    *seconds:* of each of three windows of peace and three of flood. The server runs with its usual rate
    limits. No worker runs beside it: what it would mail is only queued.
    """
    with tempfile.TemporaryDirectory(prefix="scrapsite-bench-") as folder, contextlib.ExitStack() as stack:
        env = environment(Path(folder), "scrapsite.settings")
        made = run_python(["-m", "scrapsite.bench.crowd.prepare", str(matches)], env)
        port = free_port()
        command = [sys.executable, "-m", "scrapsite.server", "--port", str(port)]
        log = stack.enter_context(Path(folder, "output.txt").open("wb"))
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)  # noqa: S603
        stack.callback(stop, server)
        wait_for(port, server)
        job = {"port": port, "seconds": seconds, "rounds": ROUNDS, "players": json.loads(made)}
        found: dict[str, Any] = json.loads(run_python(["-m", "scrapsite.bench.crowd"], env, json.dumps(job)))
    return found
