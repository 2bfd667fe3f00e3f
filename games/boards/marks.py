"""Marks what has changed on a board, by comparing two drawings of it, so it works for every title.

A thing's tag carries its name as `data-key` and its state as `data-state`.
"""

import re

from django.utils.safestring import SafeString

MARK = "was-changed"
_TAG = re.compile(r"<[a-z]+\b[^>]*\bdata-state=\"[^>]*>")
_KEY, _STATE = re.compile(r"\bdata-key=\"([^\"]*)\""), re.compile(r"\bdata-state=\"([^\"]*)\"")
_CLASS = re.compile(r"\bclass=\"")


def marked(now: str, before: str) -> SafeString:
    """Return the HTML *now* with a class on each tag whose state was different in the HTML *before*."""
    states = dict(map(_state_of, _TAG.findall(before)))

    def mark(found: re.Match[str]) -> str:
        tag = found[0]
        key, state = _state_of(tag)
        return tag if not key or states.get(key) == state else _with_class(tag)

    return SafeString(_TAG.sub(mark, now))


def _state_of(tag: str) -> tuple[str, str]:
    key, state = _KEY.search(tag), _STATE.search(tag)
    return (key[1] if key else ""), (" ".join(state[1].split()) if state else "")


def _with_class(tag: str) -> str:
    if _CLASS.search(tag):
        return _CLASS.sub(f'class="{MARK} ', tag, count=1)
    return re.sub(r"^<[a-z]+", rf'\g<0> class="{MARK}"', tag)
