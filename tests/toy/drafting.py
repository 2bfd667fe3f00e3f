"""What designers may change in Bolts: how many bolts a hand has, what a bolt is worth, and what it says."""

from dataclasses import replace
from typing import Any

import msgspec
from msgspec import Struct

from games.engine.cards import Card, Figure, TextLine
from games.engine.codec import fingerprint, to_plain
from games.engine.drafting import (
    Ability,
    Bounds,
    CardType,
    CardValues,
    Changes,
    Choice,
    EditionValues,
    Number,
    Problems,
    RuleParameter,
    Vocabulary,
    checked_changes,
    verb,
)
from games.engine.drafting.source import EditionSource
from games.engine.protocol import EditionInfo
from tests.toy import bolts

HAND = 3


class Worth(Struct, frozen=True):
    """Points for laying it."""

    points: int


class Shine(Struct, frozen=True):
    """It shines in a colour."""

    colour: str = "red"


class OnHeads(Struct, frozen=True):
    """If the coin falls well."""

    then: Struct


VOCABULARY = Vocabulary(
    verb("worth", "Gain points", Worth, points=Bounds(1, 9)),
    verb("shine", "Shine", Shine, choices={"colour": (("red", "Red"), ("blue", "Blue"))}),
    verb("heads", "If heads", OnHeads),
)
BOLT = CardType(
    "Bolt",
    (Number("points", "Points", 1, 9, 1), Number("quantity", "Copies", 1, 30, 12)),
    abilities=(1, 2),
    ability_fields=(Choice("when", "When", (("lay", "Laid"), ("end", "At the end")), "lay"),),
    can_remove=True,
)


class DraftedBolts(type(bolts.TITLE.newest.game)):  # type: ignore[misc]
    """Bolts with another number of bolts in each hand."""

    def __init__(self, edition: str, hand: int) -> None:
        self.edition, self.hand = edition, hand

    def new(self, options: Any, seats: int, chance: Any) -> Any:
        state, events = super().new(options, seats, chance)
        for hand in state.hands:
            while len(hand) > self.hand:
                state.deck.append(hand.pop())
            while len(hand) < self.hand and state.deck:
                hand.append(state.deck.pop())
        return state, events


class BoltsDrafting:
    """See `games.engine.protocol.Drafting`."""

    parameters = (RuleParameter(Number("hand", "Bolts in a hand", 0, 40, HAND, rule="setup-1"), "Setup"),)
    card_types = {"Bolt": BOLT}
    vocabulary = VOCABULARY
    icons = ("spanner", "cog")

    def values(self, edition: EditionInfo) -> EditionValues:
        cards = {card.slug: _values(card) for card in edition.cards}
        return EditionValues(cards, {"hand": getattr(edition.game, "hand", HAND)})

    def edition_from(self, base: EditionInfo, changes: Changes, slug: str) -> EditionInfo:
        now = self.values(base)
        tidy = checked_changes(changes, now, self.card_types, self.parameters, self.vocabulary, self.icons)
        hand = int(tidy.parameters.get("hand", now.parameters["hand"]))
        cards = [self._card(card, tidy, slug) for card in base.cards if card.slug not in tidy.out]
        cards += [_new_card(new, slug) for new in tidy.new]
        problems = Problems()
        if not cards:
            problems.add("out", "At least one card has to stay.")
        if hand > 20:
            problems.add("parameters/hand", "There are too few bolts for such hands.")
        problems.refuse()
        is_base = tidy == Changes()
        return replace(
            base,
            slug=slug,
            base=base.slug,
            game=DraftedBolts(slug, hand),
            cards=tuple(cards),
            cards_hash=base.cards_hash if is_base else fingerprint([to_plain(tidy)]),
        )

    def source(self, base: EditionInfo, edition: EditionInfo, slug: str) -> EditionSource:
        rows = tuple({"edition": slug, "slug": card.slug} for card in edition.cards)
        return EditionSource(("edition", "slug"), rows, {}, {})

    def _card(self, card: Card, changes: Changes, slug: str) -> Card:
        change = changes.cards.get(card.slug)
        if change is None:
            return replace_card(card, slug)
        points = int(change.figures.get("points", card.figures[0].value))
        lines = card.lines if change.does is None else _lines(change.does)
        return replace_card(
            card,
            slug,
            name=change.name or card.name,
            figures=(Figure("value", "Points", points),),
            quantity=int(change.figures.get("quantity", card.quantity)),
            lines=lines,
            printed=lines,
        )


def replace_card(card: Card, edition: str, **fields: Any) -> Card:
    """Return *card* as it is in *edition*."""
    return msgspec.structs.replace(card, edition=edition, **fields)


def _new_card(new: Any, slug: str) -> Card:
    lines = _lines(new.does)
    return Card(
        game="bolts",
        edition=slug,
        slug=new.slug,
        name=new.name,
        type=new.type,
        figures=(Figure("value", "Points", int(new.figures.get("points", 1))),),
        lines=lines,
        printed=lines,
        facets=(),
        quantity=int(new.figures.get("quantity", 12)),
        icon=new.icon,
        rule="lay-1",
    )


def _values(card: Card) -> CardValues:
    figures = {"points": card.figures[0].value, "quantity": card.quantity}
    does = (Ability(effects=({"do": "worth", "points": 1},)),)
    return CardValues(card.slug, card.name, card.type, card.icon, figures, does)


def _lines(does: tuple[Ability, ...]) -> tuple[TextLine, ...]:
    return tuple(
        TextLine("", ", then ".join(map(_said, ability.effects)).capitalize() + ".") for ability in does
    )


def _said(effect: Any) -> str:
    if effect["do"] == "heads":
        return f"if heads {_said(effect['then'])}"
    return f"gain {effect['points']}" if effect["do"] == "worth" else f"shine {effect.get('colour', 'red')}"


TITLE = replace(bolts.TITLE, drafting=BoltsDrafting())
