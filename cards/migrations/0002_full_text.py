"""Full text beside the index: a table of SQLite's FTS5 with triggers, or generated columns of PostgreSQL."""

from django.db import migrations

COLUMNS = ("name_words", "kind_words", "text_words")
NAMES = ", ".join(COLUMNS)
OLD = ", ".join(f"old.{name}" for name in COLUMNS)
NEW = ", ".join(f"new.{name}" for name in COLUMNS)
DELETE = f"INSERT INTO cards_fulltext (cards_fulltext, rowid, {NAMES}) VALUES ('delete', old.id, {OLD})"  # noqa: S608
INSERT = f"INSERT INTO cards_fulltext (rowid, {NAMES}) VALUES (new.id, {NEW})"  # noqa: S608

# Words come cut and with their case folded by scrapsite.fulltext.words, so databases have no say in either.
FORWARDS = {
    "sqlite": (
        f"CREATE VIRTUAL TABLE cards_fulltext USING fts5({NAMES}, content='cards_indexedcard', content_rowid='id', "
        "tokenize='unicode61 remove_diacritics 0', prefix='2 3')",
        f"CREATE TRIGGER cards_fulltext_insert AFTER INSERT ON cards_indexedcard BEGIN {INSERT}; END",
        f"CREATE TRIGGER cards_fulltext_delete AFTER DELETE ON cards_indexedcard BEGIN {DELETE}; END",
        f"CREATE TRIGGER cards_fulltext_update AFTER UPDATE ON cards_indexedcard BEGIN {DELETE}; {INSERT}; END",
        "INSERT INTO cards_fulltext (cards_fulltext) VALUES ('rebuild')",
    ),
    "postgresql": (
        *(
            f"ALTER TABLE cards_indexedcard ADD COLUMN {name}_index tsvector "
            f"GENERATED ALWAYS AS (to_tsvector('simple', {name})) STORED"
            for name in COLUMNS
        ),
        *(f"CREATE INDEX cards_{name}_gin ON cards_indexedcard USING gin ({name}_index)" for name in COLUMNS),
    ),
}
BACKWARDS = {
    "sqlite": (
        "DROP TRIGGER cards_fulltext_insert",
        "DROP TRIGGER cards_fulltext_delete",
        "DROP TRIGGER cards_fulltext_update",
        "DROP TABLE cards_fulltext",
    ),
    "postgresql": tuple(f"ALTER TABLE cards_indexedcard DROP COLUMN {name}_index" for name in COLUMNS),
}


def forwards(apps, schema_editor):
    for statement in FORWARDS[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


def backwards(apps, schema_editor):
    for statement in BACKWARDS[schema_editor.connection.vendor]:
        schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("cards", "0001_card_index")]

    operations = [migrations.RunPython(forwards, backwards)]
