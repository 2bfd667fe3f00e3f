"""The things of a draft that people talk about: the whole, its cards, figures of its rules, paragraphs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from games.discussion.models import LONGEST_PLACE
from games.workshop.page import Shown
from scrapsite.common.links import rule_name, rule_url
from scrapsite.common.rulebook import Paragraph, connected

WHOLE = "The draft as a whole"


@dataclass(frozen=True)
class Place:
    """*at:* as comments name it, empty for the whole draft."""

    at: str
    name: str


def places(shown: Shown, *others: str) -> tuple[Place, ...]:
    """Return the places of what differs, and *others* that the draft has: what a comment may be about."""
    wanted = ["", *(group.place for group in shown.groups), *(f"texts/{text.anchor}" for text in shown.texts)]
    return tuple(Place(at, name_of(shown, at)) for at in dict.fromkeys((*wanted, *others)) if has(shown, at))


def has(shown: Shown, at: str) -> bool:
    """Return whether the draft, or its base, has the place *at*."""
    sort, _, what = at.partition("/")
    if not at or len(at) > LONGEST_PLACE:
        return not at
    if sort == "cards":
        return what in _cards(shown)
    if sort == "parameters":
        return what in _figures(shown)
    return sort == "texts" and what in _anchors(shown)


def name_of(shown: Shown, at: str) -> str:
    """Return what people call the place *at*, also one that isn't there any more."""
    sort, _, what = at.partition("/")
    if not at:
        return WHOLE
    if sort == "cards":
        return _cards(shown).get(what) or what.replace("-", " ").capitalize()
    if sort == "parameters":
        return _figures(shown).get(what) or what.replace("_", " ").capitalize()
    if "_" in what:  # nothing but the rulebook itself knows what has no anchor
        named = next((line.name for line in _paragraphs(shown) if line.anchor == what), what)
        return named[:1].upper() + named[1:]
    name = rule_name(what, rule_url(shown.title.slug, shown.base.slug, what))
    return f"Rule {name}" if name[:1].isdigit() else f"“{name}”"


def _cards(shown: Shown) -> Mapping[str, str]:
    def found() -> Iterator[tuple[str, str]]:
        yield from ((card.slug, card.name) for card in shown.base.cards)
        yield from ((card.slug, card.name) for card in shown.changes.new)
        yield from ((card.slug, card.name) for card in (shown.edition.cards if shown.edition else ()))

    return dict(found())


def _figures(shown: Shown) -> Mapping[str, str]:
    drafting = shown.title.drafting
    return {each.key: each.field.label for each in drafting.parameters} if drafting else {}


def _anchors(shown: Shown) -> Sequence[str]:
    return (*(line.anchor for line in _paragraphs(shown)), *shown.changes.texts)


def _paragraphs(shown: Shown) -> Sequence[Paragraph]:
    return connected().paragraphs(shown.title.slug, shown.base.slug)
