"""The API's description and its page: made once, and kept for visitors."""

from __future__ import annotations

import json
from functools import partial

import pytest
from django.test import Client

from scrapsite.api import api
from tests.paces import times_as_long

pytestmark = pytest.mark.django_db

MOST_TIMES = 0.05


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/v1/docs"])
@pytest.mark.soak(seconds=1, one_in=2)
def test_asking_again_costs_next_to_nothing(path: str) -> None:
    contents = {Client().get(path).content for _ in range(3)}
    assert len(contents) == 1
    asking = partial(Client().get, path)
    assert times_as_long(asking, api.get_openapi_schema, MOST_TIMES) < MOST_TIMES


def test_the_description_is_the_whole_of_it(user_client: Client) -> None:
    for client in (Client(), user_client):
        assert client.get("/api/v1/openapi.json").json() == json.loads(json.dumps(api.get_openapi_schema()))


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/v1/docs"])
def test_the_page_cache_may_keep_it_for_visitors_only(path: str, user_client: Client) -> None:
    answer = Client().get(path)
    assert answer["Cache-Control"] == "public, no-cache"
    assert answer["ETag"]
    assert user_client.get(path)["Cache-Control"] == "private, no-store"


def test_the_description_says_its_version_and_what_that_promises() -> None:
    info = Client().get("/api/v1/openapi.json").json()["info"]
    assert info["version"] == "1"
    assert "Version 1 stays at /api/v1/" in info["description"]
