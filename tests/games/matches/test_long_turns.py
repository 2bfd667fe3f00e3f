"""A net under the rules: no seat makes moves for ever while all others wait for it."""

from __future__ import annotations

from typing import Any

import pytest

from games import catalog
from games.engine import codec
from games.matches import long_turns
from games.matches.actions import bots as bot_moves
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.errors import TurnTooLong
from games.matches.models import Match, Step
from games.matches.numbering import newest_number

pytestmark = pytest.mark.django_db
SLOT, BACK = {"type": "slot-card", "place": 0, "register": 1}, {"type": "take-back", "register": 1}
DONE, OPEN = {"type": "set-program", "to": "done"}, {"type": "set-program", "to": "open"}


@pytest.fixture
def programming(user, other_user, monkeypatch) -> Match:
    """A match of Junkyard in which both players program; the net is drawn tight."""
    match = create_match(user, "junkyard", "0.1", {}, [{"kind": "me"}, {"kind": "open"}])
    join_match(match.pk, other_user, key=match.invite_key)
    for number in range(2):
        match.refresh_from_db()
        seat = match.to_act[0]
        game = catalog.game("junkyard", "0.1")
        state = game.decode(bytes(Step.objects.get(match=match, seq=match.seq).state))
        place = codec.to_plain(game.legal(state, seat)[0])
        play(match, (user, other_user)[seat], place, f"place{number}")
    monkeypatch.setattr(long_turns, "MOST_IN_A_ROW", 6)
    match.refresh_from_db()
    return match


def play(match: Match, user: Any, move: dict[str, Any], cid: str) -> None:
    seat = match.seats.get(user=user).number
    play_move(match.pk, user, newest_number(match, seat), cid, move)
    match.refresh_from_db()


def test_who_slots_a_card_and_takes_it_back_for_ever_may_only_be_done(programming, user):
    for number in range(6):
        play(programming, user, (SLOT, BACK)[number % 2], f"fiddle{number}")
    with pytest.raises(TurnTooLong, match="had 6 moves"):
        play(programming, user, SLOT, "more")
    play(programming, user, DONE, "done")


def test_who_is_done_can_not_begin_anew_for_ever(programming, user):
    for number in range(6):
        play(programming, user, (DONE, OPEN)[number % 2], f"mark{number}")
    play(programming, user, DONE, "done")
    with pytest.raises(TurnTooLong):
        play(programming, user, OPEN, "open")


def test_a_move_of_somebody_else_begins_the_count_anew(programming, user, other_user):
    for number in range(5):
        play(programming, user, (SLOT, BACK)[number % 2], f"fiddle{number}")
    play(programming, other_user, SLOT, "theirs")
    for number in range(5, 9):
        play(programming, user, (SLOT, BACK)[number % 2], f"fiddle{number}")


def test_a_bot_that_would_never_stop_ends_its_turn(user, monkeypatch):
    """Otherwise it would keep a worker busy for ever."""
    match = create_match(user, "scrapbots", "3.6", {}, [{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    if match.to_act == [0]:
        play(match, user, {"type": "end-turn"}, "end")
    monkeypatch.setattr(long_turns, "MOST_IN_A_ROW", 3)
    monkeypatch.setattr(bot_moves, "chosen_by_bot", lambda game, state, seat, *_: game.legal(state, seat)[0])
    for _ in range(3):
        assert play_for_bot(match.pk)
        match.refresh_from_db()
        assert match.to_act == [1]
    assert play_for_bot(match.pk)
    match.refresh_from_db()
    assert match.to_act == [0]
