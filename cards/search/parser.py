"""Builds the tree of a question with a stack of its own, so that no nesting can exhaust Python's."""

from collections.abc import Collection
from dataclasses import dataclass, field

from cards.search.errors import SearchError
from cards.search.lexer import Token, tokens
from cards.search.tree import And, Node, Not, Or, Term

MOST_DEPTH = 10


@dataclass(frozen=True, slots=True)
class Parsed:
    """*tree:* the conditions, None where there are none. *settings:* such as `order:`, in their order."""

    tree: Node | None
    settings: tuple[Term, ...]


@dataclass(slots=True)
class _Group:
    """What stands between two parentheses so far: alternatives, each a list of conditions."""

    start: int
    is_negated: bool = False
    alternatives: list[list[Node]] = field(default_factory=lambda: [[]])
    joint: Token | None = None

    def add(self, node: Node, is_negated: bool) -> None:
        self.alternatives[-1].append(Not(node) if is_negated else node)
        self.joint = None

    def node(self) -> Node:
        found = [nodes[0] if len(nodes) == 1 else And(tuple(nodes)) for nodes in self.alternatives]
        return found[0] if len(found) == 1 else Or(tuple(found))


class _Parser:
    def __init__(self, setting_keys: Collection[str]) -> None:
        self.setting_keys = setting_keys
        self.stack = [_Group(0)]
        self.settings: list[Term] = []
        self.minus: Token | None = None

    def take(self, token: Token) -> None:
        """Take the next token in."""
        if self.minus and (token.kind not in ("open", "term") or token.start != self.minus.end):
            raise _loose_minus(self.minus)
        if token.kind == "minus":
            self.minus = token
        elif token.kind == "open":
            self._open(token)
        elif token.kind == "close":
            self._close(token)
        elif token.term is None:
            self._join(token)
        else:
            self._term(token.term)

    def finish(self) -> Parsed:
        """Return what was built, when nothing is missing at the end."""
        if self.minus:
            raise _loose_minus(self.minus)
        group = self.stack[-1]
        if group.joint:
            raise _loose_joint(group.joint, "after")
        if len(self.stack) > 1:
            raise SearchError("This parenthesis is never closed.", group.start, 1, code="open-parenthesis")
        is_empty = group.alternatives == [[]]
        return Parsed(None if is_empty else group.node(), tuple(self.settings))

    def _open(self, token: Token) -> None:
        if len(self.stack) > MOST_DEPTH:
            raise SearchError(f"Parentheses go {MOST_DEPTH} deep at most.", token.start, 1, code="too-deep")
        self.stack.append(_Group(token.start, is_negated=self.minus is not None))
        self.minus = None

    def _close(self, token: Token) -> None:
        group = self.stack[-1]
        if group.joint:
            raise _loose_joint(group.joint, "after")
        if len(self.stack) == 1:
            raise SearchError("There is no parenthesis to close.", token.start, 1, "", "loose-parenthesis")
        if group.alternatives == [[]]:
            length = token.end - group.start
            raise SearchError("There is nothing between these.", group.start, length, "", "empty-parentheses")
        self.stack.pop()
        self.stack[-1].add(group.node(), group.is_negated)

    def _join(self, token: Token) -> None:
        group = self.stack[-1]
        if group.joint:
            raise _loose_joint(token, "before")
        if not group.alternatives[-1]:
            raise _loose_joint(token, "before")
        if token.kind == "or":
            group.alternatives.append([])
        group.joint = token

    def _term(self, term: Term) -> None:
        if term.key in self.setting_keys:
            self._setting(term)
        else:
            self.stack[-1].add(term, self.minus is not None)
        self.minus = None

    def _setting(self, term: Term) -> None:
        length = term.end - term.start
        if self.minus or len(self.stack) > 1:
            said = f"{term.key}: arranges the whole list, so it stands alone."
            start = self.minus.start if self.minus else term.start
            raise SearchError(said, start, term.end - start, "", "misplaced")
        if any(other.key == term.key for other in self.settings):
            raise SearchError(f"{term.key}: is given twice.", term.start, length, "", "twice")
        self.settings.append(term)


def parse(text: str, setting_keys: Collection[str] = ()) -> Parsed:
    """Return the tree of the question *text*. *Raises:* `SearchError`."""
    parser = _Parser(setting_keys)
    for token in tokens(text):
        parser.take(token)
    return parser.finish()


def _loose_minus(minus: Token) -> SearchError:
    return SearchError("A - stands right before what it leaves out.", minus.start, 1, "", "loose-minus")


def _loose_joint(joint: Token, side: str) -> SearchError:
    said = f"Something is missing {side} “{joint.kind}”. To look for the word, put it in quotation marks."
    return SearchError(said, joint.start, joint.end - joint.start, "", f"loose-{joint.kind}")
