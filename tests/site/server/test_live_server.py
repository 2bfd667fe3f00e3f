"""The real server in a process of its own: what daphne does with the bytes, limits and signals."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

BODY_SECONDS = 3.0
# No TLS here, and reading the list of authorities takes long.
HTTP = SimpleNamespace(
    **{name: partial(getattr(httpx, name), verify=False) for name in ("get", "head", "post", "stream")}
)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Live:
    """A running server. *port:* where. *process:* what to signal."""

    def __init__(self, folder):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.site.server.live_site", str(self.port), str(BODY_SECONDS)],
            env={**os.environ, "SCRAPSITE_VAR": str(folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self._await_first_answer()

    def _await_first_answer(self):
        for _ in range(200):
            try:
                HTTP.get(f"{self.url}/page/", timeout=2)
            except httpx.TransportError:
                assert self.process.poll() is None, self.process.stdout.read().decode()
                time.sleep(0.1)
            else:
                return
        raise AssertionError("the server never answered")

    def raw(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=8)

    def stop(self):
        self.process.terminate()
        return self.ended()

    def ended(self):
        """Wait for the end of a server that was told to stop."""
        output = self.process.communicate(timeout=15)[0].decode()
        return self.process.returncode, output


def read_all(line):
    """Return everything until the other side is done; a reset counts as the end."""
    received = b""
    try:
        while part := line.recv(65536):
            received += part
    except ConnectionResetError:
        received += b"<reset>"
    return received


def send_until_cut_off(line, chunk):
    """Return how many bytes the other side took before it ended the connection."""
    sent = 0
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        while sent < 200_000_000:
            line.sendall(chunk)
            sent += len(chunk)
    return sent


@pytest.fixture(scope="module")
def live(tmp_path_factory):
    live = Live(tmp_path_factory.mktemp("live"))
    yield live
    code, output = live.stop()
    assert code == 0
    assert "Unhandled" not in output


def test_pages_headers_and_kept_connections(live):
    with httpx.Client(verify=False) as client:
        for _ in range(3):
            reply = client.get(f"{live.url}/echo/?a=1", headers={"X-Big": "b" * 8000})
            assert reply.json()["query"] == {"a": "1"}
            assert len(reply.json()["headers"]["X-Big"]) == 8000
            assert "server" not in reply.headers


def test_head(live):
    reply = HTTP.head(f"{live.url}/page/")
    assert (reply.status_code, reply.content, reply.headers["content-length"]) == (200, b"", "5000")


def test_headers_over_all_measure_are_refused(live):
    with live.raw() as line:
        line.sendall(b"GET /page/ HTTP/1.1\r\nHost: localhost\r\n")
        line.sendall((b"X-Big: " + b"b" * 9000 + b"\r\n") * 2 + b"\r\n")
        assert read_all(line).startswith(b"HTTP/1.1 400 ")


def test_streams_and_files(live):
    assert HTTP.get(f"{live.url}/stream/").text.count("chunk") == 10
    assert len(HTTP.get(f"{live.url}/file/1000000/").content) == 1_000_000


def test_a_huge_declared_body_is_refused_before_it_is_sent(live):
    with live.raw() as line:
        line.sendall(b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999999\r\n\r\n")
        line.settimeout(2)
        assert line.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_a_refused_client_is_not_told_to_continue(live):
    with live.raw() as line:
        line.sendall(b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n")
        line.sendall(b"Content-Length: 999999\r\n\r\n")
        answer = read_all(line)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"100 Continue" not in answer


@pytest.mark.parametrize("length", [300_000, 3_000_000])
def test_a_client_that_sends_all_of_it_can_read_why_it_was_refused(live, length):
    reply = HTTP.post(f"{live.url}/echo/", content=b"x" * length)
    assert (reply.status_code, "256 kB" in reply.text) == (413, True)


def test_a_chunked_body_is_refused_when_it_grows_too_large(live):
    reply = HTTP.post(f"{live.url}/echo/", content=(b"x" * 10_000 for _ in range(100)))
    assert reply.status_code == 413


def test_a_body_without_end_is_cut_off(live):
    with live.raw() as line:
        line.sendall(b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        assert send_until_cut_off(line, b"10000\r\n" + b"x" * 65536 + b"\r\n") < 60_000_000


@pytest.mark.parametrize(
    "beginning",
    [
        b"POST /echo/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nx",
        b"GET /echo/ HTTP/1.1\r\nHost: loc",
    ],
)
@pytest.mark.soak(seconds=3, one_in=2)
def test_requests_that_dribble_in_time_out(live, beginning):
    began = time.monotonic()
    with live.raw() as line:
        line.sendall(beginning)
        answer = read_all(line)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert time.monotonic() - began < BODY_SECONDS + 7


@pytest.mark.soak(seconds=2)
def test_a_request_line_that_comes_byte_by_byte_times_out(live):
    """Each byte starts the wait for the next one anew, so only a limit for the whole line ends this."""
    began = time.monotonic()
    with live.raw() as line:
        line.settimeout(0.2)
        answer = b""
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            while time.monotonic() - began < BODY_SECONDS + 7 and not answer:
                line.sendall(b"G")
                with contextlib.suppress(TimeoutError):
                    answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert BODY_SECONDS - 0.5 < time.monotonic() - began < BODY_SECONDS + 3


@pytest.mark.soak(seconds=3)
def test_a_slow_second_request_line_times_out_as_well(live):
    with live.raw() as line:
        line.sendall(b"GET /page/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.3)
        line.sendall(b"GET /pa")
        answer = read_all(line)
    assert answer.count(b"HTTP/1.1 200 ") == 1
    assert answer.count(b"HTTP/1.1 408 ") == 1


@pytest.mark.soak(seconds=1)
def test_a_broken_stream_is_cut_and_the_server_goes_on(live):
    for _ in range(2):
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            HTTP.get(f"{live.url}/broken-stream/", timeout=8)
    assert HTTP.get(f"{live.url}/page/").status_code == 200


@pytest.mark.soak(seconds=1)
def test_leaving_an_endless_stream_frees_the_thread(live):
    with HTTP.stream("GET", f"{live.url}/endless/") as reply:
        next(reply.iter_raw())
    assert HTTP.get(f"{live.url}/page/", timeout=3).status_code == 200
    # The stream is closed by its own thread, which on a busy machine comes to it a moment later.
    began = time.monotonic()
    while not HTTP.get(f"{live.url}/closed/", timeout=3).json():
        assert time.monotonic() - began < 3


def test_errors_say_nothing(live):
    reply = HTTP.get(f"{live.url}/error/")
    assert (reply.status_code, "secret" in reply.text) == (500, False)


def test_no_client_can_move_the_site(live):
    reply = HTTP.get(f"{live.url}/echo/", headers={"Daphne-Root-Path": "/evil"})
    assert reply.json()["script"] == ""


def test_the_page_cache_is_in_front(live):
    first, second = (HTTP.get(f"{live.url}/public/") for _ in range(2))
    assert first.text == second.text
    again = HTTP.get(f"{live.url}/public/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_sockets_are_refused_to_strangers(live):
    address = f"ws://127.0.0.1:{live.port}/ws/matches/aaaaaaaaaa/"
    for origin in ("http://evil.example", live.url.replace("http", "https"), None):
        with pytest.raises(InvalidStatus) as refused:
            connect(address, origin=origin)
        assert refused.value.response.status_code == 403


def test_large_frames_close_the_socket(live):
    with connect(f"ws://127.0.0.1:{live.port}/ws/echo/", origin=live.url) as line:
        line.send("x" * 4000)
        assert line.recv(timeout=5) == "4000"
        line.send("x" * 5000)
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=5)


def test_many_at_once(live):
    lines = [live.raw() for _ in range(40)]
    for number, line in enumerate(lines):
        line.sendall(b"GET /echo/?n=%d HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % number)
    for number, line in enumerate(lines):
        assert b'{"n": "%d"}' % number in read_all(line)
        line.close()


@pytest.mark.soak(seconds=5)
def test_a_stop_answers_what_is_under_way(tmp_path):
    live = Live(tmp_path)
    with live.raw() as line:
        line.sendall(b"GET /slow/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        time.sleep(0.3)
        live.process.send_signal(signal.SIGTERM)
        assert read_all(line).endswith(b"slow")
    code, output = live.ended()  # at its very end, another signal would kill it
    assert code == 0
    assert "Traceback" not in output


@pytest.fixture
def stopping(tmp_path):
    """A server that is being stopped while it still works on one page."""
    live = Live(tmp_path)
    live.kept = [live.raw() for _ in range(5)]
    for line in live.kept:
        line.sendall(b"GET /page/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        received = b""
        while not received.endswith(b"page "):
            received += line.recv(65536)
    live.arriving = live.kept.pop()
    live.arriving.sendall(b"POST /noted/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20\r\n\r\nhalf of it")
    live.large = live.raw()
    live.large.sendall(b"GET /file/1000000/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
    with live.raw() as line:
        line.sendall(b"GET /slow/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        time.sleep(0.3)
        live.process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        yield live
    for line in (*live.kept, live.arriving, live.large):
        line.close()
    live.process.kill()


@pytest.mark.soak(seconds=4)
def test_what_comes_after_the_signal_is_refused_before_anything_is_stored(stopping):
    for number, line in enumerate(stopping.kept):
        line.sendall(b"POST /noted/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nlate-%d" % number)
    for line in stopping.kept:
        answer = read_all(line).lower()
        assert answer.startswith(b"http/1.1 503 ")
        assert b"\r\nconnection: close\r\n" in answer
        assert b"\r\nretry-after: " in answer
    code, output = stopping.ended()
    assert (code, "noted" in output) == (0, False)


@pytest.mark.soak(seconds=4)
def test_a_request_that_was_still_arriving_is_refused_as_well(stopping):
    assert read_all(stopping.arriving).startswith(b"HTTP/1.1 503 ")
    assert "noted" not in stopping.ended()[1]


@pytest.mark.soak(seconds=3)
def test_a_large_answer_arrives_whole_though_the_server_is_stopping(stopping):
    assert len(read_all(stopping.large).partition(b"\r\n\r\n")[2]) == 1_000_000
    assert stopping.ended()[0] == 0


def test_a_stop_closes_sockets_with_the_code_for_going_away(tmp_path):
    live = Live(tmp_path)
    with connect(f"ws://127.0.0.1:{live.port}/ws/echo/", origin=live.url) as line:
        live.process.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=5)
        assert closed.value.rcvd.code == 1001
    assert live.ended()[0] == 0


@pytest.mark.soak(seconds=5)
def test_a_stop_is_quick_when_nothing_is_under_way(tmp_path):
    live = Live(tmp_path)
    with connect(f"ws://127.0.0.1:{live.port}/ws/echo/", origin=live.url) as line:
        line.send("a socket that comes and goes")
        line.recv(timeout=5)
    with live.raw() as line:  # a connection that asks for nothing
        began = time.monotonic()
        assert live.stop()[0] == 0
        assert time.monotonic() - began < 3
        assert read_all(line) == b""


def test_a_port_in_use_is_said_plainly(live):
    done = subprocess.run(
        [sys.executable, "-m", "tests.site.server.live_site", str(live.port), "1"],
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert done.returncode == 1
    assert done.stderr.strip().endswith("is something else running there?")
