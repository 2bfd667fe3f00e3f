"""The API's description and its page: made once, and kept for visitors."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from django.test import Client

from scrapsite.api import api

pytestmark = pytest.mark.django_db

MOST_SECONDS = 0.005


def ask(path: str, client: Client | None = None) -> tuple[Any, float]:
    """Return the answer and the processor time that it took."""
    client = client or Client()
    begun = time.thread_time()
    answer = client.get(path)
    return answer, time.thread_time() - begun


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/v1/docs"])
def test_asking_again_costs_next_to_nothing(path: str) -> None:
    first, _ = ask(path)
    answers = [ask(path) for _ in range(5)]
    assert {answer.content for answer, _ in answers} == {first.content}
    assert min(took for _, took in answers) < MOST_SECONDS


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
