"""Hints: for whom there are any, what they say, and that they know no more than the seat."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django_tasks_db.models import DBTaskResult

from games import catalog
from games.bots.search import Judged, Judgement, Search
from games.coaching.advice import Advice, advise
from games.coaching.asking import ask, hint_for, refusal
from games.coaching.errors import NoHint
from games.coaching.models import Hint
from games.coaching.tasks import find_hint
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.errors import MatchOver, NotYourTurn
from games.engine.viewers import SPECTATOR, seat_viewer
from games.lessons.actions import begin_lesson, leave_lesson
from games.lessons.data import lesson_of
from games.lessons.models import LessonMark
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.errors import NotSeated
from games.matches.models import Match
from games.matches.numbering import newest_number
from games.puzzles.attempts import begin_attempt
from games.puzzles.data import puzzles
from games.titles.scrapbots.moves import EndTurn, GainEnergy
from scrapsite.accounts.tokens import issue_token
from tests.playing import bot_match, legal_moves, match_of, state_of, store_state
from tests.table import table

ME = seat_viewer(0)
ClientOf = Callable[[User], Client]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Search a little only."""
    for title in catalog.titles():
        monkeypatch.setattr(type(title.newest.game), "rounds", 60, raising=False)


def on_move(user: User) -> Match:
    """Return a match against a bot in which *user*, at seat 0, is to act."""
    match = bot_match(user)
    while match.to_act != [0]:
        play_for_bot(match.pk)
        match.refresh_from_db()
    return match


def find(match: Match) -> Advice:
    """Ask for a hint and have it found."""
    ask(match, ME)
    assert find_hint.call(match.pk, 0, hint_for(match, ME).number)
    found = hint_for(match, ME).advice
    assert found is not None
    return found


def test_a_hint_deals_the_last_wound() -> None:
    game = table("scrapbots", "3.6").with_bot("golem", lane=1).with_pool(0, 9).with_stack(1)
    game.with_enemy(deck=("scout",) * 5).with_deck("scout")
    found = advise(game.game, game.game.view(game.state, ME), 0, seed=1)
    assert found.words.text.startswith("Attack with Golem in the centre Lane")
    assert found.rule.startswith("attack")
    assert found.rating > 50


def test_what_is_the_only_thing_to_do_needs_no_search() -> None:
    game = table("scrapbots", "3.6")
    found = advise(game.game, game.game.view(game.state, ME), 0, seed=1)
    assert (found.words.text, found.choices, found.rounds) == ("End turn", 1, 0)


def test_a_hint_about_the_mech_goes_by_the_rules_of_thumb_as_bots_do() -> None:
    """A look ahead of a few turns found the same mech the best in every match."""
    game = catalog.title("scrap-knights").newest.game
    state, _ = game.new(codec.read_options(game.options_type, {}), 2, FastChance(1))
    found = [advise(game, game.view(state, ME), 0, seed) for seed in range(20)]
    assert {advice.rounds for advice in found} == {0}
    assert len({advice.move for advice in found}) > 6


def test_a_hint_tells_how_the_turn_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.coaching.advice.SURE", 3)
    game = table("scrapbots", "3.6").with_hand("drone").with_market("scout").with_pool(5, 0)
    game.with_deck("drone").with_enemy(deck=("scout",) * 5)
    found = advise(game.game, game.game.view(game.state, ME), 0, seed=1)
    assert found.then
    assert found.other


def test_a_hint_names_the_press_that_makes_its_first_moves_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.coaching.advice.SURE", 3)
    game = table("scrapbots", "3.6").with_hand("circuitry", "spare-parts", "spare-parts").with_market("scout")
    game.with_deck("drone").with_enemy(deck=("scout",) * 5)
    found = advise(game.game, game.game.view(game.state, ME), 0, seed=1)
    (batch,) = game.game.batches(game.state, 0)
    assert found.batch is not None
    assert (found.batch.label, found.batch.count) == (batch.label, 3)
    assert not any(words.startswith("Discard") for words in found.after)
    assert not found.has_rival


