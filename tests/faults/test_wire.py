"""The real addresses over real connections: bodies, hosts and doorbells."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from tests.faults.browsing import Browser, open_bell, wait_for_close
from tests.faults.running import Pair, Site, move_body

pytestmark = pytest.mark.faults

LIMIT = 256 * 1024


@pytest.fixture(scope="module")
def browser(running_site: Site) -> Browser:
    return Browser(running_site)


@pytest.fixture(scope="module")
def pair(running_site: Site) -> Pair:
    return running_site.pair()


class TestBodies:
    """Nothing over the limit gets in, whatever the address, and the refusal can be read."""

    @pytest.mark.parametrize(
        "path", ["/", "/matches/new/", "/accounts/login/", "/api/v1/guests", "/api/v1/matches", "/nowhere/"]
    )
    def test_a_large_body_is_a_413_in_clear_words(self, running_site: Site, path: str) -> None:
        answer = httpx.post(f"{running_site.url}{path}", content=b"x" * (LIMIT + 1), timeout=20, verify=False)
        assert answer.status_code == 413
        assert "256 kB" in answer.text
        if path.startswith("/api/"):
            assert answer.json()["code"] == "request/too-large"

    def test_a_large_chunked_body_too(self, running_site: Site, pair: Pair) -> None:
        path = f"{running_site.url}/api/v1/matches/{pair.match}/moves"
        chunks: Iterator[bytes] = (b" " * 20_000 for _ in range(20))
        answer = httpx.post(path, content=chunks, timeout=20, verify=False)
        assert (answer.status_code, answer.json()["code"]) == (413, "request/too-large")

    def test_a_chunked_move_is_a_move(self, running_site: Site) -> None:
        fresh = running_site.pair()
        mover, table = fresh.table()
        body = json.dumps(move_body(table["seq"], "chunked", table["legal"][0])).encode()
        answer = mover.client.post(
            f"matches/{fresh.match}/moves",
            content=(body[at : at + 7] for at in range(0, len(body), 7)),
            headers={"Content-Type": "application/json"},
        )
        assert answer.status_code == 200

    def test_a_deep_body_within_the_limit_is_refused_quickly(self, pair: Pair) -> None:
        began = time.monotonic()
        answer = pair.players[0].client.post(
            f"matches/{pair.match}/moves",
            content=b"[" * (LIMIT - 1),
            headers={"Content-Type": "application/json"},
        )
        assert answer.status_code in (400, 422)
        assert time.monotonic() - began < 5

    def test_a_foreign_host_is_refused(self, running_site: Site) -> None:
        answer = httpx.get(f"{running_site.url}/cards/", headers={"Host": "evil.example"}, verify=False)
        assert answer.status_code == 400


class TestUpdateSockets:
    """An update socket says that a match has gone on, to those who may look, and listens to nobody."""

    def test_it_rings_with_a_number_and_nothing_more(self, running_site: Site) -> None:
        fresh = running_site.pair()
        with open_bell(running_site, fresh.match) as bell:
            assert json.loads(bell.recv(timeout=10)) == {"match": fresh.match, "seq": 0}
            mover, table = fresh.table()
            mover.post(f"matches/{fresh.match}/moves", move_body(0, "ring", table["legal"][0]))
            assert json.loads(bell.recv(timeout=10)) == {"match": fresh.match, "seq": 1}

    @pytest.mark.parametrize(
        "origin", ["http://evil.example", "http://127.0.0.1", "https://127.0.0.1:{port}", "null", "file://"]
    )
    def test_foreign_pages_get_none(self, running_site: Site, browser: Browser, origin: str) -> None:
        with pytest.raises(InvalidStatus) as refused:
            browser.bell(running_site, origin=origin.format(port=running_site.port))
        assert refused.value.response.status_code == 403

    @pytest.mark.parametrize("match", ["aaaaaaaaaa", "x", "AAAAAAAAAA", "%00"])
    def test_there_is_none_at_what_is_not_there(
        self, running_site: Site, browser: Browser, match: str
    ) -> None:
        with pytest.raises(InvalidStatus) as refused:
            browser.bell(running_site, match)
        assert refused.value.response.status_code == 403

    @pytest.mark.parametrize("frame", ["", "hello", '{"type": "end-turn"}', b"\x00\xff"])
    def test_the_first_frame_closes_it(self, running_site: Site, pair: Pair, frame: str | bytes) -> None:
        with open_bell(running_site, pair.match) as bell:
            bell.send(frame)
            assert wait_for_close(bell) == 4400

    def test_a_large_frame_closes_it(self, running_site: Site, pair: Pair) -> None:
        with open_bell(running_site, pair.match) as bell:
            bell.send("x" * 5000)
            assert wait_for_close(bell) in (0, 1006, 1008, 1009)

    def test_signing_out_closes_it(self, running_site: Site) -> None:
        browser = Browser(running_site)
        with browser.bell(running_site) as bell:
            bell.recv(timeout=10)
            assert browser.post("/accounts/logout/").status_code == 302
            assert wait_for_close(bell) == 4401

    def test_a_match_called_off_is_gone_for_strangers_and_stays_for_its_maker(
        self, running_site: Site
    ) -> None:
        browser = Browser(running_site)
        with browser.bell(running_site) as mine, open_bell(running_site, browser.match) as other:
            mine.recv(timeout=10)
            other.recv(timeout=10)
            assert browser.post(f"/matches/{browser.match}/cancel/").status_code == 302
            assert wait_for_close(other) == 4401
            assert json.loads(mine.recv(timeout=10))["seq"] == -1
        with pytest.raises(InvalidStatus):
            open_bell(running_site, browser.match)
        with browser.bell(running_site) as mine:
            assert json.loads(mine.recv(timeout=10))["seq"] == -1
