"""Lessons: each is played to its end as it asks, on the real table, and can be left and resumed."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from games import catalog
from games.engine.chance import FastChance
from games.engine.protocol import QUICK_BOTS
from games.lessons import actions, data
from games.lessons.actions import begin_lesson, first_match, leave_lesson, read_step, take_back
from games.lessons.data import lesson_of
from games.lessons.following import Place, is_wanted
from games.lessons.marks import made_in
from games.lessons.models import LessonMark
from games.lessons.panel import ENDED_BEFORE
from games.match_page.fold import board
from games.matches.access import seat_of
from games.matches.actions.resign import resign
from games.matches.actions.undo import undo_move
from games.matches.models import Match, MatchSecret
from games.positions.playing import begin, fits
from rules.wiki import shipped
from tests.games.lessons.lines import Learner

pytestmark = pytest.mark.django_db
TAUGHT = [title.slug for title in catalog.titles() if lesson_of(title.slug)]


@pytest.fixture
def learner(user):
    return Learner(begin_lesson(user, "scrapbots"), user)


@pytest.mark.parametrize("game", TAUGHT)
def test_who_does_what_a_lesson_asks_comes_to_its_end(game, user):
    learner = Learner(begin_lesson(user, game), user)
    reached = []
    while learner.place().number < len(learner.lesson.steps) and learner.board().status == "running":
        number = learner.place().number
        panel = learner.panel()
        assert panel.number == number + 1
        assert not panel.otherwise
        reached.append(number)
        before = number
        for _ in range(60):
            learner.follow()
            if learner.board().status != "running" or learner.place().number != before:
                break
        else:
            raise AssertionError(f"{game} stays at step {before}")
    assert reached == list(range(len(learner.lesson.steps)))
    assert learner.place().number == len(learner.lesson.steps)
    assert learner.panel().is_over
    assert learner.panel().says == learner.lesson.ends
    others = [{"seat": one.seat, **one.move} for one in made_in(learner.match) if one.seat != 0]
    assert [move for move in learner.lesson.script if move not in others] == []


@pytest.mark.parametrize("game", TAUGHT)
def test_the_rules_and_the_length_of_a_lesson_are_as_they_should_be(game):
    lesson = lesson_of(game)
    assert {step.rule for step in lesson.steps} <= shipped.anchors(game, lesson.edition)
    assert 5 <= lesson.minutes <= 8
    for step in lesson.steps:
        assert max(len(step.says), len(step.anyway)) <= 240, step.says
        assert step.otherwise or step.is_free or not step.waits, step.says
        assert step.says.count(". ") <= 4


@pytest.mark.parametrize("game", TAUGHT)
def test_the_bots_of_a_lesson_play_its_game(game):
    lesson = lesson_of(game)
    assert {lesson.bot, lesson.rival} <= set(catalog.title(game).bots)


def test_without_bots_that_search_a_lesson_and_its_first_match_are_against_the_usual_one(monkeypatch):
    few = replace(catalog.title("scrapbots"), bots=QUICK_BOTS)
    monkeypatch.setitem(catalog._TITLES, "scrapbots", few)
    lesson = data._read.__wrapped__("scrapbots")
    assert (lesson.bot, lesson.rival) == ("greedy", "greedy")


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_has_the_cards_and_counters_of_any_match(game):
    lesson = lesson_of(game)
    census = catalog.title(game).census
    playable, state = begin(lesson.beginning, lesson.edition)
    dealt, _ = playable.new(playable.options_type(**lesson.options), lesson.seats, FastChance(2))
    if game == "scrap-knights":  # a mech is made of the box, which has no end
        assert census(state) == [0, 0, 0, 0]
    else:
        assert census(state) == census(dealt)


def test_a_lesson_is_a_private_match_that_counts_for_nothing(learner):
    match = learner.match
    assert (match.is_private, match.is_rated, match.plays_counted) == (True, False, True)
    assert match.bots == ["", "novice"]


def test_the_same_moves_have_the_same_luck_in_every_lesson(user, other_user):
    matches = [begin_lesson(one, "scrapbots") for one in (user, other_user)]
    secrets = [MatchSecret.objects.get(match=match) for match in matches]
    assert bytes(secrets[0].played) == bytes(secrets[1].played)
    assert secrets[0].commitment != secrets[1].commitment


def test_another_move_is_explained_and_can_be_taken_back(learner):
    learner.follow_to(1)
    learner.play(type="build-scrapbot", card="drone", lane=2)
    panel = learner.panel()
    assert (panel.number, panel.otherwise) == (2, learner.lesson.steps[1].otherwise)
    assert learner.board().can_undo
    undo_move(learner.match.pk, learner.user, learner.board().seq, "back")
    assert not learner.panel().otherwise
    learner.play(type="build-scrapbot", card="drone", lane=0)
    assert learner.panel().number == 3


@pytest.mark.parametrize("game", TAUGHT)
def test_every_other_move_is_explained_and_can_be_taken_back(game, user):
    """What a later step asked for was taken without a word, and so was what the bot had answered."""
    learner = Learner(begin_lesson(user, game), user)
    while learner.place().number < len(learner.lesson.steps):
        place, step = learner.place(), learner.step()
        moves = [msgspec.json.decode(offer.move) for offer in learner.board().legal]
        others = [move for move in moves if step.waits and not is_wanted(step.waits, move)]
        if learner.board().my_turn and others and not step.is_free:
            learner.play(**others[-1])
            learner.bots()
            if learner.board().status == "running":
                panel = learner.panel()
                assert (panel.step, panel.otherwise) == (place.number, step.otherwise)
                assert panel.says == (step.anyway or step.says)
                assert panel.can_take_back
                take_back(learner.match.pk, user)
                assert learner.place() == place
                assert learner.panel().says == step.says
                learner.bots()
        learner.follow()
    assert learner.panel().says == learner.lesson.ends


@pytest.mark.parametrize(
    ("game", "other"),
    [
        *((game, {}) for game in TAUGHT),
        ("scrap-knights", {"type": "choose", "act": "stonewall"}),
        ("junkyard", {"type": "set-program"}),
        ("scrapyard", {"type": "end-peeks"}),
        ("scrapbots", {"type": "gain-scrap", "card": "drone"}),
    ],
)
def test_after_another_move_every_step_is_read_in_words_that_are_true(game, other, user):
    """Of eleven steps three were left out, and the others told of hits and wrecks that hadn't happened."""
    learner = Learner(begin_lesson(user, game), user)
    learner.follow_to(1)
    wanted, shown = learner.step().waits, [1]
    legal = [msgspec.json.decode(offer.move) for offer in learner.board().legal]
    learner.play(**next(move for move in legal if fits(move, other) and not is_wanted(wanted, move)))
    for _ in range(300):
        panel = learner.panel()
        if panel.is_over:
            break
        step = learner.lesson.steps[panel.step]
        assert panel.says == (step.anyway or step.says)
        shown += [panel.step] if panel.step != shown[-1] else []
        if panel.next:
            read_step(learner.match.pk, user, panel.step)
        elif not learner.board().my_turn:
            learner.bots()
        else:
            learner.play(**learner.wanted(step))
    assert shown == list(range(1, shown[-1] + 1))
    ends = learner.lesson.ends if shown[-1] == len(learner.lesson.steps) - 1 else ENDED_BEFORE
    assert learner.panel().says == ends


