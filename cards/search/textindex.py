"""Which words of a card each operator looks at."""

from collections.abc import Sequence

from django.db.models import Q

from scrapsite.common.fulltext.index import Run, TextIndex

COLUMNS = {"name": ("name_words",), "text": ("text_words",), "": ("name_words", "kind_words", "text_words")}
INDEX = TextIndex("cards", "cards_indexedcard")


def text_condition(key: str, words: Sequence[str], is_open: bool) -> Q:
    """Return the condition that *words* stand in what operator *key* looks at; empty: anywhere."""
    return Q(pk__in=INDEX.keys(COLUMNS[key], [Run(tuple(words), is_open)]))
