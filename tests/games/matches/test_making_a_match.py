"""Making a match: what is accepted, when it begins, who may sit down and call off."""

import pytest
from django.http import Http404

from games.engine.errors import BadOptions, GameError
from games.engine.proofs import CURRENT, FIRST, commitment, first_commitment, mix, site_part
from games.fairness.verify import replay_match
from games.lobby.lists import lobby
from games.match_page import fold
from games.matches.access import match_for, seat_of
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.seats import cancel_match, join_match
from games.matches.actions.undo import undo_move
from games.matches.errors import CannotCancel, CannotJoin
from games.matches.models import Match, MatchSecret, Seat, Step
from scrapsite.common.errors import Refusal, http_status
from tests.table import ruling

ME, BOT, OPEN = {"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "title, edition, options, seats",
    [
        ("chess", "1", {}, [ME, BOT]),
        (None, "1", {}, [ME, BOT]),
        (["bolts"], "1", {}, [ME, BOT]),
        ("bolts", "2", {}, [ME, BOT]),
        ("bolts", 1, {}, [ME, BOT]),
        ("bolts", "1", {"nuts": 3}, [ME, BOT]),
        ("bolts", "1", {"bolts": "12"}, [ME, BOT]),
        ("bolts", "1", {"bolts": 12.5}, [ME, BOT]),
        ("bolts", "1", {"bolts": True}, [ME, BOT]),
        ("bolts", "1", {"bolts": None}, [ME, BOT]),
        ("bolts", "1", {"bolts": 7}, [ME, BOT]),
        ("bolts", "1", {"bolts": 41}, [ME, BOT]),
        ("bolts", "1", {"bolts": 10**40}, [ME, BOT]),
        ("bolts", "1", [], [ME, BOT]),
        ("bolts", "1", None, [ME, BOT]),
        ("scrapbots", "3.6", {"turn_cap": 501}, [ME, OPEN]),
        ("bolts", "1", {}, []),
        ("bolts", "1", {}, [ME]),
        ("bolts", "1", {}, [ME, BOT, BOT]),
        ("bolts", "1", {}, [BOT, BOT]),
        ("bolts", "1", {}, [OPEN, OPEN]),
        ("bolts", "1", {}, [ME, ME]),
        ("bolts", "1", {}, [ME, None]),
        ("bolts", "1", {}, [ME, "bot"]),
        ("bolts", "1", {}, [ME, {}]),
        ("bolts", "1", {}, [ME, {"kind": "person"}]),
        ("bolts", "1", {}, [ME, {"kind": ["bot"]}]),
        ("bolts", "1", {}, [ME, {"kind": "bot"}]),
        ("bolts", "1", {}, [ME, {"kind": "bot", "bot": "deep-blue"}]),
        ("bolts", "1", {}, [ME, {"kind": "bot", "bot": ["greedy"]}]),
        ("bolts", "1", {}, [ME, {"kind": "open", "user": 1}]),
        ("bolts", "1", {}, [{"kind": "me", "nonce": "xyz"}, BOT]),
        ("bolts", "1", {}, [{"kind": "me", "nonce": 7}, BOT]),
        ("bolts", "1", {}, [{"kind": "me", "nonce": "ab" * 33}, BOT]),
        ("bolts", "1", {}, {"0": ME}),
    ],
)
def test_a_match_that_cannot_be_is_refused_and_leaves_nothing(user, title, edition, options, seats):
    with pytest.raises(BadOptions) as refused:
        create_match(user, title, edition, options, seats)
    assert http_status(refused.value) == 422
    assert not Match.objects.exists()
    assert not Seat.objects.exists()


def test_a_match_against_a_bot_begins_at_once(user):
    match = create_match(user, "scrapbots", "3.6", {"turn_cap": 40}, [ME, BOT])
    assert (match.status, match.seq, match.bots) == ("running", 0, ["", "greedy"])
    assert Step.objects.get(match=match).kind == Step.Kind.START


def test_an_open_seat_waits_and_the_last_one_to_sit_down_begins_the_match(user, other_user):
    match = create_match(user, "bolts", "1", {}, [OPEN, ME])
    board = fold.board(match, seat_of(user, match))
    assert (board.status, board.seq, board.view, board.waiting_for) == ("open", -1, None, ("Free seat",))
    assert board.can_cancel
    assert not board.can_join
    match = join_match(match.pk, other_user)
    assert (match.status, match.seq) == ("running", 0)
    assert [seat.name for seat in fold.board(match, seat_of(user, match)).seats] == ["gasket", "rivet"]


def test_nobody_sits_twice_and_nobody_sits_where_no_seat_is_open(duel, user, stranger):
    with pytest.raises(CannotJoin):
        join_match(duel.id, user)
    with pytest.raises(CannotJoin):
        join_match(duel.id, stranger)
    waiting = create_match(user, "bolts", "1", {}, [ME, OPEN])
    with pytest.raises(CannotJoin):
        join_match(waiting.pk, user)


