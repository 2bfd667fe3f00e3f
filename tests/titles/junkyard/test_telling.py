"""Frames of what happened, where a program could lead, the log, and what the board offers."""

import random

import pytest
from msgspec.structs import replace

from games.engine.chance import FastChance
from games.engine.codec import from_json, to_json
from games.engine.events import CardPart, SeatPart
from games.engine.viewers import SPECTATOR, seat_viewer, viewers
from games.titles.junkyard.events import AnyEvent, HandDiscarded, ScrapbotMoved
from games.titles.junkyard.state import GONE, census
from games.titles.junkyard.title import TITLE
from games.titles.junkyard.views.frames import frame_of, frames
from games.titles.junkyard.yard import Shift
from tests.table import table
from tests.titles.junkyard.table import space

GAME = TITLE.newest.game


@pytest.mark.parametrize("seed", range(6))
def test_frames_folded_from_an_old_view_end_at_the_present_board(seed):
    seats = 2 + seed % 3
    luck, chance = random.Random(seed), FastChance(seed)
    state, _ = GAME.new(GAME.options_type(box=1, round_cap=4), seats, chance)
    looked = {viewer: (GAME.view(state, viewer), []) for viewer in viewers(seats)}
    while to_act := GAME.to_act(state):
        seat = luck.choice(to_act)
        events = GAME.apply(state, seat, luck.choice(GAME.legal(state, seat)), chance)
        for viewer, (_, seen) in looked.items():
            seen += [from_json(AnyEvent, to_json(event)) for event in told(events, viewer)]
        if luck.random() < 0.05 or not GAME.to_act(state):
            for viewer, since in looked.items():
                now = GAME.view(state, viewer)
                assert replace(frames(GAME.rules, *since)[-1], event=-1) == frame_of(GAME.rules, now)
                looked[viewer] = (now, [])


def told(events, viewer):
    return [folded for event in events if (folded := event.seen_by(viewer)) is not None]


@pytest.mark.parametrize("seed", range(6))
def test_no_card_is_lost_or_twice_in_any_frame(seed):
    """Hands and decks were those of now while one looked back: the cards didn't add up."""
    seats = 2 + seed % 3
    luck, chance = random.Random(seed), FastChance(seed)
    state, _ = GAME.new(GAME.options_type(box=1, round_cap=6), seats, chance)
    everything = len(census(state))
    while to_act := GAME.to_act(state):
        seat = luck.choice(to_act)
        before = {viewer: GAME.view(state, viewer) for viewer in viewers(seats)}
        events = GAME.apply(state, seat, luck.choice(GAME.legal(state, seat)), chance)
        for viewer, view in before.items():
            folded = [event.seen_by(viewer) for event in events]
            found = frames(GAME.rules, view, folded)
            assert {cards_in(frame, events[: frame.event + 1]) for frame in found} == {everything}
            hands = [sum(where != GONE for where in state.where[number]) for number in range(seats)]
            slotted = [len(seat.slotted) for seat in found[-1].seats]
            assert [seat.hand for seat in found[-1].seats] == [
                held - in_registers for held, in_registers in zip(hands, slotted, strict=True)
            ]
            assert [seat.deck for seat in found[-1].seats] == [len(deck) for deck in state.decks]


def cards_in(frame, happened):
    """Return how many cards the board of *frame* has, after what *happened* in its step."""
    emptied = {event.seat for event in happened if isinstance(event, HandDiscarded)}
    count = len(frame.trash) + sum(pile.count for pile in frame.piles)
    for number, seat in enumerate(frame.seats):
        registers = 0 if number in emptied else len(seat.slotted)
        count += seat.hand + seat.deck + registers + len(seat.discard) + len(seat.scrapheap)
    return count


