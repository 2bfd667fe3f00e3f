"""Makes models of the rows of plain statements, for what is asked so often that building a query costs most.

Columns and conversions come from the models, so that a new column needs no change here (decision 30).
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from django.db import connection
from django.db.models import Model

M = TypeVar("M", bound=Model)


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

    def made_if_any(self, values: Sequence[Any]) -> M | None:
        """Return the model, or None if a LEFT JOIN found no row: then all of the *values* are NULL."""
        return None if values[0] is None else self.made(values)

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
