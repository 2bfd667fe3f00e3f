"""What the table of Scrap Knights says of each mech."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards
from games.matches.models import Match, Step
from games.pictures.scene import Scene
from games.pictures.scrap_knights import draw
from games.titles.scrap_knights.title import TITLE
from tests.games.duel import Duel as MatchDuel
from tests.titles.scrap_knights.duel import Duel

pytestmark = pytest.mark.django_db

GAME = TITLE.newest.game
CARDS = {card.slug: card for card in TITLE.newest.cards}


@pytest.fixture
def knights(user: User, other_user: User) -> MatchDuel:
    return MatchDuel.begin(user, other_user, "scrap-knights", "b.0.0", {"decks": 2})


def lay(match: MatchDuel, duel: Duel) -> None:
    """Let the match stand as *duel* does."""
    Step.objects.filter(match=match.id, seq=match.match.seq).update(state=GAME.encode(duel.state))
    Match.objects.filter(pk=match.id).update(to_act=list(GAME.to_act(duel.state)))


def said(client: Any, match: MatchDuel, number: int) -> str:
    """Return what the page says of the mech with that number, without tags."""
    page = client.get(f"/matches/{match.id}/").content.decode()
    mech = page.split(f'data-key="mech-{number}"')[1].split("</article>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", mech).split())


def test_what_an_eraser_las_has_set_aside_stands_with_the_hand_it_came_from(
    knights: MatchDuel, user: User, client_of: Any
) -> None:
    """The page said that Stab lay under their Nanomech Lance."""
    duel = Duel(0).mine("vent", ult="eraser-las", links=3).theirs("vent", ult="nanomech-lance")
    lay(knights, duel.turn("slash", "stab"))
    mine, theirs = boards.table(knights.board(user)).mechs
    assert [[card.slug for card in mech.away] for mech in (mine, theirs)] == [["slash"], ["stab"]]
    assert said(client_of(user), knights, 0).endswith("set aside: Slash")
    assert "set aside: Stab" in said(client_of(user), knights, 1)
    assert "under it" not in said(client_of(user), knights, 1)


@pytest.mark.parametrize("turn, words", [(49, "overheats next turn"), (50, "")])
def test_no_mech_overheats_after_the_last_turn(knights: MatchDuel, user: User, turn: int, words: str) -> None:
    duel = Duel(distance=3, turn=turn, cap=50).mine(heat=7, bots=["dd-soothe"])
    lay(knights, duel.choose("wait", 1).choose("las-shot"))
    mine = boards.table(knights.board(user)).mechs[0]
    assert (mine.heat, mine.is_too_hot, mine.heat_words) == (8, True, words)


@pytest.mark.parametrize("turn, words", [(49, "too hot"), (50, "")])
def test_a_mech_was_too_hot_if_that_ended_the_match(
    knights: MatchDuel, user: User, turn: int, words: str
) -> None:
    duel = Duel(distance=3, turn=turn, cap=50).mine(heat=7).turn("las-shot")
    assert (duel.state.turn, duel.phase) == (50, "over")
    lay(knights, duel)
    assert boards.table(knights.board(user)).mechs[0].heat_words == words


def bare(knights: MatchDuel) -> Duel:
    """Let my Eraser LAS set the opponent’s only ACT aside."""
    duel = Duel(0).mine("vent", "stab", ult="eraser-las", links=3).turn("slash", "stab")
    assert (duel.hand(1), duel.state.done) == (set(), [0, 1])
    lay(knights, duel)
    return duel


def test_an_opponent_without_an_act_has_none_face_down(
    knights: MatchDuel, user: User, client_of: Any
) -> None:
    bare(knights)
    board = knights.board(user)
    assert boards.table(board).mechs[1].shown == ()
    assert "Face down" not in said(client_of(user), knights, 1)
    assert draw(Scene(board.view, None, (), 0, ("acts",), CARDS)).words.endswith("Player 2: no ACT to play.")


def test_an_opponent_without_an_act_has_not_chosen_one(knights: MatchDuel, user: User) -> None:
    duel = bare(knights)
    hint = boards.table(knights.board(user)).asking.hint
    assert hint == "Choose an ACT. gasket has no ACT to play: once you choose, the cards are shown."
    duel.state.two[0] = 1
    lay(knights, duel)
    knights.play({"type": "choose", "act": "stab", "overcharge": False, "moves": []}, by=user)
    hint = boards.table(knights.board(user)).asking.hint
    assert hint.endswith("gasket has no ACT to play: once you are ready, the match goes on.")
