"""PostgreSQL and Redis for tests, started on free ports in temporary folders."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 20.0


class Missing(Exception):
    """The machine doesn't have the program. The message says which."""


@contextmanager
def postgresql() -> Iterator[str]:
    """Run a fresh PostgreSQL; the value is the address of its database. *Raises:* `Missing`."""
    programs, port = _programs(), free_port()
    with tempfile.TemporaryDirectory(prefix="scrapsite-pg-") as folder:
        if os.getuid() == 0:
            os.chown(folder, *pwd.getpwnam("postgres")[2:4])
        data, control = Path(folder, "data"), programs / "pg_ctl"
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=200"
        _as_server(
            programs / "initdb", "-D", data, "-A", "trust", "-U", "scrapsite", "-E", "UTF8", "--no-locale"
        )
        _as_server(control, "-D", data, "-o", options, "-l", Path(folder, "log"), "-w", "start")
        try:
            yield f"postgres://scrapsite@127.0.0.1:{port}/postgres"
        finally:
            _as_server(control, "-D", data, "-m", "immediate", "stop")


@contextmanager
def redis() -> Iterator[str]:
    """Run a fresh Redis that keeps nothing; the value is its address. *Raises:* `Missing`."""
    program, port = shutil.which("redis-server"), free_port()
    if program is None:
        raise Missing("Redis")
    with tempfile.TemporaryDirectory(prefix="scrapsite-redis-") as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait_for_port(port, child)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            child.terminate()
            child.wait(timeout=PATIENCE)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def _programs() -> Path:
    """Return the folder of PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    if found:
        return found[-1].parent
    if on_path is None:
        raise Missing("PostgreSQL")
    return Path(on_path).parent


def _as_server(*command: str | Path) -> None:
    """Run a program of PostgreSQL, which refuses to be root."""
    before = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    subprocess.run([*before, *map(str, command)], check=True, capture_output=True, timeout=60, cwd="/")


def _wait_for_port(port: int, child: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        assert child.poll() is None, "the server ended"
        assert time.monotonic() < until, "the server never listened"
        time.sleep(0.05)
