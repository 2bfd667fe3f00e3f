"""The values that some conditions choose from: games, editions, types and effects of the catalogue."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from cards.catalogue.indexing import facets_of, text_of
from games import catalog
from games.engine.cards import Card
from games.engine.protocol import Title
from scrapsite.common.fulltext.words import plain, words

Choices = dict[str, str]  # the stored value: what people call it


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The choices of each operator that takes one of several values.

    *suggested:* by operator, the values that it suggests, each with what it means. *words:* how often cards
    have each word, under `name` in their names, under the empty key anywhere.
    """

    game: Choices
    edition: Choices
    type: Choices
    sub: Choices
    does: Choices
    suggested: Mapping[str, Choices]
    words: Mapping[str, Counter[str]]


def vocabulary() -> Vocabulary:
    """Return the words of the present catalogue."""
    return _vocabulary(tuple((t.slug, e.print_hash) for t in catalog.titles() for e in t.editions.values()))


def fitting(choices: Choices, text: str) -> list[str]:
    """Return the choices that *text* means: the choice of that name, or else all that begin with it."""
    wanted = plain(text)
    known = {stored: {plain(stored), plain(said)} for stored, said in choices.items()}
    exact = [stored for stored, names in known.items() if wanted in names]
    if exact or not wanted:
        return exact
    return [stored for stored, names in known.items() if any(name.startswith(wanted) for name in names)]


@lru_cache(maxsize=4)
def _vocabulary(state: tuple[tuple[str, str], ...]) -> Vocabulary:
    titles = catalog.titles()
    editions = [edition for title in titles for edition in title.editions.values()]
    cards = [card for edition in editions for card in edition.cards]
    names = {title.slug: title.name for title in titles}
    return Vocabulary(
        suggested=_suggested(titles),
        words=_words(cards),
        game=names,
        edition=_same(edition.slug for edition in editions),
        type=_same(card.type for card in cards),
        sub=_same(card.sub for card in cards if card.sub),
        does=_same(sorted({"flip"}.union(*map(facets_of, cards)))),
    )


def _suggested(titles: Iterable[Title]) -> dict[str, Choices]:
    """Return the values that each operator suggests, with the names of the games that have them."""
    found: dict[str, dict[str, dict[str, None]]] = defaultdict(lambda: defaultdict(dict))
    for title in titles:
        found["game"][title.slug][title.name] = None
        for edition in title.editions.values():
            found["edition"][edition.slug][title.name] = None
            for card in edition.cards:
                said = {"type": [card.type], "sub": [card.sub], "name": [card.name], "does": facets_of(card)}
                for key, values in said.items():
                    for value in filter(None, values):
                        found[key][value][title.name] = None
    suggested: dict[str, Choices] = {
        key: {value: ", ".join(games) for value, games in values.items()} for key, values in found.items()
    }
    known = {"newest": "The newest editions", "any": "All editions"}
    suggested["edition"] = {**suggested["edition"], **known}
    return suggested


def _words(cards: Iterable[Card]) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {"": Counter(), "name": Counter()}
    for card in cards:
        names = words(card.name)
        found["name"].update(names)
        found[""].update([*names, *words(f"{card.type} {card.sub}"), *words(text_of(card))])
    return found


def _same(names: Iterable[str]) -> dict[str, str]:
    return {name: name for name in names}
