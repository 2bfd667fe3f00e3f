"""Reads what the forms of a match's page send: moves, decks and standing orders, as plain values.

The actions check everything again.
"""

import json
import secrets
from collections.abc import Iterable
from typing import Any

from django.http import QueryDict

from games.engine.errors import BadMove
from scrapsite.common.requests import whole_number

_MOST_MOVE_LETTERS = 4000
_MOST_IN_SLOT = 40
_PART, _MOST_PARTS = "with-", 8


def read_move(data: QueryDict) -> dict[str, Any]:
    """Return the arguments for `play_move` that a form sent. *Raises:* `BadMove`.

    A move may come in parts, for forms with several fields: each field whose name begins with `with-`
    holds a JSON object that is added to `move`, lists to lists, in the order of the form.
    """
    move, parts = _read_json(data, "move"), [name for name in data if name.startswith(_PART)]
    if len(parts) > _MOST_PARTS:
        raise BadMove("The move has too many pieces.")
    for name in parts:
        move = _put_together(move, _read_json(data, name))
    return {"move": move, **read_moment(data)}


def read_deck(data: QueryDict, slots: Iterable[str]) -> dict[str, Any]:
    """Return the arguments for `bring_deck` that a form sent. *slots:* the keys of a deck's slots.

    A deck replaces the one before, so `seen` and the move's id are optional.
    *Raises:* `BadMove`.
    """
    if any(len(values) > _MOST_IN_SLOT for _, values in data.lists()):
        raise BadMove("Those are too many cards for a deck.")
    deck = {slot: tuple(data.getlist(slot)) for slot in slots}
    moment = read_moment(data) if "seen" in data else {"seen": None}
    given = data.get("client_move_id") or data.get("id") or secrets.token_urlsafe(12)
    return {**moment, "client_move_id": given, "deck": deck}


def read_order(data: QueryDict) -> Any:
    """Return the standing order that a form sent, as plain data. *Raises:* `BadMove`."""
    return _read_json(data, "order")


def read_moment(data: QueryDict) -> dict[str, Any]:
    """Return the step number the mover saw and the id the browser gave the move. *Raises:* `BadMove`."""
    seen = whole_number(data.get("seen", ""), high=999_999_999)
    if seen is None:
        raise BadMove("The form doesn’t say which board it was on.")
    return {"seen": seen, "client_move_id": data.get("client_move_id", "")}


def _put_together(move: Any, part: Any) -> Any:
    if not isinstance(move, dict) or not isinstance(part, dict):
        raise BadMove("A move is put together from objects.")
    both = {key: move[key] + value for key, value in part.items() if _are_lists(move.get(key), value)}
    return {**move, **part, **both}


def _are_lists(first: Any, second: Any) -> bool:
    return isinstance(first, list) and isinstance(second, list)


def _read_json(data: QueryDict, name: str) -> Any:
    text = data.get(name, "")
    if len(text) > _MOST_MOVE_LETTERS:
        raise BadMove(f"The {name} is too long.")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadMove(f"The {name} can’t be read.") from error
