"""The log of a board: its newest turns, and many of a kind in one line."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from games import catalog
from games.boards.log import ENOUGH, Chapter, chapters, newest_of
from games.matches.access import seat_of
from games.matches.actions.bring import bring_deck
from games.matches.actions.create import create_match
from games.matches.queries.fold import board
from tests.games.yard import Yard
from tests.playing import BOT, ME

GAME = "scrap-knights"


def test_a_board_shows_the_newest_turns_until_they_have_enough_lines() -> None:
    turns = [Chapter(None, [None] * (ENOUGH // 2)) for _ in range(5)]  # type: ignore[list-item]
    assert newest_of(turns) == turns[:2]
    assert newest_of(turns[:1]) == turns[:1]


@pytest.mark.django_db
def test_a_mech_brought_as_a_whole_has_one_line(guest: User) -> None:
    """A line for each of its cards had pushed everything else out of sight."""
    edition = catalog.title(GAME).newest.slug
    rules = catalog.edition(GAME, edition).decks
    assert rules
    match = create_match(guest, GAME, edition, {}, [ME, BOT])
    deck = rules.ready_made[0].lists
    mixed = {**deck, "acts": tuple(reversed(deck["acts"]))}
    bring_deck(match.pk, guest, None, "whole", mixed)
    match.refresh_from_db()
    told = [
        line.text for chapter in chapters(board(match, seat_of(guest, match)).log) for line in chapter.lines
    ]
    (line,) = [text for text in told if "into the mech" in text]
    assert not any(" added " in text for text in told)
    assert line.endswith(" into the mech.")


@pytest.mark.django_db
def test_what_came_before_ones_first_turn_isnt_since_the_last_one(user: User, other_user: User) -> None:
    yard = Yard.begin(user, other_user)
    assert not yard.board(user).has_had_a_turn
    yard = Yard.programming(user, other_user)
    assert not yard.board(user).has_had_a_turn
    yard.fill(user)
    assert yard.board(user).has_had_a_turn
    assert not yard.board(other_user).has_had_a_turn
