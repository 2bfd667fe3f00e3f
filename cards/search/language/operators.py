"""The operators of the search language, one row each. Conditions, help and English come from here."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from django.db.models import Q

from cards.catalogue.models import FIGURES, CardFacet
from cards.search.language import readings
from cards.search.language.drafts import NO_DRAFTS, Drafts
from cards.search.language.editions import read_changed, turnover_facets
from cards.search.language.errors import SearchError
from cards.search.language.parser import SHORT_FORMS, Term
from cards.search.language.readings import Meaning, Operator
from cards.search.language.vocabulary import vocabulary

# What people call an operator who don't know its key.
OTHER_NAMES = {
    **dict.fromkeys(("scrap", "price", "cmc", "mv"), "cost"),
    **dict.fromkeys(("hp", "life", "toughness"), "health"),
    **dict.fromkeys(("copies", "count", "quantity", "number"), "qty"),
    **dict.fromkeys(("points", "worth"), "value"),
    **dict.fromkeys(("effect", "ability"), "does"),
    **dict.fromkeys(("rules", "oracle"), "text"),
    "distance": "range",
    "subtype": "sub",
    "title": "name",
    "set": "edition",
    "sort": "order",
}
_MOST_TOLD = 12  # of the table: up to the first that takes a number
_NEAR_ENOUGH = 0.6  # to an operator's name; with less, “if” would be taken for “flips”


@dataclass(frozen=True, slots=True)
class Setting:
    """A way to sort the list. *columns:* of the index, most important first."""

    name: str
    label: str
    columns: tuple[str, ...]


def meaning_of(term: Term, drafts: Drafts) -> Meaning:
    """Return what *term* asks. *drafts:* those that the question names.

    *Raises:* `SearchError` for an unknown operator, sign or value.
    """
    operator = operator_of(term)
    meaning = operator.read(operator, term, drafts)
    if term.sign != "!=" or operator.kind == "number":
        return meaning
    return Meaning(
        meaning.opposite,
        meaning.denies,
        meaning.says,
        meaning.names_edition,
        refuses=meaning.condition,
    )


def operator_of(term: Term) -> Operator:
    """Return the operator of *term*. *Raises:* `SearchError` if it is unknown or doesn't take the sign."""
    operator = OPERATORS.get(term.key)
    if operator is None:
        known = [key for key in OPERATORS if key]
        meant = OTHER_NAMES.get(term.key)
        near = [meant] if meant else get_close_matches(term.key, known, 1, _NEAR_ENOUGH)
        tail = f"Did you mean “{near[0]}”?" if near else f"Try one of these: {', '.join(known[:_MOST_TOLD])}."
        said = f"“{term.key}” isn’t a condition. {tail}"
        length = term.key_end - term.start
        raise SearchError(said, term.start, length, near[0] if near else None, code="unknown-operator")
    if term.sign not in operator.signs:
        said = f"“{term.key}” can’t be compared with “{term.sign}”; write “{term.key}:{term.value}”."
        length = term.sign_end - term.key_end
        raise SearchError(said, term.key_end, length, ":", code="unknown-sign")
    return operator


def setting_of(term: Term) -> str:
    """Return the name that `order:` or `direction:` chooses. *Raises:* `SearchError`."""
    operator = operator_of(term)
    return readings.chosen(operator, term, {name: name for name in choices_of(operator)})[0]


def choices_of(operator: Operator) -> tuple[str, ...]:
    """Return the values that *operator* takes; empty where there are too many to list."""
    if operator.key in _CHOICES:
        return tuple(_CHOICES[operator.key]())
    return tuple(getattr(vocabulary(), operator.key)) if operator.kind == "choice" else ()


def short_form(operator: Operator) -> str:
    """Return the letter that stands for the key of *operator*, or empty."""
    return next((short for short, key in SHORT_FORMS.items() if key == operator.key), "")


# --- What cards are and have -----------------------------------------------------------------------


def _is_facets(drafts: Drafts = NO_DRAFTS) -> dict[str, Meaning]:
    """Return what `is:` takes: types and subtypes, and what a card is among those of its game."""
    kinds = {
        name: Meaning(Q(**{column: name}), f"of {label} {name}", f"that aren’t of {label} {name}")
        for column, label in (("type", "type"), ("sub", "subtype"))
        for name in readings.with_drafts(column, drafts)
    }
    return {**_OF_EDITIONS, **turnover_facets(drafts), **_OF_BOX, **kinds}


_OF_EDITIONS = {
    "newest": readings.OF_NEWEST,
    "older": Meaning(
        Q(is_newest=False, draft=None), "of older editions", "of the newest editions", names_edition=True
    ),
}
_OF_BOX = {"single": Meaning(Q(qty=1), "with a single copy", "with more than one copy")}


def _has_facets() -> dict[str, Meaning]:
    """Return what `has:` takes: figures, and what else a card can have or lack."""
    figures = {key: _having(key, Q(**{f"{key}__isnull": False})) for key in FIGURES}
    return {
        **figures,
        "text": Meaning(~Q(text=""), "with rules text", "without rules text"),
        "subtype": _having("subtype", ~Q(sub="")),
        "coin": readings.FLIPS["yes"],
        "effect": _having("effect", Q(pk__in=CardFacet.objects.values("card_id"))),
    }


_UNCOUNTED = ("energy", "health", "heat", "initiative")


def _having(name: str, condition: Q) -> Meaning:
    said = name if name in _UNCOUNTED else f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return Meaning(condition, f"with {said}", f"without {said}")


