"""`check --deploy` warns of what would cost people something, and says nothing of a sound installation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOUND = {
    "SCRAPSITE_PROFILE": "production",
    "SECRET_KEY": "kfj3094jf0a9sdjf0923jf0a9sjdf0923jf0sajdf092j3f0ajsd0f9j203fj",
    "ALLOWED_HOSTS": "scrapsite.test",
    "TRUSTED_PROXY_COUNT": "1",
    "EMAIL_URL": "smtp+tls://user:password@mail.test:587",
}


def run(tmp_path: Path, *command: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a sound installation's environment, changed."""
    environment = {"PATH": os.environ["PATH"], "SCRAPSITE_VAR": str(tmp_path), **SOUND, **changes}
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )


def check(tmp_path: Path, **changes: str) -> tuple[int, str]:
    """Return the status of the check, and what it says."""
    done = run(tmp_path, "manage.py", "check", "--deploy", "--fail-level", "WARNING", **changes)
    return done.returncode, done.stderr


@pytest.mark.soak(seconds=4)  # `make lint` asks it each time
def test_nothing_is_said_of_a_sound_installation(tmp_path: Path) -> None:
    status, said = check(tmp_path)
    assert status == 0, said


@pytest.mark.soak(seconds=4)
def test_it_warns_of_each_thing_that_is_wrong(tmp_path: Path) -> None:
    """All at once, as each start of Python takes long."""
    folder = tmp_path / "elsewhere"
    folder.mkdir(mode=0o755)
    (folder / "site.sqlite3").touch(mode=0o600)
    status, said = check(
        tmp_path / "var",
        EMAIL_URL="consolemail://",
        TRUSTED_PROXY_COUNT="0",
        REDIS_URL="redis://localhost/0",
        DATABASE_URL=f"sqlite:///{folder}/site.sqlite3",
    )
    assert status == 1
    assert warnings(said) == ["scrapsite.W001", "scrapsite.W002", "scrapsite.W004", "scrapsite.W005"], said


@pytest.mark.soak(seconds=3)
def test_it_warns_of_several_web_processes_on_sqlite_and_of_nothing_else(tmp_path: Path) -> None:
    status, said = check(tmp_path, WEB_CONCURRENCY="2")
    assert (status, warnings(said)) == (1, ["scrapsite.W004"]), said


def warnings(said: str) -> list[str]:
    return sorted(re.findall(r"scrapsite\.W\d+", said))


@pytest.mark.parametrize(
    ("arguments", "count", "words"),
    [(["--proxy-headers"], "0", "TRUSTED_PROXY_COUNT=1 as well"), ([], "1", "--proxy-headers as well")],
)
@pytest.mark.soak(seconds=2)
def test_the_web_server_refuses_proxy_flags_that_disagree(
    tmp_path: Path, arguments: list[str], count: str, words: str
) -> None:
    done = run(tmp_path, "-m", "scrapsite.server", "--port", "1", *arguments, TRUSTED_PROXY_COUNT=count)
    assert (done.returncode, words in done.stderr) == (1, True), done.stderr
