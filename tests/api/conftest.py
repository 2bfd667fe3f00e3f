"""Programs that play: callers with a token of their own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scrapsite.accounts.tokens import issue_token


@dataclass
class Caller:
    """Calls the API as *user* and returns status and body."""

    user: User
    token: str

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> tuple[int, Any]:
        client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {self.token}"})
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        send = {} if body is None else {"data": data, "content_type": "application/json"}
        answer = client.generic(method, f"/api/v1{path}", **send, **options)
        assert answer["Content-Type"].startswith("application/json"), answer.content[:200]
        return answer.status_code, json.loads(answer.content)

    def get(self, path: str) -> tuple[int, Any]:
        return self.call("GET", path)

    def post(self, path: str, body: Any = None) -> tuple[int, Any]:
        return self.call("POST", path, body)


@pytest.fixture
def caller(user: User) -> Caller:
    """The program of rivet."""
    return Caller(user, issue_token(user))


@pytest.fixture
def rival(other_user: User) -> Caller:
    """The program of gasket."""
    return Caller(other_user, issue_token(other_user))


@pytest.fixture
def outsider(make_user: Callable[[str], Any]) -> Caller:
    """The program of somebody who sits nowhere."""
    user = make_user("outsider")
    return Caller(user, issue_token(user))


@pytest.fixture
def duel(caller: Caller, rival: Caller) -> str:
    """The id of a match of Scrapbots between rivet and gasket, just dealt."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    status, match = caller.post("/matches", {"game": "scrapbots", "edition": "3.6", "seats": seats})
    assert status == 200
    assert rival.post(f"/matches/{match['id']}/join")[0] == 200
    return str(match["id"])


@pytest.fixture
def turns(caller: Caller, rival: Caller, duel: str) -> tuple[Caller, Caller]:
    """The one who has the turn, then the other."""
    seat = caller.get(f"/matches/{duel}")[1]["to_act"][0]
    return (caller, rival) if seat == 0 else (rival, caller)
