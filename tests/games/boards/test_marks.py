"""Marks of what has changed, by comparing two drawings."""

from __future__ import annotations

import pytest

from games.boards.marks import MARK, marked, states_in


def board(count: int, changed: int) -> str:
    """Return a drawing of *count* things, of which the first *changed* have another state than at first."""
    return "".join(
        f'<i class="thing" data-key="thing-{number}" data-state="{number < changed}"></i>'
        for number in range(count)
    )


@pytest.mark.parametrize(
    ("count", "changed", "marks"),
    [
        (60, 0, 0),
        (60, 3, 3),
        (60, 30, 30),
        # After a leap in a replay nearly every card of Scrapyard's field was framed.
        (60, 31, 0),
        (10, 10, 10),
    ],
)
def test_what_has_changed_is_marked_unless_most_has(count: int, changed: int, marks: int) -> None:
    assert marked(board(count, changed), states_in(board(count, 0))).count(MARK) == marks


def test_what_is_new_is_marked() -> None:
    assert marked(board(3, 0), states_in(board(2, 0))).count(MARK) == 1