def test_only_the_maker_calls_off_and_only_before_the_deal(user, other_user, duel):
    match = create_match(user, "bolts", "1", {}, [ME, OPEN])
    with pytest.raises(CannotCancel):
        cancel_match(match.pk, other_user)
    cancel_match(match.pk, user)
    assert match_for(user, match.pk).status == "cancelled"
    with pytest.raises(Http404):
        match_for(other_user, match.pk)
    with pytest.raises(Http404):
        join_match(match.pk, other_user)
    with pytest.raises(CannotCancel):
        cancel_match(duel.id, user)


@pytest.mark.parametrize(
    "match_id", ["", "a", "aaaaaaaaaa", "AAAAAAAAAA", "aaaaaaaaa\x00", "a" * 5000, "../../etc"]
)
def test_a_match_that_is_not_there_is_a_404_everywhere(user, match_id):
    for door in (
        lambda: match_for(user, match_id),
        lambda: join_match(match_id, user),
        lambda: cancel_match(match_id, user),
        lambda: play_move(match_id, user, 0, "x", {"type": "pass"}),
        lambda: undo_move(match_id, user, 0, "x"),
        lambda: resign(match_id, user),
    ):
        with pytest.raises(Http404):
            door()


def test_the_lobby_lists_what_may_be_joined_and_whose_turn_it_is(user, other_user, duel):
    hidden = create_match(user, "bolts", "1", {}, [ME, OPEN])
    listed = create_match(user, "bolts", "1", {}, [ME, OPEN], is_listed=True)
    theirs, mine = lobby(other_user), lobby(user)
    assert [line.match for line in theirs.joinable] == [listed.pk]
    assert {line.match for line in mine.mine_open} == {hidden.pk, listed.pk}
    assert not mine.joinable
    mover = lobby(duel.mover)
    assert [line.match for line in mover.my_turn] == [duel.id]
    assert [line.match for line in lobby(duel.waiter).waiting] == [duel.id]
    duel.finish()
    assert lobby(user).finished[0].outcome in ("won", "lost", "draw")


@ruling("fair-1", "fair-2")
def test_the_deal_can_be_checked_after_the_end(user, other_user):
    seats = [{"kind": "me", "nonce": "c0ffee"}, OPEN]
    match = create_match(user, "bolts", "1", {}, seats)
    promised = fold.board(match, seat_of(user, match)).commitment
    match = join_match(match.pk, other_user, "0123")
    assert fold.board(match, seat_of(user, match)).proof is None
    resign(match.pk, user)
    match.refresh_from_db()
    board = fold.board(match, seat_of(other_user, match))
    seed, salt = bytes.fromhex(board.proof.seed), bytes.fromhex(board.proof.salt)
    assert board.proof.nonces == ("c0ffee".ljust(64, "0"), "0123".ljust(64, "0"))
    secret = MatchSecret.objects.get(match=match)
    pins = [*match.pins(), '["",""]', ""]
    assert commitment(seed, salt, pins) == promised == board.commitment
    nonces = [bytes.fromhex(nonce) for nonce in board.proof.nonces]
    assert mix(CURRENT, seed, nonces) == bytes(secret.played)


def test_a_seat_that_gives_no_part_gets_one_that_was_fixed_with_the_salt(user, other_user):
    match = join_match(create_match(user, "bolts", "1", {}, [{"kind": "me"}, OPEN]).pk, other_user)
    salt = bytes(MatchSecret.objects.get(match=match).salt)
    parts = list(match.seats.order_by("number").values_list("nonce", flat=True))
    assert [bytes(part) for part in parts] == [site_part(salt, 0), site_part(salt, 1)]


def test_a_match_that_waits_since_before_version_2_is_dealt_by_version_1(user, other_user):
    match = create_match(user, "bolts", "1", {}, [{"kind": "me"}, OPEN])
    secret = MatchSecret.objects.get(match=match)
    secret.version, secret.pins = FIRST, "[]"
    secret.commitment = first_commitment(bytes(secret.seed), bytes(secret.salt))
    secret.save()
    match = join_match(match.pk, other_user, "0123")
    assert bytes(match.seats.get(number=1).nonce) == b"\x01\x23"
    secret.refresh_from_db()
    nonces = [bytes(nonce) for nonce in match.seats.order_by("number").values_list("nonce", flat=True)]
    assert mix(FIRST, bytes(secret.seed), nonces) == bytes(secret.played)
    assert replay_match(match.pk).problems == ()


def test_every_refusal_has_a_code_and_a_client_status():
    def tree(kind):
        return [kind, *(below for child in kind.__subclasses__() for below in tree(child))]

    codes = [kind.code for kind in (*tree(GameError), *tree(Refusal))]
    assert len(codes) == len(set(codes))
