"""The table of a draft of Scrapyard says and shows the draft's figures."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards, catalog
from games.engine.drafting import CardChange, Changes
from games.matches.models import Step
from games.titles.scrapyard import TITLE
from tests.games.duel import Duel

SLUG = "draft-1"
FIGURES = {"rows": 4, "placings": 3, "own_claim_cost": 4, "peeks_for_cube": 2, "points_a_cube": 2}


@pytest.fixture
def match(user: User, other_user: User, monkeypatch: pytest.MonkeyPatch) -> Duel:
    return begun(user, other_user, monkeypatch, **FIGURES, cube_points=3)


def begun(
    user: User, other_user: User, monkeypatch: pytest.MonkeyPatch, tiles: int = 2, **figures: Any
) -> Duel:
    """Begin a match of a draft with these figures."""
    assert TITLE.drafting is not None
    changes = Changes({"gear-1": CardChange({"part": "lens"})}, parameters=figures)
    info = TITLE.drafting.edition_from(TITLE.editions["1.0"], changes, SLUG)
    monkeypatch.setitem(TITLE.editions, SLUG, info)  # type: ignore[arg-type]
    return Duel.begin(user, other_user, title="scrapyard", edition=SLUG, options={"tiles": tiles})


@pytest.mark.django_db
def test_the_table_has_the_rows_of_the_draft(match: Duel) -> None:
    table = boards.table(match.board(match.mover))
    assert (len(table.rows), table.size) == (4, "Four rows of nine cards")
    assert {len(row) for row in table.rows} == {9}


@pytest.mark.django_db
def test_the_hints_say_the_figures_of_the_draft(match: Duel) -> None:
    """The first player peeks as long as they may, buys a peek, and begins to place."""
    mover = match.mover
    while match.board(mover).view.peeks_left > 1:
        match.play({"type": "peek", "place": _unseen(match, mover)})
    hint = boards.table(match.board(mover)).hint
    assert "for 2 more peeks, once a round" in hint
    assert "gives you 2 action points every turn and 3 points at the end" in hint
    match.play({"type": "buy-peek"})
    view = match.board(mover).view
    assert boards.table(match.board(mover)).left == f"3 of {view.peeks + 2} peeks left"
    match.play({"type": "end-peeks"})
    table = boards.table(match.board(mover))
    assert table.left == "3 cubes left to place or move"
    theirs = boards.table(match.board(match.waiter)).left
    assert theirs.endswith(f": {table.left}"), "what the head of the table said looked like one's own"
    assert table.hint.endswith("Taking it back later costs 4 action points.")
    for _ in range(3):
        match.play({"type": "place-cube", "place": 0})
    table = boards.table(match.board(mover))
    assert (table.left, table.all_cubes) == ("All three cubes placed or moved", "All three cubes")


@pytest.mark.django_db
def test_one_turn_is_one_turn(user: User, other_user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    match = begun(user, other_user, monkeypatch, tiles=1, turns_a_tile=1)
    while match.board(match.mover).view.phase != "corner":
        match.play({"type": "end-peeks" if match.board(match.mover).view.phase == "peek" else "end-turn"})
    assert boards.table(match.board(match.mover)).hint.endswith("Then you have 1 turn.")


@pytest.mark.django_db
def test_with_too_few_points_for_anything_the_turn_can_only_end(
    user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint asked what to do with the card, and nothing could be done."""
    match = begun(user, other_user, monkeypatch, tiles=1, walk_cost=2, turn_up_cost=2)
    while (phase := match.board(match.mover).view.phase) != "collect":
        ends = {"peek": {"type": "end-peeks"}, "corner": {"type": "choose-corner", "corner": "top-left"}}
        match.play(ends.get(phase, {"type": "end-turn"}))
    match.play({"type": "walk", "place": 0})
    hint = boards.table(match.board(match.mover)).hint
    assert hint == "Choose what to do with the card you stand on, or press another to walk there."
    step = Step.objects.get(match=match.id, seq=match.match.seq)
    game = catalog.game("scrapyard", SLUG)
    state = game.decode(bytes(step.state))
    state.left = 1
    Step.objects.filter(pk=step.pk).update(state=game.encode(state))
    hint = boards.table(match.board(match.mover)).hint
    assert hint == "You have too few action points left for anything here. End your turn."


def _unseen(match: Duel, mover: User) -> int:
    return next(card.place for card in match.board(mover).view.cards if not card.card)
