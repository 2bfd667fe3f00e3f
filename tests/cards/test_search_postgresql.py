"""The same questions to PostgreSQL: the tests of both searches, run once more on a server of their own."""

import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
SHARED = (
    "cards/test_search.py",
    "cards/test_search_words.py",
    "cards/test_listing.py",
    "rules/test_search.py",
)


def binaries() -> Path | None:
    """Return the folder of PostgreSQL's programs, or None."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


def as_server(*command: str | Path) -> None:
    """Run a program of PostgreSQL, which refuses to be root."""
    before = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    subprocess.run([*before, *map(str, command)], check=True, capture_output=True, timeout=60, cwd="/")


@pytest.fixture
def server() -> Iterator[str]:
    """The address of a database on a fresh server."""
    programs = binaries()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail("PostgreSQL is missing")
        pytest.skip("needs PostgreSQL")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="scrapsite-pg-") as folder:
        if os.getuid() == 0:
            os.chown(folder, *pwd.getpwnam("postgres")[2:4])
        data, control = Path(folder, "data"), programs / "pg_ctl"
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        as_server(
            programs / "initdb", "-D", data, "-A", "trust", "-U", "scrapsite", "-E", "UTF8", "--no-locale"
        )
        as_server(control, "-D", data, "-o", options, "-l", Path(folder, "log"), "-w", "start")
        try:
            yield f"postgres://scrapsite@127.0.0.1:{port}/postgres"
        finally:
            as_server(control, "-D", data, "-m", "immediate", "stop")


def test_postgresql_finds_the_same(server: str) -> None:
    tests = [str(ROOT / "tests" / name) for name in SHARED]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "no:xdist", *tests],
        env={**os.environ, "DATABASE_URL": server},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-4000:]
