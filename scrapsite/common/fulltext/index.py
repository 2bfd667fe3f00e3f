"""Full-text search on the database in use. Both databases find the same rows, because neither stems words.

Words come from `scrapsite.common.fulltext.words`, so they hold nothing that needs escaping.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection
from django.db.models.expressions import RawSQL

LONGEST_LEXEME = 2046  # bytes that PostgreSQL takes as one word; no card or rule has a longer one


@dataclass(frozen=True, slots=True)
class Run:
    """One or more words that follow one another in a column. *is_open:* the last one matches as a prefix."""

    words: tuple[str, ...]
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class TextIndex:
    """The index over text of a *table*, made by `fulltext.schema` under the same *prefix*."""

    prefix: str
    table: str

    def keys(self, columns: Sequence[str], runs: Sequence[Run]) -> RawSQL:
        """Return a query for the keys of the rows that have each of *runs* in any of *columns*."""
        build = self._postgresql if connection.vendor == "postgresql" else self._sqlite
        return build(columns, runs)

    def _sqlite(self, columns: Sequence[str], runs: Sequence[Run]) -> RawSQL:
        match = " AND ".join(
            f'{{{" ".join(columns)}}} : "{" ".join(run.words)}"{" *" if run.is_open else ""}' for run in runs
        )
        index = f"{self.prefix}_fulltext"
        return RawSQL(f"SELECT rowid FROM {index} WHERE {index} MATCH %s", (match,))  # noqa: S608, S611

    def _postgresql(self, columns: Sequence[str], runs: Sequence[Run]) -> RawSQL:
        if any(len(word.encode()) > LONGEST_LEXEME for run in runs for word in run.words):
            return RawSQL(f"SELECT id FROM {self.table} WHERE FALSE", ())  # noqa: S608, S611
        any_column = " OR ".join(f"{column}_index @@ %s::tsquery" for column in columns)
        sql = f"SELECT id FROM {self.table} WHERE " + " AND ".join(f"({any_column})" for _ in runs)  # noqa: S608
        matches = (
            " <-> ".join(f"'{word}'" for word in run.words) + (":*" if run.is_open else "") for run in runs
        )
        return RawSQL(sql, tuple(match for match in matches for _ in columns))  # noqa: S611
