"""The log says what a number is made of, and why a BOT that seems to have its reason isn't armed."""

from __future__ import annotations

import pytest

from games.engine.codec import from_json, to_json
from games.engine.events import CardPart, SeatPart
from games.titles.scrap_knights.events import AnyEvent
from games.titles.scrap_knights.title import TITLE
from tests.table import ruling
from tests.titles.scrap_knights.duel import Duel, choosing


def lines(duel: Duel, tag: str) -> list[str]:
    """Return the log lines of the last turn's events of that kind; seats and cards go by number and slug."""
    return ["".join(_words(event.line())) for event in duel.happened(tag)]


def _words(parts):
    for part in parts:
        yield (
            f"#{part.seat}"
            if isinstance(part, SeatPart)
            else part.slug
            if isinstance(part, CardPart)
            else part
        )


class TestDamage:
    """The chain printed 2, the damage was 4, and a new player didn't find out why."""

    @ruling("token-blitz")
    def test_its_line_says_what_blitz_added(self):
        duel = Duel().mine(tokens=["blitz", "blitz"]).spending("blitz", "blitz").turn("missile")
        assert lines(duel, "damage-dealt") == ["#1 took 6 damage from missile (2 + 4 from Blitz)."]

    def test_its_line_says_what_was_blocked_of_it(self):
        duel = Duel().mine(tokens=["blitz"]).spending("blitz").turn("missile", "stonewall")
        assert lines(duel, "damage-dealt") == ["#1 took 1 damage from missile (2 + 2 from Blitz), 3 blocked."]

    def test_without_blitz_its_line_stays_short(self):
        assert lines(Duel().turn("slash"), "damage-dealt") == ["#1 took 3 damage from slash."]

    def test_a_token_is_named_where_its_heat_and_its_block_come_from(self):
        duel = Duel().mine(tokens=["blitz", "armored"]).spending("blitz", "armored").turn("slash", "stab")
        assert "#0 gained 1 heat from Blitz on slash." in lines(duel, "heat-gained")
        assert lines(duel, "block-raised") == ["#0 blocked 2 with Armored on slash."]


class TestBotThatWaitsForAMiss:
    """Cross-Lunge from too far away isn't out of range, so MD-Close stayed idle, and nothing said why."""

    @ruling("trigger-miss", "distance-2")
    def test_it_is_told_that_a_card_without_a_range_cannot_miss(self):
        duel = Duel(distance=3).mine(bots=["md-close"]).turn("cross-lunge")
        assert lines(duel, "bot-unarmed") == [
            "#0’s md-close isn’t armed. cross-lunge has no range, so it can’t miss. One of its conditions "
            "isn’t met: the distance was 3."
        ]

    @ruling("trigger-miss", "interrupt-1")
    def test_it_is_told_that_an_interrupted_attack_in_range_is_no_miss(self):
        duel = Duel(distance=0).mine(bots=["sd-hats"]).turn("wait", "springlock")
        assert lines(duel, "bot-unarmed") == []
        duel = Duel(distance=0).mine("slash", bots=["sd-hats"]).turn("slash", "springlock")
        assert lines(duel, "bot-unarmed") == [
            "#0’s sd-hats isn’t armed. springlock isn’t out of range. One of its conditions isn’t met: "
            "it is interrupted.",
        ]

    @ruling("trigger-miss", "distance-2")
    def test_it_is_not_told_that_an_attack_does_nothing_which_then_hits(self):
        duel = Duel(distance=3).mine(bots=["sd-hats"])
        duel.theirs("dolphin-crash").turn("wait", choosing("dolphin-crash", overcharge=True))
        assert lines(duel, "bot-unarmed") == [
            "#0’s sd-hats isn’t armed. dolphin-crash has no range, so it can’t miss. One of its conditions "
            "isn’t met: the distance was 3.",
        ]
        assert lines(duel, "damage-dealt") == ["#0 took 2 damage from dolphin-crash."]

    def test_nothing_is_told_of_a_bot_that_is_armed_or_was_used(self):
        armed = Duel(distance=3).mine(bots=["md-close"]).turn("slash")
        assert lines(armed, "bot-unarmed") == []
        used = Duel(distance=3).mine(bots=["md-close"], used=["md-close"]).turn("cross-lunge")
        assert lines(used, "bot-unarmed") == []


class TestACardWithSeveralEffects:
    """“Coward Call did nothing”, the log said, right before the Blitz that it gave."""

    @ruling("coward-call-1", "read-1")
    def test_what_its_condition_keeps_it_from_is_told_beside_what_it_does(self):
        duel = Duel().turn("coward-call")
        assert lines(duel, "effect-failed") == [
            "A condition of #0’s coward-call wasn’t met: the opponent used no Defend."
        ]
        assert lines(duel, "token-gained")[0] == "#0 gained Blitz."

    @ruling("heatsink-2")
    def test_heatsink_blade_from_far_away_still_cools_its_mech_which_is_no_vent(self):
        duel = Duel(distance=3).mine(ult="heatsink-blade", links=3, heat=6).turn("wait")
        assert lines(duel, "effect-failed") == [
            "A condition of #0’s heatsink-blade wasn’t met: the distance is 3."
        ]
        assert lines(duel, "heat-vented") == ["heatsink-blade brought #0’s heat from 6 to 0."]

    @ruling("heatsink-2")
    def test_heatsink_blade_leaves_a_cold_mech_as_it_is(self):
        duel = Duel(distance=3).mine(ult="heatsink-blade", links=3).turn("wait")
        assert lines(duel, "heat-vented") == ["heatsink-blade left #0’s heat at 0."]

    @ruling("vent-1")
    def test_a_vent_is_told_as_a_vent(self):
        assert lines(Duel().mine(heat=2).turn("vent"), "heat-vented") == ["#0 vented 2 heat with vent."]


TERSE = [revision for revision in TITLE.newest.revisions if revision.engine_version in ("1", "2")]


@pytest.mark.parametrize("revision", TERSE, ids=lambda revision: revision.engine_version)
def test_events_of_matches_that_began_earlier_stay_as_they_were(revision):
    """Their records hold the events as JSON text, and a replay has to give the same text."""
    duel = Duel(distance=3, game=revision.game).mine(bots=["md-close"], tokens=["blitz", "armored"])
    duel.spending("blitz", "armored").turn("las-shot", "las-shot")
    told = [event for tag in ("damage-dealt", "block-raised", "heat-gained") for event in duel.happened(tag)]
    assert len(told) == 6
    assert not [field for event in told for field in ('"blitz"', '"token"') if field in to_json(event)]
    assert lines(duel.turn("cross-lunge"), "bot-unarmed") == []


def test_an_event_stored_before_can_still_be_read():
    stored = (
        '{"type":"damage-dealt","rule":"damage-1","seat":1,"card":"slash","amount":5,"blocked":0,"hp":7,'
        '"block":0,"hit":true}'
    )
    event = from_json(AnyEvent, stored)
    assert (event.blitz, to_json(event)) == (0, stored)
