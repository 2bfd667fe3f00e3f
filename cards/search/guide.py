"""The operator table as the help page shows it."""

from collections.abc import Collection
from dataclasses import dataclass

from cards.catalogue.links import list_url
from cards.search.language.operators import OPERATORS, choices_of, short_form
from cards.search.language.parser import MOST_CHARACTERS, MOST_DEPTH, MOST_TERMS
from cards.search.language.question import read
from cards.search.language.readings import Operator

_MIXTURES = (
    ("A card must meet all conditions.", "type:scrapbot cost<=4"),
    ("Put - right before a condition to leave out what it finds.", "type:resource -does:wound"),
    ("With “or”, a card must meet everything before it or everything after it.", "type:wound or qty=1"),
    ("Use parentheses to group conditions.", "type:scrapbot (cost<4 or cost>10)"),
    ("!= means “anything but”.", "type:resource cost!=4"),
    ("Put commas between values if any of them will do.", "type:part,junk"),
    ("Two dots make a range, and you can leave out either end.", "cost:2..4"),
    ("Between two numbers, a dash makes a range too.", "cost:2-4"),
    ("Upper and lower case and punctuation don’t matter, and the beginning of a word is enough.", "SENTRY-G"),
    (
        "Curly quotation marks and long dashes, as phones type them, count as plain ones.",
        "“draw 2” –type:wound",
    ),
)


@dataclass(frozen=True, slots=True)
class Example:
    """A question as a link. *english:* what it means."""

    text: str
    url: str
    english: str


@dataclass(frozen=True, slots=True)
class Row:
    """An operator. *short:* the letter that stands for its key, or empty. *signs:* the signs that it takes.

    *choices:* its values, where they are known.
    """

    operator: Operator
    short: str
    signs: tuple[str, ...]
    choices: tuple[str, ...]
    examples: tuple[Example, ...]
    is_unused: bool


@dataclass(frozen=True, slots=True)
class Guide:
    """All that the help page says. *mixtures:* pairs of a sentence and an example."""

    rows: tuple[Row, ...]
    mixtures: tuple[tuple[str, Example], ...]
    most_characters: int = MOST_CHARACTERS
    most_terms: int = MOST_TERMS
    most_depth: int = MOST_DEPTH


def guide(unused: Collection[str]) -> Guide:
    """Return the help. *unused:* the keys of figures that no card has."""
    return Guide(
        rows=tuple(_row(operator, operator.key in unused) for operator in OPERATORS.values()),
        mixtures=tuple((said, _example(text)) for said, text in _MIXTURES),
    )


def _row(operator: Operator, is_unused: bool) -> Row:
    choices = choices_of(operator)
    is_empty = is_unused or (operator.kind == "choice" and not choices)
    return Row(
        operator=operator,
        short=short_form(operator),
        signs=operator.signs,
        choices=choices,
        examples=() if is_empty else tuple(_example(text) for text in operator.examples),
        is_unused=is_empty,
    )


def _example(text: str) -> Example:
    return Example(text, list_url(q=text), read(text).english)
