"""Moves of several matches in one transaction: the page's and the API's, refused ones and repeated ones."""

from __future__ import annotations

import json

import pytest
from django.db import connection
from django.test import Client

from games.matches.changes import hooks
from scrapsite.accounts.tokens import issue_token
from scrapsite.server.work.groups import run_group
from tests.games.duel import Duel

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="Only SQLite has groups."),
]


@pytest.fixture
def duels(user, other_user) -> list[Duel]:
    return [Duel.begin(user, other_user, title="scrapbots", edition="3.6") for _ in range(3)]


def by_api(duel: Duel, move, cid: str = "api-1", seen: int = 0):
    token = issue_token(duel.mover)
    body = {"seen": seen, "client_move_id": cid, "move": move}
    return lambda: Client().post(
        f"/api/v1/matches/{duel.id}/moves",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )


def by_page(duel: Duel, client: Client, move):
    fields = {"seen": 0, "client_move_id": "page-1", "move": json.dumps(move)}
    return lambda: client.post(f"/matches/{duel.id}/moves/", fields, headers={"HX-Request": "true"})


def test_each_is_answered_as_if_it_were_alone_and_one_commit_stores_them(duels, client_of):
    first, second, third = duels
    wrong = {"type": "attack", "attacker": "nobody"}
    calls = [
        by_api(first, first.legal()[0]),
        by_page(second, client_of(second.mover), second.legal()[0]),
        by_api(third, wrong),
        by_api(third, third.legal()[0], cid="api-2"),
        by_api(first, first.legal()[0]),
    ]
    statements: list[str] = []
    connection.connection.set_trace_callback(statements.append)
    answers = run_group(calls)
    connection.connection.set_trace_callback(None)
    assert [answer.status_code for answer in answers] == [200, 200, 422, 200, 200]
    assert answers[0].content == answers[4].content, "the same id again gets the same answer"
    assert 'data-seq="1"' in answers[1].content.decode()
    assert [duel.match.seq for duel in duels] == [1, 1, 1]
    assert (statements.count("BEGIN IMMEDIATE"), statements.count("COMMIT")) == (1, 1)


def test_open_pages_are_woken_after_the_commit(duels, monkeypatch):
    woken = []
    monkeypatch.setattr(hooks, "on_commit", [lambda match: woken.append((match, connection.in_atomic_block))])
    run_group([by_api(duel, duel.legal()[0]) for duel in duels])
    assert woken == [(duel.id, False) for duel in duels]


def test_a_posted_move_takes_five_statements(duels, django_assert_num_queries):
    post = by_api(duels[0], duels[0].legal()[-1])
    with django_assert_num_queries(7):  # with BEGIN and COMMIT
        assert post().status_code == 200
