"""What plain words could have meant as a condition: “scrap 4” as `cost:4`."""

from cards.search.language.errors import SearchError
from cards.search.language.operators import NUMBERS, OTHER_NAMES
from cards.search.language.parser import Token, tokens
from cards.search.language.question import read
from cards.search.language.readings import is_number

_FIGURES = {**OTHER_NAMES, **{operator.key: operator.key for operator in NUMBERS}}
_KEYS = {operator.key for operator in NUMBERS}


def as_condition(text: str) -> str:
    """Return the question *text* with figures followed by numbers as conditions, if it then finds cards.

    Otherwise, and if it has no such words, return an empty text.
    """
    try:
        found = tokens(text)
        made, at = list[str](), 0
        for before, name, number in zip([None, *found], found, found[1:], strict=False):
            key = _FIGURES.get(_word(name).lower(), "")
            is_left_out = before is not None and before.kind == "minus"
            if key in _KEYS and is_number(_word(number)) and not is_left_out:
                made += [text[at : name.start], f"{key}:{_word(number)}"]
                at = number.end
        better = "".join([*made, text[at:]]) if made else ""
        return better if better and read(better).rows().exists() else ""
    except SearchError:
        return ""


def _word(token: Token) -> str:
    """Return the plain word that *token* is, empty if it is anything else."""
    term = token.term
    if term is None or term.key or term.values[0].is_quoted:
        return ""
    return term.value
