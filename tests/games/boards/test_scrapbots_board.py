"""What the table of Scrapbots says of single things, drawn one by one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from games import catalog
from games.boards.drawing import draw
from games.boards.scrapbots import Robot, Stack
from games.boards.things import Choice, Refusal, Thing, Things
from games.matches.queries.board import OfferForm

DISCARD = Choice("Discard for 12 Scrap", "{}", "scrap", undoable=True)
REFUSAL = Refusal("Build", "There is a Scrapbot in each Lane.", "build-1", "", 2)


@pytest.mark.django_db
@pytest.mark.parametrize(("slug", "is_whole"), [("spare-parts", True), ("golem", False)])
def test_a_card_that_can_do_more_at_other_times_is_discarded_by_its_strip_alone(
    slug: str, is_whole: bool
) -> None:
    """With full Lanes, a press at the picture of a Golem discarded it."""
    card: Any = catalog.card("scrapbots", "3.6", slug)
    stack = Stack(card, 1, Thing(f"hand:{slug}", 1, (DISCARD,), (REFUSAL,)))
    board = SimpleNamespace(my_turn=True, status="running", title="scrapbots", edition="3.6")
    drawn = draw("games/boards/scrapbots/_hand_card.jinja", {"stack": stack, "board": board, "number": 1})
    assert 'class="deed' in drawn
    assert ("deed--whole" in drawn) == is_whole


@pytest.mark.parametrize(("count", "shown"), [(2, 2), (3, 0)])
def test_a_lane_shows_two_moves_of_a_thing_and_leaves_more_to_its_tray(count: int, shown: int) -> None:
    """On a phone three buttons of a Magnet Trap hid each other's words, and a Fusion Cell's hid its tray."""
    at = "hand:magnet-trap"
    offers = [OfferForm(at, "enemy:0", f"{number} Scrap", "{}", is_legal=True) for number in range(count)]
    things = Things(SimpleNamespace(offers_at={at: offers}))  # type: ignore[arg-type]
    assert len(things.at(at).choices) == count
    assert len(things.drops("enemy:0")) == shown


def test_a_scrapbot_that_the_last_attack_destroyed_is_not_ready() -> None:
    """At the end of a match one stood there with 0 of 40 Health, ready."""
    card: Any = catalog.card("scrapbots", "3.6", "drone")
    assert Robot(card, 40, 40, is_ready=True, primed_by=None).state == "Destroyed"
    assert Robot(card, 30, 40, is_ready=True, primed_by=None).state == "Ready"
