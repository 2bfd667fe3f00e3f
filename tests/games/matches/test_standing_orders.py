"""Standing orders: chosen for a seat when the decision is its own, by nobody's knowledge but its own."""

from __future__ import annotations

import json

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.test import Client

from games.engine import codec
from games.engine.errors import BadMove, IllegalMove, MatchOver
from games.fairness.verify import replay_match
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.orders import MOST_ORDERS, give_order, withdraw_order
from games.matches.actions.resign import resign
from games.matches.errors import NotSeated, NotStarted
from games.matches.models import Match, StandingOrder, Step
from scrapsite.accounts.tokens import issue_token
from tests.games.duel import Duel
from tests.games.yard import DONE, Yard
from tests.security.matrix import ROWS
from tests.table import table

pytestmark = pytest.mark.django_db

RIGHT = {"type": "turn-at", "round": 5, "register": 1, "step": 0, "side": "right"}
LEFT = {**RIGHT, "side": "left"}
FAR_PILE = {"type": "salvage-at", "round": 5, "register": 1, "step": 0, "pile": 8}
POLICY = {"type": "scrap-policy", "take": "lowest"}
BETWEEN_PILES = "e1"


def set_table(yard, *done, card="pivot"):
    """Put the table where rivet stands between two piles, with *card* in the first register."""
    game = table("junkyard").standing(0, BETWEEN_PILES).slotting(card).holding("crawl", "roll")
    for seat in done:
        game.state.done[seat] = 1
    yard.keep(game.state)
    left = [seat for seat in (0, 1) if seat not in done]
    bots = yard.match.bots
    Match.objects.filter(pk=yard.id).update(to_act=left, bot_to_act=any(bots[seat] for seat in left))
    return yard


@pytest.fixture
def yard(user, other_user):
    """rivet, with Pivot in the first register, and gasket program in round 5."""
    return set_table(Yard.programming(user, other_user))


def give(yard, user, *orders):
    for order in orders:
        give_order(yard.id, user, order)


def standing(yard):
    return [json.loads(order.order) for order in StandingOrder.objects.filter(match_id=yard.id)]


def moves_of(yard, seat):
    """Return the seat's moves in the resolution, as stored."""
    steps = Step.objects.filter(match_id=yard.id, seat=seat, kind="move").order_by("seq")
    return [
        move
        for step in steps
        if (move := json.loads(step.move))["type"] not in ("place-scrapbot", "set-program")
    ]


def test_an_order_is_followed_at_its_moment_as_an_ordinary_move(yard, user, other_user):
    give(yard, user, RIGHT)
    assert not moves_of(yard, 0)
    yard.play(user, DONE)
    answer = yard.play(other_user, DONE)
    assert moves_of(yard, 0) == [{"type": "turn", "side": "right"}]
    last = Step.objects.get(match_id=yard.id, seq=yard.match.seq)
    assert (last.seat, last.client_move_id, last.kind) == (0, None, "move")
    assert answer.events[0].seat == 1, "the answer is of the mover's own move"
    assert any("turned right around the corner" in line.text for line in yard.board(other_user).log)


def test_without_an_order_the_player_is_asked(yard, user, other_user):
    yard.everybody_done()
    assert yard.match.to_act == [0]
    assert {"type": "turn", "side": "left"} in yard.legal(user)


def test_one_that_is_not_legal_at_its_moment_is_skipped_and_the_player_asked(yard, user):
    set_table(yard, card="grab")
    give(yard, user, FAR_PILE)
    yard.everybody_done()
    assert not moves_of(yard, 0)
    assert yard.board(user).my_turn
    yard.play(user, {"type": "salvage", "pile": 0})
    assert standing(yard) == [], "its moment has passed"


def test_one_given_while_its_decision_waits_is_followed_at_once(yard, user):
    yard.everybody_done()
    give(yard, user, LEFT)
    assert moves_of(yard, 0)[0] == {"type": "turn", "side": "left"}


def test_the_newer_of_two_holds(yard, user):
    give(yard, user, RIGHT, LEFT)
    yard.everybody_done()
    assert moves_of(yard, 0)[0] == {"type": "turn", "side": "left"}


HIGHEST = {"type": "scrap-policy", "take": "highest"}


def test_an_order_takes_the_place_of_one_that_settles_the_same(yard, user):
    give(yard, user, RIGHT, POLICY, LEFT, HIGHEST)
    assert standing(yard) == [LEFT, HIGHEST]


def test_a_policy_that_is_given_again_is_the_newest(yard, user):
    """Once it stayed the older one, and the policy that was to be replaced went on holding."""
    give(yard, user, POLICY, HIGHEST, POLICY)
    assert standing(yard) == [POLICY]


