"""Forms of cards: their fields are what differs between the moves on offer for a card."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.boards.scrap_knights.parts import CardForm, Field, Value
from games.boards.things import Choice
from games.engine.cards import Card
from games.matches.queries.board import OfferForm

_ORDINALS = ("", "First ", "Second ", "Third ")
_AWAY, _IN = "back", "forward"

Name = Callable[[str], str]


def card_form(
    card: Card, slot: int, does: str, offers: Sequence[OfferForm], name: Name, **more: Any
) -> CardForm:
    """Return the form of *card* for the legal moves in *offers*; without any, it only says why not.

    *does:* the button's words. *name:* returns by slug what a list calls a card. *more:* other fields.
    """
    moves = [json.loads(offer.move) for offer in offers if offer.is_legal]
    refused = next((offer for offer in offers if not offer.is_legal), None)
    back: Choice | None = more.get("back")
    if not moves:
        why, rule, url = (refused.reason, refused.rule, refused.rule_url) if refused else ("", "", "")
        return CardForm(card, slot, "", "", (), more.get("why") or why, rule, url, back, more.get("reach"))
    fields = _fields(moves, name)
    return CardForm(
        card=card,
        slot=slot,
        does=does,
        move=json.dumps(_base(moves), separators=(",", ":")),
        fields=fields,
        why=more.get("why", ""),
        rule=more.get("rule", ""),
        rule_url=more.get("rule_url", ""),
        back=back,
        reach=more.get("reach"),
        is_prevented=more.get("is_prevented", False),
    )


def _base(moves: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return what all *moves* have in common; a box to tick counts as not ticked."""
    base: dict[str, Any] = {}
    for key in moves[0]:
        values = [move[key] for move in moves]
        if isinstance(values[0], list):
            base[key] = [] if _differ(values) else values[0]
        elif isinstance(values[0], bool):
            base[key] = all(values)
        elif not _differ(values):
            base[key] = values[0]
    return base


def _fields(moves: Sequence[Mapping[str, Any]], name: Name) -> tuple[Field, ...]:
    found: list[Field] = []
    for key in moves[0]:
        values = [move[key] for move in moves]
        if _differ(values):
            found += _fields_for(key, values, name)
    return tuple(found)


def _fields_for(key: str, values: list[Any], name: Name) -> list[Field]:
    if isinstance(values[0], bool):
        return [Field(key, "", "tick", (Value("Overcharge", _as_json(key, True)),))]
    if isinstance(values[0], list):
        return _directions(key, max(len(ways) for ways in values))
    if isinstance(values[0], int):
        sign = "+d" if min(values) < 0 else "d"
        numbers = sorted({*values})
        options = [Value(f"{number:{sign}}".replace("-", "−"), _as_json(key, number)) for number in numbers]
        return [Field(key, "Secret number", "list", tuple(options))]
    legend = {"named": "Name an ACT", "card": "Which Attack should it copy?"}.get(key, "Which one?")
    options = [Value(name(slug), _as_json(key, slug)) for slug in dict.fromkeys(values)]
    return [Field(key, legend, "names", tuple(options))]


def _directions(key: str, count: int) -> list[Field]:
    """Return radio fields for *count* Moves; their values become one list, in the order of the form."""
    values = (Value(f"− {_IN}", _as_json(key, [-1])), Value(f"+ {_AWAY}", _as_json(key, [1])))
    ordinals = _ORDINALS[1:] if count > 1 else _ORDINALS
    return [Field(f"{key}-{at}", f"{ordinals[at]}Move", "radio", values) for at in range(count)]


def _differ(values: Sequence[Any]) -> bool:
    return any(value != values[0] for value in values)


def _as_json(key: str, value: Any) -> str:
    return json.dumps({key: value}, separators=(",", ":"))
