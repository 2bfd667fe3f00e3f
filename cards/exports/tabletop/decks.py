"""Cards and decks as objects on the table."""

from collections.abc import Sequence
from typing import Any

from cards.exports.tabletop.sheets import description
from cards.exports.tabletop.things import GREY, Ids, Pose, thing
from games.engine.cards import Card

# A card, and its number, which names its sheet and its place there.
Numbered = tuple[Card, int]


def card(which: Numbered, guid: str, sheets: dict[str, Any], pose: Pose) -> dict[str, Any]:
    """Return a single card. *sheets:* what `custom_decks` returns."""
    face, number = which
    sheet = str(number // 100)
    return thing(
        "Card",
        guid,
        face.name,
        pose,
        description(face),
        Hands=True,
        CardID=number,
        SidewaysCard=False,
        CustomDeck={sheet: sheets[sheet]},
    )


def deck(
    cards: Sequence[Numbered],
    ids: Ids,
    name: str,
    nickname: str,
    sheets: dict[str, Any],
    pose: Pose,
    words: str = "",
) -> dict[str, Any]:
    """Return *cards* as a deck, the first one on top. *name:* its ids are made from this.

    The program has no deck of one card, so a single one is a card.
    """
    contained = [
        card(which, ids.of(f"{name}/{which[0].slug}/{place}"), sheets, pose)
        for place, which in enumerate(cards)
    ]
    if len(contained) == 1:
        return contained[0]
    used = {str(number // 100): sheets[str(number // 100)] for _, number in cards}
    return thing(
        "DeckCustom",
        ids.of(name),
        nickname,
        pose,
        words,
        GREY,
        SidewaysCard=False,
        DeckIDs=[number for _, number in cards],
        CustomDeck=used,
        ContainedObjects=contained,
    )
