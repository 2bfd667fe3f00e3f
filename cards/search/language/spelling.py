"""What a question that finds nothing could have meant: its words as cards spell them."""

from cards.search.language.errors import SearchError
from cards.search.language.operators import SETTING_KEYS
from cards.search.language.parser import Value, parse
from cards.search.language.question import read, terms_of
from cards.search.language.vocabulary import vocabulary
from scrapsite.common.fulltext.spelling import respelled


def better_spelled(text: str, viewer: object = None) -> str:
    """Return the question *text* with words that cards have, if it then finds any; otherwise empty.

    *viewer:* see `read`.
    """
    known = vocabulary().words
    made = text
    for key, value in reversed(_worded(text)):
        better = respelled(value.text, known["name" if key == "name" else ""])
        if better:
            made = made[: value.start] + better + made[value.start + len(value.text) :]
    return made if made != text and _finds_any(made, viewer) else ""


def _worded(text: str) -> list[tuple[str, Value]]:
    """Return the words that *text* looks for, each with the key of its operator, in the order of the text."""
    terms = terms_of(parse(text, SETTING_KEYS).tree)
    found = [(term.key, value) for term in terms if term.key in ("", "name", "text") for value in term.values]
    return sorted(found, key=lambda one: one[1].start)


def _finds_any(text: str, viewer: object) -> bool:
    try:
        return read(text, viewer).rows().exists()
    except SearchError:
        return False
