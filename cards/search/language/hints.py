"""What plain words could have meant: “scrap 4” as `cost:4`, “cards that draw” as `does:draw`."""

from collections.abc import Sequence
from typing import NamedTuple

from cards.search.language.errors import SearchError
from cards.search.language.operators import NUMBERS, OTHER_NAMES
from cards.search.language.parser import Token, tokens
from cards.search.language.question import read
from cards.search.language.readings import is_number, quoted
from cards.search.language.vocabulary import vocabulary

_FIGURES = {**OTHER_NAMES, **{operator.key: operator.key for operator in NUMBERS}}
_CARDS, _WHICH = ("card", "cards"), ("that", "which", "who")
_KEYS = {operator.key for operator in NUMBERS}


def as_condition(text: str, viewer: object = None) -> str:
    """Return the question *text* with conditions in place of words that mean them, if it then finds cards.

    Figures followed by numbers (“cost 2 to 4”) and effects (“cards that draw”) are such words, and beside
    either the names of games. Otherwise, and if it has no such words, return an empty text. *viewer:* see
    `read`.
    """
    try:
        found = tokens(text)
        spoken = [_word(token).lower() for token in found]
        made, at = list[str](), 0
        edits = _conditions(found, spoken)
        if edits:
            edits += _games(found, spoken, edits)
        for edit in sorted(edits):
            made += [text[at : found[edit.first].start], edit.condition]
            at = found[edit.last].end
        better = "".join([*made, text[at:]]) if made else ""
        return better if better and read(better, viewer).rows().exists() else ""
    except SearchError:
        return ""


class _Edit(NamedTuple):
    """The tokens from number *first* to *last* mean *condition*."""

    first: int
    last: int
    condition: str


def _conditions(found: Sequence[Token], spoken: Sequence[str]) -> list[_Edit]:
    """Return the figures with numbers and the effects among the tokens *found*, which do not overlap."""
    edits, place = list[_Edit](), 0
    while place < len(found):
        edit = None if _is_left_out(found, place) else _figure(spoken, place) or _effect(spoken, place)
        if edit:
            edits.append(edit)
        place = edit.last + 1 if edit else place + 1
    return edits


def _figure(spoken: Sequence[str], place: int) -> _Edit | None:
    key, numbers = _FIGURES.get(spoken[place], ""), spoken[place + 1 : place + 4]
    if key not in _KEYS or not numbers or not is_number(numbers[0]):
        return None
    is_range = len(numbers) == 3 and numbers[1] == "to"
    if is_range and numbers[0].isdigit() and numbers[2].isdigit():
        return _Edit(place, place + 3, f"{key}:{numbers[0]}..{numbers[2]}")
    return _Edit(place, place + 1, f"{key}:{numbers[0]}")


def _effect(spoken: Sequence[str], place: int) -> _Edit | None:
    """Return the effect that “cards that draw” or “that draws” means, if that begins at *place*."""
    verb = place + (spoken[place] in _CARDS)
    if verb + 1 >= len(spoken) or spoken[verb] not in _WHICH:
        return None
    said, effects = spoken[verb + 1], vocabulary().does
    word = next((one for one in (said, said.removesuffix("s")) if one in effects), "")
    return _Edit(place, verb + 1, f"does:{word}") if word else None


def _games(found: Sequence[Token], spoken: Sequence[str], edits: Sequence[_Edit]) -> list[_Edit]:
    """Return the names of games among the tokens that *edits* leave alone."""
    taken = {place for edit in edits for place in range(edit.first, edit.last + 1)}
    made = list[_Edit]()
    for slug, name in vocabulary().game.items():
        said = name.lower().split()
        for first in range(len(spoken) - len(said) + 1):
            last = first + len(said) - 1
            is_free = taken.isdisjoint(range(first, last + 1)) and not _is_left_out(found, first)
            if list(spoken[first : last + 1]) == said and is_free:
                made.append(_Edit(first, last, f"game:{quoted(slug)}"))
    return made


def _is_left_out(found: Sequence[Token], place: int) -> bool:
    return place > 0 and found[place - 1].kind == "minus"


def _word(token: Token) -> str:
    """Return the plain word that *token* is, empty if it is anything else."""
    term = token.term
    if term is None or term.key or term.values[0].is_quoted:
        return ""
    return term.value
