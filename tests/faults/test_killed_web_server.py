"""The web server is killed in the middle of things: what it said was done is done."""

from __future__ import annotations

import json

import pytest

from tests.faults.load import Load
from tests.faults.running import Site, manage

pytestmark = pytest.mark.faults

KILLS = 2
MATCHES = 6


def test_no_acknowledged_move_is_lost_and_repeats_get_the_same_answer(site: Site) -> None:
    site.start_web()
    pairs = [site.pair() for _ in range(MATCHES)]
    players = {pair.match: pair.players for pair in pairs}
    for _ in range(KILLS):
        load = Load(pairs)
        load.start()
        load.wait_for(40)
        site.kill_web()
        load.stop()
        for match, notes in load.notes.items():
            assert not notes.troubles
            check_stored(site, match, notes.answered)
        site.start_web()
        for match, notes in load.notes.items():
            check_repeats(players[match], match, notes)
    done = manage(site.var, "verify_matches")
    assert done.returncode == 0, done.stderr
    assert f"{MATCHES} matches" in done.stdout


def check_stored(site: Site, match: str, answered: list) -> None:
    """Every answered move is a row, the rows have no gaps, and the match's row agrees."""
    query = "select seq, client_move_id, move from games_step where match_id = ? order by seq"
    rows = site.rows(query, match)
    assert [row[0] for row in rows] == list(range(len(rows)))
    assert site.rows("select seq from games_match where id = ?", match) == [(len(rows) - 1,)]
    stored = {seq: (client_id, json.loads(move)) for seq, client_id, move in rows if move}
    for body, answer in answered:
        client_id, move = stored[json.loads(answer)["seq"]]
        assert client_id == body["client_move_id"]
        assert body["move"] == move


def check_repeats(players: tuple, match: str, notes) -> None:
    """The same request gets the same answer; one that was never answered is carried out once."""
    address = f"matches/{match}/moves"
    for body, answer in notes.answered[-4:]:
        replies = [player.post(address, body) for player in players]
        assert [reply.content for reply in replies if reply.status_code == 200] == [answer]
    for body in notes.unanswered:
        first, second = ([player.post(address, body) for player in players] for _ in range(2))
        won = [reply.content for reply in (*first, *second) if reply.status_code == 200]
        assert len(won) == 2
        assert won[0] == won[1]
