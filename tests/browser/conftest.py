"""The real site for the browser: web server and worker as child processes on a database of their own."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.diary import Diary
from tests.browser.match_page import MatchPage
from tests.browser.windows import PATIENCE, Window, Windows
from tests.databases import keep, kept_file
from tests.servers import free_port
from tests.site.notifications import push_service

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
expect.set_options(timeout=PATIENCE)
# Nothing glides: on a page that still scrolls, a press goes down on one thing and comes up on another.
# What a service worker and its caches hold outlives a test: only tests of these let it in.
USUAL: dict[str, Any] = {
    "viewport": {"width": 1280, "height": 800},
    "reduced_motion": "reduce",
    "service_workers": "block",
}
DIARIES = pytest.StashKey[list[Diary]]()
FAILED = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark everything in this folder as driving a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the site keeps its database, for tests that change it behind the site's back."""
    return tmp_path_factory.mktemp("site")


@pytest.fixture(scope="session")
def running_test(site_folder: Path) -> Path:
    """The file that tells the site's processes which test runs: that is what its luck is made of."""
    file = site_folder / "running-test"
    file.write_text("")
    return file


@pytest.fixture(autouse=True)
def _the_same_deal_each_time(request: pytest.FixtureRequest, running_test: Path) -> None:
    """No deal of the site is drawn anew; in this folder nothing is dealt in the tests' own process."""
    running_test.write_text(request.node.nodeid)


@pytest.fixture(scope="session")
def site(
    site_folder: Path,
    running_test: Path,
    tmp_path_factory: pytest.TempPathFactory,
    pytestconfig: pytest.Config,
) -> Iterator[str]:
    """The address of a running site with its worker."""
    port = free_port()
    var = site_folder
    env = {
        **os.environ,
        "SCRAPSITE_PROFILE": "test",
        "SCRAPSITE_VAR": str(var),
        "DJANGO_SETTINGS_MODULE": "scrapsite.settings",
        "RATE_LIMIT_FACTOR": "0",
        "SECOND_FACTOR_REQUIRED": "0",
        "ANALYSIS_SEARCHES": "1",  # nobody looks at how good it is
        # A key that signs nothing here: with one, pages ask for push messages.
        "VAPID_PUBLIC_KEY": push_service.Browser().p256dh,
        "VAPID_PRIVATE_KEY": "A" * 43,
    }
    (var / "static").mkdir()
    own = tmp_path_factory.getbasetemp()
    _migrate(var, env, own.parent if "PYTEST_XDIST_WORKER" in env else own, kept_file(pytestconfig))
    with open(var / "site.log", "wb") as log:
        lucky = [sys.executable, "-m", "tests.browser.lucky", str(running_test)]
        children = [
            subprocess.Popen([*lucky, *command], cwd=ROOT, env=env, stdout=log, stderr=log)
            for command in (["web", "--port", str(port)], ["run_worker"])
        ]
        address = f"http://127.0.0.1:{port}"
        try:
            _wait_for(f"{address}/healthz", children)
            yield address
        finally:
            for child in children:
                child.terminate()
            for child in children:
                child.wait(timeout=20)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell beside a failure what the test's pages did: it may have happened on a machine far away."""
    report = yield
    if report.failed:
        item.stash[FAILED] = True
        for number, diary in enumerate(item.stash.get(DIARIES, []), start=1):
            report.sections.append((f"What page {number} did at last", str(diary)))
    return report


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Windows:
    """The windows that tests of this process left tidy: a new one costs as much as five pages."""
    return Windows(browser)


@pytest.fixture
def visit(windows: Windows, site: str, request: pytest.FixtureRequest) -> Iterator[Callable[..., MatchPage]]:
    """Open the site as a new visitor, with Playwright's context options; errors in the page fail the test."""
    taken: list[Window] = []

    def open_as(**options: Any) -> MatchPage:
        window = windows.take(len(taken) + 1, USUAL | options)
        taken.append(window)
        request.node.stash.setdefault(DIARIES, []).append(window.diary)
        return MatchPage(window.page, site, by_finger=bool(options.get("has_touch")))

    yield open_as
    complaints = [said for window in taken for said in window.complaints]
    for window in taken:
        windows.give_back(window, site, is_tidy=not request.node.stash.get(FAILED, False))
    assert not complaints


@pytest.fixture
def against_bot(visit: Callable[..., MatchPage]) -> MatchPage:
    """A fresh match against the greedy bot, on its page, at the player's first turn."""
    player = visit()
    player.start(opponent="greedy", turn_cap=40)
    player.wait_for_turn()
    return player


@pytest.fixture(scope="session")
def left() -> dict[str, Any]:
    """Where the match that is over is, and what its player's browser keeps; empty until it was played."""
    return {}


@pytest.fixture
def over(
    visit: Callable[..., MatchPage], left: dict[str, Any], running_test: Path, request: pytest.FixtureRequest
) -> MatchPage:
    """The page of a match given up after a turn: all tests look at the same one, and leave it as it is."""
    player = visit()
    if left:
        player.come_back(**left)
        return player
    running_test.write_text("a match that is over")
    player.start(opponent="greedy", turn_cap=40)
    player.wait_for_turn()
    player.play_turn()
    player.wait_for_turn()
    player.give_up()
    running_test.write_text(request.node.nodeid)
    left.update(url=player.page.url, kept=player.page.context.storage_state())
    return player


def _migrate(var: Path, env: dict[str, str], shared: Path, kept: Path) -> None:
    """Give the site in *var* an empty database; the first process to come makes it in *shared* for all.

    *kept:* where another run, such as that of the tests without a browser, may have kept one.
    """
    made = shared / "migrated"
    with open(shared / "migrated.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (made / "whole").exists():
            made.mkdir(exist_ok=True)
            if kept.exists():
                shutil.copy(kept, made / "db.sqlite3")
            else:
                command = [sys.executable, "manage.py", "migrate", "-v0"]
                subprocess.run(command, cwd=ROOT, env=env | {"SCRAPSITE_VAR": str(made)}, check=True)
                keep(made / "db.sqlite3", kept)
            (made / "whole").touch()
    shutil.copy(made / "db.sqlite3", var)


def _wait_for(address: str, children: list[subprocess.Popen[bytes]]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert all(child.poll() is None for child in children), "the site did not start"
        try:
            urllib.request.urlopen(address, timeout=2)
            return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"{address} did not answer within {START_SECONDS} s")