def test_each_event_has_the_board_after_it():
    game = table("junkyard").standing(0, "w4", "e").standing(1, "e4").slotting("dredge")
    game.with_pile(5, "crane", "scoop").with_pile(4)
    before = game.game.view(game.state, SPECTATOR)
    game.resolve()
    told = game.game.frames(before, game.events)
    assert len(told) == len(game.events) + 1
    moved = next(index for index, event in enumerate(game.events) if isinstance(event, ScrapbotMoved))
    assert [robot.space for robot in told[moved].robots] == [space("w4"), space("e4")]
    assert [robot.space for robot in told[moved + 1].robots] == [space("e4"), space("e5")]
    assert (told[moved + 1].acting, told[moved + 1].card.card, told[moved + 1].register) == (0, "dredge", 1)
    after = told[moved + 2]
    assert (after.piles[4].count, after.piles[4].top.card) == (1, "scoop")
    assert [face.card for face in after.seats[0].discard] == ["crane"]
    assert after.seats[0].shown[0].card == "dredge"


def test_hints_say_where_a_card_could_lead_and_whom_it_pushes():
    game = table("junkyard").standing(0, "w4", "e").standing(1, "e4", "s")
    view = game.game.view(game.state, SPECTATOR)
    (landing,) = game.game.hints(view, 0, "crawl")
    assert (landing.space, landing.heading, landing.row, landing.column) == (space("e4"), "e", 3, 2)
    assert landing.shifts[0] == Shift(1, space("e4"), space("e5"), 1)
    places = {
        (landing.space, landing.heading, landing.turns) for landing in game.game.hints(view, 0, "pivot")
    }
    assert places == {(space("n4"), "n", ("left",)), (space("s4"), "s", ("right",))}


def test_hints_go_on_from_the_cards_before():
    game = table("junkyard").standing(0, "w4", "n")
    view = game.game.view(game.state, SPECTATOR)
    after_pivot = game.game.hints(view, 0, "pivot", "crawl")
    assert {landing.space for landing in after_pivot} == {space("n5"), space("w4")}
    (blocked,) = game.game.hints(view, 0, "roll")
    assert (blocked.space, blocked.skipped) == (space("w4"), 1)
    assert game.game.hints(view, 0, "pivot", "grab") == ()
    assert len(game.game.hints(view, 0, "drift-axle")) == 2


def test_hints_say_what_of_a_program_will_resolve():
    """A Dynamo activates two more registers; what a Charge activates hangs on the card that goes."""
    game = table("junkyard").slotting("dynamo", "furnace", "", "", "crawl", "roll").holding("grab", "roll")
    plan = game.game.hints(game.game.view(game.state, seat_viewer(0)), 0)
    assert [planned.resolves for planned in plan] == [True, True, True, True, True, None]
    assert [planned.card for planned in plan] == ["dynamo", "furnace", "", "", "crawl", "roll"]
    assert [planned.takes for planned in plan] == ["", "charge", "", "", "", ""]


def test_a_charge_without_a_card_in_hand_activates_nothing():
    game = table("junkyard").slotting("furnace", "", "", "crawl")
    plan = game.game.hints(game.game.view(game.state, seat_viewer(0)), 0)
    assert [planned.resolves for planned in plan] == [True, True, True, False, False, False]


def test_what_the_board_offers_has_its_places():
    game = table("junkyard").holding("roll", "dead-weight").slotting("grab")
    offers = {repr(offer.move): offer for offer in game.game.offers(game.state, 0)}
    slot = offers["SlotCard(place=0, register=2)"]
    assert (slot.at, slot.to, slot.refusal) == ("hand:0", "register:2", None)
    taken = offers["SlotCard(place=0, register=1)"]
    assert taken.refusal.rule == "program-1"
    assert offers["TakeBack(register=1)"].to == "hand:2"
    assert offers["ChargeWith(place=1)"].label == "Trash Dead Weight to charge: −2"
    assert offers["SetProgram(to='done')"].at == "program"


def test_the_log_names_players_and_cards():
    game = table("junkyard").standing(0, "w4", "e").standing(1, "e4").slotting("crawl").resolve()
    line = game.happened(ScrapbotMoved)[0].line()
    assert line == (SeatPart(0), " moved 1 space", " and pushed ", SeatPart(1), ".")
    assert any(CardPart("crawl") in event.line() for event in game.events)
