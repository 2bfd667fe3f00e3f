"""How the values of a condition are read, for each kind of operator: what it asks, and its English."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import reduce
from operator import or_
from typing import Literal

from django.db.models import Q

from cards.catalogue.indexing import facets_of
from cards.catalogue.models import LASTS, CardFacet
from cards.search.language.drafts import Drafts
from cards.search.language.errors import SearchError
from cards.search.language.parser import Term, Value
from cards.search.language.vocabulary import Choices, fitting, vocabulary
from games import catalog
from games.engine.protocol import EditionInfo
from scrapsite.common.fulltext.index import Run, TextIndex
from scrapsite.common.fulltext.words import words

Kind = Literal["words", "choice", "number", "yes or no", "setting"]
COLUMNS = {"name": ("name_words",), "text": ("text_words",), "": ("name_words", "kind_words", "text_words")}
INDEX = TextIndex("cards", "cards_indexedcard")
MOST_DIGITS = 9
EVERYTHING = Q(pk__isnull=False)  # an empty Q would vanish from an `or`, and can't be negated
NEWEST = "newest"
ANY_EDITION = ("any", "all")


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a condition asks. *says*, *denies:* the condition and its opposite in English, after “cards”.

    *names_edition:* whether it says itself which editions it means, so that the newest aren't assumed.
    *compared:* the earlier and the later edition of each game whose cards it compares. *refuses:* what the
    opposite asks, where that isn't all other cards.
    """

    condition: Q
    says: str
    denies: str
    names_edition: bool = False
    compared: tuple[tuple[EditionInfo, EditionInfo], ...] = ()
    refuses: Q | None = None

    @property
    def opposite(self) -> Q:
        """What the opposite asks."""
        return ~self.condition if self.refuses is None else self.refuses


@dataclass(frozen=True, slots=True)
class Operator:
    """*key:* how it is written. *label:* its name. *about:* a sentence of help. *examples:* questions.

    *read:* makes a meaning of a term whose sign suits the kind, in a question that names these drafts; raises
    `SearchError`.
    """

    key: str
    kind: Kind
    label: str
    about: str
    examples: tuple[str, ...]
    read: Callable[["Operator", Term, Drafts], Meaning]

    @property
    def signs(self) -> tuple[str, ...]:
        return SIGNS[self.kind]


OF_NEWEST = Meaning(Q(is_newest=True), "of the newest editions", "of older editions", names_edition=True)
SIGNS: dict[Kind, tuple[str, ...]] = {
    "words": (":", "=", "!="),
    "choice": (":", "=", "!="),
    "yes or no": (":", "=", "!="),
    "number": (":", "=", "!=", "<", "<=", ">", ">="),
    "setting": (":", "="),
}


def wrong_value(value: Value, said: str, suggestion: str | None = None) -> SearchError:
    """Return the error that points at *value*, or at the place where it is missing."""
    return SearchError(said, value.start, len(value.text), suggestion, code="wrong-value")


def quoted(value: str) -> str:
    """Return *value* as it is written after an operator."""
    return f'"{value}"' if any(not (c.isalnum() or c in "-._:@") for c in value) else value


def any_of(names: Sequence[str]) -> str:
    """Return *names* as a list in English: `a, b or c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


# --- Words -----------------------------------------------------------------------------------------


def read_words(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of words: any of the values is in the columns that *operator* searches."""
    runs = [_run(value) for value in term.values]
    what = any_of([f"“{' '.join(run.words)}{'…' if run.is_open else ''}”" for run in runs])
    if operator.key == "name" and term.sign in ("=", "!="):
        return _exact_name(term, runs, what)
    where = {"name": "whose name contains", "text": "whose text contains"}.get(operator.key, "that contain")
    refuses = where.replace("contains", "doesn’t contain").replace("that contain", "that don’t contain")
    columns = COLUMNS[operator.key]
    condition = _either(Q(pk__in=INDEX.keys(columns, [run])) for run in runs)
    return Meaning(condition, f"{where} {what}", f"{refuses} {what}")


def _run(value: Value) -> Run:
    """Return what to look for: whole words in quotes, otherwise the last one may go on, as with a `*`."""
    said = value.text.rstrip()
    plain = said.rstrip("*")
    found = words(value.text)
    if not found:
        raise wrong_value(value, "There is nothing to look for here: type letters or digits.")
    if "*" in plain:
        place = value.start + plain.index("*")
        raise SearchError("“*” can only be at the end of a word.", place, 1, "", code="wrong-value")
    return Run(tuple(found), is_open=not value.is_quoted or plain != said)


def _exact_name(term: Term, runs: Sequence[Run], what: str) -> Meaning:
    """Return the meaning of a whole name, or of its beginning where the value ends in `*`."""
    condition = _either(
        Q(**{f"name_words{'__startswith' if value.text.rstrip().endswith('*') else ''}": " ".join(run.words)})
        for value, run in zip(term.values, runs, strict=True)
    )
    whole = any_of([f"“{value.text}”" for value in term.values])
    if all(value.text.rstrip().endswith("*") for value in term.values):
        start = any_of([f"“{value.text.rstrip().rstrip('*')}”" for value in term.values])
        return Meaning(condition, f"whose name begins with {start}", f"whose name doesn’t begin with {start}")
    return Meaning(condition, f"whose name is {whole}", f"whose name isn’t {whole}")


# --- Numbers ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Span:
    """Whole numbers from *low* to *high*; None where there is no bound."""

    low: int | None
    high: int | None

    @property
    def words(self) -> str:
        if self.low == self.high:
            return f"exactly {self.low}"
        if self.high is None:
            return f"at least {self.low}"
        return f"at most {self.high}" if self.low is None else f"from {self.low} to {self.high}"


_RANGE = re.compile(r"(.*?)(?:\.{2,3}|…)(.*)", re.DOTALL)
# A minus after a digit belongs to no number.
_DASHED = re.compile(r"(-?\d+)\s*-\s*(-?\d+)", re.ASCII)
_COMPARISONS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
_LOOKUPS = {"<": "lt", "<=": "lte", ">": "gt", ">=": "gte"}


def read_number(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of a figure that is one of some numbers or ranges, or compares with a number."""
    spans = [_span(operator, value) for value in term.values]
    is_one = len(spans) == 1 and spans[0].low == spans[0].high
    if not is_one and term.sign not in (":", "="):
        said = f"A list or a range goes with “:” only; write {operator.key}:{term.value}."
        raise SearchError(said, term.key_end, term.sign_end - term.key_end, ":", code="unknown-sign")
    if term.sign in _LOOKUPS:
        phrase = f"{_COMPARISONS[term.sign]} {spans[0].low}"
    elif term.sign == "!=":
        phrase = f"not {spans[0].low}"
    else:
        phrase = any_of([span.words for span in spans])
    condition = _either(_number_condition(operator.key, term.sign, span) for span in spans)
    name = operator.label.lower()
    article = "an" if name[0] in "aeiou" else "a"
    return Meaning(condition, f"whose {name} is {phrase}", f"without {article} {name} that is {phrase}")


def _span(operator: Operator, value: Value) -> _Span:
    """Return the numbers that *value* means, such as `3`, `2..4`, `2-4` or `2..`. *Raises:* `SearchError`."""
    said = value.text.strip()
    found = _DASHED.fullmatch(said) or _RANGE.fullmatch(said)
    if found is None:
        number = _number(operator, value, value.text)
        return _Span(number, number)
    low, high = (_number(operator, value, said) if said.strip() else None for said in found.groups())
    if low is None and high is None:
        raise wrong_value(value, f"A range needs a number, such as {operator.key}:2..4.")
    if low is not None and high is not None and low > high:
        raise wrong_value(value, "This range is the wrong way round.", f"{high}..{low}")
    return _Span(low, high)


def is_number(text: str) -> bool:
    """Return whether *text* is a whole number or a range of them, as a figure takes it."""
    return re.fullmatch(r"-?\d+(?:(?:-|\.{2,3}|…)-?\d+)?", text, re.ASCII) is not None


def _number(operator: Operator, value: Value, said: str) -> int:
    text = said.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise wrong_value(value, f"“{operator.key}” takes a whole number, such as {operator.key}>=3.")
    if len(digits) > MOST_DIGITS:
        raise wrong_value(value, "No card has a number that large.")
    return int(text)


def _number_condition(key: str, sign: str, span: _Span) -> Q:
    """Return the condition that the figure is in *span*; where copies differ, that any copy's is."""
    first, last = key, LASTS.get(key, key)
    is_known = Q(**{f"{key}__isnull": False})
    if sign == "!=":
        return is_known & ~Q(**{first: span.low, last: span.low})
    if sign in _LOOKUPS:
        column = last if sign in (">", ">=") else first
        return is_known & Q(**{f"{column}__{_LOOKUPS[sign]}": span.low})
    if span.low is not None:
        is_known &= Q(**{f"{last}__gte": span.low})
    if span.high is not None:
        is_known &= Q(**{f"{first}__lte": span.high})
    return is_known


# --- Choices ---------------------------------------------------------------------------------------


def chosen(operator: Operator, term: Term, choices: Choices) -> list[str]:
    """Return the choices that the values mean, at least one for each. *Raises:* `SearchError`."""
    found = (one for value in term.values for one in _chosen(operator, value, choices))
    return list(dict.fromkeys(found))


def _chosen(operator: Operator, value: Value, choices: Choices) -> list[str]:
    found = fitting(choices, value.text)
    if found:
        return found
    if not choices:
        raise wrong_value(value, f"No card here has a {operator.label.lower()} yet.")
    near = nearest(value.text, choices)
    known = ", ".join(list(choices.values())[:8])
    tail = f"Did you mean “{near}”?" if near else f"Try one of these: {known}."
    said = f"“{operator.key}:” doesn’t know “{value.text}”. {tail}" if value.text else f"Choose one: {known}."
    raise wrong_value(value, said, _in_place(near, value) if near else None)


def nearest(value: str, choices: Choices) -> str:
    """Return the choice that is spelled most like *value*; empty if none is like it."""
    names = {name.lower(): stored for stored, said in choices.items() for name in (stored, said)}
    near = get_close_matches(value.lower(), names, 1, 0.5)
    return names[near[0]] if near else ""


def _in_place(stored: str, value: Value) -> str:
    return stored if value.is_quoted else quoted(stored)


def with_drafts(key: str, drafts: Drafts) -> Choices:
    """Return the choices of `type`, `sub` or `does`, with what only *drafts* have."""
    known = {"type": vocabulary().type, "sub": vocabulary().sub, "does": vocabulary().does}[key]
    cards = (card for edition in drafts.values() for card in edition.cards)
    said = {"type": lambda card: [card.type], "sub": lambda card: [card.sub], "does": facets_of}[key]
    return known | {name: name for card in cards for name in said(card) if name}


def read_game(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of games."""
    choices = vocabulary().game
    found = chosen(operator, term, choices)
    said = any_of([choices[name] for name in found])
    return Meaning(Q(game__in=found), f"of {said}", f"that aren’t of {said}")


def read_edition(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of editions, by name or all of them."""
    choices = vocabulary().edition
    names = (NEWEST, *ANY_EDITION, *drafts)
    found = chosen(operator, term, {**choices, **{name: name for name in names}})
    if not {*found}.isdisjoint(ANY_EDITION):
        return Meaning(EVERYTHING, "of all editions", "of no edition", names_edition=True)
    editions = [name for name in found if name in choices]
    named = [drafts[name].slug for name in found if name in drafts]
    if not editions and not named:
        return OF_NEWEST
    condition, said = Q(edition__in=[*editions, *named]), list[str]()
    if editions:
        said.append(f"edition {any_of(editions)}")
    if named:
        said.append(f"the draft {any_of([f'“{catalog.edition_name(slug)}”' for slug in named])}")
    if NEWEST in found:
        condition |= OF_NEWEST.condition
        said.append("the newest editions")
    what = " or ".join(said)
    return Meaning(condition, f"of {what}", f"that aren’t of {what}", names_edition=True)


def read_type(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of types or subtypes."""
    choices = with_drafts(operator.key, drafts)
    found = chosen(operator, term, choices)
    said = f"{operator.label.lower()} {any_of(found)}"
    return Meaning(Q(**{f"{operator.key}__in": found}), f"of {said}", f"that aren’t of {said}")


def read_does(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of effects."""
    found = chosen(operator, term, with_drafts("does", drafts))
    holders = CardFacet.objects.filter(word__in=found).values("card_id")
    said = any_of([f"“{word}”" for word in found])
    return Meaning(Q(pk__in=holders), f"with the effect {said}", f"without the effect {said}")


FLIPS = {
    "yes": Meaning(Q(flips=True), "that flip coins", "that don’t flip coins"),
    "no": Meaning(Q(flips=False), "that don’t flip coins", "that flip coins"),
}


def read_flips(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Return the meaning of whether cards flip coins."""
    spoken = {"yes": ("yes", "true", "coin", "coins", "any"), "no": ("no", "none", "false")}
    found = [
        next((answer for answer, said in spoken.items() if value.text.lower() in said), "")
        for value in term.values
    ]
    if "" in found:
        raise wrong_value(term.values[found.index("")], "Write flips:yes or flips:no.", "yes")
    return either([FLIPS[answer] for answer in dict.fromkeys(found)])


def read_named(operator: Operator, term: Term, known: Mapping[str, Meaning]) -> Meaning:
    """Return the meaning of values that each have one of their own."""
    return either([known[name] for name in chosen(operator, term, {name: name for name in known})])


def read_setting(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    """Refuse a setting where a condition has to be."""
    raise SearchError(f"{term.key}: sorts the list; it isn’t a condition.", term.start, term.end - term.start)


def either(found: Sequence[Meaning]) -> Meaning:
    """Return what any of the meanings asks; at least one."""
    if len(found) == 1:
        return found[0]
    return Meaning(
        _either(meaning.condition for meaning in found),
        any_of([_relative(meaning.says) for meaning in found]),
        " and ".join(_relative(meaning.denies) for meaning in found),
        any(meaning.names_edition for meaning in found),
    )


def _relative(clause: str) -> str:
    return f"that are {clause}" if clause.startswith("of ") else clause


def _either(conditions: Iterable[Q]) -> Q:
    return reduce(or_, conditions)
