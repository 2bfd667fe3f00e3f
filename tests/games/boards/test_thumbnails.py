"""Thumbnails show all there is, in every edition."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import pytest

from games.boards.thumbnails import WIDTH, _scrap_knights, _scrapbots


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


@pytest.mark.parametrize(("hp", "too_hot", "hand"), [(12, 7, 7), (40, 20, 12)])
def test_a_mech_is_shown_by_the_figures_of_its_edition(hp: int, too_hot: int, hand: int) -> None:
    """A mech of a draft that begins with more HP looked unhurt until it had 12."""
    players = [SimpleNamespace(seat=seat, hp=hp // 2, heat=too_hot, hand_count=hand) for seat in (0, 1)]
    limits = SimpleNamespace(hp=hp, too_hot=too_hot)
    shapes = list(_scrap_knights(SimpleNamespace(players=players, distance=2, limits=limits), {}))
    for seat in (0, 1):
        left, right = 5 + 80 * seat, 75 + 80 * seat
        assert [one.width for one in shapes if one.paint == f"seat-{seat}" and one.form == "box"] == [35]
        for paint, count in (("bad", too_hot), ("back", hand)):
            own = [one for one in shapes if one.paint == paint and left <= one.left < right + 5]
            assert len(own) == count
            assert all(one.left + one.width < other.left for one, other in pairwise(own))
            assert own[-1].left + own[-1].width <= right
            assert count > 7 or {one.width for one in own} == {8}
