"""What two web processes and two workers must do as one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from scrapsite.common.limits import LIMITS
from tests.faults.browsing import Browser, open_bell, wait_for_close
from tests.faults.running import OPEN, PERSON, Player, move_body
from tests.scale.conftest import ManySite

GAME = {"game": "scrapbots", "edition": "3.6"}
PATIENCE = 40.0
# A page may ask by itself every 30 seconds: what comes sooner was rung for.
SOON = 8_000


def pair_at_both(many: ManySite) -> tuple[str, list[Player]]:
    """Return a running match of two guests who talk to different web processes."""
    players = [many.player(0), many.player(1)]
    match = players[0].post("matches", {**GAME, "seats": [PERSON, OPEN]}).json()["id"]
    players[1].post(f"matches/{match}/join", {}).raise_for_status()
    return match, players


def play_one(match: str, players: list[Player]) -> dict[str, Any]:
    """Play a first legal move for whoever must decide, and return the answer."""
    seat = players[0].get(f"matches/{match}")["to_act"][0]
    seen = players[seat].get(f"matches/{match}")
    answer = players[seat].post(
        f"matches/{match}/moves", move_body(seen["seq"], f"m{seen['seq']}", seen["legal"][0])
    )
    answer.raise_for_status()
    played: dict[str, Any] = answer.json()
    return played


def test_a_move_posted_to_one_process_shows_on_a_page_held_by_the_other(many: ManySite, page: Page) -> None:
    match, players = pair_at_both(many)
    page.goto(f"{many.webs[1].url}/matches/{match}/")
    before = int(page.locator("#board").get_attribute("data-seq") or "-1")
    expect(page.locator("#connection-words")).to_have_text("Live", timeout=10_000)
    at_first = [many.at(player, 0) for player in players]
    played = play_one(match, at_first)
    assert played["seq"] > before
    expect(page.locator("#board")).to_have_attribute("data-seq", str(played["seq"]), timeout=SOON)


def test_an_update_socket_of_the_other_process_is_told(many: ManySite) -> None:
    match, players = pair_at_both(many)
    with open_bell(many.webs[1], match) as bell:
        played = play_one(match, [many.at(player, 0) for player in players])
        rung = -1
        while rung < played["seq"]:
            rung = json.loads(bell.recv(timeout=10))["seq"]
        assert rung == played["seq"]


def test_signing_out_at_one_process_closes_the_update_socket_of_the_other(many: ManySite) -> None:
    visitor = Browser(many.webs[0])
    with visitor.bell(many.webs[1]) as bell:
        visitor.post("/accounts/logout/")
        assert wait_for_close(bell, 15) >= 1000


def test_the_same_move_sent_to_both_at_once_is_played_once(many: ManySite) -> None:
    match, players = pair_at_both(many)
    seat = players[0].get(f"matches/{match}")["to_act"][0]
    mover = players[seat]
    seen = mover.get(f"matches/{match}")
    body = move_body(seen["seq"], "twice", seen["legal"][0])
    answers = [many.at(mover, web).post(f"matches/{match}/moves", body).json() for web in (0, 1)]
    assert answers[0] == answers[1]
    found = many.rows("SELECT count(*) FROM games_step WHERE match_id = %s AND kind = 'move'", match)
    assert found == [(1,)]


def test_giving_up_twice_at_once_gives_up_once(many: ManySite) -> None:
    """Whoever comes second has waited for the match, finds a bot at the seat, and gets the first answer."""
    seats = [PERSON, OPEN, {"kind": "bot", "bot": "random"}]
    player, other = many.player(0), many.player(1)
    for _ in range(8):
        match = player.post("matches", {"game": "scrapyard", "edition": "1.0", "seats": seats}).json()["id"]
        other.post(f"matches/{match}/join", {}).raise_for_status()
        with ThreadPoolExecutor(4) as pool:
            at = [many.at(player, number % 2) for number in range(4)]
            answers = list(pool.map(Player.post, at, [f"matches/{match}/resign"] * len(at), [{}] * len(at)))
        assert [answer.status_code for answer in answers] == [200] * 4
        steps = many.rows("SELECT count(*) FROM games_step WHERE match_id = %s AND kind = 'resign'", match)
        assert steps == [(1,)]
        found = many.rows("SELECT status FROM games_match WHERE id = %s", match)
        assert found == [("running",)]


class TestTwoWorkers:
    """Whatever two workers, or a new one after a kill, try to do at once is done once."""

    def test_bots_play_every_turn_once(self, many: ManySite) -> None:
        player = many.player()
        seats = [PERSON, {"kind": "bot", "bot": "greedy"}]
        matches = [player.post("matches", {**GAME, "seats": seats}).json()["id"] for _ in range(12)]
        for turn in range(3):
            for number, match in enumerate(matches):
                self.end_turn(many.at(player, number % 2), match)
            many.kill_worker(turn % 2)
        for match in matches:
            self.wait_for_my_turn(player, match)
        doubled = many.rows("SELECT match_id, seq FROM games_step GROUP BY 1, 2 HAVING count(*) > 1")
        assert doubled == []

    def test_time_runs_out_once_and_each_letter_is_sent_once(self, many: ManySite) -> None:
        wanted = {"letter": 12, "bot": 12, "forfeit": 8, "seed": 5, "from": 2.0, "to": 25.0}
        made = json.loads(many.run("-m", "tests.faults.jobs", json.dumps(wanted)))
        for kill in range(6):
            time.sleep(3)
            many.kill_worker(kill % 2)
        out = "SELECT match_id FROM games_step WHERE kind = 'timeout' ORDER BY 1"
        told = (
            "SELECT match_id FROM scrapsite_notification a JOIN scrapsite_delivery p ON p.id = a.delivery_id "
            "WHERE a.channel = 'email' AND p.sent_at IS NOT NULL AND match_id = ANY(%s) ORDER BY 1"
        )
        played = "SELECT count(*) FROM games_match WHERE id = ANY(%s) AND NOT bot_to_act"
        late = sorted(made["bot"] + made["forfeit"])
        self.wait_for(lambda: [match for (match,) in many.rows(out)] == late)
        self.wait_for(lambda: many.rows(told, made["letter"]) == [(one,) for one in sorted(made["letter"])])
        self.wait_for(lambda: many.rows(played, made["bot"]) == [(12,)])
        assert [match for (match,) in many.rows(out)] == late

    def test_matches_are_rated_once_and_in_order(self, many: ManySite) -> None:
        pairs = [pair_at_both(many) for _ in range(10)]
        ids = [match for match, _ in pairs]
        mine = "SELECT min(user_id), max(user_id) FROM games_seat WHERE match_id = %s"
        [(first, second)] = many.rows(mine, ids[0])
        # The players of these matches are two, and no guests; nothing is rated before all are over.
        who = (
            "UPDATE games_seat SET user_id = CASE number WHEN 0 THEN %s ELSE %s END WHERE match_id = ANY(%s)"
        )
        for match, players in pairs:
            players[0].post(f"matches/{match}/resign", {}).raise_for_status()
        many.write(who, first, second, ids)
        many.write("UPDATE scrapsite_profile SET is_guest = FALSE WHERE user_id IN (%s, %s)", first, second)
        many.write("UPDATE games_match SET is_rated = TRUE, ratings_done = FALSE WHERE id = ANY(%s)", ids)
        raters = [many.start("manage.py", "count_ratings") for _ in range(3)]
        assert [rater.wait(timeout=60) for rater in raters] == [0, 0, 0]
        done = "SELECT count(*) FROM games_match WHERE id = ANY(%s) AND ratings_done"
        self.wait_for(lambda: many.rows(done, ids) == [(len(ids),)])
        changes = (
            "SELECT match_id, mu_before, mu FROM games_ratingchange WHERE match_id = ANY(%s) AND seat = 0 "
            "ORDER BY id"
        )
        counted: list[Any] = many.rows(changes, ids)
        ended = (
            "SELECT match_id FROM games_step WHERE kind = 'resign' AND match_id = ANY(%s) ORDER BY created_at"
        )
        assert [change[0] for change in counted] == [match for (match,) in many.rows(ended, ids)]
        assert all(one[2] == after[1] for one, after in pairwise(counted))

    def wait_for(self, is_so: Callable[[], bool]) -> None:
        until = time.monotonic() + PATIENCE
        while not is_so():
            assert time.monotonic() < until, "it never came to that"
            time.sleep(0.2)

    def end_turn(self, player: Player, match: str) -> None:
        seen = self.wait_for_my_turn(player, match)
        for _ in range(60):
            if seen["to_act"] != [0] or seen["status"] != "running":
                return
            move = {"type": "end-turn"} if {"type": "end-turn"} in seen["legal"] else seen["legal"][0]
            player.post(f"matches/{match}/moves", move_body(seen["seq"], f"m{seen['seq']}", move))
            seen = player.get(f"matches/{match}")
        pytest.fail("the turn never ended")

    def wait_for_my_turn(self, player: Player, match: str) -> dict[str, Any]:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            seen: dict[str, Any] = player.get(f"matches/{match}")
            if seen["status"] != "running" or 0 in seen["to_act"]:
                return seen
            time.sleep(0.1)
        pytest.fail(f"the bot of {match} never moved")


def test_both_processes_count_one_limit(many: ManySite) -> None:
    """The last of this file: it leaves no room for further guests in its minute."""
    _, most = LIMITS["guests"]
    if time.time() % 60 > 40:
        time.sleep(60 - time.time() % 60)
    urls = [f"{many.webs[number % 2].url}/api/v1/guests" for number in range(most + 4)]
    with httpx.Client(timeout=20, verify=False) as client:
        codes = [client.post(url).status_code for url in urls]
    assert set(codes) == {200, 429}
    assert codes.count(200) <= most
