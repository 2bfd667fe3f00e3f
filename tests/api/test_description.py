"""The API's description and its page: made once, and kept for visitors."""

from __future__ import annotations

import json
import re
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scrapsite.accounts.models import Scope
from scrapsite.accounts.tokens import issue_token
from scrapsite.api import api
from tests.api.conftest import Caller
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


SCHEMAS = api.get_openapi_schema()["components"]["schemas"]


def shown(schema: dict[str, Any]) -> Any:
    """Return what the API's page puts into the field for a body of this schema."""
    if "$ref" in schema:
        return shown(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    if "anyOf" in schema and "examples" not in schema:
        return shown(schema["anyOf"][0])
    if "examples" in schema or "default" in schema:
        return schema["examples"][0] if "examples" in schema else schema["default"]
    if schema["type"] == "array":
        return [shown(schema["items"])]
    if "properties" in schema:
        return {name: shown(part) for name, part in schema["properties"].items()}
    more = schema.get("additionalProperties")
    return {"additionalProp1": shown(more) if isinstance(more, dict) else {}} if more else "string"


def test_the_bodies_that_the_page_shows_are_taken_as_they_are(caller: Caller) -> None:
    """One invited Rivet to a match without a free seat, another had cards and texts that there can't be."""
    status, match = caller.post("/matches", shown(SCHEMAS["NewMatch"]))
    assert status == 200, match
    status, draft = caller.post("/drafts", shown(SCHEMAS["NewDraft"]))
    assert status == 200, draft
    status, changed = caller.call("PUT", f"/drafts/{draft['id']}/changes", shown(SCHEMAS["ChangesIn"]))
    assert status == 200, changed
    status, saved = caller.post(f"/drafts/{draft['id']}/revisions", shown(SCHEMAS["Saving"]))
    assert status == 200, saved


def test_the_description_says_what_a_key_that_may_play_may_not(user: User) -> None:
    description = api.get_openapi_schema()
    client = Client(headers={"Authorization": f"Bearer {issue_token(user, scope=Scope.PLAY)}"})
    refused = set()
    for path, operations in description["paths"].items():
        for method in operations.keys() - {"get"}:
            answer = client.generic(method.upper(), re.sub(r"{\w+}", "1", path))
            if answer.status_code == 403 and answer.json()["code"] == "auth/scope":
                refused.add(path.removeprefix("/api/v1"))
    assert {path for path in refused if not path.startswith("/drafts")} == {
        *("/me/time-off", "/me/time-off/{key}/end", "/me/time-zone", "/me/alerts"),
    }
    assert len(refused) == 7
    exceptions = "all except change drafts, time off, the time zone and notifications"
    assert exceptions in description["info"]["description"]
    assert "changing your drafts, time off and notifications" in Scope.ALL.label
