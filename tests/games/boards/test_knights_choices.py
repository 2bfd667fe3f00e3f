"""Every choice that comes up in the middle of a resolution is drawn; random games seldom come to some."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards
from games.boards.marks import states_in
from games.engine.codec import read_move, to_plain
from games.matches.actions.undo_requests import ask_undo
from games.matches.models import Match, Step
from games.titles.scrap_knights.moves import AnyMove, DeployCopying, Recall, SetBots, choosing
from games.titles.scrap_knights.state import State
from games.titles.scrap_knights.title import TITLE
from tests.games.duel import Duel as MatchDuel
from tests.titles.scrap_knights.duel import Duel, deploy

pytestmark = pytest.mark.django_db

GAME = TITLE.newest.game


@pytest.fixture
def knights(user: User, other_user: User) -> MatchDuel:
    return MatchDuel.begin(user, other_user, "scrap-knights", "b.0.0", {"decks": 2})


def lay(match: MatchDuel, state: State) -> None:
    """Let the match stand as *state* does."""
    Step.objects.filter(match=match.id, seq=match.match.seq).update(state=GAME.encode(state))
    Match.objects.filter(pk=match.id).update(to_act=list(GAME.to_act(state)))


CHOICES = {
    "attack-with": (Duel(0).mine("can-opener", "slash", "scorpion-spear", "las-shot"), "can-opener"),
    "warp": (Duel(0), "warp"),
    "return-bot": (
        Duel(0).mine(ult="mechromancers-siphon", links=3, bots=["md-dash"], used=["md-dash"]),
        "vent",
    ),
    "discard-act": (Duel(0).mine(ult="orbital-lobotomy", links=3).theirs("stab"), "vent"),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_a_choice_in_the_resolution_can_be_drawn(choice, knights, user, client_of):
    duel, act = CHOICES[choice]
    duel.turn(act)
    assert duel.asked == choice
    lay(knights, duel.state)
    asking = boards.table(knights.board(user)).asking
    assert asking.questions[0].choices
    page = client_of(user).get(f"/matches/{knights.id}/")
    assert page.status_code == 200
    if choice == "attack-with":
        # Damage and heat stood on the cards, one screen before.
        (question,) = asking.questions
        assert dict(zip([choice.label for choice in question.choices], question.says, strict=True)) == {
            "Play LAS Shot too": "1 damage, 1\u00a0heat, any distance",
            "Play Slash too": "3 damage, 1\u00a0heat, in reach",
            "Play Scorpion Spear too": "5 damage, 2\u00a0heat, too close (needs 2)",
            "Play no other Attack": "",
        }
        assert page.content.decode().count("5 damage, 2\u00a0heat, too close (needs 2)") == 1


def test_undo_takes_back_the_bot_that_was_planned_last(knights: MatchDuel, user: User) -> None:
    """It took back the one that comes last in the box."""
    duel = Duel(3).mine(heat=6, bots=["md-dash", "dd-soothe"]).choose("wait", 1).choose("dash")
    assert duel.armed() == {"md-dash", "dd-soothe"}
    lay(knights, duel.state)
    for move in (deploy("md-dash", 1), deploy("dd-soothe"), Recall("md-dash"), deploy("md-dash", -1)):
        knights.play(to_plain(move), by=user, seen=knights.board(user).seq)
        back = boards.table(knights.board(user)).asking.back
        planned = move.bot if not isinstance(move, Recall) else "dd-soothe"
        assert read_move(AnyMove, json.loads(back.move)) == Recall(planned)


def test_a_link_token_that_a_bot_has_taken_is_marked_where_it_lay_and_told(
    knights: MatchDuel, user: User, other_user: User, client_of: Any
) -> None:
    """One token of two was gone when BOTs were asked about again; only the closed list of news said so."""
    duel = Duel(1).mine(ult="plummet-buster", links=2, bots=["ad-pester"]).theirs(bots=["dd-burst"])
    lay(knights, duel.choose("wait", 1).choose("slash").state)
    address = f"/matches/{knights.id}/"
    before = states_in(client_of(user).get(address).content.decode())
    for move in (deploy("dd-burst"), SetBots("ready")):
        knights.play(to_plain(move), by=other_user, seen=knights.board(other_user).seq)
    now = states_in(client_of(user).get(address).content.decode())
    asked = boards.table(knights.board(user)).asking.hint
    done = "all links lose 1 token, all damage and all effects of this turn are prevented"
    assert asked.startswith(f"gasket used DD-Burst ({done}). Once more: ")
    assert (before["links-0"], now["links-0"]) == ("2", "1")
    assert before["mech-0"] == now["mech-0"], "the frame around the whole mech says less"


def test_an_act_that_is_prevented_this_turn_says_so_where_its_reach_would_stand(
    knights: MatchDuel, user: User, client_of: Any
) -> None:
    """A Slash was “In reach now” in green while SD-Terror prevented it; it did nothing but give heat."""
    lay(knights, Duel(1).mine("slash", "stonewall", "step").theirs("slash").terrified(0).state)
    forms = {form.card.slug: form for form in boards.table(knights.board(user)).asking.forms}
    prevented = {slug for slug, form in forms.items() if form.is_prevented}
    assert prevented >= {"slash", "stonewall"}
    assert not prevented & {"step", "wait", "dash"}, "Movements and Specials aren’t prevented"
    page = client_of(user).get(f"/matches/{knights.id}/").content.decode()
    assert page.count('<p class="act__reach"><b>Prevented this turn</b></p>') == len(prevented)
    assert "In reach now" not in page


def test_a_prevented_attack_says_so_in_the_chain_and_as_a_copy(
    knights: MatchDuel, user: User, other_user: User
) -> None:
    duel = Duel(0).mine("slash", "stab", ult="plummet-buster", links=3, bots=["ad-chain"]).terrified(0)
    lay(knights, duel.choose("stonewall", 0).choose("slash", 1).state)
    table = boards.table(knights.board(user))
    (form,) = table.asking.forms
    assert {value.label for value in form.fields[0].values} >= {"Slash: prevented this turn"}
    told = {(link.seat, link.card.slug): (link.is_prevented, link.reach is None) for link in table.chain}
    assert told[0, "stonewall"] == (True, True)
    assert told[1, "slash"] == (False, False)


def test_after_a_planned_bot_is_taken_back_the_move_before_it_can_be_asked_about_again(
    knights: MatchDuel, user: User
) -> None:
    """“Undo” was off for good, and said to change on the board what lay open by then."""
    lay(knights, Duel(1).mine("slash", "stab", bots=["ad-chain"]).choose("wait", 1).state)

    def play(move: Any) -> bool:
        knights.play(to_plain(move), by=user, seen=knights.board(user).seq)
        return knights.board(user).undo.can_ask

    assert play(choosing("slash"))
    assert not play(DeployCopying("ad-chain", "stab")), "“Undo” takes back the plan first"
    assert play(Recall("ad-chain"))
    ask_undo(knights.id, user, knights.board(user).seq, "ask")