def test_what_can_no_longer_be_done_can_be_gone_on_without(learner):
    learner.follow_to(1)
    learner.play(type="gain-scrap", card="drone")
    assert learner.panel().next == "Go on without it"
    read_step(learner.match.pk, learner.user, 1)
    assert learner.panel().number == 3


def test_where_anything_is_welcome_nothing_is_said_of_it(learner):
    """“Do whatever else you like” was followed by a mark in red and “Take it back”."""
    learner.follow_to(next(at for at, step in enumerate(learner.lesson.steps) if step.is_free))
    number = learner.place().number
    others = [msgspec.json.decode(offer.move) for offer in learner.board().legal]
    learner.play(**next(move for move in others if move["type"] == "gain-scrap"))
    panel = learner.panel()
    assert (panel.step, panel.otherwise, panel.can_take_back) == (number, "", False)


def test_who_discards_all_as_told_has_done_just_what_the_step_asks(learner):
    """The step is done with three cards, and the press discards four: the last one was called a mistake."""
    learner.follow_to(2)
    for card in (*["spare-parts"] * 3, "circuitry"):
        learner.play(type="gain-scrap", card=card)
    assert learner.place() == Place(3)


def test_a_step_taken_back_is_asked_for_again(learner):
    learner.follow_to(2)
    undo_move(learner.match.pk, learner.user, learner.board().seq, "back")
    assert learner.panel().number == 2


