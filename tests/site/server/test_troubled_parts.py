"""Parts of the server and the worker when something goes wrong: they say so, and go on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError

from scrapsite.notifications import delivery_worker
from scrapsite.notifications.delivery import Down
from scrapsite.server.asgi import failures
from scrapsite.server.asgi.live import send_live
from scrapsite.server.work import lock_wait, queues, resting
from tests.site.server.support import scope_of


class TestTheWorkerOfTasks:
    def test_goes_on_after_a_queue_that_cannot_be_read_and_a_task_that_breaks_it(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        worker, closed, paused = queues.QueueWorker("long", 0), [], []
        outcomes = iter([OperationalError("locked"), ValueError("odd"), None])

        def is_wanted() -> bool:
            outcome = next(outcomes)
            if outcome is None:
                worker.stop()
                return False
            raise outcome

        monkeypatch.setattr(worker, "is_wanted", is_wanted)
        monkeypatch.setattr(queues, "time", SimpleNamespace(sleep=paused.append))
        monkeypatch.setattr(queues, "connection", SimpleNamespace(close=lambda: closed.append(1)))
        worker.work()
        assert [record.message for record in caplog.records] == [
            "The queue can't be read now.",
            "A worker of tasks failed.",
        ]
        assert (closed, paused.count(queues.PAUSE_AFTER_ERROR)) == ([1], 2)


class TestTheDeliveryThreads:
    def test_wait_longer_for_a_channel_that_is_down_and_survive_what_fails(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        outcomes = iter([Down("the mail server is away"), ValueError("odd"), 0])
        closed: list[int] = []

        def one_round() -> int:
            outcome = next(outcomes)
            if isinstance(outcome, Exception):
                raise outcome
            return outcome

        waited: list[float] = []

        def wait(seconds: float) -> bool:
            waited.append(seconds)
            return len(waited) > 3

        monkeypatch.setattr(delivery_worker, "connection", SimpleNamespace(close=lambda: closed.append(1)))
        delivery_worker._work(SimpleNamespace(wait=wait), one_round)
        usual, down = delivery_worker.ROUND_SECONDS, delivery_worker.DOWN_SECONDS
        assert waited == [usual, down, usual, usual]
        assert "closed for now: the mail server is away" in caplog.text
        assert "A round of deliveries failed." in caplog.text
        assert closed == [1, 1]

    def test_forget_what_is_old_now_and_then(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rounds: list[str] = []
        monkeypatch.setattr(delivery_worker, "connection", SimpleNamespace(close=lambda: None))
        monkeypatch.setattr(delivery_worker, "digest_round", lambda: rounds.append("round"))
        monkeypatch.setattr(delivery_worker, "forget_old", lambda: rounds.append("forgot"))
        monkeypatch.setattr(delivery_worker, "ROUNDS_TO_FORGET", 2)
        delivery_worker._work(
            SimpleNamespace(wait=lambda seconds: rounds.count("round") > 3), delivery_worker.digest_round
        )
        assert rounds == ["round", "round", "forgot"] * 2


class TestALockedDatabase:
    @pytest.mark.parametrize(
        "vendor, waited, asked",
        [
            ("sqlite", 1.5, [1000, 2500]),
            ("sqlite", 9.0, [100, 2500]),
            ("sqlite", 0.1, []),
            ("postgresql", 9.0, []),
        ],
    )
    def test_is_waited_for_only_as_long_as_is_left(
        self, monkeypatch: pytest.MonkeyPatch, settings: Any, vendor: str, waited: float, asked: list[int]
    ) -> None:
        said: list[str] = []
        base = SimpleNamespace(
            vendor=vendor,
            settings_dict={"OPTIONS": {"timeout": 2.5}},
            ensure_connection=lambda: None,
            connection=SimpleNamespace(execute=said.append),
        )
        monkeypatch.setattr(lock_wait, "connection", base)
        settings.LOCK_SECONDS = 2.5
        with pytest.raises(KeyError), lock_wait.lock_wait_less(waited):
            raise KeyError
        assert said == [f"PRAGMA busy_timeout={wait}" for wait in asked]


class TestAnAddressThatAsksTooOften:
    def test_rests_until_its_seconds_are_over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        clock = SimpleNamespace(now=100.0)
        monkeypatch.setattr(resting, "time", SimpleNamespace(monotonic=lambda: clock.now))
        rest = resting.Resting(5)
        assert rest.left("192.0.2.1") == 0
        rest.add("192.0.2.1")
        clock.now += 3.5
        assert (rest.left("192.0.2.1"), rest.left("192.0.2.2")) == (2, 0)
        clock.now += 1.5
        assert rest.left("192.0.2.1") == 0
        assert not rest._until

    def test_is_forgotten_when_too_many_came_later(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(resting, "MOST", 2)
        rest = resting.Resting(5)
        for address in "abac":
            rest.add(address)
        assert [bool(rest.left(address)) for address in "abc"] == [True, False, True]


class Sent(list[dict[str, Any]]):
    async def __call__(self, message: dict[str, Any]) -> None:
        self.append(message)


class TestALiveAnswer:
    async def test_is_sent_to_its_end_without_a_length(self) -> None:
        async def follow() -> AsyncGenerator[bytes, None]:
            yield b"more"

        sent = Sent()
        headers = [(b"content-length", b"5"), (b"x-kept", b"1")]
        await send_live(200, headers, b"first", follow, asyncio.Event().wait, sent)
        assert sent[0]["headers"] == [(b"x-kept", b"1")]
        assert [message["body"] for message in sent[1:]] == [b"first", b"more", b""]
        assert not sent[-1].get("more_body", False)

    async def test_ends_with_its_reader_and_what_it_follows_is_closed(self) -> None:
        closed: list[bool] = []

        async def follow() -> AsyncGenerator[bytes, None]:
            try:
                yield b"more"
                await asyncio.Event().wait()
            finally:
                closed.append(True)

        async def receive() -> dict[str, Any]:
            await asyncio.sleep(0.001)
            return {"type": "http.disconnect"}

        sent = Sent()
        await send_live(200, [], b"first", follow, receive, sent)
        assert closed == [True]
        assert sent[-1]["body"] == b"more"

    async def test_that_fails_says_so_to_the_server(self) -> None:
        async def follow() -> AsyncGenerator[bytes, None]:
            yield b"more"
            raise ValueError("odd")

        with pytest.raises(ValueError, match="odd"):
            await send_live(200, [], b"first", follow, asyncio.Event().wait, Sent())


class TestAnswersWithoutDjango:
    async def test_a_server_that_restarts_opens_no_socket(self) -> None:
        sent = Sent()
        await failures.answer_restarting({"type": "websocket"}, asyncio.Event().wait, sent)
        assert sent == [{"type": "websocket.close"}]

    @pytest.mark.parametrize("method", ["GET", "HEAD"])
    async def test_people_get_a_page_and_when_to_come_back(self, method: str) -> None:
        sent = Sent()
        await failures.send_busy(scope_of(method, "/", headers={"Accept": "text/html"}), sent, 7)
        assert (sent[0]["status"], dict(sent[0]["headers"])[b"retry-after"]) == (503, b"7")
        assert (b"<html" in sent[1]["body"]) is (method == "GET")

    async def test_what_nobody_expected_is_500_and_in_the_log(self, caplog: pytest.LogCaptureFixture) -> None:
        sent = Sent()
        await failures.send_failure(scope_of(path="/odd/"), sent, ValueError("secret"))
        assert sent[0]["status"] == 500
        assert b"secret" not in sent[1]["body"]
        assert [record.getMessage() for record in caplog.records] == [
            "The request /odd/ could not be handled."
        ]
