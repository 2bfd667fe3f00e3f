"""What a player may not know is in nothing the server sends to them: bytes compared, not intentions.

The hidden cards of a stored match are dealt otherwise, and everything others get must stay the same.
"""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.engine.proofs import commitment
from games.matches.actions.create import create_match
from games.matches.actions.seats import join_match
from games.matches.models import Match, MatchSecret, Step
from tests.playing import (
    ME,
    OPEN,
    forget_drawn,
    legal_moves,
    match_of,
    play_on,
    play_until,
    state_of,
    store_state,
)
from tests.security.roles import World
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

NO_MOVE = {
    "client_move_id": "never",
    "move": {"type": "build-scrapbot", "card": "golem", "lane": 9},
}
EDITIONS = ("3.4", "3.6", "3.6-2020-07")


def plain(text: str) -> str:
    """Return *text* without what is new at each request: CSRF tokens and the next client move id."""
    text = re.sub(r"[A-Za-z0-9]{64}(?=[\"'])", "TOKEN", text)
    return re.sub(r'(name="(?:client_move_id|request_id)"\s+value=)"[^"]+"', r"\1ID", text)


def all_that_is_sent(world: World, match: Match, role: str) -> dict[str, str]:
    """Return everything the role gets to see of the match."""
    client, program = world.client(role), Client(headers=world.headers(role))
    address = f"/matches/{match.pk}/"
    found = {
        "page": client.get(address),
        "whole log": client.get(f"{address}?log=all"),
        "board": client.get(f"{address}board/", headers={"HX-Request": "true"}),
        "log beside it": client.get(f"{address}log/", headers={"HX-Request": "true"}),
        "join": client.get(f"{address}join/"),
        "resign": client.get(f"{address}resign/"),
        "lobby": client.get("/matches/"),
        "home": client.get("/"),
        "api": program.get(f"/api/v1/matches/{match.pk}?log=all"),
        "undo": program.post(
            f"/api/v1/matches/{match.pk}/undo",
            {"seen": -1, "client_move_id": "never"},
            content_type="application/json",
        ),
        "refusal": program.post(
            f"/api/v1/matches/{match.pk}/moves",
            {**NO_MOVE, "seen": match.seq},
            content_type="application/json",
        ),
    }
    headers = {name: f"{answer.status_code} {sorted(answer.items())}" for name, answer in found.items()}
    return {name: plain(headers[name] + answer.content.decode()) for name, answer in found.items()}


def deal_otherwise(state: Any, seat: int, luck: random.Random) -> None:
    """Deal anew what only *seat* or nobody knows: its hand, both decks, the main deck."""
    hand, deck = state.hands[seat], state.decks[seat]
    mixed = hand + deck
    before = list(hand)
    while sorted(mixed[: len(hand)]) == sorted(before):
        luck.shuffle(mixed)
    state.hands[seat], state.decks[seat] = mixed[: len(hand)], mixed[len(hand) :]
    luck.shuffle(state.decks[1 - seat])
    luck.shuffle(state.main)


def has_varied_hand(seat: int) -> Callable[[Any], bool]:
    """Tell whether the hand of *seat* could be another one, in the turn of that seat or the other."""
    return lambda state: (
        state.turn > 6
        and state.active == 1 - seat
        and state.hands[seat]
        and state.decks[seat]
        and len(set(state.hands[seat] + state.decks[seat])) > 2
    )


@pytest.mark.parametrize("edition", [EDITIONS[2], *(soaking(one, seconds=4) for one in EDITIONS[:2])])
def test_others_get_the_same_bytes_however_the_hidden_cards_lie(world: World, edition: str) -> None:
    people = [world.people["player"], world.people["opponent"]]
    match = play_until(match_of(*people, edition), people, has_varied_hand(0))
    others = ("opponent", "spectator", "visitor")
    before = {role: all_that_is_sent(world, match, role) for role in others}
    own, held = all_that_is_sent(world, match, "player"), sorted(state_of(match).hands[0])
    luck, seen_otherwise = random.Random(1), 0
    for _ in range(2):
        state = state_of(match)
        deal_otherwise(state, 0, luck)
        store_state(match, state)
        for role in others:
            assert all_that_is_sent(world, match, role) == before[role], role
        if sorted(state.hands[0]) != held:
            now = all_that_is_sent(world, match, "player")
            assert not [name for name in ("api", "board", "page", "whole log") if now[name] == own[name]]
            seen_otherwise += 1
    assert seen_otherwise


