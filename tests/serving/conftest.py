"""The application under test: the real middleware, and the views of this folder."""

import threading
from contextvars import Context

import pytest
from django.db import connections

from scrapsite.server.asgi.bodies import BodyGuard
from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.cache.pagecache import PageCache
from scrapsite.server.worker_threads import Lanes


@pytest.fixture
def site(settings):
    """Settings with this folder's views and its one template."""
    settings.ROOT_URLCONF = "tests.serving.views"
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
    return settings


@pytest.fixture
def lanes():
    lanes = Lanes(1)
    yield lanes
    for lane in lanes.lanes:
        lane.post(Context().run, connections.close_all)
    lanes.close()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("lane-")]


@pytest.fixture
def app(site, lanes):
    return OneHopHandler(lanes)


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
    """Lanes made from here on use a database file, as Django never closes one in memory; or PostgreSQL."""
    if connections["default"].vendor == "sqlite":
        monkeypatch.setitem(connections.settings["default"], "NAME", str(tmp_path / "lane.sqlite3"))
