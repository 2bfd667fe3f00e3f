"""Soak tests take long. They run only with `--soak`: all of them, one tenth, or the tenth of the day.

A test, or one of its parameters, becomes one by `pytest.mark.soak(seconds=40)`. The seconds are what it takes
about; they make the tenths alike. What takes longer than `LONGEST` is in no tenth, but in the whole soak.

A file whose imports alone take seconds is called `soak_….py`: the usual run doesn't load it.

Of a large family of parameters `pytest.mark.soak(seconds=0.5, one_in=4)` leaves a quarter in the usual run;
`--whole-families` leaves all of it there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from itertools import groupby
from typing import Any
from zlib import crc32

import pytest

TENTHS = 10
LONGEST = 90.0
USUAL_SECONDS = 10.0


def soaking(*values: Any, seconds: float = USUAL_SECONDS) -> Any:
    """Return a parameter set that only the soak runs."""
    return pytest.param(*values, marks=pytest.mark.soak(seconds=seconds))


def read_choice(text: str, today: Callable[[], date] = lambda: datetime.now(UTC).date()) -> int | None:
    """Return the tenth that *text* asks for, from 0; None stands for all. *Raises:* `pytest.UsageError`."""
    if text == "all":
        return None
    if text == "today":
        return today().toordinal() % TENTHS
    if text.isdecimal() and 1 <= int(text) <= TENTHS:
        return int(text) - 1
    raise pytest.UsageError(f"--soak takes all, today, or a number from 1 to {TENTHS}, not {text!r}")


def tenth_of(costs: Iterable[tuple[str, float]], tenth: int) -> set[str]:
    """Return the names in that tenth. *costs:* names and seconds; each tenth gets about as many seconds."""
    tenths: list[tuple[float, int, set[str]]] = [(0.0, number, set()) for number in range(TENTHS)]
    for name, seconds in sorted(costs, key=lambda cost: (-cost[1], cost[0])):
        total, number, names = min(tenths, key=lambda one: one[:2])
        tenths[number] = (total + seconds, number, names | {name})
    return tenths[tenth][2]


def is_for_soak(marks: Iterable[pytest.Mark]) -> bool:
    """Return whether the usual run leaves out all that has these marks."""
    return any(mark.name == "soak" and "one_in" not in mark.kwargs for mark in marks)


def seconds_of(item: pytest.Item) -> float:
    """Return how long a soak test takes, as its mark says: of several, that which says most."""
    marks = item.iter_markers("soak")
    return max((float(mark.kwargs.get("seconds", USUAL_SECONDS)) for mark in marks), default=0.0)


def usual_of(names: Iterable[str], one_in: int) -> set[str]:
    """Return the part of a family that runs always: at least one, mixed by the names, the same each time."""
    mixed = sorted(names, key=lambda name: (crc32(name.encode()), name))
    return {*mixed[: -(-len(mixed) // one_in)]}


def soak_of(items: Iterable[pytest.Item], with_parts: bool = True) -> set[str]:
    """Return the names of those that only the soak runs.

    *with_parts:* also of families of which the usual run has a part.
    """
    marked = [item for item in items if item.get_closest_marker("soak")]
    whole = {item.nodeid for item in marked if is_for_soak(item.iter_markers("soak"))}
    if not with_parts:
        return whole
    for _, family in groupby(marked, key=lambda item: item.nodeid.partition("[")[0]):
        parts = [item for item in family if item.nodeid not in whole]
        if parts:
            mark = parts[0].get_closest_marker("soak")
            names = {item.nodeid for item in parts}
            whole |= names - usual_of(names, mark.kwargs["one_in"] if mark else 1)
    return whole


def name_each(names: Iterable[str]) -> list[str]:
    """Return the names, each different: tests that a plug-in makes of one function have all the same name."""
    seen: Counter[str] = Counter()
    different = []
    for name in names:
        seen[name] += 1
        different.append(name if seen[name] == 1 else f"{name} no. {seen[name]}")
    return different


def choose(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the soak tests, or everything but those that `--soak` asks for."""
    asked = str(config.getoption("soak"))
    wanted = soak_of(items, with_parts=not config.getoption("whole_families"))
    if not asked:
        kept = [item for item in items if item.nodeid not in wanted]
    else:
        tenth = read_choice(asked)
        kept = [item for item in items if item.nodeid in wanted]
        if tenth is not None:
            named = dict(zip(name_each(item.nodeid for item in kept), kept, strict=True))
            costs = [(name, seconds_of(item)) for name, item in named.items()]
            chosen = tenth_of((cost for cost in costs if cost[1] <= LONGEST), tenth)
            kept = [item for name, item in named.items() if name in chosen]
    if len(kept) < len(items):
        here = set(kept)
        config.hook.pytest_deselected(items=[item for item in items if item not in here])
        items[:] = kept
