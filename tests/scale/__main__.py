"""Runs tests on PostgreSQL and Redis, both started for it: `python -m tests.scale`, or `make test-scale`.

First the tests of the service, of accounts, sockets and jobs, on these two instead of SQLite; then those of
this folder, on two web processes and two workers.
"""

import os
import subprocess
import sys
from pathlib import Path

from tests.servers import postgresql, redis

ROOT = Path(__file__).resolve().parents[2]
SERVICE = (
    *("tests/games", "tests/api", "tests/site", "tests/security/test_accounts.py"),
    *("tests/rules/wiki", "tests/rules/talk", "tests/cards/decks", "tests/cards/search"),
)
LEFT_OUT = "not browser and not faults"


def main() -> int:
    """Return 0 when all tests passed."""
    with postgresql() as database, redis() as cache:
        env = {**os.environ, "DATABASE_URL": database, "REDIS_URL": cache, "CI": os.environ.get("CI", "1")}
        runs = [
            ["-n", "2", "--dist", "worksteal", "--whole-families", "-m", LEFT_OUT, *SERVICE],
            ["-m", "scale", "tests/scale"],
        ]
        codes = [_pytest(arguments, env) for arguments in runs]
    return max(codes)


def _pytest(arguments: list[str], env: dict[str, str]) -> int:
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=env).returncode


if __name__ == "__main__":
    sys.exit(main())
