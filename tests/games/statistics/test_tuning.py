"""Tuning: better settings are found and proven on other deals; luck alone isn't taken for skill."""

import random
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import catalog
from games.engine.errors import BadOptions
from games.engine.optional import SearchSettings, Weighs
from games.statistics import playing
from games.statistics.playing import bring
from games.statistics.tuning import Duel, Run, Tuning, play_duel, tune

EDITION = catalog.title("scrapbots").newest.slug


def settings_of(title: str, edition: str) -> SearchSettings:
    game = catalog.game(title, edition)
    assert isinstance(game, Weighs)
    return game.search_settings


CURRENT = settings_of("scrapbots", EDITION)


def by_strength(strength: Callable[[SearchSettings], float]) -> Run:
    """Return a `run` in which a candidate wins each game with the chance that *strength* gives it."""

    def run(_: Callable[[Any], float], duels: Iterable[Duel]) -> Iterator[float]:
        for duel in duels:
            luck = random.Random(repr((duel.candidate, duel.deal)))
            yield sum(luck.random() < strength(duel.candidate) for _ in range(2)) / 2

    return run


def tuned(strength: Callable[[SearchSettings], float], seed: int = 1) -> Tuning:
    return tune("scrapbots", EDITION, 20, 24, 10, seed, by_strength(strength))


def test_better_settings_are_found_and_hold_on_other_deals() -> None:
    tuning = tuned(lambda settings: 0.5 + 0.2 * (settings.prior > CURRENT.prior) - 0.3 * (settings.depth < 3))
    assert tuning.checked.settings.prior > CURRENT.prior
    assert tuning.checked.settings.depth >= CURRENT.depth == 3
    assert tuning.is_better


@pytest.mark.soak(seconds=20)
def test_luckiest_of_equal_candidates_is_not_called_better() -> None:
    """The A/A run. By its score on the deals it was chosen by, nearly every best candidate would be."""
    tunings = [tuned(lambda _: 0.5, seed) for seed in range(0, 4000, 100)]
    lucky = sum(max(one.score for one in tuning.candidates) > 0.55 for tuning in tunings)
    assert lucky > 30
    assert sum(tuning.is_better for tuning in tunings) <= 4


def test_hopeless_candidates_play_a_quarter_of_the_deals() -> None:
    tuning = tuned(lambda settings: float(settings.prior > CURRENT.prior))
    for one in tuning.candidates:
        assert one.deals == (24 if one.settings.prior > CURRENT.prior else 6)
    assert {one.deals for one in tuning.candidates} == {6, 24}


def test_same_seed_gives_the_same_tuning() -> None:
    first, again = (tuned(lambda settings: 1 / (1 + settings.prior)) for _ in range(2))
    assert first == again


def test_both_settings_play_both_ready_made_decks_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    brought: list[Any] = []

    def noted(game: Any, state: Any, decks: Any, luck: Any) -> None:
        brought.append(decks)
        bring(game, state, decks, luck)

    monkeypatch.setattr(playing, "bring", noted)
    edition = catalog.title("scrap-knights").newest.slug
    own = settings_of("scrap-knights", edition)
    play_duel(Duel("scrap-knights", edition, 2, own, own, 1))
    assert len(brought) == 2
    assert brought[0] == brought[1]
    assert brought[0][0] != brought[0][1]


def test_settings_against_themselves_share_a_deal_alike() -> None:
    edition = catalog.title("scrap-knights").newest.slug
    own = settings_of("scrap-knights", edition)
    assert {play_duel(Duel("scrap-knights", edition, 2, own, own, deal)) for deal in range(3)} == {0.5}


@pytest.mark.soak(seconds=6)
def test_command_prints_what_was_tried(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("tune", "scrap-knights", trials=2, deals=2, rounds=2)
    out = capsys.readouterr().out
    assert "2 candidates, 2 deals each, 2 positions a decision" in out
    assert "The best on 4 other deals" in out


def test_title_that_nobody_knows_is_refused() -> None:
    with pytest.raises(CommandError):
        call_command("tune", "chess")


def test_tuning_without_deals_is_refused() -> None:
    with pytest.raises(BadOptions, match="two deals"):
        tune("scrapbots", EDITION, 1, 1, 1, 1)
