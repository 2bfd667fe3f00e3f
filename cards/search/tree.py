"""A question as a tree."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """One condition. *key:* of its operator, empty for plain words. *sign:* `:`, `=`, `!=`, `<` and so on.

    *start*, *end*, *value_start:* where it stands in the question; *value* is without its quotes.
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
    """All but what *node* finds."""

    node: Node


@dataclass(frozen=True, slots=True)
class And:
    """What every one of *nodes* finds."""

    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """What at least one of *nodes* finds."""

    nodes: tuple[Node, ...]


Node = Term | Not | And | Or
