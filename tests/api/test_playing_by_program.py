"""A program plays: from a guest's token to the end of a match."""

import random

import pytest
from django.test import Client

from games.api.matches import GameInfo
from games.api.schemas import AnswerOut, MatchOut
from games.matches.models import Step
from games.matches.tasks import play_bot_turn
from scrapsite.common.limits import LIMITS
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

BOT = {"kind": "bot", "bot": "greedy"}
NEW = {"game": "scrapbots", "edition": "3.6", "options": {"turn_cap": 30}, "seats": [{"kind": "me"}, BOT]}


def test_from_a_guests_token_to_the_end_of_a_match():
    guest = Client().post("/api/v1/guests").json()
    program = Caller(None, guest["token"])
    status, match = program.post("/matches", NEW)
    assert status == 200
    assert match["seats"][0]["name"] == guest["name"]
    luck, number = random.Random(1), 0
    while match["status"] == "running":
        if match["to_act"] == [match["seat"]]:
            number += 1
            move = {"seen": match["seq"], "client_move_id": f"m{number}", "move": luck.choice(match["legal"])}
            status, answer = program.post(f"/matches/{match['id']}/moves", move)
            assert status == 200, answer
            AnswerOut.model_validate(answer)
        else:
            play_bot_turn.call(match["id"])
        status, match = program.get(f"/matches/{match['id']}")
        MatchOut.model_validate(match)
    assert match["result"]["rule"] in ("end-1", "end-2", "end-3", "house-1")
    assert match["proof"]["seed"]
    whole = program.get(f"/matches/{match['id']}?log=all")[1]
    assert whole["log"][0]["seq"] == 0


def test_the_games_are_listed_without_a_token():
    games = Client().get("/api/v1/games").json()
    info = GameInfo.model_validate(games[0])
    assert (info.slug, info.seats, info.bots) == (
        "scrapbots",
        [2],
        ["random", "novice", "greedy", "casual", "strong", "expert"],
    )
    assert list(info.levels) == info.bots, "the weakest first"
    assert info.levels["casual"] == "looks ahead a little"
    assert [edition.slug for edition in info.editions] == ["3.6-2020-07", "3.6", "3.4"]
    assert info.options[0].name == "turn_cap"


def test_a_repeated_move_gets_the_very_same_answer(duel, turns):
    first, second = turns
    seen = first.get(f"/matches/{duel}")[1]
    move = {"seen": seen["seq"], "client_move_id": "once", "move": {"type": "end-turn"}}
    answers = [first.post(f"/matches/{duel}/moves", move) for _ in range(3)]
    assert answers[0][0] == 200
    assert answers[0] == answers[1] == answers[2]
    second.post(f"/matches/{duel}/moves", {"seen": 1, "client_move_id": "x", "move": {"type": "end-turn"}})
    assert first.post(f"/matches/{duel}/moves", move) == answers[0]
    assert Step.objects.filter(match_id=duel).count() == 3


def test_a_stale_move_is_a_409_and_an_illegal_one_a_422_with_its_rule(duel, turns):
    first, second = turns
    attack = {"type": "attack", "lane": 0, "attack": 0}
    status, refusal = first.post(f"/matches/{duel}/moves", {"seen": 0, "client_move_id": "a", "move": attack})
    assert (status, refusal["code"]) == (422, "move/illegal")
    assert refusal["rule"]
    assert refusal["reason"]
    end = {"type": "end-turn"}
    status, refusal = second.post(f"/matches/{duel}/moves", {"seen": 0, "client_move_id": "b", "move": end})
    assert (status, refusal["code"], refusal["rule"]) == (422, "move/not-your-turn", "turn-1")
    assert first.post(f"/matches/{duel}/moves", {"seen": 0, "client_move_id": "c", "move": end})[0] == 200
    status, refusal = first.post(f"/matches/{duel}/moves", {"seen": 0, "client_move_id": "d", "move": end})
    assert (status, refusal["code"]) == (409, "match/stale")


def test_who_has_no_seat_watches_without_secrets_and_moves_nothing(duel, outsider, turns):
    status, seen = outsider.get(f"/matches/{duel}")
    assert (status, seen["seat"], seen["legal"]) == (200, None, [])
    assert all(player["hand"] is None for player in seen["view"]["players"])
    drawn = [line["event"] for line in seen["log"] if line["event"]["type"] == "cards-drawn"]
    assert drawn
    assert all(event["cards"] is None for event in drawn)
    move = {"seen": 0, "client_move_id": "a", "move": {"type": "end-turn"}}
    assert outsider.post(f"/matches/{duel}/moves", move)[0] == 403
    assert outsider.post(f"/matches/{duel}/undo", {"seen": 0, "client_move_id": "a"})[0] == 403
    assert outsider.post(f"/matches/{duel}/resign")[0] == 403
    assert outsider.post(f"/matches/{duel}/join")[1]["code"] == "match/cannot-join"


def test_each_side_reads_only_its_own_hand(duel, caller, rival):
    mine, theirs = caller.get(f"/matches/{duel}")[1], rival.get(f"/matches/{duel}")[1]
    for seen, seat in ((mine, 0), (theirs, 1)):
        assert seen["seat"] == seat
        assert seen["view"]["players"][seat]["hand"]
        assert seen["view"]["players"][1 - seat]["hand"] is None


def test_undo_and_resign(duel, turns):
    first, second = turns
    gain = next(m for m in first.get(f"/matches/{duel}")[1]["legal"] if m["type"] == "gain-scrap")
    first.post(f"/matches/{duel}/moves", {"seen": 0, "client_move_id": "a", "move": gain})
    assert first.get(f"/matches/{duel}")[1]["can_undo"]
    status, answer = first.post(f"/matches/{duel}/undo", {"seen": 1, "client_move_id": "b"})
    assert (status, answer["seq"], answer["events"][0]["type"]) == (200, 2, "move-taken-back")
    status, answer = second.post(f"/matches/{duel}/resign")
    assert (status, answer["status"], answer["result"]["rule"]) == (200, "finished", "end-4")
    status, refusal = first.post(f"/matches/{duel}/undo", {"seen": 3, "client_move_id": "c"})
    assert (status, refusal["code"]) == (422, "match/over")


@pytest.mark.parametrize("match_id", ["aaaaaaaaaa", "x", "%00", "a" * 3000, "AAAAAAAAAA"])
def test_hidden_absent_and_nonsense_matches_are_the_same_404(caller, match_id):
    move = {"seen": 0, "client_move_id": "a", "move": {"type": "end-turn"}}
    for answer in (
        caller.get(f"/matches/{match_id}"),
        caller.post(f"/matches/{match_id}/moves", move),
        caller.post(f"/matches/{match_id}/join"),
        caller.post(f"/matches/{match_id}/resign"),
        caller.post(f"/matches/{match_id}/undo", {"seen": 0, "client_move_id": "a"}),
    ):
        assert (answer[0], answer[1]["code"]) == (404, "not-found")


def test_each_invitation_counts_and_none_of_a_repeat(caller, rival, outsider, monkeypatch):
    new = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}]}
    new["invited"] = ["gasket", "outsider"]
    monkeypatch.setitem(LIMITS, "invitations", (2, 100))
    key = {"headers": {"Idempotency-Key": "once"}}
    made = [caller.call("POST", "/matches", new, **key) for _ in "abc"]
    assert [status for status, _ in made] == [200] * 3
    assert len({match["id"] for _, match in made}) == 1
    assert caller.post("/matches", new | {"invited": ["gasket"]})[1]["code"] == "limit/too-many"
    assert caller.post("/matches", new | {"invited": []})[0] == 200
