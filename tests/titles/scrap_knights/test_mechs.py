"""The ready-made mechs."""

import pytest

from games.engine.chance import FastChance
from games.engine.codec import digest, pack
from games.engine.decks import LEVELS
from games.engine.protocol import Revision
from games.titles.scrap_knights.box import PRINTS, ULTS
from games.titles.scrap_knights.decisions import building
from games.titles.scrap_knights.decks.deck import faults
from games.titles.scrap_knights.decks.former import FORMER_MECHS
from games.titles.scrap_knights.decks.ready_made import BY_SLUG, MECHS, Mech
from games.titles.scrap_knights.moves import BringMech
from games.titles.scrap_knights.title import TITLE
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


# The digest of the mechs' decks by the engine version that has them.
RELEASED = {
    "3": "a5497cc8b18d457f93208a78602293588d09d5d86bf4eafa56b110205140a446",
    "4": "c3819edd66927a6af724fd40d76eb279411afe1bbaa5f8ec95c3e0b7f181fec3",
}


@pytest.mark.parametrize("version, mechs", [("3", FORMER_MECHS), ("4", MECHS)])
def test_the_mechs_of_a_released_engine_never_change(version: str, mechs: tuple[Mech, ...]):
    """Matches bring them by name; other cards need a new engine version and a revision."""
    assert digest(pack([(mech.slug, mech.deck) for mech in mechs])) == RELEASED[version]
    assert TITLE.engine_version in RELEASED


@pytest.mark.parametrize("revision", TITLE.newest.revisions, ids=lambda revision: revision.engine_version)
def test_matches_that_began_earlier_bring_the_mechs_as_they_were(revision: Revision):
    game = revision.game
    state, _ = game.new(game.options_type(decks=1), 2, FastChance(1))
    for mech in FORMER_MECHS:
        game.apply(state, 0, BringMech(mech.slug), FastChance(1))
        assert building.draft_of(game.rules, state, 0) == mech.deck
