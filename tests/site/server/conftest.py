"""The application under test: the real middleware, and the views of this folder."""

import threading

import pytest
from django.db import connections

from scrapsite.server.asgi import failures
from scrapsite.server.asgi.bodies import BodyGuard
from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.cache.pagecache import PageCache
from scrapsite.server.work.kinds import Kind, usual_limits
from scrapsite.server.work.threads import Work


@pytest.fixture
def site(settings):
    """Settings with this folder's views and its one template."""
    settings.ROOT_URLCONF = "tests.site.server.views"
    settings.ALLOWED_ORIGINS = ["http://localhost:8000"]
    settings.TEMPLATES = [
        {
            "BACKEND": "django.template.backends.django.DjangoTemplates",
            "OPTIONS": {
                "loaders": [
                    ("django.template.loaders.locmem.Loader", {"serving_test.html": "rendered {{ 1 }}"})
                ]
            },
        }
    ]
    yield settings
    failures._page.cache_clear()  # pages that this folder's templates don't have


@pytest.fixture
def work():
    """One thread for each kind of work."""
    work = Work(usual_limits(1, 1))
    yield work
    end(work)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("django-")]


def end(work: Work) -> None:
    """Close the threads' connections, then the threads."""
    for kind in Kind:
        for thread in work[kind].threads:
            thread.post(connections.close_all)
    work.close()


@pytest.fixture
def app(site, work):
    return OneHopHandler(work)


@pytest.fixture
def guarded(app):
    return BodyGuard(app)


@pytest.fixture
def version():
    """The data version, to be changed by tests."""
    return ["one"]


@pytest.fixture
def cached(guarded, version):
    return PageCache(guarded, lambda: version[0])


@pytest.fixture
def file_database(monkeypatch, tmp_path):
    """Threads made from here on use PostgreSQL or a database file, as Django never closes one in memory."""
    if connections["default"].vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"], "NAME", str(tmp_path / "thread.sqlite3"))
