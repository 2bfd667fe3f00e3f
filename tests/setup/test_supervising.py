"""What the supervisor does with processes that die or dawdle, shown on small stand-ins for the real ones."""

from __future__ import annotations

import os
import re
import signal

import pytest

from scrapsite.server import supervising
from scrapsite.server.supervising import CannotStart, Child, WebServer, pause_after, supervise
from tests.servers import free_port

ANSWERING = """
import http.server, sys
class Healthy(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200); self.end_headers()
    def log_message(self, *said): pass
http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Healthy).serve_forever()
"""
IDLE = "import time; time.sleep(60)"


class Terminal:
    """Runs the supervisor over two small programs, and presses Ctrl-C when it has said enough."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, web: str = ANSWERING, worker: str = IDLE) -> None:
        self.said: list[str] = []
        self.port = free_port()
        self._last = ("", 1)
        monkeypatch.setattr(
            supervising,
            "_children",
            lambda host, port, say: (
                WebServer(host, port, ["-c", web, str(port)], say),
                Child("worker", ["-c", worker], say),
            ),
        )

    def run_until(self, last: str, times: int = 1) -> list[str]:
        """Return what was said, up to the line with these words, or the last of so many lines with them."""
        self._last = (last, times)
        supervise("127.0.0.1", self.port, self._say)
        return self.said

    def _say(self, line: str) -> None:
        self.said.append(line)
        words, times = self._last
        if words in line and sum(words in line for line in self.said) == times:
            os.kill(os.getpid(), signal.SIGINT)


def test_who_dies_again_and_again_stays_away_longer_each_time_but_never_over_half_a_minute() -> None:
    assert [pause_after(deaths) for deaths in range(1, 11)] == [0, 0.5, 1, 2, 4, 8, 16, 30, 30, 30]


@pytest.mark.faults
class TestOnceItRan:
    def test_a_worker_that_always_fails_is_started_again_and_again(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(supervising, "PAUSES", (0, 0.05))
        terminal = Terminal(monkeypatch, worker="raise SystemExit(3)")
        assert terminal.run_until("3 times")[1:] == [
            "The worker ended by itself (status 3). It starts again now.",
            "The worker ended by itself (status 3). "
            "It starts again in 0.05 seconds, having died 2 times in a row.",
            "The worker ended by itself (status 3). "
            "It starts again in 0.05 seconds, having died 3 times in a row.",
        ]

    def test_who_lived_well_for_a_while_starts_again_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(supervising, "HEALTHY_SECONDS", 0)
        said = Terminal(monkeypatch, worker="raise SystemExit(3)").run_until("worker", times=3)
        assert said[1:] == ["The worker ended by itself (status 3). It starts again now."] * 3


@pytest.mark.faults
class TestAStart:
    def test_a_slow_start_is_waited_for_and_spoken_of(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(supervising, "REPORT_SECONDS", 0.2)
        said = Terminal(monkeypatch, web=f"import time; time.sleep(0.5)\n{ANSWERING}").run_until("is at")
        report = r"The web server doesn't answer yet, \d+ seconds after its start\. Ctrl-C stops it\."
        assert len(said) >= 2
        assert all(re.fullmatch(report, line) for line in said[:-1])

    def test_a_web_server_that_fails_before_it_ever_answered_ends_it(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(CannotStart) as problem:
            Terminal(monkeypatch, web="raise SystemExit(2)").run_until("is at")
        assert str(problem.value) == (
            "The web server can't start: it ended by itself (status 2) before it ever answered. "
            "Its messages are above: fix the problem and start again."
        )

    def test_one_that_is_killed_while_it_starts_is_tried_three_times(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(supervising, "PAUSES", (0, 0))
        terminal = Terminal(monkeypatch, web="import os; os.kill(os.getpid(), 9)")
        with pytest.raises(CannotStart, match=r"can't start: it was killed \(signal 9\)"):
            terminal.run_until("is at")
        assert terminal.said == ["The web server was killed (signal 9). It starts again now."] * 2
