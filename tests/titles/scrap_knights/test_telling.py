"""Frames: the table after each event, so that the page can tell the flip forwards and backwards."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from games.engine.chance import FastChance
from games.engine.codec import from_json, to_json
from games.engine.viewers import SPECTATOR, seat_viewer, viewers
from games.titles.scrap_knights.events import ActDiscarded, AnyEvent, EffectBegan, HandSeen
from games.titles.scrap_knights.moves import DiscardAct
from games.titles.scrap_knights.title import TITLE
from games.titles.scrap_knights.views.frames import frame_of, frames
from tests.titles.scrap_knights.duel import Duel

GAME = TITLE.newest.game


def lasting(frame):
    """Return what of *frame* a view shows as well: not what resolves, nor what was shown when all is over."""
    seats = tuple(replace(seat, shown=(), spent=(0, 0, 0), block=0) for seat in frame.seats)
    return frame.turn, frame.distance, seats


def told(events, viewer):
    return [folded for event in events if (folded := event.seen_by(viewer)) is not None]


@pytest.mark.parametrize("seed", range(40))
def test_frames_folded_from_an_old_view_end_at_the_table_of_today(seed):
    luck, chance = random.Random(seed), FastChance(seed)
    state, _ = GAME.new(GAME.options_type(decks=2, turn_cap=20), 2, chance)
    looked = {viewer: (GAME.view(state, viewer), []) for viewer in viewers(2)}
    while to_act := GAME.to_act(state):
        seat = luck.choice(to_act)
        events = GAME.apply(state, seat, luck.choice(GAME.legal(state, seat)), chance)
        for viewer, (_, seen) in looked.items():
            seen += [from_json(AnyEvent, to_json(event)) for event in told(events, viewer)]
        if luck.random() < 0.3 or not GAME.to_act(state):
            for viewer, since in looked.items():
                now = GAME.view(state, viewer)
                assert lasting(frames(*since)[-1]) == lasting(frame_of(now))
                if now.phase != "over":
                    assert [s.shown for s in frames(*since)[-1].seats] == [
                        s.shown for s in frame_of(now).seats
                    ]
                looked[viewer] = (now, [])


def pairs_of(duel, before):
    """Return the frames of the last turn of *duel*, told to a spectator, each with its event."""
    events = told(duel.events, SPECTATOR)
    return list(zip([None, *events], GAME.frames(before, events), strict=True))


def test_each_effect_has_the_table_after_it():
    duel = Duel(distance=2).mine("stab")
    before = GAME.view(duel.state, SPECTATOR)
    duel.turn("stab", "stonewall")
    pairs = pairs_of(duel, before)
    assert pairs[0][1].seats[0].shown == ()
    began = [frame for event, frame in pairs if isinstance(event, EffectBegan)]
    assert [(frame.now.card, [lined.card for lined in frame.chain]) for frame in began] == [
        ("stonewall", ["stonewall", "stab"]),
        ("stab", ["stab"]),
    ]
    assert [frame.seats[1].block for frame in began] == [3, 3]
    after = pairs[-1][1]
    assert (after.seats[1].hp, after.seats[0].heat, after.chain, after.now) == (12, 1, (), None)


def test_a_block_is_gone_with_its_priority():
    duel = Duel(distance=1).mine("shock-palm")
    before = GAME.view(duel.state, SPECTATOR)
    duel.turn("shock-palm", "wide-guard")
    began = [frame for event, frame in pairs_of(duel, before) if isinstance(event, EffectBegan)]
    blocks = [(frame.now.card, frame.now.priority, frame.seats[1].block) for frame in began]
    assert blocks[0] == ("wide-guard", "+1", 2)
    assert ("wide-guard", "0", 2) in blocks
    assert blocks[-1] == ("wide-guard", "-1", 2)


@pytest.mark.parametrize("viewer", [seat_viewer(0), seat_viewer(1), SPECTATOR], ids=str)
def test_a_choice_in_the_middle_is_told_too(viewer):
    duel = Duel(distance=5).mine(ult="orbital-lobotomy", links=3).theirs("slash", "warp")
    before = GAME.view(duel.state, viewer)
    duel.turn("vent", "dash")
    duel.do(DiscardAct("warp"))
    events = told(duel.events, viewer)
    assert [type(event) for event in events].count(ActDiscarded) == 1
    (seen,) = [event for event in events if isinstance(event, HandSeen)]
    assert (seen.acts is None) == viewer.is_spectator
    last = GAME.frames(before, events)[-1]
    assert (last.seats[1].hp, last.seats[0].links) == (6, 0)
