"""How long `make play` takes to serve its first page when everything is installed."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from scrapsite.bench.servers import environment, free_port, stop, wait_for

TRIES = 3


def measure_start() -> dict[str, float]:
    """Return seconds: *first*, with an empty data folder; *second*, the middle of three further starts."""
    with TemporaryDirectory(prefix="scrapsite-bench-") as folder:
        first = _seconds_to_first_page(Path(folder))
        later = sorted(_seconds_to_first_page(Path(folder)) for _ in range(TRIES))
    return {"first": first, "second": later[TRIES // 2]}


def _seconds_to_first_page(folder: Path) -> float:
    begun, port = time.monotonic(), free_port()
    with _playing(folder, port) as child:
        wait_for(port, child)
        return time.monotonic() - begun


@contextmanager
def _playing(folder: Path, port: int) -> "Iterator[subprocess.Popen[bytes]]":
    plain = {name: value for name, value in environment(folder).items() if name != "DJANGO_SETTINGS_MODULE"}
    child = subprocess.Popen(  # noqa: S603  our own server
        [sys.executable, "manage.py", "play", "--port", str(port)], env=plain, stdout=subprocess.DEVNULL
    )
    try:
        yield child
    finally:
        stop(child)
