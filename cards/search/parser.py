"""Reads the text of a question: cuts it into tokens, and builds the tree of its conditions.

The parser keeps a stack of its own, so that no nesting can exhaust Python's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Literal

from cards.search.errors import SearchError

MOST_CHARACTERS = 500
MOST_TERMS = 50
MOST_DEPTH = 10

Kind = Literal["open", "close", "minus", "or", "and", "term"]

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<key>[^\W\d_]+)(?P<sign>:|\s*(?:!=|<=|>=|=|<|>)\s*)(?P<value>"[^"]*"?|[^\s()"]*)
    | (?P<minus>-)
    | (?P<phrase>"[^"]*"?)
    | (?P<word>[^\s()"]+)
    """,
    re.VERBOSE,
)
_JOINTS: dict[str, Kind] = {"or": "or", "and": "and"}


@dataclass(frozen=True, slots=True)
class Term:
    """One condition. *key:* names its operator, empty for plain words. *sign:* `:`, `=`, `!=`, `<` and so on.

    *value:* without its quotes. *start*, *end*, *value_start:* indexes into the question.
    """

    key: str
    sign: str
    value: str
    is_quoted: bool
    start: int
    end: int
    value_start: int


@dataclass(frozen=True, slots=True)
class Not:
    """Everything except what *node* finds."""

    node: Node


@dataclass(frozen=True, slots=True)
class And:
    """What all of *nodes* find."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """What any of *nodes* finds."""

    nodes: tuple[Node, ...]


Node = Term | Not | And | Or


@dataclass(frozen=True, slots=True)
class Token:
    """A part of the question, from *start* to *end*. *term:* only for tokens of the kind `term`."""

    kind: Kind
    start: int
    end: int
    term: Term | None = None


@dataclass(frozen=True, slots=True)
class Parsed:
    """*tree:* the conditions, None if there are none. *settings:* such as `order:`, as they are written."""

    tree: Node | None
    settings: tuple[Term, ...]


@dataclass(slots=True)
class _Group:
    """What the parser has read between two parentheses: alternatives, each a list of conditions."""

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
        """Add the next token."""
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
        """Return the tree. *Raises:* `SearchError` if something is missing at the end."""
        if self.minus:
            raise _loose_minus(self.minus)
        group = self.stack[-1]
        if group.joint:
            raise _loose_joint(group.joint, "after")
        if len(self.stack) > 1:
            raise SearchError("This parenthesis isn’t closed.", group.start, 1, code="open-parenthesis")
        is_empty = group.alternatives == [[]]
        return Parsed(None if is_empty else group.node(), tuple(self.settings))

    def _open(self, token: Token) -> None:
        if len(self.stack) > MOST_DEPTH:
            raise SearchError(
                f"Parentheses can be at most {MOST_DEPTH} deep.", token.start, 1, code="too-deep"
            )
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
            raise SearchError(
                "There is nothing inside these parentheses.", group.start, length, "", "empty-parentheses"
            )
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
            said = f"{term.key}: sorts the whole list, so it can’t be inside parentheses."
            start = self.minus.start if self.minus else term.start
            raise SearchError(said, start, term.end - start, "", "misplaced")
        if any(other.key == term.key for other in self.settings):
            raise SearchError(f"{term.key}: is there twice.", term.start, length, "", "twice")
        self.settings.append(term)


def parse(text: str, setting_keys: Collection[str] = ()) -> Parsed:
    """Return the tree of the question *text*. *Raises:* `SearchError`."""
    parser = _Parser(setting_keys)
    for token in tokens(text):
        parser.take(token)
    return parser.finish()


def tokens(text: str) -> list[Token]:
    """Return the tokens of *text*. *Raises:* `SearchError` if it is too long or a quotation isn't closed."""
    if len(text) > MOST_CHARACTERS:
        raise SearchError(
            f"A search has at most {MOST_CHARACTERS} characters; this one has {len(text)}.",
            MOST_CHARACTERS,
            len(text) - MOST_CHARACTERS,
            code="too-long",
        )
    found = list(_tokens(text))
    terms = [token for token in found if token.kind == "term"]
    if len(terms) > MOST_TERMS:
        first = terms[MOST_TERMS]
        raise SearchError(
            f"A search has at most {MOST_TERMS} conditions; this one has {len(terms)}.",
            first.start,
            first.end - first.start,
            code="too-many",
        )
    return found


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        kind, start, end = match.lastgroup, match.start(), match.end()
        if kind == "open":
            yield Token("open", start, end)
        elif kind == "close":
            yield Token("close", start, end)
        elif kind == "minus":
            yield Token("minus", start, end)
        elif kind == "value":
            sign = match["sign"].strip()
            yield _term(match["key"].lower(), sign, match["value"], start, match.start("value"))
        elif kind == "phrase":
            yield _term("", ":", match["phrase"], start, start)
        elif kind == "word":
            joint = _JOINTS.get(match["word"].lower())
            yield Token(joint, start, end) if joint else _term("", ":", match["word"], start, start)


def _term(key: str, sign: str, value: str, start: int, value_start: int) -> Token:
    """Return the token of a condition, its value without quotes."""
    end, is_quoted = value_start + len(value), value.startswith('"')
    if is_quoted:
        if len(value) < 2 or not value.endswith('"'):
            mended = f'{value}"' if value[1:].strip() else ""
            said = "This quotation mark isn’t closed."
            raise SearchError(said, value_start, len(value), mended, "open-quote")
        value, value_start = value[1:-1], value_start + 1
    return Token("term", start, end, Term(key, sign, value, is_quoted, start, end, value_start))


def _loose_minus(minus: Token) -> SearchError:
    return SearchError("Put - right before what you want to leave out.", minus.start, 1, "", "loose-minus")


def _loose_joint(joint: Token, side: str) -> SearchError:
    said = f"Something is missing {side} “{joint.kind}”. To look for the word, put it in quotation marks."
    return SearchError(said, joint.start, joint.end - joint.start, "", f"loose-{joint.kind}")
