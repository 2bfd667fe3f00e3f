"""The whole log comes once, when somebody asks for it, and stays beside a board that goes on."""

from __future__ import annotations

import pytest

from games import catalog
from games.match_page.fold import LOG_STEPS
from games.matches.actions.create import create_match
from games.matches.actions.seats import join_match
from tests.playing import ME, OPEN, play_on

pytestmark = pytest.mark.django_db


@pytest.mark.soak(seconds=1.5)
def test_it_has_the_lines_that_a_board_leaves_out(guest, other_user, client_of):
    edition = catalog.title("scrapyard").newest.slug
    match = join_match(create_match(guest, "scrapyard", edition, {}, [ME, OPEN]).pk, other_user)
    play_on(match, [guest, other_user], LOG_STEPS + 5)
    address, htmx = f"/matches/{match.pk}/", {"HX-Request": "true"}
    board = client_of(guest).get(f"{address}board/", headers=htmx).content.decode()
    whole = client_of(guest).get(f"{address}log/", headers=htmx).content.decode()
    assert f'hx-get="{address}log/"' in board
    assert 'data-step="1"' in whole
    assert 'data-step="1"' not in board
    assert whole.count("log__line") > board.count("log__line")


def test_without_scripts_it_is_a_page(guest_client, guest):
    match = create_match(guest, "scrapyard", catalog.title("scrapyard").newest.slug, {}, [ME, OPEN])
    answer = guest_client.get(f"/matches/{match.pk}/log/")
    assert (answer.status_code, answer["Location"]) == (302, f"/matches/{match.pk}/?log=all")