def _read_is(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    return readings.read_named(operator, term, _is_facets(drafts))


def _read_has(operator: Operator, term: Term, drafts: Drafts) -> Meaning:
    return readings.read_named(operator, term, _has_facets())


# --- The table -------------------------------------------------------------------------------------


def _number(key: str, label: str, about: str, *examples: str) -> Operator:
    return Operator(key, "number", label, about, examples or (f"{key}>=1",), readings.read_number)


_TABLE = (
    Operator(
        "",
        "words",
        "Words",
        "Plain words match anywhere on a card, and the beginning of a word is enough. Words in quotation "
        "marks match only whole words, next to each other; with a * at the end, the last word may be just "
        "a beginning.",
        ("damage", '"draw 2"', '"20 dam*"', "splash heads"),
        readings.read_words,
    ),
    Operator(
        "game", "choice", "Game", "The game that a card is from.", ("game:scrapbots",), readings.read_game
    ),
    Operator(
        "edition",
        "choice",
        "Edition",
        "The edition that a card is from. Without it, you search the newest of each game; "
        "edition:any searches all. For a draft of the workshop, write edition:draft:<id>@<revision>, or "
        "edition:draft:<id> for its newest revision that can be played.",
        ("edition:3.4", "edition:any"),
        readings.read_edition,
    ),
    Operator(
        "changed",
        "words",
        "Changed since",
        "Cards that were added, changed or removed since an edition, or between two editions; of a draft, "
        "since its base.",
        ("changed:3.4..3.6", "game:scrapbots changed:3.6"),
        read_changed,
    ),
    Operator(
        "type",
        "choice",
        "Type",
        "The type, as the rulebook calls it.",
        ("type:resource", "type:part,junk"),
        readings.read_type,
    ),
    Operator(
        "sub",
        "choice",
        "Subtype",
        "The subtype, in games that have subtypes.",
        ("sub:lens value>=7",),
        readings.read_type,
    ),
    Operator(
        "name",
        "words",
        "Name",
        "Words in the name only; with = the whole name.",
        ("name:gun", 'name="spare parts"', "name=s*"),
        readings.read_words,
    ),
    Operator(
        "text", "words", "Text", "Words in the rules text only.", ('text:"20 damage"',), readings.read_words
    ),
    Operator(
        "does", "choice", "Effect", "What a card does.", ("does:splash", "does:draw"), readings.read_does
    ),
    Operator(
        "is",
        "choice",
        "Kind",
        "What a card is: a type or subtype, new or changed in its edition, or the only copy in the box.",
        ("is:wound", "is:changed", "is:single"),
        _read_is,
    ),
    Operator(
        "has",
        "choice",
        "Property",
        "Cards that have a certain number, text, subtype or effect.",
        ("has:heat", "-has:text", "has:effect"),
        _read_has,
    ),
    Operator(
        "flips",
        "yes or no",
        "Coin flips",
        "Whether the card flips coins.",
        ("flips:yes", "flips:no"),
        readings.read_flips,
    ),
    _number(
        "cost",
        "Cost",
        "What the card costs; in Scrapbots, this is its Scrap value.",
        "cost>=8",
        "cost:2..4",
        "cost:5,10",
    ),
    _number("energy", "Energy", "The Energy printed on the card.", "energy>3"),
    _number("health", "Health", "How much damage destroys the card.", "health>=50"),
    _number("heat", "Heat", "The heat printed on the card.", "heat>=3", "heat:0"),
    _number(
        "range", "Range", "The greatest distance at which the card has an effect.", "range:0", "range>=2"
    ),
    _number(
        "priority",
        "Priority",
        "When the card acts in the chain; if it acts several times, the earliest.",
        "priority<0",
    ),
    _number(
        "initiative",
        "Initiative",
        "How early the card acts. If each copy has its own initiative, you can search for any of them.",
        "initiative:105",
        "initiative>300",
    ),
    _number(
        "charge", "Charge", "The charge printed on the card, which can be below zero.", "charge<0", "charge:2"
    ),
    _number("value", "Value", "What the card is worth at the end.", "value>=8"),
    _number("qty", "Quantity", "How many copies are in the box.", "qty>5", "qty=1"),
    Operator(
        "order",
        "setting",
        "Order",
        "How the list is sorted.",
        ("type:scrapbot order:cost",),
        readings.read_setting,
    ),
    Operator(
        "direction",
        "setting",
        "Direction",
        "Ascending (asc) or descending (desc).",
        ("order:name direction:desc",),
        readings.read_setting,
    ),
)
OPERATORS: dict[str, Operator] = {operator.key: operator for operator in _TABLE}
NUMBERS = tuple(operator for operator in _TABLE if operator.kind == "number")
SETTING_KEYS = frozenset(operator.key for operator in _TABLE if operator.kind == "setting")

BOX = ("game_rank", "edition_rank", "place")
ORDERS: dict[str, Setting] = {
    "box": Setting("box", "box order", ()),
    "name": Setting("name", "name", ("name_rank", "name_words")),
    "type": Setting("type", "type", ("type_rank",)),
    "game": Setting("game", "game", ("game_rank",)),
    "edition": Setting("edition", "edition, newest first", ("edition_rank",)),
    **{operator.key: Setting(operator.key, operator.label.lower(), (operator.key,)) for operator in NUMBERS},
}
DIRECTIONS = {"asc": False, "desc": True}
_CHOICES: Mapping[str, Callable[[], Iterable[str]]] = {
    "order": lambda: ORDERS,
    "direction": lambda: DIRECTIONS,
    "flips": lambda: readings.FLIPS,
    "is": _is_facets,
    "has": _has_facets,
}
