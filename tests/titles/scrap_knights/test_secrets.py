"""What a viewer sees, and what stays hidden: hands, prep decks, drafts, choices, BOTs and tokens."""

from typing import Any

import pytest

from games.engine.chance import FastChance
from games.engine.codec import to_json
from games.engine.drafting import Changes
from games.engine.viewers import SPECTATOR, seat_viewer, viewers
from games.titles.scrap_knights.box import ACTS
from games.titles.scrap_knights.moves import (
    BringMech,
    Choose,
    Deploy,
    Keep,
    SetAct,
    SetBots,
    SetReady,
    SetTokens,
    Spend,
    TakeCard,
)
from games.titles.scrap_knights.state import OWN, RANDOM, READY_MADE
from games.titles.scrap_knights.title import EDITION, TITLE
from tests.table import ruling, table
from tests.titles.scrap_knights.duel import Duel
from tests.titles.scrap_knights.secrets import swap_hidden

GAME = TITLE.newest.game
MECHS = ("choreographer", "prototype")


def seen(state, viewer):
    return to_json(GAME.view(state, viewer))


def armed_table():
    """Return a table of two whole mechs."""
    return table("scrap-knights").with_mechs(*MECHS)


@ruling("open-1", "open-2")
@pytest.mark.parametrize("viewer", viewers(2), ids=lambda viewer: f"viewer{viewer.seat}")
@pytest.mark.parametrize("is_chosen", [False, True], ids=["choosing", "ready"])
def test_whatever_is_hidden_may_be_exchanged_without_a_trace(viewer, is_chosen):
    game = armed_table()
    if is_chosen:
        game.choose("wait", 1)
    before, encodings = seen(game.state, viewer), set()
    for seed in range(30):
        state = GAME.clone(game.state)
        swap_hidden(state, viewer, FastChance(seed))
        encodings.add(GAME.encode(state))
        assert seen(state, viewer) == before
    assert len(encodings) > 20


@ruling("open-2")
@pytest.mark.parametrize("viewer", viewers(2), ids=lambda viewer: f"viewer{viewer.seat}")
def test_a_resampled_table_fits_the_view_and_deals_the_rest_anew(viewer):
    game = armed_table().choose("wait", 1)
    view, found = GAME.view(game.state, viewer), set()
    for seed in range(30):
        other = GAME.resample(view, FastChance(seed))
        assert GAME.view(other, viewer) == view
        found.add(GAME.encode(other))
    assert len(found) > 20


@ruling("open-1")
def test_an_act_that_was_shown_is_known_and_stays_in_every_resampled_hand():
    game = armed_table().turn("slash", "wait")
    players = GAME.view(game.state, seat_viewer(0)).players
    assert (players[0].known, players[1].known) == (("slash",), ("wait",))
    assert players[1].hand is None
    wait = EDITION.number["wait"]
    for seed in range(20):
        other = GAME.resample(GAME.view(game.state, seat_viewer(0)), FastChance(seed))
        assert wait in other.hands[1]
        assert not set(other.hands[1]) & set(other.preps[1])


def hidden_hands(decks: int, *shown: str) -> set[tuple[str, ...]]:
    """Return the hands that seat 0 thinks a choreographer may have. *shown:* an ACT that it hasn’t."""
    state = table("scrap-knights").with_mechs("prototype", "choreographer").state
    state.decks = decks
    hand = state.hands[1]
    hand[: len(shown)] = EDITION.numbers(shown)
    state.known[1] = EDITION.numbers(shown)
    view = GAME.view(state, seat_viewer(0))
    return {tuple(GAME.resample(view, FastChance(seed)).hands[1]) for seed in range(40)}


@ruling("setup-6")
def test_the_ult_and_the_bots_of_a_ready_made_mech_give_its_hand_away():
    choreographer = next(mech for mech in GAME.rules.mechs if mech.slug == "choreographer")
    assert hidden_hands(READY_MADE) == {tuple(EDITION.numbers(choreographer.deck.acts))}
    assert len(hidden_hands(RANDOM)) == 40


@ruling("setup-6")
def test_whoever_may_have_other_acts_is_not_taken_to_be_ready_made_for_sure():
    assert 3 < len(hidden_hands(OWN)) < 20
    assert len(hidden_hands(OWN, "fishslap")) == 40


def copied_slash(game: Any) -> Duel:
    """Return a duel in the turn in which their Ghostblade copies Slash, while I decide about my tokens."""
    duel = Duel(game=game).mine("wait", tokens=["armored"])
    duel.theirs("ghostblade", "slash", "stab", "vent", "dash", "missile", ult="test")
    rules = duel.rules
    duel.state.preps[1] = [act for act in rules.acts if act not in duel.state.hands[1]][: rules.test_size]
    return duel.turn("wait", "ghostblade").choose("vent", 1).choose("wait", 0)


@ruling("ghostblade-1", "copy-1")
def test_an_attack_that_only_a_copy_brings_into_the_chain_may_still_be_in_the_hand():
    """No bot believed that a player whose Ghostblade copies Slash could hold Slash, too."""
    duel = copied_slash(GAME)
    assert duel.phase == "tokens"
    view, slash = GAME.view(duel.state, seat_viewer(0)), EDITION.number["slash"]
    hands = [GAME.resample(view, FastChance(seed)).hands[1] for seed in range(60)]
    assert 5 < sum(slash in hand for hand in hands) < 55


