"""The index beside a table: a table of SQLite's FTS5 with triggers, or generated columns of PostgreSQL.

On SQLite the triggers belong to the table itself, so a later migration that rebuilds it must create them
again.
"""

from collections.abc import Callable, Sequence
from typing import Any

from django.db.migrations import RunPython

Statements = dict[str, tuple[str, ...]]


def full_text(prefix: str, table: str, columns: Sequence[str]) -> RunPython:
    """Return the operation that indexes text *columns* of *table*, whose key is `id`.

    `fulltext.words` has already split and case-folded the words, so no database does that its own way.
    """
    made = {"sqlite": _sqlite(prefix, table, columns), "postgresql": _postgresql(prefix, table, columns)}
    dropped = {
        "sqlite": (
            *(f"DROP TRIGGER {prefix}_fulltext_{event}" for event in ("insert", "delete", "update")),
            f"DROP TABLE {prefix}_fulltext",
        ),
        "postgresql": tuple(f"ALTER TABLE {table} DROP COLUMN {name}_index" for name in columns),
    }
    return RunPython(_runs(made), _runs(dropped))


def _sqlite(prefix: str, table: str, columns: Sequence[str]) -> tuple[str, ...]:
    index, names = f"{prefix}_fulltext", ", ".join(columns)
    old, new = (", ".join(f"{row}.{name}" for name in columns) for row in ("old", "new"))
    delete = f"INSERT INTO {index} ({index}, rowid, {names}) VALUES ('delete', old.id, {old})"  # noqa: S608
    insert = f"INSERT INTO {index} (rowid, {names}) VALUES (new.id, {new})"  # noqa: S608
    return (
        f"CREATE VIRTUAL TABLE {index} USING fts5({names}, content='{table}', content_rowid='id', "
        "tokenize='unicode61 remove_diacritics 0', prefix='2 3')",
        f"CREATE TRIGGER {index}_insert AFTER INSERT ON {table} BEGIN {insert}; END",
        f"CREATE TRIGGER {index}_delete AFTER DELETE ON {table} BEGIN {delete}; END",
        f"CREATE TRIGGER {index}_update AFTER UPDATE ON {table} BEGIN {delete}; {insert}; END",
        f"INSERT INTO {index} ({index}) VALUES ('rebuild')",  # noqa: S608
    )


def _postgresql(prefix: str, table: str, columns: Sequence[str]) -> tuple[str, ...]:
    generated = (
        f"ALTER TABLE {table} ADD COLUMN {name}_index tsvector "
        f"GENERATED ALWAYS AS (to_tsvector('simple', {name})) STORED"
        for name in columns
    )
    indexes = (f"CREATE INDEX {prefix}_{name}_gin ON {table} USING gin ({name}_index)" for name in columns)
    return (*generated, *indexes)


def _runs(statements: Statements) -> Callable[[Any, Any], None]:
    def run(apps: Any, schema_editor: Any) -> None:
        for statement in statements[schema_editor.connection.vendor]:
            schema_editor.execute(statement, params=None)

    return run
