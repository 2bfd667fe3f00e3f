"""Recorded matches under other rules: what differs is found, where it begins, and nothing else is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games import catalog
from games.engine import codec
from games.engine.chance import MatchChance
from games.engine.errors import GameError
from games.replayer.counterfactual import Course, play_under
from games.titles.scrapbots.game import ScrapbotsGame
from games.titles.scrapbots.title import EDITIONS
from tests.games.replayer.made import Made
from tests.soak.tenths import soaking
from tests.toy.bolts import SLUG

SETUPS = [
    ("scrapbots", ["", ""], {"turn_cap": 60}),
    ("junkyard", ["", "", ""], {"round_cap": 6}),
    ("scrapyard", ["", ""], {"tiles": 1}),
    ("scrap-knights", ["", ""], {"turn_cap": 12}),
]
NEWEST = EDITIONS[0]


def with_card(slug: str, **figures: Any) -> ScrapbotsGame:
    """Return the newest Scrapbots with other figures on one card."""
    return ScrapbotsGame(replace(NEWEST, rows=NEWEST.rows | {slug: replace(NEWEST.rows[slug], **figures)}))


def played(title: str, bots: list[str], options: dict[str, Any], seed: int) -> Made:
    """Return a match by random moves, some taken back, given up if it doesn't end."""
    made = Made(title, bots, options, seed=seed).play(40)
    if made.steps[-1].kind == "move" and seed % 3 == 0:
        made.take_back()
    made.play(600)
    to_act = made.game.to_act(made.state)
    return made.resign(to_act[0]) if to_act else made


def first_difference(made: Made, game: Any) -> int | None:
    """Return the first step that isn't alike, found by playing both games move by move; None if none is.

    It knows nothing of the code under test: it takes the moves that still count from the record.
    """
    games, setting = (made.game, game), made.table
    chances = [MatchChance(setting.played, 0, setting.version) for _ in games]
    options = codec.from_json(made.game.options_type, setting.options)
    dealt = [one.new(options, setting.seats, chance) for one, chance in zip(games, chances, strict=True)]
    states, events = [state for state, _ in dealt], [codec.to_json(told) for _, told in dealt]
    kept = [
        (
            [one.encode(state) for one, state in zip(games, states, strict=True)],
            [chance.counter for chance in chances],
        )
    ]
    for step in made.steps:
        if step.kind == "move":
            move = codec.read_move(made.game.move_type, codec.from_json(dict, step.move))
            told = []
            for one, state, chance in zip(games, states, chances, strict=True):
                try:
                    told.append(codec.to_json(one.apply(state, step.seat, move, chance)))
                except GameError:
                    return step.seq
            events = told
        elif step.kind == "undo":
            before, counters = kept[step.undoes - 1]
            states = [one.decode(data) for one, data in zip(games, before, strict=True)]
            chances = [MatchChance(setting.played, counter, setting.version) for counter in counters]
            kept.append((before, counters))
            continue
        encoded = [one.encode(state) for one, state in zip(games, states, strict=True)]
        results = [codec.to_json(one.result(state)) for one, state in zip(games, states, strict=True)]
        to_act = [one.to_act(state) for one, state in zip(games, states, strict=True)]
        if step.kind in ("start", "move") and any(
            one != two for one, two in (events, encoded, results, [list(seats) for seats in to_act])
        ):
            return step.seq
        if step.seq:
            kept.append((encoded, [chance.counter for chance in chances]))
    return None


def course(made: Made, game: Any) -> Course:
    return play_under(made.table, made.steps, game)


@pytest.mark.parametrize("title, bots, options", SETUPS)
@pytest.mark.soak(seconds=0.2, one_in=4)
def test_a_match_under_its_own_edition_is_the_same(title, bots, options):
    for seed in range(3):
        made = played(title, bots, options, seed)
        found = course(made, catalog.title(title).newest.game)
        assert found.divergence is None
        assert found.same == found.carried == len(made.steps)
        assert found.result == found.recorded == made.game.result(made.state)


def test_every_title_is_tried():
    assert {title for title, *_ in SETUPS} == {title.slug for title in catalog.titles()} - {SLUG}


def test_a_card_that_costs_more_is_refused_where_the_pool_is_too_small():
    made = played("scrapbots", ["", ""], {"turn_cap": 60}, 1)
    slug = next(codec.from_json(dict, step.move)["card"] for step in made.steps if '"buy-card"' in step.move)
    found = course(made, with_card(slug, scrap=90))
    assert found.divergence is not None
    assert (found.divergence.kind, found.divergence.rule) == ("refused", "buy-1")
    assert "costs 90 Scrap" in found.divergence.reason
    assert found.carried == found.divergence.seq == found.same
    assert found.result is None


def test_a_card_that_gives_more_tells_which_event_differs_and_goes_on():
    made = played("scrapbots", ["", ""], {"turn_cap": 60}, 2)
    card = next(
        codec.from_json(dict, step.move)["card"] for step in made.steps if '"gain-scrap"' in step.move
    )
    found = course(made, with_card(card, scrap=NEWEST.rows[card].scrap + 1))
    assert found.divergence is not None
    assert found.divergence.kind == "events"
    recorded, other = (
        codec.from_json(dict, text) for text in (found.divergence.recorded, found.divergence.other)
    )
    assert (recorded["type"], recorded["amount"] + 1) == ("scrap-gained", other["amount"])
    assert found.carried > found.divergence.seq


def _assert_all_found(seeds: range) -> None:
    kinds = []
    changes: list[dict[str, Any]] = [{"scrap": 1}, {"energy": 1}, {"health": 10}]
    slugs = list(NEWEST.rows)
    for seed in seeds:
        made = played("scrapbots", ["", ""], {"turn_cap": 40}, seed)
        slug, (name, more) = slugs[seed % len(slugs)], next(iter(changes[seed % 3].items()))
        game = with_card(slug, **{name: getattr(NEWEST.rows[slug], name) + more})
        found = course(made, game)
        seen = found.divergence.seq if found.divergence else None
        assert seen == first_difference(made, game), (seed, slug, name)
        kinds.append(found.divergence.kind if found.divergence else "same")
    assert len(set(kinds)) > 1, kinds


@pytest.mark.soak(seconds=2)
def test_every_divergence_is_real_and_none_is_missed():
    _assert_all_found(range(12))


HUNDREDS = [soaking(hundred, seconds=8) for hundred in range(10)]


@pytest.mark.parametrize("hundred", HUNDREDS)
def test_every_divergence_of_a_thousand_matches_is_real_and_none_is_missed(hundred: int):
    _assert_all_found(range(100 * hundred, 100 * hundred + 100))


@pytest.mark.parametrize("hundred", HUNDREDS)
def test_a_thousand_matches_under_their_own_edition_are_the_same(hundred: int):
    for number in range(100 * hundred, 100 * hundred + 100):
        title, bots, options = SETUPS[number % len(SETUPS)]
        made = played(title, bots, options, number)
        assert course(made, catalog.title(title).newest.game).divergence is None
