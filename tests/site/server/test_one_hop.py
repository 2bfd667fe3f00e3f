"""Django in one hop: requests, responses, errors and clients that disconnect."""

import asyncio

import pytest
from django.core import signals

from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.work.kinds import Kind, usual_limits
from scrapsite.server.work.threads import Work
from tests.site.server import views
from tests.site.server.support import ask

pytestmark = pytest.mark.django_db(transaction=True)


async def test_request_line_and_headers_arrive(app):
    headers = [("X-One", "a"), ("X-One", "b"), ("Cookie", "p=1"), ("Cookie", "q=2"), ("X_Forged", "no")]
    reply = await ask(app, path="/echo/", query="a=1&b=%C3%A9", headers=headers)
    seen = reply.json()
    assert reply.status == 200
    assert seen["query"] == {"a": "1", "b": "é"}
    assert seen["headers"]["X-One"] == "a,b"
    assert seen["cookies"] == {"p": "1", "q": "2"}
    assert "X-Forged" not in seen["headers"]
    assert seen["client"] == "192.0.2.7"
    assert (seen["scheme"], seen["secure"]) == ("http", False)


async def test_scheme_of_the_scope_counts(app):
    assert (await ask(app, path="/echo/", scheme="https")).json()["secure"] is True


async def test_paths_outside_ascii(app):
    assert (await ask(app, path="/echo/crème/")).json()["path"] == "/echo/crème/"


async def test_script_name_is_split_off_at_a_slash_only(app):
    seen = (await ask(app, path="/app/echo/", root_path="/app")).json()
    assert (seen["script"], seen["path_info"], seen["path"]) == ("/app", "/echo/", "/app/echo/")
    assert (await ask(app, path="/apple/", root_path="/app")).status == 404


async def test_headers_go_back_whole(app):
    reply = await ask(app, path="/echo/")
    assert reply.headers["x-sign"] == "café"
    assert [cookie.split(";")[0] for cookie in reply.cookies] == ["one=1", "two=2"]


async def test_big_headers_both_ways(app):
    value = "v" * 12_000
    reply = await ask(app, path="/echo/", headers={"X-Big": value})
    assert reply.json()["headers"]["X-Big"] == value


async def test_forms_arrive(app):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert (await ask(app, "POST", "/echo/", b"a=1&b=x+y", headers=form)).json()["post"] == {
        "a": "1",
        "b": "x y",
    }


async def test_uploads_arrive(app):
    head = b'--B\r\nContent-Disposition: form-data; name="up"; filename="u.bin"\r\n\r\n'
    upload = head + b"u" * 200_000 + b"\r\n--B--\r\n"
    kind = {"Content-Type": "multipart/form-data; boundary=B", "Content-Length": str(len(upload))}
    assert (await ask(app, "POST", "/echo/", upload, headers=kind)).json()["files"] == {"up": 200_000}


async def test_a_body_in_parts_without_declared_length_is_read_whole(app):
    parts = [b"{", b" " * 1000, b"}"]
    reply = await ask(app, "PUT", "/echo/", parts, headers={"Content-Type": "application/json"})
    assert reply.json()["body"] == 1002


async def test_a_declared_length_that_is_wrong_does_not_matter(app):
    headers = {"Content-Type": "application/json", "Content-Length": "7"}
    assert (await ask(app, "PUT", "/echo/", b"{ }", headers=headers)).json()["body"] == 3


async def test_head_has_headers_and_no_body(app):
    reply = await ask(app, "HEAD", "/page/")
    assert (reply.status, reply.body, reply.headers["content-length"]) == (200, b"", "5000")
    assert (await ask(app, "HEAD", "/stream/")).body == b""


async def test_no_content_has_no_body(app):
    assert (await ask(app, path="/nothing/")).body == b""


async def test_streams_go_chunk_by_chunk(app):
    reply = await ask(app, path="/stream/")
    assert reply.chunks == [b"chunk %d\n" % number for number in range(10)] + [b""]
    assert reply.is_complete


async def test_small_files_go_whole_and_large_ones_in_blocks(app):
    small = await ask(app, path="/file/100000/")
    assert [len(chunk) for chunk in small.chunks] == [100_000]
    large = await ask(app, path="/file/300000/")
    assert [len(chunk) for chunk in large.chunks] == [65536] * 4 + [300_000 - 4 * 65536, 0]


async def test_errors_say_nothing_of_what_went_wrong(app):
    reply = await ask(app, path="/error/")
    assert reply.status == 500
    assert b"secret" not in reply.body
    assert reply.is_complete


