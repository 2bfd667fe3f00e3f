"""The boards are those recorded, to the byte; `make golden` records them anew when a page is to change."""

from __future__ import annotations

import pytest

from games import catalog
from tests.golden_boards import SAMPLED, digests, golden, recorded_titles, seated_people
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

TITLES = [title.slug for title in catalog.titles()]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.soak(seconds=2, one_in=2)
def test_every_viewer_sees_the_recorded_boards_of_a_beginning(title: str):
    shown = digests(title, seated_people(), SAMPLED)
    assert shown == {name: line for name, line in golden(title).items() if name in shown}


@pytest.mark.parametrize("title", [soaking(title, seconds=30) for title in TITLES])
def test_every_viewer_sees_all_recorded_boards(title: str):
    assert digests(title, seated_people()) == golden(title)


def test_no_golden_board_is_left_over_from_a_game_that_is_gone():
    assert recorded_titles() == set(TITLES)
