"""The film of what happened: scene by scene, for whoever looks and no more than they may know."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from games.boards.scrapyard.laying import PHASE_WORDS, STEPS
from games.engine.viewers import SPECTATOR, seat_viewer
from games.match_page.film import MOST_SCENES, film
from games.matches.actions.create import create_match
from tests.games.matches.test_standing_orders import set_table
from tests.games.yard import Yard
from tests.playing import BOT, ME, bot_match, play_on

pytestmark = pytest.mark.django_db


def words(scenes):
    return [line.event["type"] for scene in scenes for line in scene.lines]


@pytest.fixture
def yard(user, other_user):
    """Both are done: the programs are closed, and the round goes on to the first question."""
    yard = set_table(Yard.programming(user, other_user))
    yard.everybody_done()
    return yard


def test_a_round_is_told_event_by_event(yard):
    scenes = film(yard.match, seat_viewer(0), -1)
    assert words(scenes)[1] == "programs-closed"
    assert 1 < len(scenes) <= MOST_SCENES
    tables = [scene.table for scene in scenes]
    assert all(one != other for one, other in pairwise(tables))


def test_what_has_been_seen_isnt_told_again(yard):
    newest = yard.board(yard.people[0]).seq
    assert not film(yard.match, seat_viewer(0), newest)
    assert not film(yard.match, seat_viewer(0), 99_999)


def test_a_board_says_which_step_is_worth_a_film(yard, user):
    assert yard.board(user).film == yard.board(user).seq
    early = Yard.programming(*yard.people)
    assert early.board(user).film == -1
    # One's own secret steps are no news.
    while yard.board().view.phase != "programming":
        yard.play_first()
    before = yard.board(user).film
    yard.fill(user)
    assert yard.board(user).film == before < yard.board(user).seq


def test_the_others_turn_of_scrapbots_is_told_step_by_step(user):
    match = play_on(bot_match(user), [user, None], 12)
    scenes = film(match, seat_viewer(0), 4)
    assert len({line.seq for scene in scenes for line in scene.lines}) == match.seq - 4


@pytest.mark.soak(seconds=1)
def test_a_long_film_has_few_scenes_and_tells_everything(user):
    match = play_on(bot_match(user), [user, None], 38)
    scenes = film(match, SPECTATOR, 0)
    assert len(scenes) <= MOST_SCENES
    assert words(scenes) == words(film(match, SPECTATOR, 0))
    assert {line.seq for scene in scenes for line in scene.lines} == set(range(1, match.seq + 1))


def test_the_head_of_scrapyard_says_one_phase_all_through_a_film(user):
    """The steps of the match stood at “Peek” while cubes were placed."""
    match = create_match(user, "scrapyard", "1.0", {"tiles": 1}, [ME, BOT])
    shown, after, told = {}, -1, set()
    while "collect" not in told:
        for scene in film(match, seat_viewer(0), after):
            shown |= scene.table
            phase = next(slug for slug in STEPS if f'data-state="{PHASE_WORDS[slug]} ' in shown["phase"])
            told.add(phase)
            assert f'aria-current="step">{STEPS[phase]}<' in shown["steps"]
            assert ("hidden>" in shown["left"]) == (phase == "corner")
        after = match.seq
        play_on(match, [user, None], 3, seed=after)
    assert told == set(STEPS)


def test_nothing_in_a_film_can_be_pressed(yard, user, client_of):
    answer = client_of(user).get(f"/matches/{yard.id}/film/?after=0", headers={"HX-Request": "true"})
    html = answer.content.decode()
    assert html.count('class="scene"') > 1
    assert not re.search(r"<form|name=\"move\"|csrf", html)


@pytest.mark.parametrize("asked", ["", "?after=", "?after=-1", "?after=x", "?after=1e9"])
def test_without_a_number_there_is_the_match(yard, user, client_of, asked):
    answer = client_of(user).get(f"/matches/{yard.id}/film/{asked}", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/matches/{yard.id}/")


def test_a_scene_holds_only_what_looks_otherwise_than_before(yard):
    """A film with whole tables was as large as the board itself."""
    scenes = film(yard.match, seat_viewer(0), yard.board(yard.people[0]).seq - 1)
    shown = {}
    for scene in scenes:
        assert all(shown.get(key) != part for key, part in scene.table.items())
        shown |= scene.table
    # Nobody takes anything from a corner pile before a Scrapbot has moved.
    assert shown
    assert "pile-north-west" not in scenes[0].table


def test_parts_of_a_table_end_where_they_end(yard):
    scenes = film(yard.match, SPECTATOR, -1)
    parts = scenes[0].table
    assert {key.split("-")[0] for key in parts} == {"space", "pile", "plate"}
    for part in parts.values():
        tag = re.match(r"<(\w+)", part)[1]
        assert part.endswith(f"</{tag}>")
        assert len(re.findall(rf"<{tag}\b", part)) == part.count(f"</{tag}>")