def test_who_plays_ahead_is_told_what_was_left_out(learner):
    learner.follow_to(1)
    learner.play(type="end-turn")
    learner.bots()
    panel = learner.panel()
    assert (panel.number, panel.next) == (2, "Go on without it")
    assert panel.otherwise


def test_a_press_on_an_old_page_sends_nobody_back(learner):
    """What had been done since then counted for nothing, and stayed so."""
    learner.follow_to(6)
    before = learner.panel()
    read_step(learner.match.pk, learner.user, 1)
    assert learner.panel() == before


def test_what_is_done_after_an_undo_counts_though_a_step_was_left_before_it(learner):
    """Moves were counted: after an undo the next ones fell before the press."""
    learner.follow_to(7)
    learner.play(type="gain-scrap", card="scout")
    read_step(learner.match.pk, learner.user, 7)
    undo_move(learner.match.pk, learner.user, learner.board().seq, "back")
    assert learner.place().number == 8
    learner.follow()
    assert learner.place().number > 8


def test_a_board_that_is_being_drawn_says_nothing_of_later_moves(learner):
    """The bot moved between two queries: the panel told of what no board had shown yet."""
    begun = Match.objects.get(pk=learner.match.pk)
    learner.play(type="build-scrapbot", card="drone", lane=0)
    old = board(begun, seat_of(learner.user, begun))
    assert old.lesson.number == 1
    assert learner.panel().number == 2


def test_words_needn_t_be_left_by_a_press(learner):
    """One move did two steps: the count went from 1 of 21 to 3 of 21."""
    assert (learner.panel().number, learner.panel().count) == (1, 21)
    learner.play(type="build-scrapbot", card="drone", lane=0)
    panel = learner.panel()
    assert (panel.step, panel.number, panel.count) == (2, 2, 20)
    read_step(learner.match.pk, learner.user, panel.step)
    assert (learner.panel().number, learner.panel().count) == (3, 20)


def test_the_other_side_plays_its_script_only_while_it_can(learner):
    learner.follow_to(7)
    learner.play(type="end-turn")
    learner.bots()
    assert learner.board().my_turn


def test_a_lesson_is_resumed_where_it_was(learner, user):
    learner.follow_to(4)
    again = begin_lesson(user, "scrapbots")
    assert again.pk == learner.match.pk
    assert Learner(again, user).panel().number == 5
    assert Learner(again, user).panel().count == 21


def test_a_lesson_that_was_left_can_be_come_back_to_and_another_begun(learner, user):
    leave_lesson(learner.match.pk, user)
    assert learner.panel().is_left
    leave_lesson(learner.match.pk, user, is_left=False)
    assert learner.panel().number == 1
    leave_lesson(learner.match.pk, user)
    assert begin_lesson(user, "scrapbots").pk != learner.match.pk


def test_a_lesson_whose_match_goes_on_after_its_end_can_be_begun_again(learner, user):
    """“Learn by playing” led back to the end of the tutorial as long as its match wasn't over."""
    LessonMark.objects.update(read=list(range(len(learner.lesson.steps))))
    assert learner.panel().is_over
    assert learner.board().status == "running"
    again = begin_lesson(user, "scrapbots")
    assert again.pk != learner.match.pk
    assert begin_lesson(user, "scrapbots").pk == again.pk


def test_the_first_match_follows_and_ends_the_lesson(learner, user):
    made = first_match(learner.match.pk, user)
    learner.match.refresh_from_db()
    assert (made.title, made.bots, made.practice_seq) == ("scrapbots", ["", "novice"], None)
    assert learner.match.status == "finished"


def test_in_the_first_match_of_a_game_with_decks_an_easy_one_is_chosen_already(user):
    """Whoever came from the tutorial stood before twelve mechs, and none was chosen."""
    made = Match.objects.get(pk=first_match(begin_lesson(user, "scrap-knights").pk, user).pk)
    easiest = catalog.title("scrap-knights").newest.decks.easiest
    assert easiest.level == "easy"
    now = board(made, seat_of(user, made))
    assert now.view.players[0].draft.acts == easiest.lists["acts"]
    assert (now.view.phase, made.status) == ("build", "running"), "it can still be changed"


