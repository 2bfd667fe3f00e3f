"""Changes of a draft's changes, one thing at a time. Pure: each returns new changes."""

import hashlib
from collections.abc import Mapping

from msgspec.structs import replace

from games.engine import codec
from games.engine.drafting import CardChange, Changes, NewCard, Value


def mark_at(changes: Changes, at: str) -> str:
    """Return a mark of what *changes* say at a place: it is another one when that has changed.

    *at:* `parameters`, `cards/drone` for cards of the base and new ones, or `texts/draw-1`.
    """
    sort, _, what = at.partition("/")
    if sort == "parameters":
        found: object = sorted(changes.parameters.items())
    elif sort == "texts":
        found = changes.texts.get(what, "")
    else:
        new = next((card for card in changes.new if card.slug == what), None)
        found = (changes.cards.get(what), new, what in changes.out)
    return mark_of(codec.to_json(found))


def mark_of(text: str) -> str:
    """Return a mark of *text*, by which a form knows what it was filled in for."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def with_card(changes: Changes, slug: str, change: CardChange) -> Changes:
    """Return *changes* with *change* as all that is different about the card *slug*."""
    others = {each: kept for each, kept in changes.cards.items() if each != slug}
    is_idle = change == CardChange()
    return replace(changes, cards=others if is_idle else {**others, slug: change})


def with_out(changes: Changes, slug: str) -> Changes:
    """Return *changes* with the card *slug* of the base taken out; a new card is dropped."""
    if any(card.slug == slug for card in changes.new):
        return replace(changes, new=tuple(card for card in changes.new if card.slug != slug))
    others = {each: kept for each, kept in changes.cards.items() if each != slug}
    out = (*(each for each in changes.out if each != slug), slug)
    return replace(changes, cards=others, out=out)


def with_in(changes: Changes, slug: str) -> Changes:
    """Return *changes* with the card *slug* put back that was taken out."""
    return replace(changes, out=tuple(each for each in changes.out if each != slug))


def with_new(changes: Changes, card: NewCard, instead_of: str = "") -> Changes:
    """Return *changes* with the new *card*, in the place of the new card *instead_of* if there is one."""
    slugs = [each.slug for each in changes.new]
    if instead_of not in slugs:
        return replace(changes, new=(*changes.new, card))
    place = slugs.index(instead_of)
    return replace(changes, new=(*changes.new[:place], card, *changes.new[place + 1 :]))


def with_parameters(changes: Changes, values: Mapping[str, Value]) -> Changes:
    """Return *changes* with these values of rules; others stay as they are."""
    return replace(changes, parameters={**changes.parameters, **values})


def with_text(changes: Changes, anchor: str, text: str) -> Changes:
    """Return *changes* with *text* as the words of a paragraph; an empty text leaves those of the base."""
    texts = {**changes.texts, anchor: text}
    return replace(changes, texts={each: kept for each, kept in sorted(texts.items()) if kept})


def without(changes: Changes, at: str) -> Changes:
    """Return *changes* without the one at the place *at*, as problems name places (`cards/drone`)."""
    sort, _, what = at.partition("/")
    if sort == "cards":
        return with_card(changes, what, CardChange())
    if sort == "out":
        return with_in(changes, what)
    if sort == "new":
        return replace(changes, new=tuple(card for card in changes.new if card.slug != what))
    if sort == "texts":
        return with_text(changes, what, "")
    if sort == "parameters":
        kept = {key: value for key, value in changes.parameters.items() if key != what}
        return replace(changes, parameters=kept)
    return changes
