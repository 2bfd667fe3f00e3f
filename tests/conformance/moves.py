"""Every move one could write down: brute force over the fields of a title's move types."""

import random
from functools import lru_cache
from itertools import islice, product
from typing import Any

import msgspec

from games.engine.codec import read_move, to_plain
from games.engine.errors import BadMove
from tests.conformance.cases import Case, members

MOST = 4000  # of one move type; above that a sample is taken
NUMBERS = (-1, 0, 1, 2, 3, 4)


def conceivable(case: Case) -> list[Any]:
    """Return the moves that have the form of this game's moves, whatever the rules say of them."""
    return [*_conceivable(case.game.move_type, case.slugs)]


@lru_cache(maxsize=8)
def _conceivable(move_type: Any, slugs: frozenset[str]) -> list[Any]:
    words = [*sorted(slugs), "no-such-card", ""]
    moves: list[Any] = []
    for kind in members(move_type):
        for plain in islice(_plain(kind, words), MOST):
            try:
                moves.append(read_move(move_type, plain))
            except BadMove:
                continue
    return moves


def mutants(case: Case, move: Any) -> list[dict[str, Any]]:
    """Return plain moves near *move* that have no proper form."""
    plain = to_plain(move)
    spoilt: list[dict[str, Any]] = [
        {**plain, "extra": 1},
        {**plain, "type": "no-such-move"},
        {**plain, "type": 1},
    ]
    spoilt.append({key: value for key, value in plain.items() if key != "type"})
    for name in plain.keys() - {"type"}:
        wrong = [
            value for value in ({}, [1], 1.5, True, 10**30, "x" * 1000) if not _may_be(move, name, value)
        ]
        spoilt += [{**plain, name: value} for value in wrong]
    return spoilt


def _may_be(move: Any, name: str, value: Any) -> bool:
    """Return whether *value* is a choice or a list that the field may well hold."""
    if not isinstance(value, bool | list):
        return False
    field = next(field for field in msgspec.structs.fields(type(move)) if field.encode_name == name)
    try:
        msgspec.convert(value, type=field.type, strict=True)
    except msgspec.ValidationError:
        return False
    return True


def _plain(kind: type, words: list[str]) -> Any:
    """Yield plain moves of *kind* with all small values in all its fields, in a fixed random order."""
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    names = [field.encode_name for field in info.fields]
    choices = [_values(field.type, words) for field in info.fields]
    rows = list(islice(product(*choices), 50 * MOST))
    random.Random(1).shuffle(rows)
    for row in rows:
        yield {info.tag_field: info.tag, **dict(zip(names, row, strict=True))}


def _values(kind: Any, words: list[str]) -> list[Any]:
    inspect = msgspec.inspect
    match kind:
        case inspect.StrType():
            return words
        case inspect.IntType():
            return list(range(kind.ge, kind.le + 1)) if _is_short(kind) else list(NUMBERS)
        case inspect.BoolType():
            return [False, True]
        case inspect.NoneType():
            return [None]
        case inspect.LiteralType():
            return list(kind.values)
        case inspect.UnionType():
            return [value for member in kind.types for value in _values(member, words)]
        case inspect.ListType() | inspect.VarTupleType():
            return [[], *([value] for value in _values(kind.item_type, words))]
        case _:
            return [None, 0, ""]


def _is_short(kind: Any) -> bool:
    return kind.ge is not None and kind.le is not None and kind.le - kind.ge < 100
