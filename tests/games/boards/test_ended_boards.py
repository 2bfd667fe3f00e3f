"""A match that ended by resignation or time, while its game would go on: the table says so."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards
from games.matches.actions.resign import resign
from games.matches.models import Match
from games.matches.queries.board import Outcome
from scrapsite.common.players import display_name
from tests.games.duel import Duel
from tests.games.yard import Yard

pytestmark = pytest.mark.django_db

LIT = ("your turn", "choosing", "programming", "building", "to move", "thinking", "tag--hot")


def resigned(match: str, user: User) -> str:
    resign(match, user)
    assert Match.objects.get(pk=match).status == "finished"
    return match


def drawn(client: Any, match: str) -> str:
    """Return the table of the match as its page draws it, without the panels around it."""
    page = client.get(f"/matches/{match}/").content.decode()
    start = page.index('class="board__main"')
    return str(page[start : page.index('class="board__side"')])


@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
@pytest.mark.parametrize("looks", ["winner", "loser", "visitor"])
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_nothing_on_the_table_reads_as_if_it_went_on(
    title: str, looks: str, user: User, other_user: User, client_of: Any, client: Any
) -> None:
    match = resigned(Yard.begin(user, other_user, title=title).id, user)
    clients = {"winner": client_of(other_user), "loser": client_of(user), "visitor": client}
    table = drawn(clients[looks], match)
    assert "Over" in table
    for words in LIT:
        assert words not in table.lower(), words
    assert "has-turn" not in table


def test_the_page_names_who_resigned_whatever_reason_is_stored(
    user: User, other_user: User, client_of: Any, client: Any
) -> None:
    """“Won by resignation.” is stored, since the first match; nobody who has lost should read “Won”."""
    match = resigned(Yard.begin(user, other_user, title="scrapbots").id, user)
    assert "Won by resignation." in Match.objects.get(pk=match).result
    told = {client_of(user): "You resigned.", client_of(other_user): f"{display_name(user)} resigned."}
    for reader, words in (told | {client: f"{display_name(user)} resigned."}).items():
        page = reader.get(f"/matches/{match}/").content.decode()
        assert words in page
        assert "Won by" not in page


def test_programs_that_were_begun_stay_without_asking_for_more(
    user: User, other_user: User, client_of: Any
) -> None:
    yard = Yard.programming(user, other_user)
    yard.fill(user)
    table = drawn(client_of(user), resigned(yard.id, other_user))
    assert "Still programming" not in table
    assert "trash one card" not in table
    assert "is-reached" not in table


def test_a_face_down_act_and_a_mech_half_built_are_gone_from_a_duel_that_ended(
    user: User, other_user: User
) -> None:
    duel = Duel.begin(user, other_user, "scrap-knights", "b.0.0")
    before = boards.table(duel.board(user))
    assert (before.phase, before.workshop is not None) == ("Building the mechs", True)
    resigned(duel.id, user)
    for who in (user, other_user, None):
        table = boards.table(duel.board(who))
        assert (table.phase, table.workshop, table.says) == ("Over", None, "")
        assert not any(mech.tag or mech.is_asked or mech.shown or mech.is_secret for mech in table.mechs)


@pytest.mark.soak(seconds=1)
@pytest.mark.parametrize("title", ["scrapbots", "junkyard", "scrapyard", "scrap-knights"])
def test_the_last_step_of_the_replay_is_over_and_the_one_before_is_not(
    title: str, user: User, other_user: User, client: Any
) -> None:
    match = resigned(Yard.begin(user, other_user, title=title).id, user)
    first, last = (f"/matches/{match}/replay/?seat=public&step={step}" for step in (0, 99))
    pages = [client.get(address, follow=True).content.decode() for address in (first, last)]
    tables = [page[page.index('id="now"') : page.index('class="board__side"')] for page in pages]
    assert [bool(re.search(r"\bOver\b", table)) for table in tables] == [False, True]
    assert not any(words in tables[1].lower() for words in LIT)


@pytest.mark.parametrize("title", ["junkyard", "scrapyard"])
def test_a_replay_with_somebody_elses_knowledge_calls_nobody_you(
    title: str, user: User, other_user: User, client_of: Any, client: Any
) -> None:
    """“Still programming: you.” told a visitor, and a card in Scrapyard that “you have looked at it”."""
    begin = Yard.programming if title == "junkyard" else partial(Yard.begin, title=title)
    yard = begin(user, other_user)
    mover = next(who for who in (user, other_user) if yard.board(who).my_turn)
    if title == "scrapyard":
        yard.play(mover, next(move for move in yard.legal(mover) if move["type"] == "peek"))
    resigned(yard.id, user)
    seat = yard.match.seats.get(user=mover).number
    address = f"/matches/{yard.id}/replay/?seat={seat}&step={yard.match.seq - 1}"
    # In Junkyard, what a card does is told to everybody with “you”.
    start = "Still programming: [^<]*" if title == "junkyard" else ""
    own, visitors = (
        re.findall(rf"{start}\byour?\b", page[page.index('id="now"') : page.index('class="board__side"')])
        for page in (reader.get(address).content.decode() for reader in (client_of(mover), client))
    )
    assert own
    assert visitors == []


@pytest.mark.parametrize("title", ["scrapbots", "junkyard"])
def test_a_replay_names_whose_hand_it_shows(
    title: str, user: User, other_user: User, client_of: Any, client: Any
) -> None:
    """With somebody else's knowledge it said “Your hand” above their cards."""
    begin = Yard.programming if title == "junkyard" else partial(Yard.begin, title=title)
    yard = begin(user, other_user)
    resigned(yard.id, user)
    address = f"/matches/{yard.id}/replay/?seat=0&step={yard.match.seq - 1}"
    own, other, visitors = (
        reader.get(address).content.decode() for reader in (client_of(user), client_of(other_user), client)
    )
    for thing in ("hand", "program") if title == "junkyard" else ("hand",):
        assert f"Your {thing}" in own
        for page in (other, visitors):
            assert f"{thing.capitalize()} of {display_name(user)}" in page
            assert f"Your {thing}" not in page


