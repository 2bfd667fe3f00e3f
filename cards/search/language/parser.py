"""Reads the text of a question: cuts it into tokens, and builds the tree of its conditions.

The parser keeps a stack of its own, so that no nesting can exhaust Python's.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Literal

from cards.search.language.errors import SearchError

MOST_CHARACTERS = 500
MOST_TERMS = 50
MOST_DEPTH = 10

Kind = Literal["open", "close", "minus", "or", "and", "term"]

# What phones and word processors make of plain characters, each read as the plain one.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("“”„‟«»″＂", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict(zip("：＝＜＞（），", ":=<>(),", strict=True)),
    }
)
_SIGNS = {"≤": "<=", "≥": ">=", "≠": "!="}
SHORT_FORMS = {"t": "type", "o": "text", "e": "edition", "g": "game"}

_TOKEN = re.compile(
    r"""
      (?P<space>\s+)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<key>[^\W\d_]+)(?P<sign>:|\s*(?:!=|<=|>=|=|<|>|≤|≥|≠)\s*)
      (?P<value>(?:"[^"]*"?|[^\s()",]*)(?:,(?:"[^"]*"?|[^\s()",]*))*)
    | (?P<minus>-)
    | (?P<phrase>"[^"]*"?)
    | (?P<word>[^\s()"]+)
    """,
    re.VERBOSE,
)
_VALUE = re.compile(r'"[^"]*"?|[^",]+')
_JOINTS: dict[str, Kind] = {"or": "or", "and": "and"}


@dataclass(frozen=True, slots=True)
class Value:
    """One of the values of a condition, without its quotes. *start:* its index in the question."""

    text: str
    is_quoted: bool
    start: int


@dataclass(frozen=True, slots=True)
class Term:
    """One condition. *key:* names its operator, empty for plain words. *sign:* `:`, `=`, `!=`, `<` and so on.

    *values:* at least one; several are alternatives. *start*, *end*, *key_end*, *sign_end:* indexes into the
    question.
    """

    key: str
    sign: str
    values: tuple[Value, ...]
    start: int
    key_end: int
    sign_end: int
    end: int

    @property
    def value(self) -> str:
        """The values as one text."""
        return ",".join(value.text for value in self.values)


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


def plain_signs(text: str) -> str:
    """Return *text* with plain quotation marks, dashes and signs in place of typographic ones."""
    return text.translate(_PLAIN)


def tokens(text: str) -> list[Token]:
    """Return the tokens of *text*. *Raises:* `SearchError` if it is too long or a quotation isn't closed."""
    if len(text) > MOST_CHARACTERS:
        raise SearchError(
            f"A search has at most {MOST_CHARACTERS} characters; this one has {len(text)}.",
            MOST_CHARACTERS,
            len(text) - MOST_CHARACTERS,
            code="too-long",
        )
    found = list(_tokens(plain_signs(text)))
    values = [(token.term, value) for token in found if token.term for value in token.term.values]
    if len(values) > MOST_TERMS:
        term, value = values[MOST_TERMS]
        start = value.start if len(term.values) > 1 else term.start
        said = f"A search has at most {MOST_TERMS} conditions; this one has {len(values)}."
        raise SearchError(said, start, term.end - start, code="too-many")
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
            yield _condition(match)
        elif kind == "phrase":
            yield _words(_unquoted(match["phrase"], start), start, end)
        elif kind == "word":
            joint = _JOINTS.get(match["word"].lower())
            word = Value(match["word"], is_quoted=False, start=start)
            yield Token(joint, start, end) if joint else _words(word, start, end)


def _condition(match: re.Match[str]) -> Token:
    """Return the token of an operator with its values; empty ones count only if there are no others."""
    at = match.start("value")
    found = [_unquoted(part[0], at + part.start()) for part in _VALUE.finditer(match["value"])]
    values = tuple(found) or (Value("", is_quoted=False, start=at),)
    key, sign = match["key"].lower(), match["sign"].strip()
    term = Term(
        SHORT_FORMS.get(key, key),
        _SIGNS.get(sign, sign),
        values,
        match.start(),
        match.end("key"),
        at,
        match.end(),
    )
    return Token("term", term.start, term.end, term)


def _words(value: Value, start: int, end: int) -> Token:
    return Token("term", start, end, Term("", ":", (value,), start, start, start, end))


def _unquoted(value: str, start: int) -> Value:
    """Return *value* without its quotes. *Raises:* `SearchError` if they aren't closed."""
    if not value.startswith('"'):
        return Value(value, is_quoted=False, start=start)
    if len(value) < 2 or not value.endswith('"'):
        mended = f'{value}"' if value[1:].strip() else ""
        raise SearchError("This quotation mark isn’t closed.", start, len(value), mended, "open-quote")
    return Value(value[1:-1], is_quoted=True, start=start + 1)


def _loose_minus(minus: Token) -> SearchError:
    return SearchError("Put - right before what you want to leave out.", minus.start, 1, "", "loose-minus")


def _loose_joint(joint: Token, side: str) -> SearchError:
    said = f"Something is missing {side} “{joint.kind}”. To look for the word, put it in quotation marks."
    return SearchError(said, joint.start, joint.end - joint.start, "", f"loose-{joint.kind}")
