"""Every forged record is refused: by the replayer and by docs/verify_match.py here, by the page's script in
`tests/browser/test_forgeries.py`.
"""

from __future__ import annotations

import pytest

from games.replayer.__main__ import check
from tests.games.replayer.forgeries import FORGERIES, OPTIONS, forged, real
from tests.games.replayer.test_replayer import as_module


def test_there_are_at_least_forty_forgeries():
    assert len(FORGERIES) >= 40


@pytest.mark.parametrize("title", OPTIONS)
def test_the_real_match_fits(title):
    match = real(title)
    noted = [match.told["commitment"], match.links[-2], match.told["nonces"][0]]
    status, lines = check(match.made.file(), noted)
    assert status == 0, lines
    status, lines = as_module().verdict(match.made.file(), noted)
    assert status == 0, lines


@pytest.mark.parametrize("title", OPTIONS)
@pytest.mark.soak(seconds=0.6, one_in=4)
def test_the_replayer_refuses_every_forgery(title):
    accepted = [one.name for one in forged(title) if check(one.data, list(one.noted))[0] == 0]
    assert accepted == []


@pytest.mark.parametrize("title", OPTIONS)
def test_the_script_refuses_every_forgery(title):
    script = as_module()

    def status(one):
        try:
            return script.verdict(one.data, list(one.noted))[0]
        except script.TROUBLE:
            return 2

    accepted = [one.name for one in forged(title) if status(one) == 0]
    assert accepted == []


@pytest.mark.parametrize("title", OPTIONS)
@pytest.mark.soak(seconds=0.4, one_in=4)
def test_the_replayer_needs_no_note_where_only_the_engine_sees_a_forgery(title):
    """What the other checkers refuse only if somebody noted a link, the engine refuses by itself."""
    names = "deal_told_otherwise events_of_a_move_told_otherwise move_of_another_seat step_dropped".split()
    names.append("dummy_draws_with_an_event_to_fit")
    accepted = [one.name for one in forged(title) if one.name in names and check(one.data, [])[0] == 0]
    assert accepted == []
