"""What the table of Scrapbots says of single things, drawn one by one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from games import catalog
from games.boards.drawing import draw
from games.boards.scrapbots import Lane, Robot, Stack, _robot, coins_of
from games.boards.things import Choice, Refusal, Thing, Things
from games.matches.queries.board import LogLine, OfferForm

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


def test_rare_choices_are_listed_apart_unless_there_are_no_others() -> None:
    both, rare = (
        Choice("4 Scrap and the card’s text", "{}", ""),
        Choice("4 Scrap only", "{}", "", is_rare=True),
    )
    thing = Thing("hand:supply-crate", 1, (both, rare), ())
    assert [group.choices for group in thing.groups] == [(both,)]
    assert [group.choices for group in thing.rare_groups] == [(rare,)]
    without_text = Thing("hand:supply-crate", 1, (rare,), ())
    assert [group.choices for group in without_text.groups] == [(rare,)]
    assert without_text.rare_groups == ()


@pytest.mark.parametrize(("count", "shown"), [(2, 2), (3, 0)])
def test_a_lane_shows_two_moves_of_a_thing_and_leaves_more_to_its_tray(count: int, shown: int) -> None:
    """On a phone three buttons of a Magnet Trap hid each other's words, and a Fusion Cell's hid its tray."""
    at = "hand:magnet-trap"
    offers = [OfferForm(at, "enemy:0", f"{number} Scrap", "{}", is_legal=True) for number in range(count)]
    things = Things(SimpleNamespace(offers_at={at: offers}))  # type: ignore[arg-type]
    assert len(things.at(at).choices) == count
    assert len(things.drops("enemy:0")) == shown


@pytest.mark.parametrize(
    ("prices", "shown"),
    [
        ((2, 4), ["Attack for 2 Energy", "Attack for 4 Energy"]),
        ((2, 2), ["Attack for 2 Energy: 10 damage", "Attack for 2 Energy: 10 splash"]),
    ],
)
def test_two_attacks_at_one_price_say_what_each_does(prices: tuple[int, int], shown: list[str]) -> None:
    """The Scrapbot of a draft had two buttons with the same words on the Lane that it attacks."""
    labels = [
        f"Attack for {price} Energy: 10 {kind}"
        for price, kind in zip(prices, ("damage", "splash"), strict=True)
    ]
    offers = [OfferForm("lane:0", "enemy:0", label, "{}", is_legal=True) for label in labels]
    things = Things(SimpleNamespace(offers_at={"lane:0": offers}))  # type: ignore[arg-type]
    things.at("lane:0")
    assert [drop.short for drop in things.drops("enemy:0")] == shown


def test_what_a_card_is_for_comes_before_what_it_is_discarded_for() -> None:
    at = "hand:scout"
    offers = [OfferForm(at, to, to, "{}", is_legal=True) for to in ("scrap", "lane:0", "lane:1")]
    things = Things(SimpleNamespace(offers_at={at: offers}), last=("scrap", "energy"))  # type: ignore[arg-type]
    assert [choice.to for choice in things.at(at).choices] == ["lane:0", "lane:1", "scrap"]


def test_a_scrapbot_that_the_last_attack_destroyed_is_not_ready() -> None:
    """At the end of a match one stood there with 0 of 40 Health, ready."""
    card: Any = catalog.card("scrapbots", "3.6", "drone")
    assert Robot(card, 40, 40, is_ready=True, is_primed=False, primed_by=None).state == "Destroyed"
    assert Robot(card, 30, 40, is_ready=True, is_primed=False, primed_by=None).state == "Ready"


def test_a_primed_scrapbot_shows_the_card_that_does_it_whatever_its_name_is() -> None:
    """A draft may have another card than the Servomotor for it."""
    cards: Any = {card.slug: card for card in catalog.cards("scrapbots", "3.6")}
    lane = SimpleNamespace(card="drone", damage=0, ready=True, primed=True)
    primed = _robot(lane, cards)
    assert primed is not None
    assert primed.primed_by == cards["servomotor"]
    other = msgspec.structs.replace(cards.pop("servomotor"), slug="spring-leg")
    primed = _robot(lane, {**cards, "spring-leg": other})
    assert primed is not None
    assert primed.primed_by == other


@pytest.mark.django_db
@pytest.mark.parametrize(("copies", "is_named"), [(6, False), (0, True)])
def test_a_primed_scrapbot_names_no_card_where_two_in_the_box_could_have_done_it(
    copies: int, is_named: bool
) -> None:
    """In a draft with a second such Component it said that the first was used on it, whichever it was."""
    cards: Any = {card.slug: card for card in catalog.cards("scrapbots", "3.6")}
    cards["spring-leg"] = msgspec.structs.replace(cards["servomotor"], slug="spring-leg", quantity=copies)
    primed = _robot(SimpleNamespace(card="drone", damage=0, ready=True, primed=True), cards)
    lane = Lane("lane:0", "left", primed, Thing("lane:0", 1, (), ()), ())
    board = SimpleNamespace(my_turn=True, status="running", title="scrapbots", edition="3.6")
    drawn = draw("games/boards/scrapbots/_lane.jinja", {"lane": lane, "side": None, "board": board})
    assert ("was used on it" in drawn) == is_named
    assert ("It becomes Ready again after its next attack." in drawn) == (not is_named)
    assert "Ready, Ready again after its next attack" in drawn


def test_the_places_where_a_scrapbot_can_be_built_are_one_group() -> None:
    """On a phone a button for each covered the Lanes between which one chooses."""
    lanes = [
        Choice(f"Build in the {name} Lane", "{}", f"lane:{at}") for at, name in enumerate(("left", "right"))
    ]
    (group,) = Thing("hand:scout", 1, tuple(lanes), ()).groups
    assert (group.head, [choice.tail for choice in group.choices]) == ("Build", ["left Lane", "right Lane"])
    assert [choice.lead for choice in group.choices] == ["Build in the "] * 2


@pytest.mark.django_db
def test_a_scrapbot_says_what_was_used_on_it_and_only_its_strip_attacks() -> None:
    """A white icon lay over its Health, and its sheet had not a word about it."""
    drone, servomotor = (catalog.card("scrapbots", "3.6", slug) for slug in ("drone", "servomotor"))
    attack = Choice("Attack for 2 Energy: 10 damage", "{}", "enemy:0", undoable=True)
    robot = Robot(drone, 0, 40, is_ready=True, is_primed=True, primed_by=servomotor)  # type: ignore[arg-type]
    lane = Lane("lane:0", "left", robot, Thing("lane:0", 1, (attack,), ()), ())
    board = SimpleNamespace(my_turn=True, status="running", title="scrapbots", edition="3.6")
    drawn = draw("games/boards/scrapbots/_lane.jinja", {"lane": lane, "side": None, "board": board})
    worn = drawn[drawn.index('class="tray__worn"') :]
    assert "was used on it: Ready this Scrapbot after its next attack." in worn
    assert "Servomotor" in worn
    assert 'class="deed"' in drawn


def test_the_table_says_how_the_coins_of_the_newest_step_fell() -> None:
    """Nothing on the table told how a coin fell: one had to work it out from the damage."""

    def line(seq: int, kind: str, **more: Any) -> LogLine:
        return LogLine(seq, 0, 0, "", "", (), False, {"type": kind, **more})

    attack = [line(2, "attacked"), line(2, "coin-flipped", heads=False), line(2, "damage-dealt")]
    assert coins_of([line(1, "coin-flipped", heads=True), *attack]) == ("tails",)
    assert coins_of([*attack, line(3, "card-bought")]) == ()
    assert coins_of([]) == ()
