"""A question that was understood: what it asks of the database, and what it means in English."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from django.db.models import F, Q, QuerySet
from django.db.models.expressions import OrderBy

from cards.catalogue.models import IndexedCard
from cards.search.language.drafts import named_drafts
from cards.search.language.errors import SearchError
from cards.search.language.operators import BOX, DIRECTIONS, ORDERS, SETTING_KEYS, meaning_of, setting_of
from cards.search.language.parser import MOST_TERMS, And, Node, Not, Or, Term, parse
from cards.search.language.readings import Meaning
from games import catalog
from games.engine.cards import Card
from games.engine.errors import BadOptions
from games.engine.protocol import EditionInfo

Meanings = Callable[[Term], Meaning]
_FIGURE = re.compile(r"whose \w+ is ")


@dataclass(frozen=True, slots=True)
class Question:
    """A question that was understood. *english:* what it means, as a check for whoever asked.

    *compared:* the earlier and the later edition of each game whose cards it compares.
    """

    text: str
    condition: Q
    order: str
    is_descending: bool
    english: str
    compared: tuple[tuple[EditionInfo, EditionInfo], ...] = ()

    def rows(self) -> "QuerySet[IndexedCard]":
        """Return the rows of the index that it finds, in its order."""
        return IndexedCard.everything.filter(self.condition).order_by(*self._ordering())

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
    """Return a card of the catalogue, or None if the index holds a card that the catalogue lacks."""
    try:
        return catalog.card(game, edition, slug)
    except (BadOptions, KeyError):
        return None


def read(text: str, viewer: object = None) -> Question:
    """Return the question that *text* asks.

    *viewer:* who asks. It matters for drafts: without one, as where the answer is the same for everybody,
    there are none. *Raises:* `SearchError`.
    """
    text = text.encode("utf-8", "replace").decode()
    parsed = parse(text, SETTING_KEYS)
    terms = terms_of(parsed.tree)
    drafts = named_drafts(terms, viewer)
    meanings: dict[Term, Meaning] = {term: meaning_of(term, drafts) for term in terms}
    chosen = {term.key: setting_of(term) for term in parsed.settings}
    names_edition = any(meaning.names_edition for meaning in meanings.values())
    order, is_descending = chosen.get("order", "box"), DIRECTIONS[chosen.get("direction", "asc")]
    known = Q(draft=None) | Q(edition__in={edition.slug for edition in drafts.values()})
    condition = known if names_edition else Q(is_newest=True)
    if parsed.tree is not None:
        condition &= _condition(parsed.tree, meanings.__getitem__)
    return Question(
        text=text.strip(),
        condition=condition,
        order=order,
        is_descending=is_descending,
        english=_sentence(parsed.tree, meanings.__getitem__, names_edition, order, is_descending),
        compared=tuple(pair for term in terms for pair in meanings[term].compared),
    )


def mended(text: str, error: SearchError, viewer: object = None) -> str:
    """Return the question *text* of *viewer* with all mistakes mended that can be, beginning with *error*.

    Empty if *error* has no suggestion.
    """
    made = error.mended(text)
    for _ in range(MOST_TERMS if made else 0):
        try:
            read(made, viewer)
        except SearchError as other:
            better = other.mended(made)
            if not better:
                break
            made = better
        else:
            break
    return made


def terms_of(tree: Node | None) -> list[Term]:
    """Return all conditions of *tree*, in the order in which they are written."""
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
    """Return *node* as a condition of the database. The parser limits how deep this recursion goes."""
    if isinstance(node, Term):
        return meaning(node).condition
    if isinstance(node, Not):
        inner = node.node
        return meaning(inner).opposite if isinstance(inner, Term) else ~_condition(inner, meaning)
    join = or_ if isinstance(node, Or) else and_
    return reduce(join, (_condition(child, meaning) for child in node.nodes))


def _by(column: str, is_descending: bool) -> OrderBy:
    field = F(column)
    return field.desc(nulls_last=True) if is_descending else field.asc(nulls_last=True)


# --- In English ------------------------------------------------------------------------------------


def _sentence(
    tree: Node | None, meaning: Meanings, names_edition: bool, order: str, is_descending: bool
) -> str:
    """Return the question as a phrase that begins with “Cards” or a game’s name.

    *names_edition:* whether the question itself says which editions it means.
    """
    parts = _parts(tree)
    subject, parts = _subject(parts, meaning)
    clauses = [_said(part, meaning, is_alone=len(parts) == 1) for part in parts]
    if not names_edition:
        is_of_one = _names_game(tree) and " or " not in subject
        clauses.insert(0, "of the newest edition" if is_of_one else "of the newest editions")
    places = [clause for clause in clauses if clause.startswith("of ")]
    rest = [clause for clause in clauses if not clause.startswith("of ")]
    said = " ".join([subject, *places])
    return " ".join(filter(None, [said, _joined(rest, "and")])) + _arranged(order, is_descending)


def _parts(tree: Node | None) -> list[Node]:
    if tree is None:
        return []
    return list(tree.nodes) if isinstance(tree, And) else [tree]


def _subject(parts: list[Node], meaning: Meanings) -> tuple[str, list[Node]]:
    """Return the subject of the sentence, and the conditions that are left to say."""
    named = _named(parts, "game") or _named(parts, "type")
    if named is None:
        return "Cards", parts
    name = meaning(named).says.removeprefix("of ").removeprefix("type ")
    return f"{name} cards", [part for part in parts if part is not named]


def _named(parts: list[Node], key: str) -> Term | None:
    """Return the only part that says which *key* the cards have, or None."""
    found = [part for part in parts if isinstance(part, Term) and part.key == key and part.sign != "!="]
    return found[0] if len(found) == 1 else None


def _names_game(tree: Node | None) -> bool:
    return _named(_parts(tree), "game") is not None


def _said(node: Node, meaning: Meanings, *, is_alone: bool) -> str:
    """Return *node* in English, in parentheses if its “and” or “or” could be taken for the sentence’s."""
    said = _clause(node, meaning)
    inner = node.node if isinstance(node, Not) else node
    return said if is_alone or not isinstance(inner, And | Or) else f"({said})"


def _clause(node: Node, meaning: Meanings) -> str:
    if isinstance(node, Term):
        return meaning(node).says
    if isinstance(node, Not):
        if isinstance(node.node, Term):
            return meaning(node.node).denies
        return f"other than those {_grouped(node.node, meaning)}"
    return _grouped(node, meaning)


def _grouped(node: Node, meaning: Meanings) -> str:
    if isinstance(node, Term | Not):
        return _clause(node, meaning)
    inner = [_said(child, meaning, is_alone=False) for child in node.nodes]
    if isinstance(node, And):
        return _joined(inner, "and")
    return _joined(_without_repeats([_as_relative(clause) for clause in inner]), "or")


def _as_relative(clause: str) -> str:
    """Return “of type Wound” as “that are of type Wound”, beside which “or whose cost is 1” can stand."""
    return f"that are {clause}" if clause.startswith("of ") else clause


def _without_repeats(clauses: list[str]) -> list[str]:
    """Return *clauses* without the figure’s name where it is the same: whose cost is 1 or more than 10."""
    begins = [found[0] if (found := _FIGURE.match(clause)) else "" for clause in clauses]
    return [
        clause.removeprefix(begin) if place and begin == begins[place - 1] else clause
        for place, (clause, begin) in enumerate(zip(clauses, begins, strict=True))
    ]


def _joined(clauses: Iterable[str], joint: str) -> str:
    found = list(clauses)
    if len(found) < 3:
        return f" {joint} ".join(found)
    return f"{', '.join(found[:-1])}, {joint} {found[-1]}"


def _arranged(order: str, is_descending: bool) -> str:
    if order == "box" and not is_descending:
        return ""
    return f", by {ORDERS[order].label}{', in reverse order' if is_descending else ''}"
