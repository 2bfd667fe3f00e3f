"""Playing over days by program: lobby, invitations, terms, undo requests, replay, practising, talk, notes."""

import pytest

from games.api.lobby import MineOut
from games.api.ratings import PlayerOut
from games.api.replay import MomentOut, ReplayOut
from games.api.schemas import MatchOut
from games.api.talk import TalkOut
from games.match_page.models import BugReport
from games.matches.models import Match
from scrapsite.accounts.tokens import issue_token
from scrapsite.common.players import new_guest
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

NEW = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}]}


def made(caller: Caller, **more):
    status, match = caller.post("/matches", NEW | more)
    assert status == 200, match
    MatchOut.model_validate(match)
    return match


def test_a_match_with_terms_is_found_in_the_lobby_and_joined(caller, rival):
    clock = {"kind": "bank", "seconds": 600, "increment": 30, "timeout": "bot"}
    match = made(caller, listed=True, name="Rust belt", rated=True, watch_delay=60, clock=clock)
    assert match["terms"] == {
        "name": "Rust belt", "private": False, "watch": "all", "watch_delay": 60, "rated": True,
        "rating_range": None,
    }  # fmt: skip
    assert match["clock"]["expires"]
    status, lines = rival.get("/lobby?box=scrapbots&time=live&rated=yes")
    assert (status, [line["id"] for line in lines]) == (200, [match["id"]])
    assert rival.get("/lobby?time=days")[1] == []
    status, joined = rival.post(f"/matches/{match['id']}/join")
    assert [seat_clock["runs"] for seat_clock in joined["clock"]["seats"]].count(True) == 1
    mine = caller.get("/me/matches")[1]
    MineOut.model_validate(mine)
    assert [line["id"] for line in mine["your_turn"] + mine["waiting"]] == [match["id"]]


def test_a_guests_match_is_never_rated():
    """It counted for nobody who had made it, and for the bots and players in it."""
    guest = new_guest()
    match = made(Caller(guest, issue_token(guest)), rated=True)
    assert match["terms"]["rated"] is False


def test_invitations_are_read_declined_and_accepted(caller, rival):
    first, second = (made(caller, private=True, invited=["gasket"]) for _ in range(2))
    asked = rival.get("/me/matches")[1]["invitations"]
    assert {one["match"]["id"] for one in asked} == {first["id"], second["id"]}
    assert rival.post(f"/matches/{first['id']}/decline") == (200, {"done": True})
    assert rival.post(f"/matches/{second['id']}/join")[0] == 200
    assert rival.get("/me/matches")[1]["invitations"] == []
    status, refusal = caller.post(f"/matches/{first['id']}/invitations", {"name": "gasket"})
    assert (status, refusal["code"]) == (422, "match/cannot-invite")


def test_a_private_match_opens_with_its_key_only(caller, outsider):
    match = made(caller, private=True)
    key = Match.objects.get(pk=match["id"]).invite_key
    assert key in match["join_path"]
    assert outsider.post(f"/matches/{match['id']}/join")[0] == 404
    assert outsider.post(f"/matches/{match['id']}/join", {"key": "wrong"})[0] == 404
    assert outsider.post(f"/matches/{match['id']}/join", {"key": key})[0] == 200


def test_an_undo_is_asked_for_and_allowed(duel, turns):
    first, second = turns
    end = {"seen": 0, "client_move_id": "a", "move": {"type": "end-turn"}}
    assert first.post(f"/matches/{duel}/moves", end)[0] == 200
    assert first.get(f"/matches/{duel}")[1]["undo"]["can_ask"]
    assert first.post(f"/matches/{duel}/undo/ask", {"seen": 1, "client_move_id": "b"})[0] == 200
    asked = second.get(f"/matches/{duel}")[1]["undo"]["request"]
    assert asked["may_answer"]
    answer = {"request": asked["key"], "verdict": "allow"}
    assert second.post(f"/matches/{duel}/undo/answer", answer)[0] == 200
    assert first.get(f"/matches/{duel}")[1]["undo"]["request"] is None
    assert second.post(f"/matches/{duel}/undo/answer", answer)[1]["code"] == "move/cannot-undo"


def test_replay_record_and_practising(duel, turns, caller, outsider):
    first, second = turns
    first.post(f"/matches/{duel}/moves", {"seen": 0, "client_move_id": "a", "move": {"type": "end-turn"}})
    seat = first.get(f"/matches/{duel}")[1]["seat"]
    own = first.get(f"/matches/{duel}/replay")[1]
    ReplayOut.model_validate(own)
    assert own["seat"] == str(seat)
    assert first.get(f"/matches/{duel}/replay?seat={1 - seat}")[0] == 404
    assert outsider.get(f"/matches/{duel}/replay")[1]["seat"] == "public"
    status, moment = first.get(f"/matches/{duel}/replay/0")
    MomentOut.model_validate(moment)
    assert [player["hand"] is not None for player in moment["view"]["players"]][1 - seat] is False
    assert first.get(f"/matches/{duel}/record")[1]["code"] == "match/no-record"
    status, practice = first.post(f"/matches/{duel}/practise", {"step": 1, "seat": seat, "bot": "greedy"})
    assert (status, practice["terms"]["private"]) == (200, True)
    second.post(f"/matches/{duel}/resign")
    assert caller.get(f"/matches/{duel}/replay?seat=all")[0] == 200
    record = outsider.get(f"/matches/{duel}/record")[1]
    assert (record["match"], len(record["steps"])) == (duel, 3)
    status, again = caller.post(f"/matches/{duel}/again")
    assert (status, again["status"]) == (200, "open")


def test_talk_and_notes(duel, caller, rival, outsider):
    assert caller.post(f"/matches/{duel}/talk", {"text": "Hello!"})[0] == 200
    _status, talk = rival.get(f"/matches/{duel}/talk")
    TalkOut.model_validate(talk)
    message = talk["messages"][0]
    assert (message["text"], message["name"], talk["may_write"]) == ("Hello!", "rivet", True)
    assert outsider.get(f"/matches/{duel}/talk")[1] == {"may_write": False, "messages": []}
    assert outsider.post(f"/matches/{duel}/talk", {"text": "Hi"})[0] == 403
    assert rival.post(f"/matches/{duel}/talk/{message['key']}/report", {"words": "Rude."})[0] == 200
    assert rival.post(f"/matches/{duel}/mute", {"seat": 0})[1]["messages"] == []
    assert len(rival.post(f"/matches/{duel}/mute", {"seat": 0, "on": False})[1]["messages"]) == 1
    assert caller.post(f"/matches/{duel}/note", {"text": "Left!"}) == (200, {"text": "Left!"})
    assert rival.get(f"/matches/{duel}/note") == (200, {"text": ""})


def test_a_bug_is_reported(duel, caller):
    assert caller.post(f"/matches/{duel}/bug", {"words": "It hangs."})[0] == 200
    assert BugReport.objects.get().words == "It hangs."
    assert caller.post(f"/matches/{duel}/bug", {"words": " "})[1]["code"] == "talk/refused"


def test_ratings_and_players(caller, rival):
    assert caller.get("/games/scrapbots/players") == (200, [])
    assert caller.get("/games/nothing/players")[0] == 404
    status, player = caller.get("/players/gasket")
    PlayerOut.model_validate(player)
    assert (status, player["name"], player["games"]) == (200, "gasket", [])
    assert caller.get("/players/nobody")[0] == caller.get("/players/%00")[0] == 404
