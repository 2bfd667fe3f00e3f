"""How the chain is lined up: Tags of Tags, and ties in which the order can't matter."""

from dataclasses import replace

import pytest

from games.engine.chance import FastChance
from games.engine.events import Event
from games.titles.scrap_knights.resolution.lining import line_up
from games.titles.scrap_knights.state import BY_ACT, BY_BOT, NONE, Play, play_and_part, reference
from games.titles.scrap_knights.title import EDITION
from tests.table import ruling
from tests.titles.scrap_knights.duel import NUMBER, Duel


def lined(*plays):
    """Return the slugs of the chain of these plays, without chance."""
    state = Duel().state
    state.plays = list(plays)
    return [
        EDITION.slugs[state.plays[play_and_part(code)[0]].card] for code in line_up(EDITION, state, None, [])
    ]


@ruling("chain-2", "chain-6")
def test_a_tag_may_follow_another_tag():
    slash = Play(0, NUMBER["slash"], BY_ACT)
    chain = Play(0, NUMBER["ad-chain"], BY_BOT, named=NUMBER["stab"], after=reference(slash, 0))
    terror = Play(0, NUMBER["sd-terror"], BY_BOT, after=reference(chain, 0))
    stab = Play(1, NUMBER["stab"], BY_ACT)
    assert lined(slash, stab, terror, chain) == ["slash", "ad-chain", "sd-terror", "stab"]


@ruling("chain-6")
def test_a_tag_without_an_effect_before_it_comes_first_in_the_order_of_use():
    slash = Play(0, NUMBER["slash"], BY_ACT)
    mine = Play(0, NUMBER["dd-soothe"], BY_BOT, after=NONE)
    theirs = Play(1, NUMBER["dd-soothe"], BY_BOT, after=NONE)
    dash = Play(1, NUMBER["md-dash"], BY_BOT, moves=(1,), after=reference(slash, 0))
    assert lined(slash, mine, dash, theirs) == ["dd-soothe", "dd-soothe", "slash", "md-dash"]


@ruling("chain-5")
def test_tags_of_the_same_effect_go_in_the_order_of_use():
    slash = Play(0, NUMBER["slash"], BY_ACT)
    after = reference(slash, 0)
    terror, chain = (Play(0, NUMBER[slug], BY_BOT, after=after) for slug in ("sd-terror", "ad-chain"))
    assert lined(slash, terror, chain) == ["slash", "sd-terror", "ad-chain"]
    assert lined(slash, chain, terror) == ["slash", "ad-chain", "sd-terror"]


@ruling("chain-4", "block-2")
def test_no_coin_is_tossed_where_one_side_only_blocks():
    duel = Duel().turn("stonewall", "stonewall")
    assert not duel.happened("coin-tossed")


@ruling("chain-4", "chain-5")
@pytest.mark.parametrize("face, first, hp", [("heads", "fishslap", [12, 12]), ("tails", "slash", [9, 12])])
def test_a_coin_is_tossed_where_the_order_decides(face, first, hp):
    """If the slap is first, the Slash misses."""
    duel = Duel(distance=1).coins(face).turn("fishslap", "slash")
    assert [event.card for event in duel.happened("coin-tossed")] == [first]
    assert duel.hp == hp


@ruling("chain-4", "chain-5")
@pytest.mark.parametrize("acts", [("slash", "slash"), ("slash", "stab"), ("vent", "vent")])
def test_no_coin_is_tossed_where_the_turn_comes_out_the_same(acts):
    """Of 868 coins that were counted, 765 decided nothing."""
    assert Duel(distance=1).turn(*acts).happened("coin-tossed") == []


@ruling("chain-4")
def test_matches_of_the_first_engine_toss_a_coin_in_every_tie():
    """Their draws are stored, and are compared with what the rules draw when they are replayed."""
    state = Duel().state
    state.plays = [Play(0, NUMBER["slash"], BY_ACT), Play(1, NUMBER["stab"], BY_ACT)]
    state.lined = 2
    for edition, tosses in ((EDITION, 0), (replace(EDITION, tosses_idly=True), 1)):
        events: list[Event] = []
        line_up(edition, state, FastChance(1), events)
        assert len(events) == tosses