@ruling("copy-1", "test-2")
def test_a_draft_with_just_enough_acts_has_room_for_all_of_them_beside_a_copy():
    """Nothing was left to deal in the turn of the copy, and the page failed."""
    assert TITLE.drafting is not None
    held = ("wait", "ghostblade", "slash", "stab", "vent", "dash", "missile")
    more = [slug for slug in ACTS if slug not in held][: 18 - len(held)]
    out = tuple(slug for slug in ACTS if slug not in (*held, *more))
    game: Any = TITLE.drafting.edition_from(TITLE.newest, Changes(out=out), "draft:7@2").game
    duel = copied_slash(game)
    view = game.view(duel.state, seat_viewer(0))
    other = game.resample(view, FastChance(1))
    assert game.view(other, seat_viewer(0)) == view
    dealt = sorted([*other.hands[1], *other.preps[1]])
    assert dealt == sorted([*duel.state.hands[1], *duel.state.preps[1]])


@ruling("act-5", "turn-1")
def test_both_orders_of_choosing_show_the_others_the_same():
    told = []
    for order in ((0, 1), (1, 0)):
        game = armed_table()
        for seat in order:
            game.do(Choose(("stab", "slash")[seat], False, ()), seat)
        told.append([seen(game.state, viewer) for viewer in viewers(2)])
    assert told[0] == told[1]


@ruling("act-5")
def test_what_one_chose_is_noticed_by_oneself_alone():
    hers = []
    for act in ("shock-palm", "stab", "vent"):
        game = armed_table().do(Choose(act, False, ()), 0)
        hers.append((seen(game.state, seat_viewer(1)), [event.seen_by(SPECTATOR) for event in game.events]))
    assert hers[0] == hers[1] == hers[2]
    assert GAME.view(game.state, seat_viewer(1)).players[0].is_ready
    assert [offer.move for offer in GAME.reconsider(game.state, 0)] == [SetAct("open")]
    GAME.apply(game.state, 0, SetAct("open"), FastChance(1))
    assert GAME.view(game.state, seat_viewer(0)).players[0].chosen == ()


@ruling("act-3", "act-5")
def test_whether_one_or_two_acts_were_chosen_is_not_told():
    told = []
    for moves in (
        [Choose("slash", False, ()), SetAct("ready")],
        [Choose(act, False, ()) for act in ("slash", "vent")],
    ):
        game = table("scrap-knights").mine("slash", "vent", "wait").theirs("wait")
        game.state.two[0] = 1
        for move in moves:
            game.do(move, 0)
        assert game.state.done == [1, 0]
        folded = [event.seen_by(SPECTATOR) for event in game.events]
        told.append(([event for event in folded if event], seen(game.state, SPECTATOR)))
    assert told[0] == told[1]


@ruling("bot-2")
def test_the_bots_one_means_to_use_are_hidden_until_both_are_ready():
    game = table("scrap-knights").mine(bots=["ad-pester"]).theirs(bots=["sd-terror"])
    game.choose("wait", 0).choose("slash", 1)
    assert game.phase == "bots"
    before = seen(game.state, seat_viewer(1))
    game.do(Deploy("ad-pester", ()), 0)
    assert seen(game.state, seat_viewer(1)) == before
    assert GAME.view(game.state, seat_viewer(0)).players[0].plan.bots == ("ad-pester",)
    game.do(SetBots("ready"), 0).do(SetBots("ready"), 1)
    assert "ad-pester" in [
        bot.slug for bot in GAME.view(game.state, SPECTATOR).players[0].bots if bot.is_used
    ]


@ruling("token-1")
def test_the_tokens_one_means_to_spend_are_hidden_too():
    game = table("scrap-knights").mine("slash", tokens=["blitz"]).theirs("vent", tokens=["armored"])
    game.choose("slash", 0).choose("vent", 1)
    before = seen(game.state, seat_viewer(1))
    game.do(Spend("blitz"), 0)
    assert seen(game.state, seat_viewer(1)) == before
    game.do(Keep("blitz"), 0).do(SetTokens("ready"), 0)
    assert GAME.view(game.state, SPECTATOR).players[0].blitz == 1


@ruling("setup-5")
def test_a_mech_is_put_together_in_secret():
    state, _ = GAME.new(GAME.options_type(), 2, FastChance(1))
    before = seen(state, seat_viewer(1))
    for move in (TakeCard("slash", "deck"), BringMech("choreographer")):
        events = GAME.apply(state, 0, move, FastChance(1))
        assert [event.seen_by(seat_viewer(1)) for event in events] == [None]
    assert seen(state, seat_viewer(1)) == before
    assert GAME.view(state, seat_viewer(0)).players[0].draft.ult == "tas-custom"
    GAME.apply(state, 0, SetReady("ready"), FastChance(1))
    GAME.apply(state, 1, BringMech("prototype"), FastChance(1))
    GAME.apply(state, 1, SetReady("ready"), FastChance(1))
    players = GAME.view(state, seat_viewer(1)).players
    assert (players[0].ult, players[0].hand, players[0].prep, players[0].prep_count) == (
        "tas-custom",
        None,
        None,
        3,
    )


@ruling("orbital-lobotomy-1")
def test_a_hand_that_was_looked_at_is_known_to_the_opponent_and_not_to_spectators():
    game = table("scrap-knights").mine("stab", ult="orbital-lobotomy", links=3)
    game.theirs("vent", "slash", "wait").turn("stab", "wait")
    assert GAME.view(game.state, seat_viewer(0)).players[1].known == ("slash", "vent")
    assert GAME.view(game.state, SPECTATOR).players[1].known == ()
    assert GAME.view(game.state, seat_viewer(0)).asked.choice == "discard-act"
