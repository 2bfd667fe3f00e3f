"""A short soak in the suite: `python -m tests.titles.scrap_knights.soak` plays as many duels as one likes."""

import pytest

from games.engine.chance import FastChance
from games.titles.scrap_knights.box import BOTS, ULTS
from tests.titles.scrap_knights.players import suited_deck
from tests.titles.scrap_knights.soak import CASE, SHARES, Tally, conceivable, missing, play

DUELS = 40  # of each kind
FEW = 8  # looked at closely


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.soak(seconds=1, one_in=3)
def test_duels_with_legal_decks_keep_every_invariant(share: str):
    tally, others = Tally(), conceivable(CASE)[::300]
    for seed in range(DUELS):
        play(seed, share, tally, others if seed % FEW == 0 else [])
    assert tally.duels == {share: DUELS}
    assert tally.turns > DUELS


@pytest.mark.parametrize("ult", ULTS)
def test_decks_suited_to_an_ult_are_legal_and_have_it(ult: str):
    decks = {suited_deck(ult, FastChance(seed)) for seed in range(10)}
    assert {deck.ult for deck in decks} == {ult}
    assert len(decks) == 10


def test_what_never_came_up_is_told():
    tally = Tally()
    play(1, "careful", tally, [])
    never = missing(tally)
    assert "plummet-buster used" in never
    assert {f"{bot} armed" for bot in BOTS} & set(never)
