"""The web server is killed in the middle of things: what it said was done is done."""

from __future__ import annotations

import json

import pytest

from tests.faults.load import Load
from tests.faults.running import Site, manage

pytestmark = pytest.mark.faults

KILLS = 2
MATCHES = 6
# In the soak: parts, the kills of a part, and players enough for their moves to be committed in groups.
PARTS = 12
ROUNDS = 10
MANY = 12
BOTS_MATCHES = 3


@pytest.mark.soak(seconds=16)
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


@pytest.mark.soak(seconds=70)
@pytest.mark.parametrize("part", range(PARTS))
def test_twenty_kills_of_web_and_worker_lose_and_double_no_move(site: Site, part: int) -> None:
    site.start_web()
    site.start_worker()
    matches = [site.player_against_bot() for _ in range(BOTS_MATCHES)]
    for number in range(ROUNDS):
        pairs = [*(site.pair() for _ in range(MANY)), *matches]
        load = Load(pairs)
        load.start()
        load.wait_for(20 + 7 * ((part + number) % 5))
        kills = [site.kill_web, site.kill_worker]
        for kill in kills if number % 2 else reversed(kills):
            kill()
        load.stop()
        for match, notes in load.notes.items():
            assert not notes.troubles
            check_stored(site, match, notes.answered)
        site.start_web()
        site.start_worker()
        for pair in pairs:
            check_repeats(pair.players, pair.match, load.notes[pair.match])
    assert not site.rows(
        "select match_id, seq from games_step group by match_id, seq having count(*) > 1"
        " union all select match_id, seat from games_step where client_move_id is not null"
        " group by match_id, seat, client_move_id having count(*) > 1"
    )
    done = manage(site.var, "verify_matches")
    assert done.returncode == 0, done.stderr
    assert f"{ROUNDS * MANY + BOTS_MATCHES} matches" in done.stdout


def check_stored(site: Site, match: str, answered: list) -> None:
    """Every answered move is a row, the rows have no gaps, and the match's row agrees.

    One query reads both: the bots' process may still finish a move when its worker is dead.
    """
    query = (
        "select step.seq, client_move_id, move, match.seq from games_step as step"
        " join games_match as match on match.id = match_id where match_id = ? order by step.seq"
    )
    rows = site.rows(query, match)
    assert [row[0] for row in rows] == list(range(len(rows)))
    assert {row[3] for row in rows} == {len(rows) - 1}
    stored = {seq: (client_id, json.loads(move)) for seq, client_id, move, _ in rows if move}
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
        # None if the move wasn't stored, and a bot has moved meanwhile.
        assert len(won) == 2 or (len(players) == 1 and not won)
        assert won[:1] == won[1:]
