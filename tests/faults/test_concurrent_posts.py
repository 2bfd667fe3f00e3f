"""Many requests at the very same time, over real connections."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.faults.running import Player, Site, move_body

pytestmark = pytest.mark.faults

POSTS = 16


def all_at_once(calls: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Make all calls at the same moment, each on a connection that is open already."""
    barrier = threading.Barrier(len(calls))

    def call(number: int) -> httpx.Response:
        barrier.wait()
        return calls[number]()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(call, range(len(calls))))


def twins(site: Site, player: Player, count: int) -> list[Player]:
    """Return so many connections of the same player, opened."""
    found = [Player(site.url, player.token) for _ in range(count)]
    for twin in found:
        twin.get("games")
    return found


def test_sixteen_identical_posts_store_one_row_and_get_the_same_answer(running_site: Site) -> None:
    pair = running_site.pair()
    for turn in range(4):
        mover, table = pair.table()
        body = move_body(table["seq"], f"once-{turn}", table["legal"][0])
        answers = all_at_once(
            [
                lambda twin=twin, body=body: twin.post(f"matches/{pair.match}/moves", body)
                for twin in twins(running_site, mover, POSTS)
            ]
        )
        assert {(answer.status_code, answer.content) for answer in answers} == {(200, answers[0].content)}
        rows = running_site.rows(
            "select seq from games_step where match_id = ? and client_move_id = ?", pair.match, f"once-{turn}"
        )
        assert rows == [(answers[0].json()["seq"],)]
        assert pair.table()[1]["seq"] == table["seq"] + 1


def test_of_different_moves_on_the_same_board_one_is_played(running_site: Site) -> None:
    pair = running_site.pair()
    for turn in range(6):
        mover, table = pair.table()
        moves = [move for move in table["legal"] if move["type"] != "end-turn"] or table["legal"]
        wanted = [moves[0], moves[-1]]
        bodies = [move_body(table["seq"], f"{turn}-{number}", move) for number, move in enumerate(wanted)]
        answers = all_at_once(
            [
                lambda twin=twin, body=body: twin.post(f"matches/{pair.match}/moves", body)
                for twin, body in zip(twins(running_site, mover, 2), bodies, strict=True)
            ]
        )
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        played = next(number for number, answer in enumerate(answers) if answer.status_code == 200)
        query = "select move from games_step where match_id = ? and seq = ?"
        stored = running_site.rows(query, pair.match, table["seq"] + 1)
        assert json.loads(stored[0][0]) == wanted[played]
        assert pair.table()[1]["seq"] == table["seq"] + 1


def test_one_open_seat_is_taken_by_one_of_many(running_site: Site) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    body = {"game": "scrapbots", "edition": "3.4", "seats": seats}
    match = running_site.player().post("matches", body).json()["id"]
    guests = [running_site.player() for _ in range(8)]
    answers = all_at_once([lambda guest=guest: guest.post(f"matches/{match}/join", {}) for guest in guests])
    assert sorted(answer.status_code for answer in answers) == [200] + [422] * 7
    assert running_site.rows("select count(*) from games_step where match_id = ?", match) == [(1,)]


@pytest.mark.soak(seconds=6)
def test_four_who_look_for_an_opponent_at_once_are_two_pairs(running_site: Site) -> None:
    """Two half-empty tables of the same kind would each wait for somebody who sits at the other."""

    def look() -> httpx.Response:
        wish = {"title": "scrapbots", "pace": "live"}
        browser = {"Sec-Fetch-Site": "same-origin"}
        with httpx.Client(base_url=running_site.url, headers=browser, timeout=30) as client:
            return client.post(client.post("/matches/pair/", data=wish).headers["Location"], data=wish)

    answers = all_at_once([look] * 4)
    assert [answer.status_code for answer in answers] == [303] * 4
    assert len({answer.headers["Location"] for answer in answers}) == 2
    found = running_site.rows("select status from games_match where is_listed")
    assert found == [("running",)] * 2


@pytest.mark.soak(seconds=3)
def test_a_move_and_a_resignation_at_once_leave_a_match_that_ended_once(running_site: Site) -> None:
    pair = running_site.pair()
    mover, table = pair.table()
    first, second = twins(running_site, mover, 2)
    body = move_body(table["seq"], "last", table["legal"][0])
    moved, resigned = all_at_once(
        [
            lambda: first.post(f"matches/{pair.match}/moves", body),
            lambda: second.post(f"matches/{pair.match}/resign", {}),
        ]
    )
    assert resigned.status_code == 200
    assert moved.status_code in (200, 422)
    kinds = running_site.rows("select kind from games_step where match_id = ? order by seq", pair.match)
    assert [kind for (kind,) in kinds].count("resign") == 1
    assert kinds[-1] == ("resign",)