def test_a_hint_never_advises_what_it_rates_lower_than_the_next_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """The move looked at most often was advised: 87, and “the next best” was “about as good: 90”."""
    game = table("scrapbots", "3.6").with_hand("circuitry", "drone").with_market("scout").with_pool(2, 2)
    game.with_deck("drone").with_enemy(deck=("scout",) * 5)
    view, often, well = game.game.view(game.state, ME), EndTurn(), GainEnergy("circuitry")
    judged = Judgement(0.5, (Judged(often, 0.2, 300), Judged(well, 0.4, 200)))
    alone = {often: 0.3, well: 0.1}
    monkeypatch.setattr("games.coaching.advice.judgement", lambda root: judged)
    monkeypatch.setattr(
        Search, "judge", lambda *args: Judgement(alone[args[-1]], (Judged(args[-1], alone[args[-1]], 400),))
    )
    found = advise(game.game, view, 0, seed=1)
    assert (found.move, found.rating, found.other_rating) == (codec.to_json(often), 65, 55)
    alone.update({often: 0.1, well: 0.3})
    found = advise(game.game, view, 0, seed=1)
    assert (found.move, found.rating, found.other_rating) == (codec.to_json(well), 65, 55)
    assert found.other == "End turn"


def test_a_hint_about_one_of_several_discards_names_no_press() -> None:
    game = table("scrapbots", "3.6").with_hand("circuitry").with_market("drone").with_pool(2, 0)
    game.with_deck("drone").with_enemy(deck=("scout",) * 5)
    assert advise(game.game, game.game.view(game.state, ME), 0, seed=1).batch is None


@pytest.mark.parametrize("slug", [title.slug for title in catalog.titles()])
def test_states_that_look_alike_to_the_seat_have_the_same_hint(slug: str) -> None:
    game, luck = catalog.title(slug).newest.game, FastChance(3)
    state, _ = game.new(game.options_type(), 2, luck)
    for _ in range(30):
        seat = game.to_act(state)[0]
        game.apply(state, seat, luck.pick(game.legal(state, seat), "move"), luck)
    seat = game.to_act(state)[0]
    view = game.view(state, seat_viewer(seat))
    others = [game.resample(view, FastChance(seed)) for seed in range(5)]
    assert any(game.encode(other) != game.encode(state) for other in others)
    told = {codec.to_json(advise(game, game.view(other, seat_viewer(seat)), seat, 1)) for other in others}
    assert told == {codec.to_json(advise(game, view, seat, 1))}


@pytest.mark.django_db
def test_a_hint_in_a_match_depends_on_nothing_that_is_hidden(user: User) -> None:
    match = on_move(user)
    found, state = find(match), state_of(match)
    game = catalog.game(match.title, match.edition)
    other = game.resample(game.view(state, ME), FastChance(4))
    assert game.encode(other) != game.encode(state)
    store_state(match, other)
    Hint.objects.all().delete()
    assert find(match) == found


@pytest.mark.django_db
def test_bots_come_before_hints_and_a_second_press_asks_nothing(user: User) -> None:
    match = on_move(user)
    DBTaskResult.objects.all().delete()
    ask(match, ME)
    ask(match, ME)
    (task,) = DBTaskResult.objects.all()
    assert (task.queue_name, task.priority) == ("bots", -1)
    assert hint_for(match, ME).is_waiting


@pytest.mark.django_db
def test_a_hint_is_gone_when_the_match_goes_on(user: User) -> None:
    match = on_move(user)
    number = hint_for(match, ME).number
    ask(match, ME)
    play_move(match.pk, user, match.seq, "on", legal_moves(match, user)[0])
    match.refresh_from_db()
    assert not find_hint.call(match.pk, 0, number)
    if match.to_act == [0]:
        assert hint_for(match, ME).advice is None


