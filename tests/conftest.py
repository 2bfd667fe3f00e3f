"""Fixtures for all tests: people, clients signed in as them, and the options of Chromium."""

from __future__ import annotations

import contextlib
import gc
import subprocess
import time
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection
from django.test import Client
from hypothesis import settings as hypothesis_settings

from scrapsite.bench.felt.chromium import FLAGS
from scrapsite.common.players import give_profile, new_guest
from tests.databases import Migrated, kept_file, put_back_after_commits, shared_folder
from tests.luck import draw_alike
from tests.soak import tenths

ROOT = Path(__file__).resolve().parents[1]
PASSWORD = "a-rusty-old-gearbox"
CHROMIUM_FLAGS = [
    *FLAGS,
    # Nobody looks at the pages: what a screen doesn’t show isn’t drawn ahead, which is a fifth of the work.
    "--force-gpu-mem-available-mb=1",
]
# On a machine that is busy with more than the tests, how long an example takes says nothing of it.
hypothesis_settings.register_profile("patient", deadline=None)
hypothesis_settings.load_profile("patient")
# Thousands of collected tests stay to the end: to look for garbage among them again and again takes a
# quarter of the run. Until `pytest_collection_finish`.
gc.disable()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--soak", default="", help="run the soak tests only: all, today, or a tenth from 1 to 10"
    )
    parser.addoption(
        "--whole-families", action="store_true", help="leave to the soak no part of the large families"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Decide once, for all worker processes, which tenth `today` means; collect files of the soak alone."""
    if config.option.soak:
        config.addinivalue_line("python_files", "soak_*.py")
        config.pluginmanager.import_plugin("schemathesis.pytest.plugin")  # in `no:` of others, as it is slow
        tenth = tenths.read_choice(config.option.soak)
        config.option.soak = "all" if tenth is None else str(tenth + 1)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Print which tenth of the tests runs."""
    asked = session.config.option.soak
    if asked.isdecimal() and not hasattr(session.config, "workerinput"):
        session.config.get_terminal_writer().line(f"Soak: tenth {asked} of {tenths.TENTHS}.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each process of a run load another share of the test modules first.

    In a fresh clone pytest rewrites the assertions of each: what one process has rewritten, the others find.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    ignored = [Path(name).resolve() for name in session.config.getoption("ignore") or ()]
    found = sorted(path for name in session.config.args for path in Path(name).resolve().rglob("test_*.py"))
    wanted = [path for path in found if not any(folder in path.parents for folder in ignored)]
    number = int(worker["workerid"].removeprefix("gw"))
    for path in wanted[number :: worker["workercount"]]:
        with contextlib.suppress(Exception, pytest.skip.Exception):  # whoever collects it says what is wrong
            import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> Generator[None, Any, Any]:
    """Make nothing of a function that only the soak runs, unless asked."""
    made = yield
    marks = getattr(obj, "pytestmark", [])
    is_left_out = isinstance(marks, list) and tenths.is_for_soak(marks)
    return [] if is_left_out and not collector.config.option.soak else made


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    tenths.choose(config, items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Exempt what is there from garbage collection, and look for garbage more seldom than usual."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Let the session pass if its tenth has no test of the chosen kind."""
    if session.config.option.soak and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        session.exitstatus = pytest.ExitCode.OK


@pytest.fixture(scope="session", autouse=True)
def _mail_is_queued(django_test_environment: None) -> None:
    """Queue mail as the site does; Django's tests would send it at once."""
    django_settings.EMAIL_BACKEND = "scrapsite.notifications.channels.site_mail.QueueBackend"


@pytest.fixture(scope="session")
def _migrated(
    pytestconfig: pytest.Config,
    tmp_path_factory: pytest.TempPathFactory,
    django_db_blocker: Any,
    django_db_modify_db_settings: None,
) -> Migrated | None:
    """What another process has migrated is in memory before Django looks; None on PostgreSQL."""
    if connection.vendor != "sqlite":
        return None
    migrated = Migrated(shared_folder(tmp_path_factory), kept_file(pytestconfig))
    with django_db_blocker.unblock():
        migrated.fill()
    return migrated


@pytest.fixture(scope="session")
def django_db_setup(_migrated: Migrated | None, django_db_setup: None, django_db_blocker: Any) -> None:
    """Migrate once for all processes of a run."""
    if _migrated is not None:
        with django_db_blocker.unblock():
            _migrated.keep()
        put_back_after_commits(_migrated)


@pytest.fixture(scope="session")
def migrated_database(_migrated: Migrated | None, django_db_setup: None) -> Path | None:
    """A database file with all tables and what the site brings; None if no test has a database on SQLite."""
    return _migrated.file if _migrated is not None and _migrated.file.exists() else None


@pytest.fixture(autouse=True)
def _fresh_rate_limits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Empty the rate limits in the cache and stop their clock, so that tests don't affect each other."""
    now = time.time()
    monkeypatch.setattr("scrapsite.common.limits.time", SimpleNamespace(time=lambda: now))
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _the_same_deal_each_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the random deals of this process the same in each run."""
    draw_alike(request.node.nodeid, monkeypatch)


@pytest.fixture
def nothing_drawn(tmp_path: Path, settings: Any) -> None:
    """Begin with an empty folder for the site's files."""
    settings.VAR_DIR = tmp_path


@pytest.fixture
def make_user(db: None) -> Callable[[str], User]:
    """Make an account by name; its password is `PASSWORD`."""

    def make(name: str) -> User:
        user = User.objects.create_user(name, password=PASSWORD)
        give_profile(user)
        return user

    return make


@pytest.fixture
def user(make_user: Callable[[str], User]) -> User:
    """An account called rivet."""
    return make_user("rivet")


@pytest.fixture
def other_user(make_user: Callable[[str], User]) -> User:
    """An account called gasket."""
    return make_user("gasket")


@pytest.fixture
def guest(db: None) -> User:
    """A guest under a made-up name."""
    return new_guest()


@pytest.fixture
def client_of() -> Callable[[User], Client]:
    """Make a client signed in as the given user; it insists on CSRF tokens only if told to."""

    def make(user: User, **options: Any) -> Client:
        client = Client(**options)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return make


@pytest.fixture
def user_client(user: User, client_of: Callable[[User], Client]) -> Client:
    """A client signed in as rivet."""
    return client_of(user)


@pytest.fixture
def guest_client(guest: User, client_of: Callable[[User], Client]) -> Client:
    """A client signed in as the guest."""
    return client_of(guest)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the system's Chromium, with what it needs to run in a container."""
    found = subprocess.run(
        ["sh", "requirements/chromium.sh", "--find"], cwd=ROOT, capture_output=True, text=True
    ).stdout.strip()
    assert found, "there is no Chromium"
    return {**browser_type_launch_args, "executable_path": found, "args": CHROMIUM_FLAGS}
