"""The table of Scrap Knights in a draft edition: gauges, line and forms follow its figures and its cards."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards, catalog
from games.engine.drafting import Ability, Changes, NewCard
from games.matches.models import Match, Step
from games.titles.scrap_knights.title import TITLE
from tests.games.duel import Duel as MatchDuel
from tests.titles.scrap_knights.duel import Duel

pytestmark = pytest.mark.django_db

SLUG = "drafted"
MOVE, HIT = {"do": "move", "count": 1}, {"do": "damage", "amount": 3}
DODGE = NewCard(
    "dodge",
    "Dodge",
    "Movement",
    "crab-claw",
    {"overcharge": 2},
    (
        Ability({"priority": "3"}, (MOVE,)),
        Ability({"priority": "0"}, (MOVE,)),
        Ability({"priority": "-1", "overcharged": True}, (HIT,)),
    ),
)
FIGURES = {"hp": 20, "most_distance": 4, "links_due": 5, "blitz_damage": 4, "frame_priority": 2}
CHANGES = Changes(new=(DODGE,), parameters={**FIGURES, "too_hot": 9})


@pytest.fixture
def knights(user: User, other_user: User, monkeypatch: pytest.MonkeyPatch) -> MatchDuel:
    assert TITLE.drafting is not None
    info = TITLE.drafting.edition_from(TITLE.newest, CHANGES, SLUG)
    title = replace(TITLE, editions={**TITLE.editions, SLUG: info})
    monkeypatch.setitem(catalog._TITLES, TITLE.slug, title)
    return MatchDuel.begin(user, other_user, TITLE.slug, SLUG, {"decks": 2})


def lay(match: MatchDuel, duel: Duel) -> None:
    """Let the match stand as *duel* does."""
    game: Any = catalog.game(TITLE.slug, SLUG)
    Step.objects.filter(match=match.id, seq=match.match.seq).update(state=game.encode(duel.state))
    Match.objects.filter(pk=match.id).update(to_act=list(game.to_act(duel.state)))


def duel() -> Duel:
    return Duel(2, game=catalog.game(TITLE.slug, SLUG))


def test_gauges_and_line_go_as_far_as_the_draft_says(knights: MatchDuel, user: User, client_of: Any) -> None:
    lay(
        knights, duel().mine("dodge", "slash", ult="big-tuna-kahuna", bots=["md-dash"], heat=3).theirs("vent")
    )
    table = boards.table(knights.board(user))
    mine = table.mechs[0]
    assert (len(mine.hp_cells), len(mine.heat_cells), len(mine.ult.cells)) == (20, 12, 5)
    assert [cell.number for cell in mine.heat_cells if cell.is_mark] == [9]
    assert mine.heat_words == "6 more heat and it overheats"
    assert [stop.number for stop in table.stops] == [0, 1, 2, 3, 4]
    assert client_of(user).get(f"/matches/{knights.id}/").status_code == 200


@pytest.mark.parametrize("heat, look", [(4, " is-cool"), (5, ""), (8, ""), (9, " is-over")])
def test_the_plate_of_a_mech_warns_of_the_heat_and_counts_the_links_of_the_draft(
    knights: MatchDuel, user: User, client_of: Any, heat: int, look: str
) -> None:
    """It had a 7 on the ninth cell, called 7 of 9 heat too hot, and counted link tokens of 3."""
    lay(knights, duel().mine("slash", ult="big-tuna-kahuna", links=2, heat=heat).theirs("vent"))
    page = client_of(user).get(f"/matches/{knights.id}/").content.decode()
    mine = page.split('data-key="mech-0"')[1].split("</article>")[0]
    assert f'class="gauge gauge--heat{look}"' in mine
    assert re.findall(r'is-mark">(\d+)</i>', mine) == ["9"]
    assert 'aria-label="2 link tokens of 5"' in mine


def test_a_new_card_has_a_form_with_its_secrets(knights: MatchDuel, user: User) -> None:
    lay(knights, duel().mine("dodge").theirs("vent"))
    (form,) = boards.table(knights.board(user)).asking.forms
    assert (form.card.name, form.does) == ("Dodge", "Choose")
    assert [(field.legend, field.kind) for field in form.fields] == [
        *(("", "tick"), ("First Move", "radio"), ("Second Move", "radio")),
    ]


def test_the_chain_and_the_tokens_say_what_the_draft_makes_of_them(knights: MatchDuel, user: User) -> None:
    game = duel().mine("dodge", "slash", tokens=["frame-advantage", "blitz"])
    game.choose("wait", 1).choose("slash", 0)
    lay(knights, game)
    asking = boards.table(knights.board(user)).asking
    spend = next(question for question in asking.questions if question.title.startswith("Spend"))
    assert spend.notes == (
        "Frame Advantage: +2 priority on all effects of the ACT.",
        "Blitz: an Attack has 1 more heat, and each time it deals damage, it deals 4 more.",
    )
