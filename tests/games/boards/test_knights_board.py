"""The table of Scrap Knights: forms made of the moves on offer, and words for what lies there."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest
from django.http import QueryDict

from games.boards.scrap_knights.forms import card_form
from games.engine import codec
from games.engine.cards import Card
from games.match_page.forms import read_move
from games.matches.queries.board import OfferForm
from games.titles.scrap_knights.moves import AnyMove, Choose, ChooseNaming, ChooseNumber, DeployCopying

CARD = Card("scrap-knights", "b.0.0", "dash", "Dash", "Movement", (), (), (), (), 1, "jetpack", "act-1")


def offer(move: Any, reason: str = "") -> OfferForm:
    return OfferForm("hand:dash", "", "Dash", codec.to_json(move), not reason, reason, "act-3", "/rule/")


def sent(form: Any, *parts: tuple[str, str]) -> Any:
    """Return the move that the form sends with these fields."""
    data = QueryDict(mutable=True)
    data.update({"seen": "0", "client_move_id": "x", "move": form.move})
    for name, value in parts:
        data.appendlist(f"with-{name}", value)
    return codec.read_move(AnyMove, read_move(data)["move"])


WAYS = {
    "nothing to decide": [Choose("dash", False, ())],
    "overcharge": [Choose("dash", over, ()) for over in (False, True)],
    "a direction": [Choose("dash", False, (way,)) for way in (-1, 1)],
    "two directions": [Choose("dash", False, ways) for ways in itertools.product((-1, 1), repeat=2)],
    "a number": [ChooseNumber("dash", number, ()) for number in (-2, -1, 1, 2)],
    "a number and a direction": [
        ChooseNumber("dash", number, (way,)) for number in (1, 2, 3) for way in (-1, 1)
    ],
    "a name": [ChooseNaming("dash", name) for name in ("slash", "stab")],
    "a copy": [DeployCopying("dash", name) for name in ("slash", "stab")],
    "one copy": [DeployCopying("dash", "slash")],
}


@pytest.mark.parametrize("moves", WAYS.values(), ids=WAYS)
def test_a_form_can_send_exactly_the_moves_on_offer(moves: list[Any]) -> None:
    form = card_form(CARD, 1, "Choose", [offer(move) for move in moves], str.capitalize)
    values = [
        [(field.name, value.part) for value in field.values] + ([None] if field.kind == "tick" else [])
        for field in form.fields
    ]
    reached = [sent(form, *filter(None, picked)) for picked in itertools.product(*values)]
    assert sorted(map(codec.to_json, reached)) == sorted(map(codec.to_json, moves))


def test_a_number_that_is_never_negative_has_no_sign() -> None:
    form = card_form(CARD, 1, "Choose", [offer(move) for move in WAYS["a number and a direction"]], str)
    assert [value.label for value in form.fields[0].values] == ["1", "2", "3"]
    signed = card_form(CARD, 1, "Choose", [offer(move) for move in WAYS["a number"]], str)
    assert [value.label for value in signed.fields[0].values] == ["−2", "−1", "+1", "+2"]


def test_what_cannot_be_played_says_why_and_has_no_button() -> None:
    form = card_form(CARD, 1, "Choose", [offer(Choose("dash", False, ()), "One has to be an Attack.")], str)
    assert (form.does, form.move, form.fields) == ("", "", ())
    assert (form.why, form.rule) == ("One has to be an Attack.", "act-3")


def test_the_move_is_compact_json() -> None:
    form = card_form(CARD, 1, "Choose", [offer(move) for move in WAYS["a direction"]], str)
    assert json.loads(form.move) == {"type": "choose", "act": "dash", "overcharge": False, "moves": []}
    assert " " not in form.move
