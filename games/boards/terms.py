"""Links the words of a game that its rulebook explains, where a board says them.

`static/js/tips.js` shows the rule beside the word. A board says which paragraph that is and no
more, so what is drawn doesn't depend on the wiki's text.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scrapsite.common.links import rule_url

# Anchors by word in small letters. A word may begin a sentence, and end as in the plural.
Terms = Mapping[str, str]


def explained(text: str, terms: Terms, title: str, edition: str) -> SafeString:
    """Return *text* as HTML, with a link to its paragraph where each of the *terms* comes first."""
    if not terms or not text:
        return escape(text)
    return _explained(text, tuple(terms.items()), title, edition)


@lru_cache(maxsize=4096)
def _explained(text: str, terms: tuple[tuple[str, str], ...], title: str, edition: str) -> SafeString:
    anchors = dict(terms)
    left = set(anchors.values())
    parts: list[str] = [escape(part) for part in _pattern(tuple(anchors)).split(text)]
    for place in range(1, len(parts), 3):
        word, ending = parts[place : place + 2]
        anchor = anchors[word.lower()]
        url = rule_url(title, edition, anchor)
        if url and anchor in left:
            parts[place : place + 2] = [_link(url, escape(word + ending)), ""]
        left.discard(anchor)
    return mark_safe("".join(parts))  # noqa: S308  every part is escaped


def _link(url: str, words: str) -> SafeString:
    return format_html('<a class="term tip" href="{0}" hx-get="{0}">{1}</a>', url, words)


@lru_cache(maxsize=16)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))
    return re.compile(rf"\b({longest_first})((?:e?s)?)\b", re.IGNORECASE)
