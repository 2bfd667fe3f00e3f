"""Conditions about the editions of a game: what became of a card between two of them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from django.db.models import Q

from cards.catalogue.history import between
from cards.search.language.parser import Term, Value
from cards.search.language.readings import Meaning, Operator, any_of, nearest, wrong_value
from cards.search.language.vocabulary import fitting, vocabulary
from games import catalog
from games.engine.protocol import EditionInfo, Title

_Pair = tuple[Title, EditionInfo, EditionInfo]


def read_changed(operator: Operator, term: Term) -> Meaning:
    """Return the meaning of `changed:3.4..3.6`: cards that differ between two editions of a game.

    The cards are those of the later edition, and of the earlier one those that the later one lacks.
    """
    found = [_pairs(operator, value) for value in term.values]
    condition = reduce(or_, (one for pairs in found for pair in pairs for one in _turnover(*pair).values()))
    said = any_of([f"from edition {old.slug} to {new.slug}" for ((_, old, new), *_) in found])
    return Meaning(condition, f"that changed {said}", f"that didn’t change {said}", names_edition=True)


def turnover_facets() -> dict[str, Meaning]:
    """Return what `is:` takes about the edition before: `new` and `changed`."""
    added, changed = Q(pk__in=[]), Q(pk__in=[])
    for turnover in _turnovers():
        added, changed = added | turnover["added"], changed | turnover["changed"]
    return {
        "new": Meaning(added, "that are new in their edition", "that aren’t new in their edition"),
        "changed": Meaning(changed, "that changed in their edition", "that didn’t change in their edition"),
    }


def _pairs(operator: Operator, value: Value) -> list[_Pair]:
    """Return the earlier and the later edition that *value* means, of each game that has both."""
    first, _, last = value.text.replace("…", "..").partition("..")
    titles = catalog.titles()
    found = [pair for title in titles if (pair := _pair(title, first.strip(), last.strip().lstrip(".")))]
    if found:
        return found
    for said in (first.strip(), last.strip()):
        known = vocabulary().edition
        if said and not fitting(known, said):
            near = nearest(said, known)
            tail = f"Did you mean “{near}”?" if near else f"There are: {', '.join(known)}."
            raise wrong_value(value, f"There is no edition “{said}”. {tail}")
    example = f"{operator.key}:3.4..3.6"
    raise wrong_value(
        value, f"Name two editions of one game, such as {example}, or one that isn’t the newest."
    )


def _pair(title: Title, first: str, last: str) -> _Pair | None:
    """Return the editions named *first* and *last* in order of age, None unless *title* has both.

    Without *last*, the newest is meant; without *first*, the oldest.
    """
    slugs = list(title.editions)
    if not (first or last):
        return None
    old = _place(slugs, first) if first else len(slugs) - 1
    new = _place(slugs, last) if last else 0
    if old is None or new is None or old == new:
        return None
    return title, title.editions[slugs[max(old, new)]], title.editions[slugs[min(old, new)]]


def _place(slugs: list[str], said: str) -> int | None:
    found = fitting({slug: slug for slug in slugs}, said)
    return slugs.index(found[0]) if len(found) == 1 else None


def _turnovers() -> Iterator[Mapping[str, Q]]:
    """Yield what became of the cards between each edition and the next."""
    for title in catalog.titles():
        for new, old in pairwise(title.editions.values()):
            yield _turnover(title, old, new)


def _turnover(title: Title, old: EditionInfo, new: EditionInfo) -> Mapping[str, Q]:
    """Return the conditions that a card was `added`, `changed`, `removed` between two editions."""
    return _conditions(title.slug, old.slug, new.slug, (old.print_hash, new.print_hash))


@lru_cache(maxsize=64)
def _conditions(game: str, old: str, new: str, state: tuple[str, str]) -> Mapping[str, Q]:
    found: dict[str, list[str]] = {"added": [], "changed": [], "removed": []}
    for one in between(catalog.edition(game, old), catalog.edition(game, new)):
        found[one.status].append(one.card.slug)
    return {
        status: Q(game=game, edition=old if status == "removed" else new, slug__in=slugs)
        for status, slugs in found.items()
    }
