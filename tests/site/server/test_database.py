"""The database connection stays with its thread, and is replaced when it breaks."""

import asyncio

import pytest

from tests.site.server.support import Reply, ask

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("file_database")]


async def test_one_connection_in_one_thread_for_all_requests(app):
    replies = await asyncio.gather(*[ask(app, path="/database/") for _ in range(10)])
    assert len({(seen["connection"], seen["thread"]) for seen in map(Reply.json, replies)}) == 1


async def test_a_broken_connection_is_replaced_for_the_next_request(app):
    before = (await ask(app, path="/database/")).json()
    assert (await ask(app, path="/break-database/")).body == b"broken"
    after = (await ask(app, path="/database/")).json()
    assert after["thread"] == before["thread"]
    assert (await ask(app, path="/database/")).json() == after


async def test_a_transaction_left_open_does_not_reach_the_next_request(app):
    await ask(app, path="/leave-transaction-open/")
    assert (await ask(app, path="/database/")).json()["autocommit"] is True
