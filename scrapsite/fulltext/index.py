"""Full text on the database in use. Both kinds find the same rows: words come normalised, nothing is stemmed.

A run of words is found where they follow one another in one column; the last may go on when *is_open*.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models.expressions import RawSQL


@dataclass(frozen=True, slots=True)
class TextIndex:
    """The index over text of a *table*, made by `scrapsite.fulltext.schema` under the same *prefix*."""

    prefix: str
    table: str

    def keys(self, columns: Sequence[str], words: Sequence[str], is_open: bool) -> RawSQL:
        """Return what selects the keys of the rows that have *words* in any of *columns*.

        *words:* of `scrapsite.fulltext.words`, at least one; so they hold nothing that needs escaping.
        """
        build = self._postgresql if connection.vendor == "postgresql" else self._sqlite
        return build(columns, words, is_open)

    def _sqlite(self, columns: Sequence[str], words: Sequence[str], is_open: bool) -> RawSQL:
        match = f'{{{" ".join(columns)}}} : "{" ".join(words)}"{" *" if is_open else ""}'
        index = f"{self.prefix}_fulltext"
        return RawSQL(f"SELECT rowid FROM {index} WHERE {index} MATCH %s", (match,))  # noqa: S608, S611

    def _postgresql(self, columns: Sequence[str], words: Sequence[str], is_open: bool) -> RawSQL:
        match = " <-> ".join(f"'{word}'" for word in words) + (":*" if is_open else "")
        any_column = " OR ".join(f"{column}_index @@ %s::tsquery" for column in columns)
        sql = f"SELECT id FROM {self.table} WHERE {any_column}"  # noqa: S608
        return RawSQL(sql, (match,) * len(columns))  # noqa: S611
