"""Cuts a question into tokens that know where they stand."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from cards.search.errors import SearchError
from cards.search.tree import Term

MOST_CHARACTERS = 500
MOST_TERMS = 50

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
class Token:
    """A piece of the question from *start* to *end*. *term:* only for those of kind `term`."""

    kind: Kind
    start: int
    end: int
    term: Term | None = None


def tokens(text: str) -> list[Token]:
    """Return the tokens of *text*. *Raises:* `SearchError` for what is too long or left open."""
    if len(text) > MOST_CHARACTERS:
        raise SearchError(
            f"A question has at most {MOST_CHARACTERS} characters; this one has {len(text)}.",
            MOST_CHARACTERS,
            len(text) - MOST_CHARACTERS,
            code="too-long",
        )
    found = list(_tokens(text))
    terms = [token for token in found if token.kind == "term"]
    if len(terms) > MOST_TERMS:
        first = terms[MOST_TERMS]
        raise SearchError(
            f"A question has at most {MOST_TERMS} conditions; this one has {len(terms)}.",
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
    """Return a condition, its value without quotes."""
    end, is_quoted = value_start + len(value), value.startswith('"')
    if is_quoted:
        if len(value) < 2 or not value.endswith('"'):
            mended = f'{value}"' if value[1:].strip() else ""
            said = "This quotation mark has no partner."
            raise SearchError(said, value_start, len(value), mended, "open-quote")
        value, value_start = value[1:-1], value_start + 1
    return Token("term", start, end, Term(key, sign, value, is_quoted, start, end, value_start))
