"""Speed as felt: how soon after a press a real Chromium shows what it did, to both players."""

import contextlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from scrapsite.bench.felt.chromium import find_chromium
from scrapsite.bench.servers import environment, free_port, run_python, stop, wait_for

MATCHES = 12


def measure_felt(presses: int) -> dict[str, Any]:
    """Return what was felt in each game, or what is *missing* to measure it.

    *presses:* at least so many are measured in each game, with as many boards of the other player, or 20 of
    those if that is less. No worker runs beside the server: no bot plays.
    """
    chromium, missing = find_chromium()
    if missing:
        return {"missing": missing}
    with tempfile.TemporaryDirectory(prefix="scrapsite-bench-") as folder, contextlib.ExitStack() as stack:
        env = environment(Path(folder))
        made = run_python(["-m", "scrapsite.bench.crowd.prepare", str(MATCHES)], env)
        port = free_port()
        log = stack.enter_context(Path(folder, "output.txt").open("wb"))
        command = [sys.executable, "-m", "scrapsite.server", "--port", str(port)]
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)  # noqa: S603
        stack.callback(stop, server)
        wait_for(port, server)
        job = {"port": port, "presses": presses, "players": json.loads(made), "chromium": chromium}
        found: dict[str, Any] = json.loads(run_python(["-m", "scrapsite.bench.felt"], env, json.dumps(job)))
    return found
