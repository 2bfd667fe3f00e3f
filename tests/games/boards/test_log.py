"""The log of a board: its newest turns, and many of a kind in one line."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from games import catalog
from games.boards.log import ENOUGH, Chapter, chapters, newest_of
from games.engine.chance import FastChance
from games.matches.access import seat_of
from games.matches.actions.bring import bring_deck
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.queries.fold import board
from tests.games.yard import Yard
from tests.playing import BOT, ME, match_of

GAME = "scrap-knights"


def test_a_board_shows_the_newest_turns_until_they_have_enough_lines() -> None:
    turns = [Chapter(None, [None] * (ENOUGH // 2)) for _ in range(5)]  # type: ignore[list-item]
    assert newest_of(turns) == turns[:2]
    assert newest_of(turns[:1]) == turns[:1]


@pytest.mark.django_db
def test_a_mech_brought_card_by_card_has_one_line_with_its_cards_inside(guest: User) -> None:
    """A line for each of its cards had pushed everything else out of sight."""
    edition = catalog.title(GAME).newest.slug
    rules = catalog.edition(GAME, edition).decks
    assert rules
    match = create_match(guest, GAME, edition, {}, [ME, BOT])
    deck = rules.random(FastChance(5))
    bring_deck(match.pk, guest, None, "whole", deck)
    match.refresh_from_db()
    told = [line for turn in chapters(board(match, seat_of(guest, match)).log) for line in turn.lines]
    (line,) = [line for line in told if "into the mech" in line.text]
    assert not any(" added " in line.text for line in told)
    assert line.text.endswith(f" put {len(line.inside)} cards into the mech.")
    assert {part.slug for part in line.inside} == {slug for slugs in deck.values() for slug in slugs}


@pytest.mark.django_db
def test_a_ready_made_mech_is_brought_by_one_move(guest: User) -> None:
    edition = catalog.title(GAME).newest.slug
    rules = catalog.edition(GAME, edition).decks
    assert rules
    match = create_match(guest, GAME, edition, {}, [ME, BOT])
    before = match.seq
    bring_deck(match.pk, guest, None, "whole", rules.ready_made[0].lists)
    match.refresh_from_db()
    assert match.seq == before + 1
    assert board(match, seat_of(guest, match)).log[-1].text.endswith(f" brought {rules.ready_made[0].name}.")


@pytest.mark.django_db
def test_what_came_before_ones_first_turn_isnt_since_the_last_one(user: User, other_user: User) -> None:
    yard = Yard.begin(user, other_user)
    assert not yard.board(user).has_had_a_turn
    yard = Yard.programming(user, other_user)
    assert not yard.board(user).has_had_a_turn
    yard.everybody_done()
    assert yard.board(user).has_had_a_turn
    assert yard.board(other_user).has_had_a_turn


@pytest.mark.django_db
def test_in_the_middle_of_ones_first_turn_nothing_is_since_the_last_one(user: User, other_user: User) -> None:
    match = match_of(user, other_user)
    first, second = (user, other_user) if match.to_act[0] == 0 else (other_user, user)
    play_move(match.pk, first, 0, "end", {"type": "end-turn"})
    play_move(match.pk, second, 1, "gain", {"type": "gain-scrap", "card": "spare-parts"})
    match.refresh_from_db()
    now = board(match, seat_of(second, match))
    assert now.since_last
    assert not now.has_had_a_turn


@pytest.mark.django_db
def test_the_news_before_ones_first_turn_doesnt_read_like_an_instruction(
    user: User, other_user: User, client_of: Any
) -> None:
    """“Before your first turn” was opened for what one has to do then."""
    match = match_of(user, other_user)
    first, second = (user, other_user) if match.to_act[0] == 0 else (other_user, user)
    play_move(match.pk, first, 0, "end", {"type": "end-turn"})
    page = client_of(second).get(f"/matches/{match.pk}/").content.decode()
    assert "What happened so far" in page
    assert "Before your first turn" not in page
