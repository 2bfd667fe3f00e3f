"""From the text of a question to what the database is asked, and in which order it answers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import OrderBy

from cards.catalogue.models import IndexedCard
from cards.search import english
from cards.search.operators import BOX, DIRECTIONS, ORDERS, SETTING_KEYS, Meaning, meaning_of, setting_of
from cards.search.parser import parse
from cards.search.tree import Node, Not, Or, Term
from games import catalog
from games.engine.cards import Card
from games.engine.errors import BadOptions

Meanings = Callable[[Term], Meaning]


@dataclass(frozen=True, slots=True)
class Question:
    """A question that was understood. *english:* what it means."""

    text: str
    condition: Q
    order: str
    is_descending: bool
    english: str

    def rows(self) -> "QuerySet[IndexedCard]":
        """Return what it finds, in its order."""
        return IndexedCard.objects.filter(self.condition).order_by(*self._ordering())

    def cards(self, start: int = 0, stop: int | None = None) -> list[Card]:
        """Return the cards it finds, in its order, from number *start* to before *stop*."""
        keys = self.rows()[start:stop].values_list("game", "edition", "slug")
        return [card for key in keys if (card := known_card(*key)) is not None]

    def _ordering(self) -> list[OrderBy]:
        columns = ORDERS[self.order].columns
        first = [_by(column, self.is_descending) for column in columns]
        turned = self.is_descending and not columns
        return first + [_by(column, turned) for column in BOX]


def known_card(game: str, edition: str, slug: str) -> Card | None:
    """Return a card of the catalogue, or None when the index is ahead of it or behind."""
    try:
        return catalog.card(game, edition, slug)
    except (BadOptions, KeyError):
        return None


def read(text: str) -> Question:
    """Return the question that *text* asks. *Raises:* `SearchError`."""
    text = text.encode("utf-8", "replace").decode()
    parsed = parse(text, SETTING_KEYS)
    meanings: dict[Term, Meaning] = {term: meaning_of(term) for term in terms_of(parsed.tree)}
    chosen = {term.key: setting_of(term) for term in parsed.settings}
    names_edition = any(term.key == "edition" for term in meanings)
    order, is_descending = chosen.get("order", "box"), DIRECTIONS[chosen.get("direction", "asc")]
    condition = Q() if names_edition else Q(is_newest=True)
    if parsed.tree is not None:
        condition &= _condition(parsed.tree, meanings.__getitem__)
    return Question(
        text=text.strip(),
        condition=condition,
        order=order,
        is_descending=is_descending,
        english=english.sentence(parsed.tree, meanings.__getitem__, names_edition, order, is_descending),
    )


def terms_of(tree: Node | None) -> list[Term]:
    """Return all conditions of *tree* in the order in which they are written."""
    waiting, found = [tree] if tree is not None else [], list[Term]()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Term):
            found.append(node)
        elif isinstance(node, Not):
            waiting.append(node.node)
        else:
            waiting += reversed(node.nodes)
    return found


def _condition(node: Node, meaning: Meanings) -> Q:
    """Return *node* for the database. The parser bounds how deep this goes."""
    if isinstance(node, Term):
        return meaning(node).condition
    if isinstance(node, Not):
        return ~_condition(node.node, meaning)
    join = or_ if isinstance(node, Or) else and_
    return reduce(join, (_condition(child, meaning) for child in node.nodes))


def _by(column: str, is_descending: bool) -> OrderBy:
    field = F(column)
    return field.desc(nulls_last=True) if is_descending else field.asc(nulls_last=True)