def test_an_order_for_the_very_choice_comes_before_a_newer_policy(yard, user):
    set_table(yard, card="stash")
    given = {"type": "give-at", "round": 5, "register": 1, "step": 0, "place": _place_of(yard, "roll")}
    give(yard, user, given, POLICY)
    yard.everybody_done()
    assert moves_of(yard, 0)[0] == {"type": "scrap", "place": given["place"]}


def _place_of(yard, slug):
    """Return the place of the card in the hand of the first seat."""
    orders = yard.board(yard.match.seats.get(number=0).user).orders
    named = (json.loads(order.order) for order in orders if slug in order.label.lower())
    return next(order["place"] for order in named if order["type"] == "give-at")


@pytest.mark.parametrize(
    ("order", "rule", "words"),
    [
        ({**RIGHT, "round": 4}, "order-1", "The order is for round 4, and this is round 5."),
        ({**RIGHT, "register": 2}, "program-1", "Your register 2 is empty."),
        (FAR_PILE, "order-1", "Your card in register 1 does not ask for that choice."),
    ],
)
def test_a_refused_order_says_why(yard, user, order, rule, words):
    with pytest.raises(IllegalMove) as refused:
        give(yard, user, order)
    assert (refused.value.rule, refused.value.reason) == (rule, words)
    assert standing(yard) == []


def test_a_withdrawn_order_is_not_followed(yard, user):
    give(yard, user, RIGHT)
    assert [json.loads(order.order) for order in yard.board(user).given_orders] == [RIGHT]
    withdraw_order(yard.id, user, RIGHT)
    withdraw_order(yard.id, user, RIGHT)
    yard.everybody_done()
    assert not moves_of(yard, 0)


def test_spent_orders_are_forgotten_and_policies_stay(yard, user):
    give(yard, user, RIGHT, POLICY)
    yard.everybody_done()
    assert standing(yard) == [POLICY]


def test_an_order_for_a_card_that_was_taken_out_is_forgotten(yard, user):
    give(yard, user, RIGHT)
    yard.play(user, {"type": "take-back", "register": 1})
    assert standing(yard) == []


@pytest.mark.soak(seconds=4)
def test_nobody_else_gets_another_byte_until_the_moment(yard, user, other_user, stranger):
    others = (other_user, stranger, None)
    before, updated = {who: yard.sent(who) for who in others}, yard.match.updated_at
    own = yard.sent(user)
    give(yard, user, RIGHT, POLICY)
    for who in others:
        assert yard.sent(who) == before[who]
    assert yard.match.updated_at == updated
    now = yard.sent(user)
    assert now["page"] != own["page"]
    assert now["api"] != own["api"]
    withdraw_order(yard.id, user, RIGHT)
    for who in others:
        assert yard.sent(who) == before[who]


def test_the_log_does_not_tell_that_an_order_was_followed(user, other_user, stranger, monkeypatch):
    """By hand or by order, the match goes on alike for everybody else."""
    monkeypatch.setattr("games.matches.actions.create.secrets.token_bytes", lambda count: b"\x07" * count)
    told = []
    for by_order in (True, False):
        yard = set_table(Yard.programming(user, other_user))
        if by_order:
            give(yard, user, RIGHT)
        yard.everybody_done()
        if not by_order:
            yard.play(user, {"type": "turn", "side": "right"})
        boards = [yard.board(who, whole_log=True) for who in (user, other_user, stranger)]
        told.append([[(line.seq, line.text) for line in board.log] for board in boards])
    assert told[0] == told[1]


def test_orders_are_deleted_at_the_end(yard, user, other_user):
    give(yard, user, POLICY)
    resign(yard.id, other_user)
    assert yard.match.status == "finished"
    assert yard.board(user).orders == ()
    assert standing(yard) == []


def test_a_match_that_comes_to_its_own_end_keeps_none(user, other_user):
    yard = Yard.begin(user, other_user, options={"round_cap": 1})
    while yard.board().view.phase == "placing":
        yard.play_first()
    give(yard, user, POLICY)
    yard.everybody_done()
    assert yard.match.status == "finished"
    assert standing(yard) == []


def test_so_many_may_stand_and_no_more(yard, user):
    many = [{**RIGHT, "register": 1 + n % 6, "step": n % 3, "round": 1 + n} for n in range(MOST_ORDERS)]
    StandingOrder.objects.bulk_create(
        StandingOrder(match_id=yard.id, seat=0, order=codec.to_json(order)) for order in many
    )
    with pytest.raises(IllegalMove, match="Remove some"):
        give(yard, user, POLICY)
    assert len(standing(yard)) == MOST_ORDERS


def test_giving_one_twice_keeps_it_once_even_when_no_other_has_room(yard, user, monkeypatch):
    monkeypatch.setattr("games.matches.actions.orders.MOST_ORDERS", 1)
    give(yard, user, RIGHT, RIGHT)
    assert standing(yard) == [RIGHT]


