"""A question said back in English, as a check for whoever asked."""

from collections.abc import Callable, Iterable

from cards.search.operators import ORDERS, Meaning
from cards.search.tree import And, Node, Not, Or, Term

Meanings = Callable[[Term], Meaning]


def sentence(
    tree: Node | None, meaning: Meanings, names_edition: bool, order: str, is_descending: bool
) -> str:
    """Return the question as a phrase that begins with “Cards” or a game’s name.

    *names_edition:* whether it says itself which editions it means.
    """
    parts = _parts(tree)
    subject, parts = _subject(parts, meaning)
    clauses = [_clause(part, meaning) for part in parts]
    if not names_edition:
        is_of_one = subject != "Cards" and " or " not in subject
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
    """Return what the sentence is about, and the conditions left to say."""
    games = [part for part in parts if isinstance(part, Term) and part.key == "game" and part.sign != "!="]
    if len(games) != 1:
        return "Cards", parts
    name = meaning(games[0]).says.removeprefix("of ")
    return f"{name} cards", [part for part in parts if part is not games[0]]


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
    inner = [_clause(child, meaning) for child in node.nodes]
    is_either = isinstance(node, Or)
    said = _joined(inner, "or" if is_either else "and")
    is_nested = any(isinstance(child, And | Or) for child in node.nodes)
    return f"({said})" if is_nested else f"{'either ' if is_either else ''}{said}"


def _joined(clauses: Iterable[str], joint: str) -> str:
    found = list(clauses)
    if len(found) < 3:
        return f" {joint} ".join(found)
    return f"{', '.join(found[:-1])}, {joint} {found[-1]}"


def _arranged(order: str, is_descending: bool) -> str:
    if order == "box" and not is_descending:
        return ""
    return f", by {ORDERS[order].label}{', backwards' if is_descending else ''}"
