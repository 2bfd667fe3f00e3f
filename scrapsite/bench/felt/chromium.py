"""Where Chromium is, and how it is started in a container."""

import subprocess
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]


def find_chromium() -> tuple[str, str]:
    """Return the path of Chromium, and what is missing to drive it: one of the two is empty."""
    if find_spec("playwright") is None:
        return "", "Playwright isn't installed"
    command = ["sh", "requirements/chromium.sh", "--find"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout.strip()  # noqa: S603
    return found, "" if found else "there is no Chromium"
