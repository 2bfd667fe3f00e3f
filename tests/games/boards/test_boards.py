"""Boards as things: offers gathered at the thing they begin with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from games import catalog
from games.boards.junkyard.laying import space_name as name_on_the_board
from games.boards.junkyard.parts import Face
from games.boards.things import Things
from games.matches.queries.board import OfferForm
from games.titles.junkyard.yard import space_name


@dataclass
class Offers:
    """As much of a board as `Things` reads."""

    offers_at: dict[str, tuple[OfferForm, ...]] = field(default_factory=dict)


def things(*offers: OfferForm) -> Things:
    board: Any = Offers()
    for offer in offers:
        board.offers_at[offer.at] = (*board.offers_at.get(offer.at, ()), offer)
    return Things(board)


def offer(label: str, to: str = "", reason: str = "", at: str = "hand:magnet") -> OfferForm:
    return OfferForm(at, to, label, f"move {label}", not reason, reason, "turn-3" if reason else "")


def test_choices_that_differ_only_in_the_target_stand_together() -> None:
    thing = things(offer("Scrap it"), offer("Pull: left", "enemy:0"), offer("Pull: right", "enemy:2")).at(
        "hand:magnet"
    )
    assert [(group.head, len(group.choices)) for group in thing.groups] == [("Scrap it", 1), ("Pull", 2)]
    assert [choice.tail for choice in thing.groups[1].choices] == ["left", "right"]


def test_one_reason_is_given_once() -> None:
    thing = things(offer("Pull: left", reason="No."), offer("Pull: right", reason="No.")).at("hand:magnet")
    assert not thing.can_act
    (refusal,) = thing.refusals
    assert (refusal.label, refusal.reason, refusal.more) == ("Pull: left", "No.", 1)


def test_a_drop_knows_the_thing_it_comes_from() -> None:
    table = things(offer("Pull: left", "enemy:0"), offer("Push: left", "enemy:0", at="hand:ram"))
    magnet, ram = table.at("hand:magnet"), table.at("hand:ram")
    assert [(drop.slot, drop.short) for drop in table.drops("enemy:0")] == [
        (magnet.slot, "Pull"),
        (ram.slot, "Push"),
    ]
    assert not table.drops("enemy:1")


def test_two_things_at_one_place_have_the_same_choices_and_keys_of_their_own() -> None:
    table = things(offer("Buy", at="market:scout"))
    first, second = table.at("market:scout", "market:0:scout"), table.at("market:scout", "market:3:scout")
    assert first.choices == second.choices
    assert first.id != second.id


def test_all_refusals_of_a_board_are_gathered_by_their_reason() -> None:
    table = things(
        offer("Pull", reason="No."), offer("Push", reason="No.", at="hand:ram"), offer("Ram", at="hand:ram")
    )
    (refusal,) = table.refusals()
    assert (refusal.label, refusal.more) == ("Pull", 1)


def test_junkyards_spaces_are_called_as_in_its_log() -> None:
    assert [name_on_the_board(space) for space in range(24)] == [space_name(space) for space in range(24)]


def test_a_long_word_may_break_on_a_narrow_pile() -> None:
    card = catalog.card("junkyard", "0.1", "electromagnet")
    assert Face(card, 201).soft_name == "Electro\u00admagnet"
