"""The ready-made mechs."""

import pytest

from games.engine.decks import LEVELS
from games.titles.scrap_knights.box import PRINTS, ULTS
from games.titles.scrap_knights.decks.deck import EMPTY, faults
from games.titles.scrap_knights.decks.ready_made import BY_SLUG, MECHS, Mech, mech_with
from tests.table import ruling


@ruling("setup-6")
@pytest.mark.parametrize("mech", MECHS, ids=lambda mech: mech.slug)
def test_a_ready_made_mech_can_be_played_with(mech: Mech):
    assert faults(mech.deck) == ()


def test_there_is_one_for_every_ult():
    assert sorted(mech.deck.ult for mech in MECHS) == sorted(ULTS)


def test_together_they_have_every_card():
    used = {
        card for mech in MECHS for card in (*mech.deck.acts, mech.deck.ult, *mech.deck.bots, *mech.deck.prep)
    }
    assert used == set(PRINTS)


def test_each_has_a_name_of_its_own_and_a_line_on_how_to_play_it():
    assert len({mech.name for mech in MECHS}) == len(BY_SLUG) == len(MECHS) == 12
    for mech in MECHS:
        assert mech.slug == mech.name.lower().replace(" ", "-")
        assert 30 < len(mech.line) < 120
        assert mech.line.endswith(".")


def test_each_level_has_mechs_and_each_mech_says_why_it_has_its_level():
    by_level = {level: [mech for mech in MECHS if mech.level == level] for level in LEVELS}
    assert all(len(mechs) >= 3 for mechs in by_level.values())
    assert sum(map(len, by_level.values())) == len(MECHS)
    assert len({mech.why for mech in MECHS}) == len(MECHS)
    assert all(mech.why.endswith(".") for mech in MECHS)


def test_a_ready_made_mech_is_known_by_its_deck():
    assert mech_with(MECHS[3].deck) == MECHS[3]
    assert mech_with(EMPTY) is None
