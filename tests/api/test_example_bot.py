"""The example bot by itself, with answers that a site gives."""

import io
import json
import runpy
import time
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path

import pytest

BOT = runpy.run_path(str(Path(__file__).resolve().parents[2] / "docs" / "example_bot.py"))


def refusal(code: str, reason: str, wait: int) -> urllib.error.HTTPError:
    headers = Message()
    headers["Retry-After"] = str(wait)
    body = io.BytesIO(json.dumps({"code": code, "reason": reason}).encode())
    return urllib.error.HTTPError("", 429, "", headers, body)


@pytest.fixture
def waits(monkeypatch) -> list[int]:
    """How long the bot slept, in seconds."""
    slept: list[int] = []
    monkeypatch.setattr(time, "sleep", slept.append)
    return slept


def answers(monkeypatch, *given: urllib.error.HTTPError | io.BytesIO) -> None:
    left = list(given)

    def urlopen(request, timeout):
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)


def test_it_waits_when_it_has_asked_too_often(monkeypatch, waits):
    answers(monkeypatch, refusal("limit/too-many", "Too many requests.", 7), io.BytesIO(b"[1]"))
    assert BOT["Site"]("http://site.example").call("GET", "/games") == [1]
    assert waits == [7]


def test_it_plays_on_when_it_has_too_many_matches_for_another(monkeypatch, waits, capsys):
    """It slept for an hour, again and again, while its matches ran out of time."""
    answers(monkeypatch, refusal("limit/full", "You have 200 unfinished matches.", 3600))
    bot = BOT["Bot"](BOT["Site"]("http://site.example"))
    bot.hear({"type": "invitation", "match": "abcdefghij", "game": "scrapbots", "by": "rivet"})
    assert not waits
    assert "Not joined: You have 200 unfinished matches." in capsys.readouterr().out
