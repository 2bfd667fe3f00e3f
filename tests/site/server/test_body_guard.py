"""Bodies over the limit, and bodies that never end, are refused before Django."""

import asyncio

import pytest

from scrapsite.server import bounds
from scrapsite.server.asgi.bodies import BodyGuard
from tests.site.server.support import Reply, ask, scope_of


async def taker(scope, receive, send):
    """An application that says how much it was given, in one message."""
    message = await receive()
    assert not message["more_body"]
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d" % len(message["body"])})


async def unreachable(scope, receive, send):
    raise AssertionError("the guard let it through")


async def test_a_body_as_large_as_allowed_passes_in_one_piece():
    parts = [b"x" * 64 * 1024] * 4
    headers = {"Content-Length": str(bounds.BODY_BYTES)}
    assert (await ask(BodyGuard(taker), "POST", body=parts, headers=headers)).body == b"262144"


@pytest.mark.parametrize(
    "headers, kind",
    [
        ({}, "text/plain; charset=utf-8"),
        ({"Accept": "application/json"}, "application/json"),
    ],
)
async def test_a_declared_length_over_the_limit_is_refused_without_reading(headers, kind):
    reply = Reply()

    async def receive():
        raise AssertionError("the body was read")

    async def send(message):
        reply.messages.append(message)

    scope = scope_of("POST", headers={"Content-Length": "262145", **headers})
    await BodyGuard(unreachable)(scope, receive, send)
    assert reply.status == 413
    assert reply.headers["content-type"] == kind
    assert reply.headers["connection"] == "close"
    assert b"256 kB" in reply.body


async def test_the_api_is_answered_in_json():
    reply = await ask(BodyGuard(unreachable), "POST", "/api/v1/guests", headers={"Content-Length": "9999999"})
    assert reply.json()["code"] == "request/too-large"


async def test_an_undeclared_body_is_refused_when_it_grows_too_large():
    assert (await ask(BodyGuard(unreachable), "POST", body=[b"x" * 100_000] * 50)).status == 413


async def test_a_lying_length_helps_nobody():
    reply = await ask(
        BodyGuard(unreachable), "POST", body=[b"x" * 200_000] * 2, headers={"Content-Length": "5"}
    )
    assert reply.status == 413


async def test_a_slow_body_times_out():
    reply = Reply()

    async def receive():
        await asyncio.sleep(0.04)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async def send(message):
        reply.messages.append(message)

    await asyncio.wait_for(BodyGuard(unreachable, seconds=0.2)(scope_of("POST"), receive, send), 2)
    assert reply.status == 408


async def test_a_client_that_leaves_early_is_let_go():
    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        raise AssertionError("nobody is there")

    await BodyGuard(unreachable)(scope_of("POST"), receive, send)


async def test_sockets_pass_untouched():
    async def app(scope, receive, send):
        assert scope == {"type": "websocket"}

    await BodyGuard(app)({"type": "websocket"}, None, None)
