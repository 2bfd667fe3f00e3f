"""Several moves in one request: all of them or none, and only once."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.engine import codec
from games.engine.errors import BadMove, IllegalMove, NotYourTurn, StaleMatch
from games.matches.actions.play import play_moves
from games.matches.errors import IdReused, NotSeated
from games.matches.models import Step
from tests.games.duel import FLIP, PASS, Duel, lay

pytestmark = pytest.mark.django_db


def planning(*moves: dict[str, Any]) -> Any:
    """Return a plan that wants *moves*, whatever it sees."""
    return lambda game, view: [codec.read_move(game.move_type, move) for move in moves]


def play(duel: Duel, *moves: dict[str, Any], seen: int | None = 0, cid: str = "all", by: Any = None) -> Any:
    return play_moves(duel.id, by or duel.mover, seen, cid, planning(*moves))


def test_they_are_steps_with_ids_of_their_own_and_the_last_is_answered(duel):
    mover, first, second = duel.mover, *duel.hand()[:2]
    answer = play(duel, lay(first), lay(second), FLIP)
    assert answer.seq == 3
    assert answer.events[0].seen_by is not None
    ids = Step.objects.filter(match_id=duel.id, seat=duel.players.index(mover)).values_list(
        "client_move_id", flat=True
    )
    assert list(ids) == ["all", "all~1", "all~2"]


def test_the_same_request_again_gets_the_same_answer(duel):
    mover, first, second = duel.mover, *duel.hand()[:2]
    answer = play(duel, lay(first), lay(second), by=mover)
    duel.play(PASS)
    assert play(duel, lay(first), lay(second), by=mover) == answer
    assert duel.steps() == 4


def test_a_plan_is_told_the_same_view_when_the_request_comes_again(duel):
    seen = []

    def plan(game, view):
        seen.append(view)
        return [codec.read_move(game.move_type, lay(bolt)) for bolt in view.hand[:2]]

    answers = [play_moves(duel.id, duel.mover, 0, "all", plan) for _ in range(2)]
    assert answers[0] == answers[1]
    assert seen[0] == seen[1]
    assert duel.steps() == 3


@pytest.mark.parametrize("others", [[FLIP], [PASS, FLIP], []])
def test_an_id_that_stands_for_other_moves_is_refused(duel, others):
    mover, first = duel.mover, duel.hand()[0]
    play(duel, lay(first), FLIP)
    with pytest.raises(IdReused):
        play(duel, *others, by=mover)


def test_an_id_a_single_move_had_is_refused(duel):
    duel.play(FLIP, cid="all")
    with pytest.raises(IdReused):
        play(duel, *[lay(bolt) for bolt in duel.hand()[:2]], seen=1)
    assert duel.steps() == 2


def test_one_that_is_refused_takes_all_back(duel):
    first = duel.hand()[0]
    with pytest.raises(IllegalMove):
        play(duel, lay(first), lay(first))
    with pytest.raises(NotYourTurn):
        play(duel, FLIP, by=duel.waiter)
    with pytest.raises(BadMove):
        play(duel, FLIP, {"type": "cheat"})
    assert duel.steps() == 1


def test_none_and_too_many(duel):
    assert play(duel) is None
    with pytest.raises(BadMove):
        play(duel, *[FLIP] * 61)
    with pytest.raises(BadMove):
        play(duel, FLIP, cid="x" * 61)
    assert duel.steps() == 1


def test_the_board_must_be_the_one_they_were_meant_for(duel, stranger):
    duel.play(FLIP)
    with pytest.raises(StaleMatch):
        play(duel, PASS, seen=0)
    with pytest.raises(NotSeated):
        play(duel, PASS, seen=1, by=stranger)
    assert play(duel, PASS, seen=None).seq == 2


def test_no_deck_is_brought_into_a_game_without_decks(duel, client: Client):
    client.force_login(duel.mover, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(f"/matches/{duel.id}/mech/", {"acts": ["slash"], "ult": "test"})
    assert answer.status_code == 422
    assert "You can’t bring a deck to this match" in answer.content.decode()
    many = client.post(f"/matches/{duel.id}/mech/", {"acts": ["slash"] * 41})
    assert "too many cards for a deck" in many.content.decode()


class TestAMoveInPieces:
    """A form with several fields puts a move together."""

    def send(self, duel: Duel, **fields: str) -> Any:
        client = Client()
        client.force_login(duel.mover, backend="django.contrib.auth.backends.ModelBackend")
        return client.post(f"/matches/{duel.id}/moves/", {"seen": "0", "client_move_id": "form", **fields})

    def test_is_one_move(self, duel: Duel) -> None:
        bolt = duel.hand()[0]
        answer = self.send(duel, move='{"type":"lay"}', **{"with-bolt": f'{{"bolt":{bolt}}}'})
        assert answer.status_code == 303
        assert bolt not in duel.hand()

    @pytest.mark.parametrize("part", ["[]", "3", "null", "{", '{"bolt":"all"}', '{"spanner":1}'])
    @pytest.mark.soak(seconds=0.2, one_in=3)
    def test_with_an_unfit_part_is_refused(self, duel: Duel, part: str) -> None:
        assert self.send(duel, move='{"type":"lay"}', **{"with-bolt": part}).status_code == 422
        assert duel.steps() == 1

    def test_with_too_many_is_refused(self, duel: Duel) -> None:
        parts = {f"with-{number}": "{}" for number in range(9)}
        assert self.send(duel, move='{"type":"flip"}', **parts).status_code == 422
