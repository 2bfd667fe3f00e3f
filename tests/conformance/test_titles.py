"""The conformance suite: every registered title joins it by being registered."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from inspect import isfunction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from games import catalog
from games.engine.cards import Figure
from games.engine.chance import FastChance
from games.engine.optional import OPTIONAL_PARTS, BringsDeck
from games.engine.protocol import Game, Title
from games.engine.system import RESIGN_RULE, UNDO_RULE
from games.engine.viewers import SPECTATOR, Viewer, seat_viewer
from tests.conformance import checks
from tests.conformance.cases import Case, all_cases, all_editions, all_sizes, members
from tests.conformance.moves import conceivable
from tests.conformance.playouts import Tally, play_many, play_rare
from tests.conformance.replay import MATCHES, play, replay
from tests.conformance.site import check_title
from tests.soak.tenths import soaking

ROOT = Path(__file__).resolve().parents[2]
GAMES, SOAKED_GAMES = 12, 1000  # of each edition
CLOSELY = 6  # a table is checked closely in one of so many of these games
EXTREME_GAMES, SOAKED_EXTREMES = 5, 60  # of each other case
OTHER_GAMES = 12

EDITIONS = pytest.mark.parametrize("case", all_editions(), ids=str)
SIZES = pytest.mark.parametrize("case", all_sizes(), ids=str)


@pytest.mark.parametrize("games", [GAMES, soaking(SOAKED_GAMES, seconds=40)])
@EDITIONS
def test_random_games_end_and_keep_every_invariant(case: Case, games: int):
    tally = play_many(case, range(games), closely=CLOSELY)
    assert tally.games == games
    # Some games end before the table that was drawn for a close look.
    assert tally.tables >= 9 * (games // CLOSELY) // 10
    for more in with_other_options(case):
        if not tally.missing(case)["cards"]:
            break
        tally.add(more)
    if case.rare:
        tally.add(play_rare(case))
    missing = tally.missing(case)
    assert missing["cards"] == set(), "cards that never came up"
    assert missing["moves"] == set(), "moves that were never made"


def with_other_options(case: Case) -> Iterator[Tally]:
    """Yield what comes up when an option of *case* is at its bounds: other cards may be in the box then."""
    like = (case.title, case.edition, case.seats)
    others = [one for one in all_cases() if one.options and (one.title, one.edition, one.seats) == like]
    for seed in range(OTHER_GAMES):
        for other in others:
            yield play_many(other, [seed])


@pytest.mark.parametrize("games", [EXTREME_GAMES, soaking(SOAKED_EXTREMES, seconds=6)])
@pytest.mark.parametrize("case", [case for case in all_cases() if case.options], ids=str)
@pytest.mark.soak(seconds=0.5, one_in=10)
def test_games_at_the_extremes_of_the_options_end_as_well(case: Case, games: int):
    assert play_many(case, range(games), closely=5).games == games


@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
@pytest.mark.soak(seconds=1, one_in=4)
def test_every_kind_of_event_happens_in_some_edition(title):
    """Games are played until every kind has come up."""
    editions = [case for case in all_editions() if case.title is title]
    tally, games = Tally(), games_of(title)
    while missing := set.intersection(*(tally.missing(case)["events"] for case in editions)):
        more = next(games, None)
        assert more is not None, f"these never came up: {missing}"
        tally.add(more)


def games_of(title: Title) -> Iterator[Tally]:
    """Play rare games of *title*, random ones, and some with other options; return what came up in each."""
    editions = [case for case in all_editions() if case.title is title]
    for case in editions:
        yield play_rare(case, closely=1000)
    for seed in range(1, 25):
        for case in editions:
            yield play_many(case, [seed], closely=1000)
    for case in (case for case in all_cases() if case.title is title):
        yield play_many(case, range(1, OTHER_GAMES), closely=1000)


@SIZES
@pytest.mark.soak(seconds=0.2, one_in=2)
def test_a_match_replayed_from_seed_and_moves_goes_through_the_same_states(case: Case):
    for number in range(MATCHES):
        record = play(case, number)
        assert replay(case, number, record) == record.steps


@pytest.mark.soak(seconds=4)
def test_states_are_the_same_under_different_hash_seeds():
    printed = {_replays_under(hash_seed) for hash_seed in ("0", "1", "31337")}
    assert len(printed) == 1
    here = "".join(
        " ".join([str(case), str(number), *play(case, number).steps]) + "\n"
        for case in all_editions()
        for number in range(MATCHES)
    )
    assert printed == {here}


@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
def test_a_title_is_for_as_many_as_the_site_can_seat_and_its_cards_can_be_found(title: Title):
    check_title(title)


@pytest.mark.parametrize(
    ("seats", "fault"), [((3, 4), "two can't"), ((1, 2), "one alone"), ((2, 3, 4, 5), "no colours for 5")]
)
def test_a_title_for_too_few_or_too_many_is_caught(seats: tuple[int, ...], fault: str):
    with pytest.raises(AssertionError, match=fault):
        check_title(replace(catalog.title("scrapyard"), seats=seats))


def test_a_figure_without_a_place_in_the_search_is_caught():
    title = catalog.title("scrapyard")
    (first, *others) = title.newest.cards
    odd = msgspec.structs.replace(first, figures=(Figure("shine", "Shine", 1),))
    editions = {title.newest.slug: replace(title.newest, cards=(odd, *others))}
    with pytest.raises(AssertionError, match=r"no card can be found by \{'shine'\}"):
        check_title(replace(title, editions=editions))


@EDITIONS
def test_what_a_title_says_of_itself_fits_together(case: Case):
    info = case.title.editions[case.edition]
    assert (case.game.slug, case.game.edition) == (case.title.slug, info.slug)
    assert info.slug == case.edition
    assert len(case.slugs) == len(info.cards), "a slug is used twice"
    assert all(card.rule in case.anchors for card in info.cards)
    assert all(card.lines == card.printed for card in info.cards)
    assert all(reminder.rule in case.anchors for card in info.cards for reminder in card.reminders)
    if (drafting := case.title.drafting) is not None:
        assert all(verb.rule in case.anchors for verb in drafting.vocabulary.verbs)
    assert case.title.shown_cards
    for option in case.title.options:
        assert option.rule in case.anchors
        assert option.picks or option.low <= option.default <= option.high
        assert getattr(case.game.options_type(), option.name) == option.default
    days = [edition.date or date.min for edition in case.title.editions.values()]
    assert days == sorted(days, reverse=True)


@EDITIONS
def test_a_game_has_the_methods_of_the_protocol_and_of_its_optional_parts_and_no_others(case: Case):
    """Part of an optional part can't be offered: a game that doesn't implement all of it can't be made."""
    parts = [Game, *(part for part in OPTIONAL_PARTS if isinstance(case.game, part))]
    named = {name for part in parts for name in vars(part)}
    functions = {name for name, value in vars(type(case.game)).items() if isfunction(value)}
    assert {name for name in functions if not name.startswith("_")} <= named


