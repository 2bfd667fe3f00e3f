"""Marks what has changed on a board, by comparing the states in two drawings, so it works for every title.

A thing's tag carries its name as `data-key` and its state as `data-state`. The states are kept: when somebody
has moved meanwhile, a player's board of before needn't be drawn again.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString

from games.boards.junkyard.laying import PILE_NAMES
from games.boards.keeping import Keeper

MARK = "was-changed"
ADVISED = "is-advised"
FEW = 12  # so many marks stand out on any board
MOST_KEPT = 2048
_STATE, _KEY = re.compile(r"data-state=\"([^\"]*)\""), re.compile(r"\bdata-key=\"([^\"]*)\"")
_CLASS = re.compile(r"\bclass=\"")

States = Mapping[str, str]


class _Tag(NamedTuple):
    """A tag of a thing: where it begins and ends, and what it says."""

    begin: int
    end: int
    key: str
    state: str


def states_in(html: str) -> States:
    """Return the states of the things in *html* by their names."""
    return {tag.key: tag.state for tag in _tags(html)}


def marked(html: str, before: States) -> SafeString:
    """Return *html* with a class on each tag whose state is another than *before*.

    Where most things are another, as after a leap in a replay, marks would say nothing, and there are none.
    """
    tags = [tag for tag in _tags(html) if tag.key]
    changed = [tag for tag in tags if before.get(tag.key) != tag.state]
    if len(changed) > max(FEW, len(tags) // 2):
        return SafeString(html)
    parts, end = [], 0
    for tag in changed:
        parts += [html[end : tag.begin], _with_class(html[tag.begin : tag.end], MARK)]
        end = tag.end
    return SafeString("".join([*parts, html[end:]]))


def outlined(html: str, places: Iterable[str]) -> SafeString:
    """Return *html* with a class on the things at *places*, which are named as in the engine's `Offer`.

    A place that isn't drawn, such as the end of a turn, is left out.
    """
    for place in places:
        names = "|".join(_names_at(place))
        found = re.search(rf'\b(?:id|data-key)="(?:{names})"', html)
        if found:
            begin, end = html.rfind("<", 0, found.start()), html.find(">", found.end()) + 1
            html = html[:begin] + _with_class(html[begin:end], ADVISED) + html[end:]
    return SafeString(html)


def _names_at(place: str) -> Iterator[str]:
    """Yield the names that a thing at *place* may have in a drawing, as regular expressions."""
    kind, _, rest = place.partition(":")
    yield re.escape(place)
    yield re.escape(place.replace(":", "-"))
    if kind in ("card", "cube"):
        yield re.escape(f"plot-{rest.partition(':')[0]}")
    elif kind == "pile" and rest.isdigit():
        yield f"pile-{PILE_NAMES[int(rest)]}"
    elif kind == "market":
        yield rf"market-\d-{re.escape(rest)}"
    if kind in ("hand", "bot"):
        yield re.escape(f"card-{rest}")


kept_states: Keeper[States] = Keeper(MOST_KEPT)


def _tags(html: str) -> Iterator[_Tag]:
    """Yield the tags that have a state. Text and values are escaped, so only tags have `<` and `>`."""
    for found in _STATE.finditer(html):
        begin, end = html.rfind("<", 0, found.start()), html.find(">", found.end()) + 1
        key = _KEY.search(html, begin, end)
        yield _Tag(begin, end, key[1] if key else "", " ".join(found[1].split()))


def _with_class(tag: str, name: str) -> str:
    if _CLASS.search(tag):
        return _CLASS.sub(f'class="{name} ', tag, count=1)
    return re.sub(r"^<[a-z]+", rf'\g<0> class="{name}"', tag)
