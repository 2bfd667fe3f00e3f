"""`?tell=`: what happened lately, step by step, for whoever looks and no more than they may know."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client

from games import boards, catalog
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.viewers import SPECTATOR, seat_viewer
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.actions.undo import undo_move
from games.matches.actions.undo_requests import ask_undo
from games.matches.models import Step
from games.replay import story as story_module
from games.replay.moments import replay
from tests.games.duel import Duel
from tests.games.matches.test_standing_orders import BETWEEN_PILES, set_table
from tests.games.yard import DONE, Yard, plain
from tests.table import table
from tests.titles.junkyard.secrets import swap_hidden

pytestmark = pytest.mark.django_db


@pytest.fixture
def yard(user, other_user):
    """All programs are closed; rivet is asked how to turn, and has crawl and roll in the hand."""
    yard = set_table(Yard.programming(user, other_user))
    yard.everybody_done()
    return yard


def story(yard, seat=-1):
    return story_module.story(yard.match, SPECTATOR if seat < 0 else seat_viewer(seat))


def test_there_is_no_story_before_anything_opened(user, other_user, client_of):
    early = Yard.begin(user, other_user)
    duel = Duel.begin(user, other_user, title="scrapbots", edition="3.6")
    waiting = Yard(early.id, [])
    for match in (early.match, duel.match):
        assert story_module.story(match, SPECTATOR) is None
        page = client_of(user).get(f"/matches/{match.pk}/?tell=1")
        assert page.status_code == 200
        assert story_module.story(waiting.match, seat_viewer(0)) is None


def test_a_match_that_has_not_begun_has_none_either(user, client_of):
    match = create_match(user, "junkyard", "0.1", {}, [{"kind": "me"}, {"kind": "open"}])
    assert story_module.story(match, seat_viewer(0)) is None
    assert client_of(user).get(f"/matches/{match.pk}/?tell=1").status_code == 200


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_it_begins_where_all_programs_were_closed(yard, seat):
    told = story(yard, seat)
    assert told.view.phase == "programming"
    assert told.events[0].opens or told.events[1].opens
    assert len(told.events) == len(told.lines)
    assert [line.text for line in told.lines] == [
        line.text for line in yard.board(seat_of(yard, seat)).log[-len(told.lines) :]
    ]


def seat_of(yard, seat):
    return yard.people[seat] if seat >= 0 else None


def test_a_player_is_told_with_their_own_hand_and_others_without_it(yard):
    mine, theirs, public = story(yard, 0), story(yard, 1), story(yard)
    assert [face.card for face in mine.view.players[0].hand if face] == ["crawl", "roll"]
    for told in (theirs, public):
        assert told.view.players[0].hand is None
        assert all(register.card is None for register in told.view.players[0].registers)
        assert "crawl" not in codec.to_json(told.events)
    assert theirs.view.players[1].hand is not None


def test_what_is_hidden_changes_nothing_that_others_are_told(yard, user, other_user, stranger):
    """The state before the story began is dealt otherwise: others' pages stay as they are."""
    pages = {
        who: [tell(yard, who, number) for number in (0, 1, 3, 99)] for who in (other_user, stranger, None)
    }
    own = story(yard, 0)
    opened = next(
        step
        for step in Step.objects.filter(match_id=yard.id).order_by("-seq")
        if "programs-closed" in step.events
    )
    before = Step.objects.get(match_id=yard.id, seq=opened.seq - 1)
    game = catalog.game("junkyard", "0.1")
    state = game.decode(bytes(before.state))
    swap_hidden(state, SPECTATOR, FastChance(5))
    Step.objects.filter(pk=before.pk).update(state=game.encode(state))
    for who in (stranger, None):
        assert [tell(yard, who, number) for number in (0, 1, 3, 99)] == pages[who]
    assert story(yard, 0).view != own.view


def tell(yard, who, number):
    """Return the page that tells so many events."""
    client = Client()
    if who is not None:
        client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    return plain(client.get(f"/matches/{yard.id}/?tell={number}").content.decode())


@pytest.mark.parametrize("number", ["0", "1", "2", "99999"])
def test_the_page_tells_as_far_as_it_is_asked_and_never_beyond_the_end(yard, user, client_of, number):
    page = client_of(user).get(f"/matches/{yard.id}/?tell={number}")
    assert page.status_code == 200
    assert re.search(r"\?tell=\d+", page.content.decode())


@pytest.mark.parametrize("number", ["", "-1", "1.5", "999999", "9" * 400, "²", "x", "1%00", "<i>x"])
@pytest.mark.soak(seconds=0.2, one_in=3)
def test_what_is_no_number_tells_nothing(yard, user, client_of, number):
    client = client_of(user)
    page = client.get(f"/matches/{yard.id}/?tell={number}")
    assert page.status_code == 200
    assert "<i>x" not in page.content.decode()


def test_a_fragment_tells_as_well(yard, user, client_of):
    answer = client_of(user).get(f"/matches/{yard.id}/board/?tell=1", headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "<html" not in answer.content.decode()


def test_no_move_is_offered_on_a_board_that_shows_the_past(yard, user, client_of):
    now = client_of(user).get(f"/matches/{yard.id}/").content.decode()
    then = client_of(user).get(f"/matches/{yard.id}/?tell=1").content.decode()
    assert 'name="move"' in now
    assert 'name="move"' not in then


def test_who_resigned_is_told_what_a_spectator_is(user, other_user, stranger):
    yard = Yard.programming(user, other_user, stranger)
    for who in (user, other_user, stranger):
        yard.fill(who)
        yard.play(who, DONE)
    resign(yard.id, other_user)
    viewer = yard.board(other_user).viewer
    assert story_module.story(yard.match, viewer) == story(yard)


def test_what_ones_own_move_set_off_is_news(user, other_user):
    # Whoever is done last closes the programs: the round then resolves in that player's own step.
    yard = set_table(Yard.programming(user, other_user))
    yard.play(user, DONE)
    yard.play(other_user, DONE)
    kinds = [line.event["type"] for line in yard.board(other_user).since_last]
    assert kinds[0] == "programs-closed"
    assert "program-marked" not in kinds


def test_what_ones_own_move_set_off_is_no_news_once_it_was_taken_back(user):
    yard = set_table(Yard.programming(user, bots=1))
    turning = table("junkyard").standing(0, BETWEEN_PILES).slotting("pivot", "pivot").holding("crawl", "roll")
    yard.keep(turning.state)
    yard.everybody_done()
    turn = yard.legal(user)[0]
    before = [line.text for line in yard.board(user).since_last]
    yard.play(user, turn)
    assert [line.text for line in yard.board(user).since_last] != before
    ask_undo(yard.id, user, yard.board(user).seq, "undo")
    assert [line.text for line in yard.board(user).since_last] == before


TURN_RIGHT, TURN_LEFT = {"type": "turn", "side": "right"}, {"type": "turn", "side": "left"}
SALVAGE = {"type": "salvage", "pile": 0}


def robots(table):
    return {cell.robot.seat: cell.name for cell in table.cells if getattr(cell, "robot", None)}


def last_of_the_story(yard, user):
    """Return the table of Junkyard that ends the story."""
    told = story(yard)
    return boards.table(replace(yard.board(user), story=told, narrated=len(told.events)))


def test_a_turn_that_was_taken_back_pushes_nobody_in_the_story(user, other_user):
    """Whom it pushed stayed there for the rest of the story, though the player then turned the other way."""
    yard = Yard.programming(user, other_user)
    crane = table("junkyard").standing(0, "s1", "e").standing(1, "e4").slotting("crane")
    yard.keep(crane.state)
    yard.everybody_done()
    yard.play(user, SALVAGE)
    yard.play(user, TURN_RIGHT)
    assert robots(last_of_the_story(yard, user)) == robots(boards.table(yard.board(user)))
    undo_move(yard.id, user, yard.board(user).seq, "undo")
    yard.play(user, TURN_LEFT)
    assert robots(last_of_the_story(yard, user)) == robots(boards.table(yard.board(user)))
    assert [line.text for line in story(yard).lines if line.undone] != []
    step = next(line.seq for line in story(yard).lines if line.undone)
    inside = replay(yard.match, seat_viewer(0), "", step, 1).board
    assert robots(boards.table(inside)) != robots(boards.table(yard.board(user)))


def test_a_card_that_was_scrapped_until_that_was_taken_back_lies_on_one_pile(user):
    yard = Yard.programming(user, bots=1)
    yard.keep(table("junkyard").slotting("stash", "stash", "stash").holding("crawl", "roll", "grab").state)
    yard.everybody_done()
    scrap = yard.legal(user)[0]
    yard.play(user, scrap)
    ask_undo(yard.id, user, yard.board(user).seq, "undo")
    yard.play(user, scrap)
    mine = last_of_the_story(yard, user).plates[0]
    assert [face.card.slug for face in mine.scrapheap] == ["crawl"]


def test_programs_whose_closing_was_taken_back_open_no_story(user):
    """The story of “the last round” was that of a round that hasn't been resolved."""
    yard = Yard.programming(user, bots=1)
    yard.keep(table("junkyard").standing(0, "n1", "e").slotting("crawl").state)
    yard.everybody_done()
    told = story(yard)
    set_table(yard, 1).everybody_done()
    assert story(yard).view != told.view
    ask_undo(yard.id, user, yard.board(user).seq, "undo")
    assert story(yard).view == told.view
    assert last_of_the_story(yard, user).phase == "Programming"


def test_a_round_that_was_taken_back_is_no_story_to_look_at(user):
    yard = set_table(Yard.programming(user, bots=1))
    links = [boards.table(yard.board(user)).narration_url]
    yard.everybody_done()
    links.append(boards.table(yard.board(user)).narration_url)
    ask_undo(yard.id, user, yard.board(user).seq, "undo")
    links.append(boards.table(yard.board(user)).narration_url)
    assert [bool(link) for link in links] == [False, True, False]


def told_plates(yard, number):
    """Return the plates of Junkyard after so many events of the story."""
    return boards.table(replace(yard.board(), story=story(yard), narrated=number)).plates


def test_looking_back_counts_hands_and_decks_as_they_were(user, other_user):
    """They were those of now, after the cards of the next round were drawn."""
    yard = Yard.programming(user, other_user)
    stashing = table("junkyard").standing(0, "n1", "e").slotting("stash", "crawl").holding("roll")
    yard.keep(stashing.with_deck(*["grab"] * 6).state)
    yard.everybody_done()
    told = story(yard)
    kinds = [line.event["type"] for line in told.lines]
    closed, scrapped = kinds.index("programs-closed") + 1, kinds.index("card-scrapped") + 1
    counts = [
        (plate.hand_count, plate.deck_count)
        for number in (0, closed, scrapped, len(kinds))
        for plate in told_plates(yard, number)[:1]
    ]
    assert counts == [(3, 6), (1, 6), (0, 6), (6, 0)]


def test_looking_back_programs_are_secret_until_all_are_closed(yard):
    """All registers were called empty while programs were still being put together."""
    before, after = told_plates(yard, 0)[0], told_plates(yard, len(story(yard).events))[0]
    assert [register.is_slotted for register in before.registers] == [None] * 6
    assert [register.is_slotted for register in after.registers] == [True, *[False] * 5]