@pytest.mark.parametrize(
    "moves, others",
    [(8, ("opponent",)), soaking(30, ("opponent", "spectator", "visitor"), seconds=3)],
    ids=["few", "many"],
)
def test_drawn_cards_are_told_to_nobody_else(world: World, moves: int, others: tuple[str, ...]) -> None:
    """Stored events name the cards drawn: other people's log and JSON are the same without the names."""
    people = [world.people["player"], world.people["opponent"]]
    match = play_on(match_of(*people, EDITIONS[1]), people, moves, undo=False)
    before = {role: all_that_is_sent(world, match, role) for role in others}
    own = all_that_is_sent(world, match, "player")
    changed = 0
    for step in Step.objects.filter(match=match):
        events = json.loads(step.events)
        for event in events:
            if event["type"] == "cards-drawn" and event["seat"] == 0 and event["cards"]:
                event["cards"] = ["brain-damage"] * len(event["cards"])
                changed += 1
        Step.objects.filter(pk=step.pk).update(events=json.dumps(events))
    assert changed
    forget_drawn()
    for role in others:
        assert all_that_is_sent(world, match, role) == before[role], role
    assert all_that_is_sent(world, match, "player")["whole log"] != own["whole log"]


def test_moves_answers_name_only_what_the_mover_may_know(world: World) -> None:
    """The answer to the end of a turn lists the mover's own draws, and a repeat by others gets nothing."""
    match, player = world.matches["running"], world.people["player"]
    address = f"/api/v1/matches/{match.pk}/moves"
    body = {"seen": match.seq, "client_move_id": "end", "move": {"type": "end-turn"}}
    mine = Client(headers=world.headers("player")).post(address, body, content_type="application/json")
    assert mine.status_code == 200
    for role in ("opponent", "spectator", "guest", "visitor"):
        theirs = Client(headers=world.headers(role)).post(address, body, content_type="application/json")
        assert theirs.status_code in (401, 403, 409)
        assert "cards-drawn" not in theirs.content.decode()
    match.refresh_from_db()
    assert legal_moves(match, player) == []


class TestTheSeed:
    """Seed, salt and the mixed seed are in nothing that is sent before the end."""

    @staticmethod
    def secrets_of(match: Match) -> list[str]:
        secret = MatchSecret.objects.get(match=match)
        seats = [bytes(seat.nonce) for seat in match.seats.all()]
        values = [bytes(secret.seed), bytes(secret.salt), bytes(secret.played), *seats]
        return [value.hex() for value in values if value]

    @pytest.mark.parametrize("state", ["open", "running"])
    def test_it_is_sent_to_nobody_before_the_end(self, world: World, state: str) -> None:
        match = world.matches[state]
        kept = self.secrets_of(match)
        assert len(kept) >= 3
        for role in world.people:
            for name, text in all_that_is_sent(world, match, role).items():
                assert not [value for value in kept if value in text.lower()], (role, name)

    def test_a_match_called_off_keeps_it(self, world: World) -> None:
        match = world.matches["cancelled"]
        text = "".join(all_that_is_sent(world, match, "player").values())
        assert not [value for value in self.secrets_of(match) if value in text]

    def test_afterwards_everybody_can_check_the_commitment(self, world: World) -> None:
        match = world.matches["finished"]
        told = Client(headers=world.headers("spectator")).get(f"/api/v1/matches/{match.pk}").json()
        proof = told["proof"]
        seed, salt = bytes.fromhex(proof["seed"]), bytes.fromhex(proof["salt"])
        pins = json.loads(MatchSecret.objects.get(match=match).pins)
        assert commitment(seed, salt, pins) == told["commitment"]
        page = world.client("visitor").get(f"/matches/{match.pk}/").content.decode()
        assert told["commitment"] in page

    def test_the_commitment_is_there_before_the_deal_and_stays(self, make_user: Callable[..., User]) -> None:
        match = create_match(make_user("washer"), "scrapbots", "3.6", {}, [ME, OPEN])
        before = MatchSecret.objects.get(match=match).commitment
        join_match(match.pk, make_user("grommet"))
        assert MatchSecret.objects.get(match=match).commitment == before


def test_logs_hold_no_card_seed_token_or_password(
    world: World, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when something breaks in the middle of a move."""
    caplog.set_level(logging.DEBUG)
    match = world.matches["running"]
    client = world.client("player", raise_request_exception=False)
    wrong = {"login": "rivet", "password": "hunter2-hunter2"}
    assert Client().post("/accounts/login/", wrong).status_code == 200
    monkeypatch.setattr("games.matches.steps.store", break_down)
    form = {"seen": match.seq, "client_move_id": "x", "move": '{"type":"end-turn"}'}
    answer = client.post(f"/matches/{match.pk}/moves/", form)
    assert answer.status_code == 500
    records = [record for record in caplog.records if record.name != "django.db.backends"]
    logged = "\n".join(map(logging.Formatter("%(message)s").format, records))
    assert "break_down" in logged
    private = [*TestTheSeed.secrets_of(match), "hunter2-hunter2", world.headers("player")["Authorization"]]
    for value in private:
        assert value not in logged
        assert value not in answer.content.decode()
    for slug in ("spare-parts", "circuitry", "drone"):
        assert slug not in logged


def break_down(*args: Any) -> None:
    raise RuntimeError("out of oil")
