"""Conditions about the editions of a game: what became of a card between two of them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from itertools import pairwise
from operator import or_

from django.db.models import Q

from cards.catalogue.history import between
from cards.search.language.drafts import Drafts, sides
from cards.search.language.parser import Term, Value
from cards.search.language.readings import Meaning, Operator, any_of, nearest, wrong_value
from cards.search.language.vocabulary import fitting, vocabulary
from games import catalog
from games.engine.protocol import EditionInfo, Title

_Pair = tuple[Title, EditionInfo, EditionInfo]


def read_changed(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of `changed:3.4..3.6`: cards that differ between two editions of a game.

    The cards are those of the later edition, and of the earlier one those that the later one lacks. Those
    that didn't change are cards of the later edition.
    """
    found = [_pairs(operator, value, drafts) for value in term.values]
    condition = reduce(or_, (one for pairs in found for pair in pairs for one in _turnover(*pair).values()))
    said = any_of([f"from edition {_named(old)} to {_named(new)}" for ((_, old, new), *_) in found])
    compared = tuple((old, new) for pairs in found for _, old, new in pairs)
    # A card of another edition or game neither changed nor stayed as it was.
    later = reduce(or_, (Q(game=title.slug, edition=new.slug) for pairs in found for title, _, new in pairs))
    refuses = later & ~condition
    return Meaning(condition, f"that changed {said}", f"that didn’t change {said}", True, compared, refuses)


def turnover_facets(drafts: Drafts) -> dict[str, Meaning]:
    """Return what `is:` takes about the edition before, of a draft about its base: `new` and `changed`."""
    added, changed = Q(pk__in=[]), Q(pk__in=[])
    for turnover in (*_turnovers(), *(_turnover(*_since_base(draft)) for draft in drafts.values())):
        added, changed = added | turnover["added"], changed | turnover["changed"]
    return {
        "new": Meaning(added, "that are new in their edition", "that aren’t new in their edition"),
        "changed": Meaning(changed, "that changed in their edition", "that didn’t change in their edition"),
    }


def _pairs(operator: Operator, value: Value, drafts: Drafts) -> list[_Pair]:
    """Return the earlier and the later edition that *value* means, of each game that has both."""
    first, last = sides(value.text)
    if first in drafts or last in drafts:
        return [_with_draft(value, first, last, drafts)]
    titles = catalog.titles()
    found = [pair for title in titles if (pair := _pair(title, first, last))]
    if found:
        return found
    for said in (first, last):
        known = vocabulary().edition
        if said and not fitting(known, said):
            near = nearest(said, known)
            tail = f"Did you mean “{near}”?" if near else f"There are: {', '.join(known)}."
            raise wrong_value(value, f"There is no edition “{said}”. {tail}")
    example = f"{operator.key}:3.4..3.6"
    raise wrong_value(
        value, f"Name two editions of one game, such as {example}, or one that isn’t the newest."
    )


def _with_draft(value: Value, first: str, last: str, drafts: Drafts) -> _Pair:
    """Return the editions named *first* and *last*, of which one is a draft; alone, it follows its base.

    Drafts come after published editions, and two of them in the order in which they are written.
    """
    if not (first and last):
        return _since_base(drafts[first or last])
    title = _title_of(drafts[first] if first in drafts else drafts[last])
    old, new = (drafts.get(said) or _edition(title, said) for said in (first, last))
    if old is None or new is None or _title_of(new) is not _title_of(old) or old is new:
        raise wrong_value(value, f"Name two different editions of {title.name}.")
    return (title, old, new) if last in drafts else (title, new, old)


def _since_base(draft: EditionInfo) -> _Pair:
    title = _title_of(draft)
    return title, title.editions[draft.base], draft


def _title_of(edition: EditionInfo) -> Title:
    return catalog.title(edition.cards[0].game)


def _edition(title: Title, said: str) -> EditionInfo | None:
    place = _place(list(title.editions), said)
    return None if place is None else list(title.editions.values())[place]


def _named(edition: EditionInfo) -> str:
    return f"“{catalog.edition_name(edition.slug)}”" if edition.base else edition.slug


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
