"""Thumbnails show all there is, in every edition."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest

from games.boards.thumbnails import WIDTH, _scrapbots


@pytest.mark.parametrize(("wounds", "size"), [(0, None), (10, 4), (25, 4), (26, None), (60, None)])
def test_each_wound_of_a_player_has_its_box_however_many_a_draft_has(wounds: int, size: int | None) -> None:
    """A draft may have 60 Wounds, of which the thumbnail showed 25 for each player."""
    players = [SimpleNamespace(lanes=(None, None, None), wounds=count) for count in (wounds, 3)]
    boxes = [shape for shape in _scrapbots(SimpleNamespace(players=players), {}) if shape.paint == "bad"]
    assert len(boxes) == wounds + 3
    own = sorted((box for box in boxes if box.top > 90), key=lambda box: box.left)
    assert all(size is None or (box.width, box.height) == (size, size) for box in own)
    assert all(left.left + left.width < right.left for left, right in pairwise(own))
    assert all(box.left + box.width <= WIDTH - 5 for box in own)
