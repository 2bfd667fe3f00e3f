"""The readers of streams in one process: what reaches them, when they are let go, and who looks for news."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User

from games.live import stream
from games.live.following import Known, beginning
from games.live.stream import MOST_WAITING, Reader, Watch
from games.matches.actions.play import play_move
from tests.playing import legal_moves, match_of

# The thread that looks may have a connection from an earlier test, and asks it whether it still works.
pytestmark = pytest.mark.django_db


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Watch:
    """A watch of the test's own that looks for news all the time."""
    monkeypatch.setattr(stream, "ROUND_SECONDS", 0.001)
    monkeypatch.setattr(stream, "watch", Watch())
    return stream.watch


def reader_of(user: Any = None, is_welcome: Callable[[], bool] = lambda: True) -> Reader:
    """A reader whose place counts how often it was kept and given back."""
    place = SimpleNamespace(kept=0, back=0)
    place.keep = lambda: setattr(place, "kept", place.kept + 1)
    place.give_back = lambda: setattr(place, "back", place.back + 1)
    return Reader(Known(user), place, is_welcome)


async def all_of(reader: Reader) -> list[bytes]:
    return [part async for part in reader.follow()]


def looking(monkeypatch: pytest.MonkeyPatch, look: Callable[[Sequence[Reader]], Any]) -> None:
    monkeypatch.setattr(stream, "_look", look)


async def test_news_reach_their_reader_and_an_end_ends_the_stream(
    hub: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking(monkeypatch, lambda readers: [(one, part) for one in readers for part in (b"news\n", None)])
    reader = reader_of()
    assert await all_of(reader) == [b"news\n"]
    assert reader.place.back == 1
    assert hub._task is None, "nobody is left to look for"


async def test_a_quiet_stream_says_that_it_is_alive_and_keeps_its_place_while_its_reader_is_welcome(
    hub: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking(monkeypatch, lambda readers: [])
    monkeypatch.setattr(stream, "ALIVE_SECONDS", 0.001)
    answers = iter([True, True, False])
    reader = reader_of(is_welcome=lambda: next(answers))
    parts = await all_of(reader)
    assert [json.loads(part)["type"] for part in parts] == ["alive", "alive"]
    assert (reader.place.kept, reader.place.back) == (3, 1)


async def test_no_stream_is_endless(hub: Watch, monkeypatch: pytest.MonkeyPatch) -> None:
    looking(monkeypatch, lambda readers: [])
    monkeypatch.setattr(stream, "LONGEST_SECONDS", 0.0)
    assert await all_of(reader_of()) == []


async def test_a_look_that_fails_is_told_in_the_log_and_the_next_one_counts(
    hub: Watch, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks: list[int] = []

    def look(readers: Sequence[Reader]) -> list[tuple[Reader, bytes | None]]:
        looks.append(len(readers))
        if len(looks) == 1:
            raise OSError("the disk is gone")
        return [(one, None) for one in readers]

    looking(monkeypatch, look)
    slept = asyncio.sleep
    monkeypatch.setattr(stream.asyncio, "sleep", lambda seconds: slept(0))
    await all_of(reader_of())
    assert len(looks) > 1
    assert [record.message for record in caplog.records] == ["The stream's watch stumbled."]


async def test_one_task_looks_for_all_and_goes_on_for_those_who_stay(
    hub: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looking(monkeypatch, lambda readers: [])
    first, second = reader_of(), reader_of()
    hub.add(first)
    task = hub._task
    hub.add(second)
    hub.remove(first)
    assert hub._task is task is not None
    assert not task.cancelling()
    hub.remove(second)
    assert hub._task is None


def test_a_reader_who_is_too_slow_is_let_go() -> None:
    reader = reader_of()
    for _ in range(MOST_WAITING + 1):
        reader.put(b"news\n")
    assert reader.lines.get_nowait() is None
    assert reader.lines.empty()


def test_a_look_finds_for_each_reader_what_is_news_to_them(
    user: User, other_user: User, make_user: Callable[[str], User]
) -> None:
    match = match_of(user, other_user)
    readers = [Reader(beginning(one)[0], None, bool) for one in (user, other_user, make_user("stranger"))]
    assert stream._look(readers) == []
    mover = (user, other_user)[match.to_act[0]]
    play_move(match.pk, mover, match.seq, "m", legal_moves(match, mover)[0])
    found = stream._look(readers)
    assert [reader for reader, _ in found] == readers[:2]
    assert all(json.loads(part)["match"] == match.pk for _, part in found)
    assert stream._look(readers) == []