@pytest.mark.parametrize(
    ("title", "edition", "rule", "winner", "scores", "told"),
    [
        (
            "scrapbots",
            "3.6",
            "end-1",
            0,
            (3, 17),
            "The Wound stack is empty, and you have fewer Wounds: 3 to 17.",
        ),
        (
            "scrapbots",
            "3.6",
            "house-1",
            1,
            (9, 4),
            "The last turn has been played, and {} has fewer Wounds: 4 to 9.",
        ),
        (
            "scrapbots",
            "3.6",
            "end-1",
            -1,
            (10, 10),
            "The Wound stack is empty, and it is a tie, 10 to 10.",
        ),
        ("scrap-knights", "b.0.0", "end-1", 0, (5, 0), "{}’s mech is wrecked."),
        ("scrap-knights", "b.0.0", "end-1", 1, (0, 3), "Your mech is wrecked."),
        ("scrap-knights", "b.0.0", "end-2", -1, (0, 0), "Both mechs are wrecked."),
        ("scrap-knights", "b.0.0", "heat-1", 1, (4, 2), "Your mech overheated."),
        ("scrap-knights", "b.0.0", "end-3", -1, (4, 2), "Both mechs overheated."),
        (
            "scrap-knights",
            "b.0.0",
            "house-1",
            0,
            (6, 2),
            "The last turn has been played, and you have more HP: 6 to 2.",
        ),
    ],
)
def test_the_page_says_in_plain_words_why_the_game_ended(
    title: str,
    edition: str,
    rule: str,
    winner: int,
    scores: tuple[int, int],
    told: str,
    user: User,
    other_user: User,
) -> None:
    board = Duel.begin(user, other_user, title, edition).board(user)
    winners = (winner,) if winner >= 0 else ()
    outcome = Outcome(winners, (), scores, rule, "", "; 5 HP to 3.", None)
    seats = tuple(replace(seat, is_winner=seat.number in winners) for seat in board.seats)
    other = next(seat.name for seat in seats if not seat.is_me)
    assert boards.reason_words(replace(board, seats=seats, result=outcome)) == told.format(other)


@pytest.mark.parametrize(
    ("title", "stored", "winners", "scores", "told"),
    [
        (
            "junkyard",
            "4 piles are empty; the Scrapheaps are worth 17 to 22.",
            (1,),
            (17, 22),
            "4 piles are empty. Your Scrapheap is worth 17 and {}’s 22.",
        ),
        (
            "scrapyard",
            "All turns are played; 67 points win.",
            (1,),
            (40, 67),
            "All turns have been played. {} wins with 67 points.",
        ),
        (
            "scrapyard",
            "No card is left; 9 points win together. Each of the winners has 4 points from matching parts.",
            (0, 1),
            (9, 9),
            "No card is left. You and {} win together with 9 points. "
            "Each of the winners has 4 points from matching parts.",
        ),
    ],
)
def test_the_page_says_whose_points_the_stored_reason_means(
    title: str,
    stored: str,
    winners: tuple[int, ...],
    scores: tuple[int, int],
    told: str,
    user: User,
    other_user: User,
) -> None:
    board = Yard.begin(user, other_user, title=title).board(user)
    outcome = Outcome(winners, (), scores, "end-1", "", stored, None)
    seats = tuple(replace(seat, is_winner=seat.number in winners) for seat in board.seats)
    other = next(seat.name for seat in seats if not seat.is_me)
    assert boards.reason_words(replace(board, seats=seats, result=outcome)) == told.format(other)
