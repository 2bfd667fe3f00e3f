"""Log and refusals name rules as the rulebook does: by their number, with the lasting anchor behind it."""

from __future__ import annotations

import json
import re

import pytest

from games.matches.models import Match
from rules.wiki.stored_books import stored_book
from scrapsite.accounts.tokens import issue_token
from scrapsite.common.links import rule_name, rule_url
from tests.games.duel import Duel
from tests.games.yard import DONE, Yard

pytestmark = pytest.mark.django_db


def named(page: str, anchor: str) -> list[str]:
    """Return what the links to the paragraph are called."""
    begins = rf'<a class="rule-link" href="[^"]*/{anchor}/"[^>]*>'
    return re.findall(begins + r'<span class="visually-hidden">Rule </span>([^<]*)</a>', page)


@pytest.fixture
def duel(user, other_user) -> Duel:
    return Duel.begin(user, other_user, title="scrapbots", edition="3.6")


def test_the_log_names_rules_by_their_number(duel, client_of):
    page = client_of(duel.mover).get(f"/matches/{duel.id}/?log=all").content.decode()
    number = stored_book("scrapbots", "3.6").by_anchor["setup-5"].number
    assert set(named(page, "setup-5")) == {number}


def test_a_refusal_names_its_rule_by_the_number(duel, client_of):
    form = {"move": json.dumps({"type": "attack", "lane": 1, "attack": 0}), "seen": 0, "client_move_id": "a"}
    answer = client_of(duel.mover).post(f"/matches/{duel.id}/moves/", form)
    assert answer.status_code == 422
    assert stored_book("scrapbots", "3.6").by_anchor["attack-1"].number in named(
        answer.content.decode(), "attack-1"
    )


def test_a_rule_that_no_book_has_goes_by_its_anchor():
    assert rule_name("draw-99", rule_url("scrapbots", "3.6", "draw-99")) == "draw-99"
    assert rule_name("bolts-1", "") == "bolts-1"


def test_moves_by_which_one_thinks_again_are_apart_from_legal_ones(user, other_user, client):
    """A program that takes any legal move would otherwise be done, begin again, and so on for ever."""
    yard = Yard.programming(user, other_user)
    yard.play(user, DONE)
    seat = Match.objects.get(pk=yard.id).seats.get(user=user).number
    headers = {"Authorization": f"Bearer {issue_token(user)}"}
    seen = client.get(f"/api/v1/matches/{yard.id}", headers=headers).json()
    assert seat not in seen["to_act"]
    assert (seen["legal"], seen["reconsider"]) == ([], [{"type": "set-program", "to": "open"}])
