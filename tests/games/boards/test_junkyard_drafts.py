"""The table of a draft of Junkyard, where hands may be larger than the program."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User

from games import boards
from games.engine.drafting import Changes
from games.titles.junkyard import TITLE
from tests.games.duel import Duel
from tests.games.yard import Yard
from tests.table import table

SLUG = "draft-1"


@pytest.mark.django_db
def test_a_card_for_which_no_register_is_free_can_be_picked_to_charge(
    user: User, other_user: User, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was legal, but there was nothing to press."""
    assert TITLE.drafting is not None
    info = TITLE.drafting.edition_from(TITLE.editions["0.1"], Changes(parameters={"hand_size": 7}), SLUG)
    monkeypatch.setitem(TITLE.editions, SLUG, info)  # type: ignore[arg-type]
    yard = Yard(Duel.begin(user, other_user, "junkyard", SLUG).id, [user, other_user])
    cards = ("crawl", "crawl", "grab", "grab", "pivot", "pivot")
    yard.keep(table("junkyard").drafted(info).standing(0, "n1", "e").slotting(*cards).holding("claw").state)
    (card,) = boards.table(yard.board(user)).program.hand
    assert card.url
    assert not card.slots
    picked = boards.table(replace(yard.board(user), picked=f"hand:{card.place}"))
    assert picked.program.put_charge is not None
    assert picked.hint == "Press Charge to trash Claw: no register is free."
    assert 'data-drag="hand-' in client_of(user).get(f"/matches/{yard.id}/").text
