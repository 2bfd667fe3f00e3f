"""Figures in the words of rules: `five` or `5`. Pure."""

import re

_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty"
).split()
_WORDS = {word: number for number, word in enumerate(_SMALL)}
# Links and addresses in Markdown are no words.
_FIGURE = re.compile(
    rf"\[\[[^\]]*\]\]|\]\([^)]*\)|(?<![\w.-])(?P<figure>[0-9]+|{'|'.join(_SMALL)})(?![\w-]|\.[0-9])",
    re.IGNORECASE,
)


def figures_in(text: str) -> tuple[int, ...]:
    """Return the whole numbers in *text*, a paragraph as Markdown or as words, in order."""
    return tuple(_value(found["figure"]) for found in _FIGURE.finditer(text) if found["figure"])


def with_figure(text: str, old: int, new: int) -> str:
    """Return *text* with *new* in the place of *old*; empty unless *old* stands in it exactly once.

    It is empty for 0 and 1, too, since the words around them would have to follow.
    """
    if old < 2 or new < 2 or figures_in(text).count(old) != 1:
        return ""
    return _FIGURE.sub(lambda found: _instead(found, old, new), text)


def _instead(found: re.Match[str], old: int, new: int) -> str:
    figure = found["figure"]
    if not figure or _value(figure) != old:
        return found[0]
    if figure.isdigit() or new >= len(_SMALL):
        return str(new)
    return _SMALL[new].capitalize() if figure[0].isupper() else _SMALL[new]


def _value(figure: str) -> int:
    return int(figure) if figure.isdigit() else _WORDS[figure.lower()]
