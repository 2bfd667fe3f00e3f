"""What the table of Scrap Knights says: how long a choice can be changed, why nothing is taken back."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import User
from msgspec.structs import replace

from games import boards, catalog
from games.boards.scrap_knights.laying import Laying
from games.boards.scrap_knights.words import Words
from games.engine import codec
from games.engine.viewers import SPECTATOR
from games.matches.actions.resign import resign
from games.replay.moments import replay
from games.titles.scrap_knights.events import Lined
from tests.games.duel import Duel

pytestmark = pytest.mark.django_db

BRING, READY = {"type": "bring", "mech": "fishmonger"}, {"type": "set-ready", "to": "ready"}


@pytest.fixture
def knights(user: User, other_user: User) -> Duel:
    return Duel.begin(user, other_user, "scrap-knights", "b.0.0")


def play(duel: Duel, who: User, *moves: dict[str, Any]) -> None:
    for move in moves:
        duel.play(move, by=who, seen=duel.board(who).seq)


def hint(duel: Duel, who: User) -> str:
    return str(boards.table(duel.board(who)).asking.hint)


def first_act(duel: Duel, who: User) -> dict[str, Any]:
    slug = duel.board(who).view.players[duel.players.index(who)].hand[0]
    moves = (codec.from_json(dict, offer.move) for offer in duel.board(who).legal)
    return next(move for move in moves if move.get("act") == slug)


def test_while_the_other_still_decides_all_can_be_changed(
    knights: Duel, user: User, other_user: User
) -> None:
    assert hint(knights, user).endswith("Your choice stays secret until both players are ready.")
    for who in (user, other_user):
        play(knights, who, BRING, READY)
    assert hint(knights, user) == "Choose an ACT. You can change it until both players are ready."


def test_against_an_opponent_who_is_ready_the_page_says_what_a_choice_sets_off(
    knights: Duel, user: User, other_user: User
) -> None:
    play(knights, other_user, BRING, READY)
    assert hint(knights, user).endswith("gasket is ready: once you are ready too, the match goes on.")
    play(knights, user, BRING, READY)
    play(knights, other_user, first_act(knights, other_user))
    assert (
        hint(knights, user)
        == "Choose an ACT. gasket has already chosen: once you choose, the cards are shown."
    )
    assert hint(knights, other_user) == ""


def test_a_mech_that_was_brought_in_secret_is_changed_on_the_table_and_the_page_says_so(
    knights: Duel, user: User, other_user: User, client_of: Any
) -> None:
    """Neither did it reveal anything, as the page once said, nor end a turn."""
    play(knights, user, BRING)
    page = client_of(user).get(f"/matches/{knights.id}/").content.decode()
    why = "You can’t undo a secret move: the others would notice. Change it on the board instead."
    assert page.count(why) == 2  # on hovering, and below what one presses
    assert f'<p class="no-undo__why">{why}</p>' in page
    assert boards.table(knights.board(user)).workshop.ready_made


def test_while_building_the_page_says_which_mech_is_chosen(
    knights: Duel, user: User, other_user: User
) -> None:
    assert hint(knights, user).startswith("Choose a ready-made mech, or build")
    play(knights, user, BRING)
    assert hint(knights, user).startswith("Your mech is Fishmonger. Press Ready")


def test_of_a_ready_made_mech_no_part_is_missing(user: User, other_user: User) -> None:
    """The page once asked to put a mech together and missed 6 ACTs though both agreed on ready-made ones."""
    duel = Duel.begin(user, other_user, "scrap-knights", "b.0.0", {"decks": 1})
    assert hint(duel, user).startswith("Choose a ready-made mech.")
    assert boards.table(duel.board(user)).workshop.faults == ()


@pytest.fixture
def palms(knights: Duel, user: User, other_user: User) -> Duel:
    """Both show Shock Palm, and the user means to use AD-Chain."""
    for who in (user, other_user):
        play(knights, who, {"type": "bring", "mech": "threshing-floor"}, READY)
    for who in (user, other_user):
        moves = [codec.from_json(dict, offer.move) for offer in knights.board(who).legal]
        play(knights, who, next(move for move in moves if move.get("act") == "shock-palm"))
    play(knights, user, {"type": "deploy-copying", "bot": "ad-chain", "card": "slash"})
    return knights


def test_attacks_to_copy_say_whether_they_reach_and_one_that_does_is_chosen_first(
    palms: Duel, user: User
) -> None:
    """Cross-Lunge, which only works from distance 0, was preset at distance 1, and nothing said so."""
    play(palms, user, {"type": "recall", "bot": "ad-chain"})
    form = boards.table(palms.board(user)).asking.forms[0]
    (field,) = form.fields
    assert [(value.label, value.part) for value in field.values] == [
        ("Slash: in reach, 3 damage", '{"card":"slash"}'),
        ("Cross-Lunge: too far now", '{"card":"cross-lunge"}'),
        ("Flamethrower: too far now", '{"card":"flamethrower"}'),
    ]


def test_an_attack_to_copy_says_the_damage_that_depends_on_nothing_but_the_distance(
    knights: Duel, user: User
) -> None:
    words = Words(knights.board(user))
    met = words.reach(SimpleNamespace(act="dolphin-crash", least=0, most=2, distance=2, is_met=True))
    assert words.to_copy("dolphin-crash", met) == "Dolphin Crash: in reach, 1 damage"
    assert words.to_copy("springlock", met) == "Springlock: in reach"
    assert words.to_copy("las-shot", None) == "LAS Shot: any distance, 1 damage"


def test_a_bot_that_is_to_be_used_says_with_which_choice(palms: Duel, user: User) -> None:
    """It once said only that one means to use it, and a wrong copy went unnoticed."""
    form = boards.table(palms.board(user)).asking.forms[0]
    assert (form.card.slug, form.why) == ("ad-chain", "You plan to use it, copying Slash.")


def test_a_bot_that_is_to_be_used_is_marked_in_ones_own_chain(
    palms: Duel, user: User, other_user: User
) -> None:
    chain = boards.table(palms.board(user)).chain
    assert [(link.card.slug, link.is_meant, link.is_tag) for link in chain] == [
        ("shock-palm", False, False),
        ("ad-chain", True, True),
        ("shock-palm", False, False),
    ]
    assert chain[1].why == "BOT, right after Shock Palm, copying Slash"
    assert not any(link.is_meant for link in boards.table(palms.board(other_user)).chain)


def test_a_bot_says_what_its_use_costs_and_where_it_went(palms: Duel, user: User, other_user: User) -> None:
    """Whether it comes back, and whether a copy costs heat, stood only in the rulebook."""
    note = "Each BOT works once in the match; neither it nor its copy costs heat."
    assert boards.table(palms.board(other_user)).asking.note == note
    for who in (user, other_user):
        play(palms, who, {"type": "set-bots", "to": "ready"})
    bots = boards.table(palms.board(user)).mechs[0].bots
    assert {bot.card.slug: bot.says for bot in bots}["ad-chain"] == "used up"


def test_when_bots_are_asked_about_again_both_read_which_ones_were_used(
    palms: Duel, user: User, other_user: User
) -> None:
    """The same question came twice, and nothing said what had changed."""
    play(palms, user, {"type": "set-bots", "to": "ready"})
    play(palms, other_user, {"type": "set-bots", "to": "ready"})
    assert palms.board(user).view.window == 2
    asked = hint(palms, other_user)
    assert asked.startswith("rivet used AD-Chain (copying Slash). Once more: use BOTs that are armed now")
    # No BOT of theirs is armed, so they are asked nothing.
    assert boards.table(palms.board(user)).says == (
        "You used AD-Chain (copying Slash). Nothing has resolved yet."
    )


def test_an_attack_says_at_its_card_whether_it_reaches(
    knights: Duel, user: User, other_user: User, client_of: Any
) -> None:
    for who in (user, other_user):
        play(knights, who, {"type": "bring", "mech": "threshing-floor"}, READY)
    forms = {form.card.slug: form.reach for form in boards.table(knights.board(user)).asking.forms}
    told = forms["shock-palm"]
    assert (told.is_met, told.so, told.words) == (True, "In reach now", "distance 1, range up to 1")
    assert None in forms.values(), "of what asks for no distance, nothing is said"
    page = client_of(user).get(f"/matches/{knights.id}/").content.decode()
    assert "<b>In reach now</b><span>: distance 1</span>" in page


def test_after_the_flip_the_page_says_that_the_chain_has_not_begun(
    palms: Duel, user: User, other_user: User, client_of: Any
) -> None:
    """All HP were left after the flip, and nothing said that no Attack had been carried out."""
    page = client_of(other_user).get(f"/matches/{palms.id}/").content.decode()
    assert page.count("Nothing has resolved yet.") == 1
    play(palms, other_user, {"type": "set-bots", "to": "ready"})
    assert boards.table(palms.board(other_user)).says == "Nothing has resolved yet."
    play(palms, user, {"type": "set-bots", "to": "ready"})
    play(palms, other_user, {"type": "set-bots", "to": "ready"})
    assert boards.table(palms.board(user)).phase == "Choosing ACTs"
    assert not boards.table(palms.board(user)).not_yet


def test_a_range_is_said_to_be_the_greatest_distance(
    palms: Duel, user: User, other_user: User, client_of: Any
) -> None:
    """Whether an Attack with range 1 still hits at distance 0 had to be guessed, and once cost a BOT."""
    chain = boards.table(palms.board(user)).chain
    assert [link.reach and link.reach.in_chain for link in chain] == [
        "Range up to 1: in reach now, at 1",
        None,
        "Range up to 1: in reach now, at 1",
    ]
    assert "Range up to 1: in reach now, at 1" in client_of(user).get(f"/matches/{palms.id}/").text
    for who in (user, other_user):
        play(palms, who, {"type": "set-bots", "to": "ready"})
    play(palms, other_user, {"type": "set-bots", "to": "ready"})
    assert "Range up to <b>1</b>" in client_of(user).get(f"/matches/{palms.id}/").text


def test_an_effect_in_the_chain_says_that_the_mechs_stand_too_far_apart(
    knights: Duel, user: User, other_user: User
) -> None:
    for who in (user, other_user):
        play(knights, who, {"type": "bring", "mech": "threshing-floor"}, READY)
    for who, act in ((user, "flamethrower"), (other_user, "cross-lunge")):
        moves = [codec.from_json(dict, offer.move) for offer in knights.board(who).legal]
        play(knights, who, next(move for move in moves if move.get("act") == act))
    said = {link.card.slug: link.reach for link in boards.table(knights.board(user)).chain}
    assert (said["flamethrower"].is_met, said["flamethrower"].so) == (False, "Too far now")
    assert said["cross-lunge"].words == "distance 1, needs 0"


def test_after_a_flip_the_page_says_that_it_revealed_something(
    knights: Duel, user: User, other_user: User
) -> None:
    for who in (user, other_user):
        play(knights, who, BRING, READY)
    play(knights, other_user, first_act(knights, other_user))
    play(knights, user, first_act(knights, user))
    assert (
        knights.board(user).undo_reason
        == "You can’t undo: your last move revealed something or ended the turn."
    )


def test_a_replay_says_where_in_the_turn_it_is(knights: Duel, user: User, other_user: User) -> None:
    """In the middle of a resolution it once said that ACTs were being chosen, as was true after it."""
    for who in (user, other_user):
        play(knights, who, BRING, READY)
    play(knights, other_user, first_act(knights, other_user))
    play(knights, user, first_act(knights, user))
    match, seq = knights.match, knights.board().tick
    events = replay(match, SPECTATOR, "public", seq, 1).events
    phases = [
        boards.table(replay(match, SPECTATOR, "public", seq, event).board).phase for event in range(1, events)
    ]
    assert phases == ["Choosing ACTs", *["The flip"] * (events - 2)]
    assert boards.table(knights.board()).phase == "BOTs"


def test_undo_takes_back_the_bot_that_was_planned_last(
    palms: Duel, user: User, other_user: User, client_of: Any
) -> None:
    """It was grey right after “Use”, and the way back stood elsewhere."""
    back = boards.table(palms.board(user)).asking.back
    assert back is not None
    assert codec.from_json(dict, back.move) == {"type": "recall", "bot": "ad-chain"}
    page = client_of(user).get(f"/matches/{palms.id}/").content.decode()
    assert 'class="no-undo"' not in page
    assert boards.table(palms.board(other_user)).asking.back is None


def test_a_bot_stands_in_the_chain_where_its_priority_says() -> None:
    """One that was first read “right after 1000 Cuts”, which had armed it."""
    board: Any = SimpleNamespace(cards=catalog.edition("scrap-knights", "b.0.0").cards, seats=())
    lined = Lined(0, "ad-chain", 0, "first", "bot", "", "slash")
    assert Words(board).why(lined) == "BOT, armed by Slash"
    assert Words(board).why(replace(lined, priority="tag")) == "BOT, right after Slash"


def test_a_replay_of_everything_shows_what_lies_hidden(knights: Duel, user: User, other_user: User) -> None:
    """It said “5 not seen yet” of both hands. Nobody reads in the public replay what nobody saw."""
    for who in (user, other_user):
        play(knights, who, BRING, READY)
    hand = set(knights.board(user).view.players[0].hand)
    resign(knights.id, other_user)
    shown = boards.table(replay(knights.match, SPECTATOR, "all", None, None).board).mechs
    assert {card.slug for card in (*shown[0].known, *shown[0].unseen)} == hand
    assert shown[1].unseen
    for whose, seen in (("public", [False, False]), ("0", [True, False])):
        mechs = boards.table(replay(knights.match, SPECTATOR, whose, None, None).board).mechs
        assert [bool(mech.unseen) for mech in mechs] == seen


def test_a_copy_of_the_next_turns_says_which_card_is_copied(knights: Duel, user: User) -> None:
    """The plate once said “copied next turn” and not what."""
    carry = SimpleNamespace(kind="copy", card="slash", words="copied next turn", rule="copy-1")
    assert Laying(knights.board(user))._carry(carry).words == "Slash is copied next turn."


def test_looking_back_an_act_that_lies_open_is_not_in_the_hand(palms: Duel, user: User) -> None:
    """An ACT that lay on the table was counted among those in hand, to which it had come back since."""
    laying = Laying(palms.board(user))
    player = SimpleNamespace(known=("shock-palm", "slash"))
    now = SimpleNamespace(shown=(SimpleNamespace(act="shock-palm"),))
    assert laying._back(player, now) == ()
    laying.frame = now
    assert laying._back(player, now) == ("shock-palm",)


def show_acts(duel: Duel, acts: dict[User, str]) -> None:
    """Have both play these ACTs with their first options, and no BOTs, until the next turn begins."""
    turn = duel.board().view.turn
    for who, act in acts.items():
        moves = [codec.from_json(dict, offer.move) for offer in duel.board(who).legal]
        play(duel, who, next(move for move in moves if move.get("act") == act))
    for who in [*acts, *acts]:
        if duel.board(who).my_turn and duel.board().view.turn == turn:
            kind = duel.board().view.phase
            play(duel, who, {"type": f"set-{kind}", "to": "ready"})


def outcome(duel: Duel, who: User | None = None) -> str:
    return str(boards.table(duel.board(who)).outcome)


def test_the_next_turn_begins_with_what_both_took_and_why_ones_own_attack_did_nothing(
    knights: Duel, user: User, other_user: User, client_of: Any
) -> None:
    """It stood only in the closed list of news, among sixteen lines; later only one's own Attack was told."""
    for who in (user, other_user):
        play(knights, who, {"type": "bring", "mech": "threshing-floor"}, READY)
    assert outcome(knights, user) == ""
    show_acts(knights, {user: "flamethrower", other_user: "slash"})
    assert knights.board().view.turn == 2
    assert outcome(knights, user) == "you took 3 damage, gasket none; Flamethrower missed."
    assert outcome(knights, other_user) == "you took no damage, rivet 3."
    assert outcome(knights) == ""
    page = client_of(user).get(f"/matches/{knights.id}/").content.decode()
    line = "<b>Last turn:</b> you took 3 damage, gasket none; Flamethrower missed."
    assert f'<p class="round-status__outcome">{line}</p>' in page
    seen = page[page.index('class="act__seen tip"') :].partition("</a>")[0]
    assert "Your opponent has seen that you have this ACT." in seen, "a dashed “seen” had no explanation"
    assert 'href="/rules/scrap-knights/b.0.0/open-1/"' in seen
    show_acts(knights, {user: "slash", other_user: "step"})
    assert outcome(knights, user) == "you took no damage, gasket 3; distance from 1 to 0."
    show_acts(knights, {user: "coward-call", other_user: "flamethrower"})
    assert outcome(knights, user) == "no damage."
    assert outcome(knights, other_user) == "no damage; rivet gained 2 heat."
