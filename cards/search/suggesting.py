"""What a question could go on with while somebody types it: operators, their values, and names of cards."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from cards.search.language.operators import OPERATORS, OTHER_NAMES, choices_of
from cards.search.language.parser import MOST_CHARACTERS, SHORT_FORMS, plain_signs
from cards.search.language.readings import Operator, quoted
from cards.search.language.vocabulary import vocabulary
from games import catalog
from scrapsite.common.fulltext.words import plain

MOST = 8
NAME, NAMES = "name", 5  # so many names of cards are suggested at least, if there are
SHORTEST = 2  # letters of a word for which values and names are suggested
_CONDITION = re.compile(r"([^\W\d_]+)(:|!=|<=|>=|=|<|>)(.*)", re.DOTALL)
_OUTSIDE = ' \t\n()"'


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the last word could become. *text:* the question up to its end. *about:* what it means."""

    label: str
    text: str
    about: str


def suggestions(text: str, viewer: object = None) -> tuple[Suggestion, ...]:
    """Return what the last word of *text* could become, the likeliest first; none if it is complete.

    *viewer:* who asks, who is offered drafts that they may see; None sees none.
    """
    if len(text) > MOST_CHARACTERS:
        return ()
    text = plain_signs(text)
    start = _start_of_last(text)
    if start == len(text) and text.endswith('"'):
        return ()
    before, word = text[:start], text[start:]
    endings = dict(_endings(word, viewer))
    named = {label: about for label, about in endings.items() if label.startswith(f"{NAME}:")}
    others = {label: about for label, about in endings.items() if label not in named}
    # Names of cards have room beside all else.
    room = MOST - min(len(named), NAMES) if _CONDITION.fullmatch(word) is None else MOST
    found = dict(islice((dict(islice(others.items(), room)) | named).items(), MOST))
    if set(found) == {word}:
        return ()
    return tuple(Suggestion(label, f"{before}{_closed(label)}", about) for label, about in found.items())


def _start_of_last(text: str) -> int:
    """Return where the last word or condition begins, without its minus; the end if there is none."""
    start = text.rindex('"') if text.count('"') % 2 else len(text)
    while start and text[start - 1] not in _OUTSIDE:
        start -= 1
    return start + (text[start : start + 1] == "-")


def _closed(label: str) -> str:
    """Return *label* with a space, unless a value has to follow."""
    return label if label.endswith(":") else f"{label} "


def _endings(word: str, viewer: object) -> Iterator[tuple[str, str]]:
    """Yield what *word* could become, each with what it means."""
    condition = _CONDITION.fullmatch(word)
    if condition is None:
        yield from _operators(word)
        if len(plain(word)) >= SHORTEST:
            for key in ("game", "type", "sub", "does", "name"):
                yield from _values(OPERATORS[key], ":", word)
        return
    key, sign, value = condition.groups()
    operator = OPERATORS.get(SHORT_FORMS.get(key.lower(), key.lower()))
    if operator is not None and sign in operator.signs:
        if operator.key == "edition":
            yield from _drafts(f"{operator.key}{sign}", value, viewer)
        yield from _values(operator, sign, value)


def _drafts(begun: str, value: str, viewer: object) -> Iterator[tuple[str, str]]:
    """Yield the conditions of drafts whose slug or name *value*, or the last of its values, begins."""
    end = value.rfind(",") + 1
    wanted = plain(value[end:])
    if not wanted:
        return
    for slug, name in catalog.drafts_offered(viewer).items():
        if plain(slug).startswith(wanted) or f" {plain(name)}".find(f" {wanted}") >= 0:
            yield f"{begun}{value[:end]}{slug}", name


def _operators(word: str) -> Iterator[tuple[str, str]]:
    begun = word.lower()
    for operator in OPERATORS.values():
        is_meant = OTHER_NAMES.get(begun) == operator.key
        names = operator.key, operator.label.lower()
        if operator.key and (is_meant or any(name.startswith(begun) for name in names)):
            yield f"{operator.key}:", operator.about


def _values(operator: Operator, sign: str, value: str) -> Iterator[tuple[str, str]]:
    """Yield the conditions of *operator* that *value*, or the last of its values, could become."""
    if operator.kind == "number":
        yield from _examples(operator, f"{operator.key}{sign}{value}")
        return
    quotes = value.count('"') % 2
    end = value.rindex('"') if quotes else value.rfind(",") + 1
    known = vocabulary().suggested.get(operator.key) or dict.fromkeys(choices_of(operator), operator.label)
    for stored in _likeliest(known, plain(value[end:]), anywhere=operator.key == NAME):
        yield f"{operator.key}{sign}{value[:end]}{quoted(stored)}", known[stored]


def _examples(operator: Operator, begun: str) -> Iterator[tuple[str, str]]:
    for example in operator.examples:
        if example.startswith(begun):
            yield example, operator.label


def _likeliest(known: Iterable[str], wanted: str, *, anywhere: bool) -> list[str]:
    """Return those of *known* that begin with *wanted*, then those with another word that does.

    *anywhere:* then also those that hold it inside a word.
    """
    found = [(one, plain(one)) for one in known]
    first = [one for one, said in found if said.startswith(wanted)]
    later = [one for one, said in found if f" {wanted}" in said and one not in first]
    inside = [one for one, said in found if wanted in said and one not in first and one not in later]
    return first + later + (inside if len(wanted) >= SHORTEST and anywhere else [])
