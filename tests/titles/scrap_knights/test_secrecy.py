"""That nobody else notices a secret choice, at fewer tables than the command `secrecy` goes through."""

from collections import Counter

import pytest

from games.engine.chance import FastChance
from games.titles.scrap_knights.state import PHASES
from games.titles.scrap_knights.turns.turn import Turn
from games.titles.scrap_knights.views import filtering
from tests.table import ruling
from tests.titles.scrap_knights import secrecy

CHOICES = 1500


@ruling("act-5", "bot-2", "setup-5", "ult-2", "open-2")
@pytest.mark.soak(seconds=1.5)
def test_nobody_else_notices_which_of_the_legal_choices_was_made():
    tally = secrecy.try_choices(CHOICES, seed=40)
    assert sum(tally[phase] for phase in PHASES) >= CHOICES
    assert min(tally[phase] for phase in ("build", "act", "bots", "tokens")) > 10
    assert tally["flips"] > 10
    assert secrecy.report(tally).startswith(f"{sum(tally[phase] for phase in PHASES)} choices")


def test_a_choice_that_shows_is_caught(monkeypatch: pytest.MonkeyPatch):
    shown = filtering._chosen
    monkeypatch.setattr(filtering, "_chosen", lambda *what: shown(*what[:3], True))
    with pytest.raises(AssertionError, match="can be told"):
        secrecy.try_choices(CHOICES, seed=40)


@ruling("tas-custom-2")
def test_a_turn_that_hangs_on_a_hidden_deck_is_caught(monkeypatch: pytest.MonkeyPatch):
    """As it would be if TAS-Custom's deck were not turned up: BOTs look ahead at it."""
    monkeypatch.setattr(Turn, "_turn_up_preps", lambda turn: None)
    monkeypatch.setattr(secrecy, "is_turned_up", lambda state, seat: False)
    monkeypatch.setattr(secrecy, "ULTS_OF_DUELS", ("tas-custom",))
    with pytest.raises(AssertionError, match="sees hidden cards"):
        _play_turns_twice(200)


def _play_turns_twice(duels: int) -> None:
    for seed in range(duels):
        chance = FastChance(seed)
        for state in secrecy.tables(chance):
            if secrecy.is_before_flip(state):
                secrecy.try_flip(state, chance, Counter())