def programming(user: User) -> Match:
    """Return a match of Junkyard in which *user*, at seat 0, and a bot write their programs."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = create_match(user, "junkyard", catalog.title("junkyard").newest.slug, {}, seats)
    while match.to_act != [0, 1]:
        if match.to_act == [0]:
            play_move(match.pk, user, newest_number(match, 0), f"at-{match.seq}", legal_moves(match, user)[0])
        else:
            play_for_bot(match.pk)
        match.refresh_from_db()
    return match


@pytest.mark.django_db
def test_a_hint_stays_while_others_decide_in_secret(user: User) -> None:
    """The bot was ready first, and the hint that was looked for, or shown, was gone without a word."""
    match = programming(user)
    ask(match, ME)
    asked_at = hint_for(match, ME).number
    while match.to_act != [0]:
        play_for_bot(match.pk)
        match.refresh_from_db()
    assert newest_number(match, 0) > asked_at
    assert hint_for(match, ME).is_waiting
    assert find_hint.call(match.pk, 0, asked_at)
    shown = hint_for(match, ME)
    assert (shown.number, shown.is_waiting) == (asked_at, False)
    assert shown.advice is not None
    ask(match, ME)
    assert hint_for(match, ME) == shown
    play_move(match.pk, user, asked_at, "do-it", codec.from_json(dict, shown.advice.move))
    match.refresh_from_db()
    if 0 in match.to_act:
        assert hint_for(match, ME).advice is None


@pytest.mark.django_db
def test_there_are_hints_only_where_all_others_are_bots(user: User, other_user: User) -> None:
    match = match_of(user, other_user)
    assert isinstance(refusal(match, seat_viewer(match.to_act[0])), NoHint)
    with pytest.raises(NoHint):
        ask(match, seat_viewer(match.to_act[0]))


@pytest.mark.django_db
def test_there_are_no_hints_in_rated_matches_for_watchers_in_others_turns_and_after_the_end(
    user: User,
) -> None:
    match = on_move(user)
    assert refusal(match, ME) is None
    assert isinstance(refusal(match, SPECTATOR), NotSeated)
    match.to_act = [1]
    assert isinstance(refusal(match, ME), NotYourTurn)
    match.to_act, match.is_rated = [0], True
    assert isinstance(refusal(match, ME), NoHint)
    resign(match.pk, user)
    match.refresh_from_db()
    assert isinstance(refusal(match, ME), MatchOver)


@pytest.mark.django_db
def test_a_tutorial_says_itself_what_to_do_until_its_rest_is_skipped(user: User, client_of: ClientOf) -> None:
    match, client = begin_lesson(user, "scrapbots"), client_of(user)
    assert isinstance(refusal(match, ME), NoHint)
    assert 'id="hint"' not in client.get(f"/matches/{match.pk}/").content.decode()
    leave_lesson(match.pk, user)
    assert refusal(match, ME) is None
    assert 'id="hint"' in client.get(f"/matches/{match.pk}/").content.decode()


def finished_tutorial(user: User) -> Match:
    """Return a tutorial of Scrapbots whose last step has been read, in a match that goes on."""
    match = begin_lesson(user, "scrapbots")
    lesson = lesson_of("scrapbots")
    assert lesson is not None
    LessonMark.objects.filter(match=match).update(read=list(range(len(lesson.steps))))
    return match


@pytest.mark.django_db
def test_who_has_finished_the_tutorial_can_have_hints_in_the_rest_of_its_match(
    user: User, client_of: ClientOf
) -> None:
    """The page said that the match can be played on, but only who had skipped the tutorial had hints."""
    match, client = finished_tutorial(user), client_of(user)
    assert refusal(match, ME) is None
    page = client.get(f"/matches/{match.pk}/").text
    assert "ask for a hint" in page
    assert 'id="hint"' in page


@pytest.mark.django_db
def test_a_tutorial_of_a_former_edition_refuses_no_hints(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin_lesson(user, "scrapbots")
    assert isinstance(refusal(match, ME), NoHint)
    monkeypatch.setattr("games.lessons.data.Lesson.edition", "3.4")
    assert refusal(match, ME) is None


@pytest.mark.django_db
def test_a_puzzle_is_solved_without_hints(user: User, client_of: ClientOf) -> None:
    match = begin_attempt(user, puzzles("scrapbots")[0])
    me = seat_viewer(match.to_act[0])
    with pytest.raises(NoHint):
        ask(match, me)
    assert 'id="hint"' not in client_of(user).get(f"/matches/{match.pk}/").content.decode()


@pytest.mark.django_db
def test_the_page_asks_waits_and_shows_the_hint_without_scripts(user: User, client_of: ClientOf) -> None:
    match, client = on_move(user), client_of(user)
    page, asking = f"/matches/{match.pk}/", f"/matches/{match.pk}/hint/"
    assert f'action="{asking}"' in client.get(page).content.decode()
    assert client.post(asking).status_code == 303
    assert "Looking for a good move" in client.get(page).content.decode()
    assert client.get(asking, headers={"HX-Request": "true"}).status_code == 204
    assert find_hint.call(match.pk, 0, match.seq)
    shown = client.get(page).content.decode()
    assert "Do it" in shown
    advice = hint_for(match, ME).advice
    assert advice is not None
    assert (advice.batch.label if advice.batch else advice.words.text) in shown
    if advice.words.at not in ("turn", ""):
        assert "is-advised" in shown
    assert "Do it" in client.get(asking, headers={"HX-Request": "true"}).content.decode()
    sent = {"seen": match.seq, "client_move_id": "done", "move": advice.move}
    assert client.post(f"{page}moves/", sent).status_code == 303
    assert advice.words.text not in re.sub(r"(?s)<li.*?</li>", "", client.get(page).content.decode())


@pytest.mark.django_db
def test_nobody_else_is_offered_a_hint(user: User, other_user: User, client_of: ClientOf) -> None:
    match = match_of(user, other_user)
    page = f"/matches/{match.pk}/"
    assert "/hint/" not in client_of(user).get(page).content.decode()
    assert "/hint/" not in Client().get(f"/matches/{on_move(user).pk}/").content.decode()
    assert client_of(user).post(f"{page}hint/").status_code == 422


@pytest.mark.django_db
def test_a_program_asks_for_a_hint_and_reads_it(user: User, client: Client) -> None:
    match = on_move(user)
    headers: Any = {"Authorization": f"Bearer {issue_token(user)}"}
    address = f"/api/v1/matches/{match.pk}/hint"
    assert client.get(address, headers=headers).json()["status"] == "none"
    assert client.post(address, headers=headers).json() == {
        "seq": match.seq,
        "status": "waiting",
        "advice": None,
    }
    find_hint.call(match.pk, 0, match.seq)
    told = client.get(address, headers=headers).json()
    assert told["status"] == "found"
    assert told["advice"]["move"] in legal_moves(match, user)
    assert 0 <= told["advice"]["rating"] <= 100


@pytest.mark.django_db
def test_a_program_reads_no_rating_where_nobody_has_looked(user: User, client: Client) -> None:
    """“50 of 100” for what the rules of thumb say looked like an even position."""
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    match = create_match(user, "scrap-knights", catalog.title("scrap-knights").newest.slug, {}, seats)
    assert find(match).rounds == 0, "mechs are brought by the rules of thumb"
    headers: Any = {"Authorization": f"Bearer {issue_token(user)}"}
    told = client.get(f"/api/v1/matches/{match.pk}/hint", headers=headers).json()["advice"]
    assert (told["rounds"], told["rating"], told["other_rating"]) == (0, None, None)


def test_the_end_of_a_turn_has_no_place_to_point_at() -> None:
    game = table("scrapbots", "3.6")
    found = advise(game.game, game.game.view(game.state, ME), 0, seed=1)
    assert found.move == codec.to_json(EndTurn())
    assert found.words.at == "turn"