@EDITIONS
def test_players_bring_decks_where_the_edition_has_rules_for_decks(case: Case):
    info = case.title.editions[case.edition]
    assert isinstance(info.game, BringsDeck) == (info.decks is not None)


@SIZES
@pytest.mark.soak(seconds=1, one_in=2)
def test_brute_force_finds_every_legal_move(case: Case):
    """If it doesn't, the moves refused in the random games are not all there are."""
    chance, game = FastChance(5), case.game
    found = set(map(repr, conceivable(case)))
    assert {type(move) for move in conceivable(case)} == set(members(game.move_type))
    state, _ = game.new(case.read_options(), case.seats, chance)
    while to_act := game.to_act(state):
        legal = game.legal(state, to_act[0])
        assert set(map(repr, legal)) <= found
        game.apply(state, to_act[0], chance.pick(legal, "move"), chance)


@EDITIONS
def test_the_system_events_cite_the_rulebook_too(case: Case):
    assert {RESIGN_RULE, UNDO_RULE} <= case.anchors


class Careless:
    """A game whose view shows everybody what seat 0 sees."""

    def __init__(self, game: Any) -> None:
        self._game = game

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def view(self, state: Any, viewer: Viewer) -> Any:
        return self._game.view(state, seat_viewer(0))


def test_a_view_that_shows_a_hand_to_everybody_is_caught():
    case = all_editions()[0]
    state, _ = case.game.new(case.read_options(), case.seats, FastChance(1))
    careless = replace(case.title.editions[case.edition], game=Careless(case.game))
    leaky = replace(case, title=replace(case.title, editions={case.edition: careless}))
    checks.check_view(leaky, state, seat_viewer(0), FastChance(1))
    for viewer in (seat_viewer(1), SPECTATOR):
        with pytest.raises(AssertionError, match="sees what is hidden"):
            checks.check_view(leaky, state, viewer, FastChance(1))


@SIZES
def test_swapping_what_is_hidden_does_swap_something(case: Case):
    state, _ = case.game.new(case.read_options(), case.seats, FastChance(1))
    checks.check_swaps(case, state)


class Open(Careless):
    """A game whose view shows everybody all there is."""

    def view(self, state: Any, viewer: Viewer) -> Any:
        return self._game.encode(state)

    def resample(self, view: Any, chance: Any) -> Any:
        return self._game.decode(view)


def test_a_game_without_secrets_says_so(monkeypatch: pytest.MonkeyPatch):
    case = all_editions()[0]
    state, _ = case.game.new(case.read_options(), case.seats, FastChance(1))
    monkeypatch.setattr(case._secrets, "OPEN", True, raising=False)
    monkeypatch.delattr(case._secrets, "swap_hidden")
    with pytest.raises(AssertionError, match="something is hidden from"):
        checks.check_swaps(case, state)
    shown = replace(case.title.editions[case.edition], game=Open(case.game))
    checks.check_swaps(replace(case, title=replace(case.title, editions={case.edition: shown})), state)


def _replays_under(hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.conformance.replay"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout
