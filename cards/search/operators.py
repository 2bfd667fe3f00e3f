"""The operators of the search language, one row each. Conditions, help and English come from here."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Literal

from django.db.models import Q

from cards.catalogue.models import LASTS, CardFacet
from cards.search.errors import SearchError
from cards.search.parser import Term
from cards.search.vocabulary import Choices, fitting, vocabulary
from scrapsite.common.fulltext.index import Run, TextIndex
from scrapsite.common.fulltext.words import words

Kind = Literal["words", "choice", "number", "yes or no", "setting"]
SIGNS: dict[Kind, tuple[str, ...]] = {
    "words": (":", "=", "!="),
    "choice": (":", "=", "!="),
    "yes or no": (":", "=", "!="),
    "number": (":", "=", "!=", "<", "<=", ">", ">="),
    "setting": (":", "="),
}
COLUMNS = {"name": ("name_words",), "text": ("text_words",), "": ("name_words", "kind_words", "text_words")}
INDEX = TextIndex("cards", "cards_indexedcard")
MOST_DIGITS = 9
_NEAR_ENOUGH = 0.6  # to an operator's name; with less, “is” would be taken for “flips”
EVERYTHING = Q(pk__isnull=False)  # an empty Q would vanish from an `or`, and can't be negated


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a condition asks. *says*, *denies:* the condition and its opposite in English, after “cards”."""

    condition: Q
    says: str
    denies: str


@dataclass(frozen=True, slots=True)
class Operator:
    """*key:* how it is written. *label:* its name. *about:* a sentence of help. *examples:* questions.

    *read:* makes a meaning of a term whose sign suits the kind; raises `SearchError`.
    """

    key: str
    kind: Kind
    label: str
    about: str
    examples: tuple[str, ...]
    read: Callable[["Operator", Term], Meaning]

    @property
    def signs(self) -> tuple[str, ...]:
        return SIGNS[self.kind]


@dataclass(frozen=True, slots=True)
class Setting:
    """A way to sort the list. *columns:* of the index, most important first."""

    name: str
    label: str
    columns: tuple[str, ...]


def meaning_of(term: Term) -> Meaning:
    """Return what *term* asks. *Raises:* `SearchError` for an unknown operator, sign or value."""
    operator = operator_of(term)
    meaning = operator.read(operator, term)
    if term.sign != "!=" or operator.kind == "number":
        return meaning
    return Meaning(~meaning.condition, meaning.denies, meaning.says)


def operator_of(term: Term) -> Operator:
    """Return the operator of *term*. *Raises:* `SearchError` if it is unknown or doesn't take the sign."""
    operator = OPERATORS.get(term.key)
    if operator is None:
        near = get_close_matches(term.key, [key for key in OPERATORS if key], 1, _NEAR_ENOUGH)
        said = f"“{term.key}{term.sign}” isn’t a condition." + (f" Did you mean “{near[0]}”?" if near else "")
        raise SearchError(said, term.start, len(term.key), near[0] if near else None, code="unknown-operator")
    if term.sign not in operator.signs:
        said = f"“{term.key}” can’t be compared by “{term.sign}”; write “{term.key}:{term.value}”."
        place = term.start + len(term.key)
        raise SearchError(said, place, term.value_start - term.is_quoted - place, ":", code="unknown-sign")
    return operator


def setting_of(term: Term) -> str:
    """Return the name that `order:` or `direction:` chooses. *Raises:* `SearchError`."""
    operator = operator_of(term)
    choices = {name: name for name in (ORDERS if operator.key == "order" else DIRECTIONS)}
    return _chosen(operator, term, choices)[0]


def wrong_value(term: Term, said: str, suggestion: str | None = None) -> SearchError:
    """Return the error that points at the value of *term*, or at the place where it is missing."""
    return SearchError(said, term.value_start, len(term.value), suggestion, code="wrong-value")


def quoted(value: str) -> str:
    """Return *value* as it is written after an operator."""
    return f'"{value}"' if any(not (c.isalnum() or c in "-._") for c in value) else value


# --- How each kind reads its value -----------------------------------------------------------------


def _read_words(operator: Operator, term: Term) -> Meaning:
    found = words(term.value)
    if not found:
        raise wrong_value(term, "There is nothing to look for here: type letters or digits.")
    is_open = not term.is_quoted
    condition = _text_condition(operator.key, found, is_open)
    what = f"“{' '.join(found)}{'…' if is_open else ''}”"
    where = {"name": "whose name contains", "text": "whose text contains"}.get(operator.key, "that contain")
    refuses = where.replace("contains", "doesn’t contain").replace("that contain", "that don’t contain")
    return Meaning(condition, f"{where} {what}", f"{refuses} {what}")


def _text_condition(key: str, found: Sequence[str], is_open: bool) -> Q:
    """Return the condition that the words *found* stand in the columns that operator *key* searches."""
    return Q(pk__in=INDEX.keys(COLUMNS[key], [Run(tuple(found), is_open)]))


def _read_number(operator: Operator, term: Term) -> Meaning:
    text = term.value.strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        said = f"“{operator.key}” takes a whole number, such as {operator.key}>=3."
        raise wrong_value(term, said)
    if len(digits) > MOST_DIGITS:
        raise wrong_value(term, "No card has a number that large.")
    number, phrase = int(text), _COMPARISONS[term.sign][1]
    condition = _number_condition(operator.key, term.sign, number)
    name = operator.label.lower()
    article = "an" if name[0] in "aeiou" else "a"
    return Meaning(
        condition, f"whose {name} is {phrase} {number}", f"without {article} {name} that is {phrase} {number}"
    )


def _number_condition(key: str, sign: str, number: int) -> Q:
    """Return the condition that the figure compares by *sign*; where copies differ, that any copy's does."""
    first, last = key, LASTS.get(key, key)
    lookup = _COMPARISONS[sign][0]
    if sign == "!=":
        compared = ~Q(**{first: number, last: number})
    elif first != last and not lookup:
        compared = Q(**{f"{first}__lte": number, f"{last}__gte": number})
    else:
        compared = Q(**{f"{last if sign in ('>', '>=') else first}{lookup}": number})
    return Q(**{f"{key}__isnull": False}) & compared


_COMPARISONS = {
    ":": ("", "exactly"),
    "=": ("", "exactly"),
    "!=": ("", "not"),
    "<": ("__lt", "less than"),
    "<=": ("__lte", "at most"),
    ">": ("__gt", "more than"),
    ">=": ("__gte", "at least"),
}


def _chosen(operator: Operator, term: Term, choices: Choices) -> list[str]:
    """Return the choices that the value means, at least one. *Raises:* `SearchError`."""
    found = fitting(choices, term.value)
    if found:
        return found
    if not choices:
        raise wrong_value(term, f"No card here has a {operator.label.lower()} yet.")
    near = _nearest(term.value, choices)
    known = ", ".join(list(choices.values())[:8])
    tail = f"Did you mean “{near}”?" if near else f"There are: {known}."
    said = (
        f"There is no {operator.label.lower()} “{term.value}”. {tail}"
        if term.value
        else f"Choose one: {known}."
    )
    raise wrong_value(term, said, _in_place(near, term) if near else None)


def _nearest(value: str, choices: Choices) -> str:
    names = {name.lower(): stored for stored, said in choices.items() for name in (stored, said)}
    near = get_close_matches(value.lower(), names, 1, 0.5)
    return names[near[0]] if near else ""


def _in_place(value: str, term: Term) -> str:
    return value if term.is_quoted else quoted(value)


def _any_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def _read_game(operator: Operator, term: Term) -> Meaning:
    choices = vocabulary().game
    found = _chosen(operator, term, choices)
    said = _any_of([choices[name] for name in found])
    return Meaning(Q(game__in=found), f"of {said}", f"that aren’t of {said}")


def _read_edition(operator: Operator, term: Term) -> Meaning:
    choices = vocabulary().edition
    found = _chosen(operator, term, {**choices, **{name: name for name in (NEWEST, *ANY_EDITION)}})
    editions = [name for name in found if name in choices]
    if editions:
        said = f"edition {_any_of(editions)}"
        return Meaning(Q(edition__in=editions), f"of {said}", f"that aren’t of {said}")
    if NEWEST in found:
        return Meaning(Q(is_newest=True), "of the newest editions", "of older editions")
    return Meaning(EVERYTHING, "of all editions", "of no edition")


def _read_type(operator: Operator, term: Term) -> Meaning:
    choices = vocabulary().type if operator.key == "type" else vocabulary().sub
    found = _chosen(operator, term, choices)
    said = f"{operator.label.lower()} {_any_of(found)}"
    return Meaning(Q(**{f"{operator.key}__in": found}), f"of {said}", f"that aren’t of {said}")


def _read_does(operator: Operator, term: Term) -> Meaning:
    found = _chosen(operator, term, vocabulary().does)
    holders = CardFacet.objects.filter(word__in=found).values("card_id")
    said = _any_of(found)
    return Meaning(Q(pk__in=holders), f"with the effect {said}", f"without the effect {said}")


def _read_flips(operator: Operator, term: Term) -> Meaning:
    value = term.value.lower()
    yes, no = "that flip coins", "that don’t flip coins"
    if value in ("yes", "true", "coin", "coins", "any"):
        return Meaning(Q(flips=True), yes, no)
    if value in ("no", "none", "false"):
        return Meaning(Q(flips=False), no, yes)
    raise wrong_value(term, "Write flips:yes or flips:no.", "yes")


def _read_setting(operator: Operator, term: Term) -> Meaning:
    raise SearchError(f"{term.key}: sorts the list; it isn’t a condition.", term.start, term.end - term.start)


# --- The table -------------------------------------------------------------------------------------

NEWEST = "newest"
ANY_EDITION = ("any", "all")


def _number(key: str, label: str, about: str, *examples: str) -> Operator:
    return Operator(key, "number", label, about, examples or (f"{key}>=1",), _read_number)


_TABLE = (
    Operator(
        "",
        "words",
        "Words",
        "Plain words match anywhere on a card, and a word’s beginning is enough. Words in quotation marks "
        "match only whole words, next to each other.",
        ("damage", '"draw 2"', "splash heads"),
        _read_words,
    ),
    Operator("game", "choice", "Game", "The game that a card is from.", ("game:scrapbots",), _read_game),
    Operator(
        "edition",
        "choice",
        "Edition",
        "The edition that a card is from. Without it, you search the newest of each game; "
        "edition:any searches all.",
        ("edition:3.4", "edition:any"),
        _read_edition,
    ),
    Operator("type", "choice", "Type", "The type, as the rulebook calls it.", ("type:resource",), _read_type),
    Operator(
        "sub",
        "choice",
        "Subtype",
        "The subtype, in games that have subtypes.",
        ("sub:lens value>=7",),
        _read_type,
    ),
    Operator("name", "words", "Name", "Words in the name only.", ("name:gun", "name:spare"), _read_words),
    Operator("text", "words", "Text", "Words in the rules text only.", ('text:"20 damage"',), _read_words),
    Operator("does", "choice", "Effect", "What a card does.", ("does:splash", "does:draw"), _read_does),
    Operator("flips", "yes or no", "Coin", "Whether it flips coins.", ("flips:yes", "flips:no"), _read_flips),
    _number(
        "cost", "Cost", "What the card costs; in Scrapbots, this is its Scrap value.", "cost>=8", "cost:5"
    ),
    _number("energy", "Energy", "The Energy printed on it.", "energy>3"),
    _number("health", "Health", "How much damage destroys it.", "health>=50"),
    _number("heat", "Heat", "The heat printed on it.", "heat>=3", "heat:0"),
    _number(
        "range", "Range", "The greatest distance at which the card has an effect.", "range:0", "range>=2"
    ),
    _number(
        "priority", "Priority", "Its place in the chain, or the earliest if a card has several.", "priority<0"
    ),
    _number(
        "initiative",
        "Initiative",
        "How early it acts. If each copy has its own, any of them will find the card.",
        "initiative:105",
        "initiative>300",
    ),
    _number("charge", "Charge", "The charge printed on it, which can be below zero.", "charge<0", "charge:2"),
    _number("value", "Value", "What it is worth at the end.", "value>=8"),
    _number("qty", "Quantity", "How many copies are in the box.", "qty>5", "qty=1"),
    Operator(
        "order",
        "setting",
        "Order",
        "How the list is sorted.",
        ("type:scrapbot order:cost",),
        _read_setting,
    ),
    Operator(
        "direction",
        "setting",
        "Direction",
        "Ascending (asc) or descending (desc).",
        ("order:name direction:desc",),
        _read_setting,
    ),
)
OPERATORS: dict[str, Operator] = {operator.key: operator for operator in _TABLE}
NUMBERS = tuple(operator for operator in _TABLE if operator.kind == "number")
SETTING_KEYS = frozenset(operator.key for operator in _TABLE if operator.kind == "setting")

BOX = ("game_rank", "edition_rank", "place")
ORDERS: dict[str, Setting] = {
    "box": Setting("box", "place in the box", ()),
    "name": Setting("name", "name", ("name_rank",)),
    "type": Setting("type", "type", ("type_rank",)),
    "game": Setting("game", "game", ("game_rank",)),
    "edition": Setting("edition", "edition, newest first", ("edition_rank",)),
    **{operator.key: Setting(operator.key, operator.label.lower(), (operator.key,)) for operator in NUMBERS},
}
DIRECTIONS = {"asc": False, "desc": True}