def test_the_first_match_follows_though_the_bot_ends_the_lessons_at_that_moment(learner, user, monkeypatch):
    """Whoever pressed was told that the match is over, and got no other."""

    def beaten(match_id, who):
        Match.objects.filter(pk=match_id).update(status="finished", to_act=[])
        return resign(match_id, who)

    monkeypatch.setattr(actions, "resign", beaten)
    assert first_match(learner.match.pk, user).status == "running"


def test_other_matches_have_no_lesson(scrapbots_duel):
    assert not LessonMark.objects.exists()
    assert (
        board(scrapbots_duel.match, seat_of(scrapbots_duel.players[0], scrapbots_duel.match)).lesson is None
    )


SAME_ORIGIN = {"Sec-Fetch-Site": "same-origin"}


def test_a_visitor_learns_without_javascript(client):
    """Every press is a form that the page has, and the page says what comes next."""
    answer = client.post("/games/scrapbots/learn/", headers=SAME_ORIGIN)
    address = answer["Location"]
    match = Match.objects.get()
    assert (answer.status_code, address) == (303, f"/matches/{match.pk}/")
    page = client.get(address).content.decode()
    assert "1 of 21" in page
    assert page.count('id="lesson-next"') == 1
    answer = client.post(f"{address}lesson/", {"way": "next", "step": "0"})
    assert (answer.status_code, answer["Location"]) == (303, address)
    page = client.get(address).content.decode()
    assert "2 of 21" in page
    assert 'data-thing="hand:drone" data-pointed' in page
    assert 'id="lesson-next"' not in page
    drone = '{"type":"build-scrapbot","card":"drone","lane":1}'
    client.post(f"{address}moves/", {"seen": match.seq, "client_move_id": "one", "move": drone})
    page = client.get(address).content.decode()
    assert "The tutorial asked for the Drone in the left Lane." in page
    assert 'id="lesson-undo"' in page
    client.post(f"{address}lesson/", {"way": "back", "step": "1"})
    page = client.get(address).content.decode()
    assert 'id="lesson-undo"' not in page
    assert 'data-thing="hand:drone" data-pointed' in page
    client.post(f"{address}lesson/", {"way": "leave", "step": "1"})
    page = client.get(address).content.decode()
    assert "You have skipped the rest" in page
    answer = client.post(f"{address}lesson/first-match/", {"request_id": "first"})
    again = client.post(f"{address}lesson/first-match/", {"request_id": "first"})
    assert answer["Location"] == again["Location"] != address
    assert Match.objects.count() == 2


@pytest.mark.parametrize("game", TAUGHT)
def test_what_a_step_speaks_of_is_pointed_at(game, user, client_of):
    """On a phone the other mech was shown while the tutorial spoke of one’s own heat and ULT."""
    learner, client = Learner(begin_lesson(user, game), user), client_of(user)
    while learner.place().number < len(learner.lesson.steps):
        number, step = learner.place().number, learner.step()
        if step.at and (step.waits is None or learner.board().my_turn):
            page = client.get(f"/matches/{learner.match.pk}/").text
            assert page.count("data-pointed") == len(step.at), f"step {number}"
        learner.follow()


def test_a_press_of_next_brings_the_board(learner, client_of):
    client = client_of(learner.user)
    way = f"/matches/{learner.match.pk}/lesson/"
    answer = client.post(way, {"way": "next", "step": "0"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "2 of 21" in answer.content.decode()
    for wrong in ({"way": "next"}, {"way": "next", "step": "99"}, {"way": "sideways", "step": "0"}):
        assert client.post(way, wrong).status_code == 422
    assert learner.panel().number == 2


def test_who_skips_the_rest_of_a_tutorial_reads_of_the_key_for_hints(learner, client_of):
    """The list of keys came from the page that had been kept while the tutorial still gave none."""
    client, address = client_of(learner.user), f"/matches/{learner.match.pk}/"
    assert "ask for a hint" not in client.get(address).content.decode()
    leave_lesson(learner.match.pk, learner.user)
    assert "ask for a hint" in client.get(address).content.decode()


def test_only_the_learner_goes_on_with_a_lesson(learner, other_user, client_of):
    way = f"/matches/{learner.match.pk}/lesson/"
    assert client_of(other_user).post(way, {"way": "leave"}).status_code == 404
    assert learner.panel().number == 1


def test_a_game_without_a_lesson_begins_none(client):
    assert client.post("/games/nothing/learn/", headers=SAME_ORIGIN).status_code == 404
