"""Reads a match with its seats and their players by one plain statement, as every page of a match does.

Django would take longer to build this query than the database to answer it (decision 30).
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.contrib.auth.models import User
from django.db import connection
from django.db.models import Model

from games.matches.models import Match, Notice, Seat, StandingOrder, Step
from scrapsite.common.models import Profile

M = TypeVar("M", bound=Model)
# What pages say of other people's accounts. Whatever else is asked for is read then.
_ABOUT_USERS = ("id", "username", "is_active")


class Rows(Generic[M]):
    """The columns of *model* in a plain statement, where its table is called *alias*, and what they make.

    *names:* only these fields are read, the others when somebody asks for them.
    """

    def __init__(self, model: type[M], alias: str, names: Sequence[str] = ()) -> None:
        self._model, self._alias = model, alias
        self._fields = [field for field in model._meta.concrete_fields if not names or field.attname in names]
        self._names = [field.attname for field in self._fields]

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self._fields)

    @property
    def columns(self) -> str:
        """The columns, as they stand in a statement."""
        return ", ".join(f"{self._alias}.{field.column}" for field in self._fields)

    @property
    def table(self) -> str:
        """The table with its alias."""
        return f"{self._model._meta.db_table} {self._alias}"

    def made(self, values: Sequence[Any]) -> M:
        """Return the model whose row has the *values*, in the order of the columns."""
        found = list(values)
        for place, convert in self._converters:
            found[place] = convert(found[place])
        return self._model.from_db(connection.alias, self._names, found)

    @cached_property
    def _converters(self) -> list[tuple[int, Callable[[Any], Any]]]:
        """Return what makes Python's values of the database's, by the places of the columns."""
        found = []
        for place, field in enumerate(self._fields):
            column = field.get_col(self._alias)
            steps = [*connection.ops.get_db_converters(column), *field.get_db_converters(connection)]
            if steps:
                found.append((place, _in_turn(steps, column)))
        return found


def _in_turn(steps: Sequence[Callable[..., Any]], column: Any) -> Callable[[Any], Any]:
    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    return convert


_MATCH, _SEAT = Rows(Match, "m"), Rows(Seat, "s")
_USER, _PROFILE = Rows(User, "u", _ABOUT_USERS), Rows(Profile, "p")
# How many secret steps a seat has made: its player counts them, nobody else does (`games.matches.numbering`).
_OWN_SECRET = f"""
    CASE WHEN m.seq = m.tick THEN 0 ELSE (SELECT COUNT(*) FROM {Step._meta.db_table} o
    WHERE o.match_id = m.id AND o.seat = s.number AND o.notice = {Notice.OWN:d}) END
"""  # noqa: S608 (made of constants)
_HAS_ORDERS = f"""
    EXISTS(SELECT 1 FROM {StandingOrder._meta.db_table} o WHERE o.match_id = m.id AND o.seat = s.number)
"""  # noqa: S608
_READ = f"""
    SELECT {_HAS_ORDERS}, {_OWN_SECRET},
    {_MATCH.columns}, {_SEAT.columns}, {_USER.columns}, {_PROFILE.columns}
    FROM {_MATCH.table} LEFT JOIN {_SEAT.table} ON s.match_id = m.id
    LEFT JOIN {_USER.table} ON u.id = s.user_id LEFT JOIN {_PROFILE.table} ON p.user_id = u.id
    WHERE m.id = %s ORDER BY s.number
"""  # noqa: S608


def read_match(match_id: str) -> tuple[Match, list[Seat]] | None:
    """Return the match with its seats in order, their users and profiles; None if there is no such match.

    The seats have `orders` and `own_secret`, which other queries leave out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_READ, [match_id])
        rows = cursor.fetchall()
    if not rows:
        return None
    match = _MATCH.made(rows[0][2 : 2 + _MATCH.width])
    return match, [_seat(match, row) for row in rows if row[2 + _MATCH.width] is not None]


def _seat(match: Match, row: Sequence[Any]) -> Seat:
    begin = 2 + _MATCH.width
    users = begin + _SEAT.width
    profiles = users + _USER.width
    seat = _SEAT.made(row[begin:users])
    seat.orders, seat.own_secret = bool(row[0]), row[1]
    seat.match = match
    if seat.user_id is None:
        return seat
    user = _USER.made(row[users:profiles])
    profile = None if row[profiles] is None else _PROFILE.made(row[profiles:])
    User.profile.related.set_cached_value(user, profile)
    if profile is not None:
        profile.user = user
    seat.user = user
    return seat
