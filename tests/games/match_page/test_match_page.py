"""The match page as the server makes it: what is there for whom, before any script runs."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.boards.drawing import draw
from games.match_page import fold
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.undo import undo_move
from games.matches.models import Match
from games.matches.queries.board import Board
from tests.playing import ME, OPEN, legal_moves, match_of, play_on

pytestmark = pytest.mark.django_db

ClientOf = Callable[[User], Client]
SUBMIT = re.compile(r'<button[^>]*name="move"[^>]*value="([^"]+)"')
INLINE = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=|\shx-on", re.IGNORECASE)


@pytest.fixture
def match(user: User, other_user: User) -> Match:
    """A match of rivet and gasket, some steps in."""
    return play_on(match_of(user, other_user), [user, other_user], 20, seed=5)


def page_of(match: Match, client: Client, name: str = "games:match_detail") -> str:
    response = client.get(reverse(name, args=[match.pk]))
    assert response.status_code == 200
    return response.content.decode()


def board_of(match: Match, user: User) -> Board:
    return fold.board(match, access.seat_of(user, match))


def moves_in(page: str) -> set[str]:
    return {html.unescape(value) for value in SUBMIT.findall(page)}


def mover_and_other(match: Match, *people: User) -> tuple[User, User]:
    mover = people[match.to_act[0]]
    return mover, people[1 - match.to_act[0]]


def test_every_legal_move_is_a_button_and_nothing_else_is(
    match: Match, user: User, other_user: User, client_of: ClientOf
) -> None:
    for _ in range(6):
        mover, other = mover_and_other(match, user, other_user)
        shown = moves_in(page_of(match, client_of(mover)))
        board = board_of(match, mover)
        assert shown == {offer.move for offer in board.legal} | {batch.moves for batch in board.batches}
        assert [json.loads(move) for move in shown]
        assert not moves_in(page_of(match, client_of(other)))
        play_on(match, [user, other_user], 3, seed=match.seq)


def test_what_cannot_be_done_says_why_and_cites_the_rule(
    match: Match, user: User, other_user: User, client_of: ClientOf
) -> None:
    mover, _ = mover_and_other(match, user, other_user)
    page = html.unescape(page_of(match, client_of(mover)))
    refused = [offer for offer in board_of(match, mover).offers if not offer.is_legal]
    assert refused
    for offer in refused:
        assert offer.reason in page
        assert f'href="{offer.rule_url}"' in page


def test_the_other_hand_is_backs_and_a_number(
    match: Match, user: User, other_user: User, client_of: ClientOf, client: Client
) -> None:
    for viewer in (client_of(user), client_of(other_user)):
        page = page_of(match, viewer)
        assert page.count('class="backs"') == 1
        assert 'id="hand-title"' in page
    watched = page_of(match, client)
    assert watched.count('class="backs"') == 2
    assert 'id="hand-title"' not in watched
    assert "You are watching" in watched


def test_the_fragment_is_the_board_with_the_name_of_its_tab_and_the_count(
    match: Match, user: User, other_user: User, user_client: Client
) -> None:
    mover, _ = mover_and_other(match, user, other_user)
    fragment = page_of(match, user_client, "games:match_board")
    heads = re.findall(r"<title>(.*?)</title>", fragment, re.S)
    assert [" ".join(head.split()) for head in heads] == ["Scrapbots: rivet against gasket · Scrapsite"]
    assert fragment.count('<div id="board"') == 1
    assert fragment.count('hx-swap-oob="true"') == 2
    assert ("site-nav__badge" in fragment) == (mover == user)
    assert "<html" not in fragment
    assert f'data-seq="{match.seq}"' in fragment


def test_nothing_is_inline(match: Match, user_client: Client) -> None:
    assert not INLINE.search(page_of(match, user_client))


def test_ids_are_unique(match: Match, user_client: Client) -> None:
    ids = re.findall(r'\sid="([^"]+)"', page_of(match, user_client))
    assert len(ids) == len(set(ids))


def test_a_refused_move_comes_with_the_board_and_the_reason(
    match: Match, user: User, other_user: User, client_of: ClientOf
) -> None:
    mover, _ = mover_and_other(match, user, other_user)
    offer = next(offer for offer in board_of(match, mover).offers if not offer.is_legal)
    data = {"seen": match.seq, "client_move_id": "a-try", "move": offer.move}
    url = reverse("games:move_create", args=[match.pk])
    answer = client_of(mover).post(url, data, headers={"hx-request": "true"})
    assert answer.status_code == 422
    page = html.unescape(answer.content.decode())
    assert 'role="alert"' in page
    assert offer.reason in page.partition("board__notice")[2].partition("</div>")[0]


def test_a_move_taken_back_stays_in_the_log_struck_through(
    user: User, other_user: User, client_of: ClientOf
) -> None:
    match = match_of(user, other_user)
    mover, _ = mover_and_other(match, user, other_user)
    move = next(move for move in legal_moves(match, mover) if move["type"] == "gain-scrap")
    play_move(match.pk, mover, match.seq, "one", move)
    undo_move(match.pk, mover, match.seq + 1, "two")
    match.refresh_from_db()
    page = page_of(match, client_of(mover))
    assert page.count("is-undone") == 1
    assert "(taken back)" in page


def test_an_open_match_shows_its_link_and_waits(user: User, user_client: Client) -> None:
    match = create_match(user, "scrapbots", "3.6", {}, [ME, OPEN])
    page = page_of(match, user_client)
    assert "Waiting for a second player" in page
    assert reverse("games:match_join", args=[match.pk]) in page
    assert 'id="moves"' not in page


def test_a_finished_match_shows_the_result_and_the_seed(
    match: Match, user: User, user_client: Client
) -> None:
    resign(match.pk, user)
    page = page_of(match, user_client)
    assert "You lose" in page
    assert "Play again" in page
    secret = fold.board(Match.objects.get(pk=match.pk), access.seat_of(user, match)).proof
    assert secret is not None
    assert secret.seed in page


def test_a_title_without_a_board_of_its_own_can_be_played(match: Match, user: User, other_user: User) -> None:
    mover, _ = mover_and_other(match, user, other_user)
    board = replace(board_of(match, mover), title="bolts")
    page = draw("games/match_page/_board.jinja", {"board": board})
    assert moves_in(page) == {offer.move for offer in board.legal}
    assert "What you can see" in page
