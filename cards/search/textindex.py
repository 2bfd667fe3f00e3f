"""Full text on the database in use. Both ways find the same cards: words come normalised, nothing is stemmed.

A run of words is found where they follow one another; the last of them may go on when *is_open*.
"""

from collections.abc import Sequence

from django.db import connections, router
from django.db.models import Q
from django.db.models.expressions import RawSQL

from cards.models import IndexedCard

COLUMNS = {"name": ("name_words",), "text": ("text_words",), "": ("name_words", "kind_words", "text_words")}


def text_condition(key: str, words: Sequence[str], is_open: bool) -> Q:
    """Return the condition that *words* stand in what operator *key* looks at; empty: anywhere."""
    vendor = connections[router.db_for_read(IndexedCard)].vendor
    build = _postgresql if vendor == "postgresql" else _sqlite
    return Q(pk__in=build(COLUMNS[key], words, is_open))


def _sqlite(columns: Sequence[str], words: Sequence[str], is_open: bool) -> RawSQL:
    match = f'{{{" ".join(columns)}}} : "{" ".join(words)}"{" *" if is_open else ""}'
    return RawSQL("SELECT rowid FROM cards_fulltext WHERE cards_fulltext MATCH %s", (match,))


def _postgresql(columns: Sequence[str], words: Sequence[str], is_open: bool) -> RawSQL:
    match = " <-> ".join(f"'{word}'" for word in words) + (":*" if is_open else "")
    any_column = " OR ".join(f"{column}_index @@ %s::tsquery" for column in columns)
    sql = f"SELECT id FROM cards_indexedcard WHERE {any_column}"  # noqa: S608
    return RawSQL(sql, (match,) * len(columns))  # noqa: S611