async def test_errors_outside_of_views_answer_500_too(app, caplog):
    def refuse(**kwargs):
        raise RuntimeError("secret words")

    signals.request_started.connect(refuse)
    try:
        reply = await ask(app, path="/page/")
    finally:
        signals.request_started.disconnect(refuse)
    assert (reply.status, reply.body) == (500, b"Something went wrong here.\n")
    assert (await ask(app, path="/page/")).status == 200


async def test_an_error_in_a_stream_is_not_a_clean_end(app):
    with pytest.raises(RuntimeError):
        await ask(app, path="/broken-stream/")
    assert (await ask(app, path="/page/")).status == 200


async def test_leaving_a_stream_closes_its_generator_and_frees_the_thread(app):
    reply = await asyncio.wait_for(ask(app, path="/endless/", leave_after=5), 5)
    assert not reply.is_complete
    assert (await asyncio.wait_for(ask(app, path="/page/"), 5)).status == 200
    assert await asyncio.to_thread(views.closed.wait, 5)


async def test_a_cancelled_stream_is_closed(app):
    task = asyncio.create_task(ask(app, path="/endless/"))
    await asyncio.sleep(0.2)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await asyncio.to_thread(views.closed.wait, 5)
    assert len(app.work[Kind.READ].queue) == 0


async def test_a_client_gone_before_its_body_is_complete_never_reaches_django(app):
    async def receive():
        return {"type": "http.disconnect"}

    async def send(message):
        raise AssertionError("nobody is there")

    await app({"type": "http", "path": "/page/", "headers": []}, receive, send)


async def test_other_requests_are_answered_while_a_stream_runs(app):
    endless = asyncio.create_task(ask(app, path="/endless/"))
    await asyncio.sleep(0.05)
    replies = await asyncio.wait_for(asyncio.gather(*[ask(app, path="/page/") for _ in range(5)]), 5)
    assert {reply.status for reply in replies} == {200}
    endless.cancel()
    await asyncio.gather(endless, return_exceptions=True)


async def test_signals_are_sent_once_a_request(app):
    sent = []

    def started(**kwargs):
        sent.append("started")

    def finished(**kwargs):
        sent.append("finished")

    signals.request_started.connect(started)
    signals.request_finished.connect(finished)
    try:
        for path in ("/page/", "/stream/", "/file/10/", "/error/"):
            await ask(app, path=path)
        await ask(app, "HEAD", "/stream/")
        for _ in range(2):  # the closing of a stream comes between these at the latest
            await ask(app, path="/page/")
    finally:
        signals.request_started.disconnect(started)
        signals.request_finished.disconnect(finished)
    assert sorted(sent) == ["finished"] * 7 + ["started"] * 7


async def test_concurrent_requests_run_one_after_another_in_one_thread(app):
    replies = await asyncio.gather(*[ask(app, path="/echo/", query=f"n={n}") for n in range(20)])
    assert [reply.json()["query"]["n"] for reply in replies] == [str(n) for n in range(20)]
    assert {reply.json()["thread"] for reply in replies} == {"django-read-0"}


async def test_several_threads_share_the_work(site):
    work = Work(usual_limits(3, 1))
    app = OneHopHandler(work)
    views.go_on.clear()
    waiting = [asyncio.create_task(ask(app, path="/wait/")) for _ in range(2)]
    for _ in waiting:
        assert await asyncio.to_thread(views.running.acquire, timeout=5)
    assert (await asyncio.wait_for(ask(app, path="/page/"), 5)).status == 200
    views.go_on.set()
    assert {(await task).body for task in waiting} == {b"waited"}
    work.close()


async def test_a_queued_request_that_is_cancelled_never_runs(app):
    views.go_on.clear()
    first = asyncio.create_task(ask(app, path="/wait/"))
    assert await asyncio.to_thread(views.running.acquire, timeout=5)
    second = asyncio.create_task(ask(app, path="/wait/"))
    await asyncio.sleep(0.05)
    second.cancel()
    await asyncio.gather(second, return_exceptions=True)
    views.go_on.set()
    assert (await first).body == b"waited"
    await ask(app, path="/page/")
    assert not views.running.acquire(blocking=False)


async def test_coroutines_of_a_view_run_on_the_loop_of_the_server(app):
    assert (await ask(app, path="/which-loop/")).json() == id(asyncio.get_running_loop())


def test_no_threads_is_an_error():
    with pytest.raises(ValueError, match="SERVER_THREADS"):
        Work(usual_limits(0, 1))