@pytest.mark.parametrize(
    "refusal, order",
    [
        (IllegalMove, {**RIGHT, "register": 2}),
        (IllegalMove, {**RIGHT, "round": 6}),
        (BadMove, {"type": "turn-at"}),
        (BadMove, {"type": "turn", "side": "left"}),
        (BadMove, {**RIGHT, "more": 1}),
        (BadMove, "turn"),
        (BadMove, None),
    ],
)
@pytest.mark.soak(seconds=0.1, one_in=4)
def test_what_cannot_be_settled_beforehand_is_refused(yard, user, refusal, order):
    with pytest.raises(refusal):
        give(yard, user, order)
    assert standing(yard) == []


def test_what_is_no_order_is_called_so(yard, user):
    for order, words in (
        (None, "An order must be an object"),
        ({"type": "turn-at"}, "This order is not valid: "),
    ):
        with pytest.raises(BadMove, match=words):
            give(yard, user, order)


def test_only_who_sits_there_gives_orders_and_only_while_it_runs(yard, user, other_user, stranger):
    for nobody in (stranger, AnonymousUser()):
        with pytest.raises(NotSeated):
            give(yard, nobody, POLICY)
    with pytest.raises(Http404):
        give_order("a" * 10, user, POLICY)
    waiting = create_match(user, "junkyard", "0.1", {}, [{"kind": "me"}, {"kind": "open"}])
    with pytest.raises(NotStarted):
        give_order(waiting.pk, user, POLICY)
    resign(yard.id, other_user)
    with pytest.raises(MatchOver):
        give(yard, user, POLICY)


def test_nobody_withdraws_the_orders_of_another(yard, user, other_user):
    give(yard, user, POLICY)
    withdraw_order(yard.id, other_user, POLICY)
    assert standing(yard) == [POLICY]


def test_a_game_without_standing_orders_refuses_them(user, other_user):
    duel = Duel.begin(user, other_user, title="scrapbots", edition="3.6")
    assert duel.board(user).orders == ()
    with pytest.raises((BadMove, IllegalMove)):
        give_order(duel.id, user, {"type": "none"})


def test_a_bots_move_has_a_persons_order_followed_in_the_same_transaction(user):
    yard = set_table(Yard.programming(user, bots=1), 0)
    give(yard, user, RIGHT)
    for _ in range(40):
        before = yard.match.seq
        play_for_bot(yard.id)
        if moves_of(yard, 0):
            break
    assert yard.match.seq > before + 1
    assert moves_of(yard, 0) == [{"type": "turn", "side": "right"}]


@pytest.mark.soak(seconds=0.6)
def test_scrapyard_takes_the_corner_that_was_ordered_and_passes(user, other_user):
    yard = Yard.begin(user, other_user, title="scrapyard", options={"tiles": 1})
    passing = {"type": "pass-placing", "round": 1}
    corner = {"type": "start-at", "corner": "bottom-left"}
    for who in (user, other_user):
        give(yard, who, passing, corner)
    before = Step.objects.filter(match_id=yard.id, client_move_id=None).count()
    while yard.board().view.phase != "collect":
        yard.play_first()
    given = [
        json.loads(step.move) for step in Step.objects.filter(match_id=yard.id, client_move_id=None)[before:]
    ]
    assert given.count({"type": "end-turn"}) == 2
    assert given.count({"type": "choose-corner", "corner": "bottom-left"}) == 2
    assert standing(yard) == []
    assert replay_match(yard.id).problems == ()


def test_by_form_and_by_program(yard, user, other_user, client_of):
    client = client_of(user)
    answer = client.post(f"/matches/{yard.id}/orders/", {"order": json.dumps(RIGHT)})
    assert answer.status_code == 303
    program = Client(headers={"Authorization": f"Bearer {issue_token(user)}"})
    shown = program.get(f"/api/v1/matches/{yard.id}").json()
    assert [one["order"] for one in shown["orders"] if one["given"]] == [RIGHT]
    theirs = Client(headers={"Authorization": f"Bearer {issue_token(other_user)}"})
    assert not [one for one in theirs.get(f"/api/v1/matches/{yard.id}").json()["orders"] if one["given"]]
    address = f"/api/v1/matches/{yard.id}/orders/withdraw"
    shown = program.post(address, {"order": RIGHT}, content_type="application/json").json()
    assert not [one for one in shown["orders"] if one["given"]]
    refused = program.post(f"/api/v1/matches/{yard.id}/orders", {"order": FAR_PILE}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (422, "move/illegal")
    bad = client.post(f"/matches/{yard.id}/orders/", {"order": "{"})
    assert bad.status_code == 422


def test_the_matrix_of_roles_has_rows_for_orders():
    addresses = {row.address for row in ROWS if "/orders" in row.address}
    for end in ("orders/", "orders/withdraw/"):
        assert "/matches/{id}/" + end in addresses
    assert sum("api" in address for address in addresses) == 2
