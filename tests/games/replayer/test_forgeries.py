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
            return 1

    # A 2 would mean that nobody can say whether it fits.
    accepted = [one.name for one in forged(title) if status(one) != 1]
    assert accepted == []


@pytest.mark.parametrize("title", OPTIONS)
def test_the_script_refuses_other_draws_of_an_edition_that_it_does_not_know(title):
    """What each draw gives follows from the seed, whichever draws a lost draft edition makes."""
    script, match = as_module(), real(title)
    del script.DRAWS[title][match.told["edition"]]
    assert script.verdict(match.made.file(), [])[0] == 2
    changed = [one for one in forged(title) if one.name in ("draws_of_version_1", "value_changed")]
    assert [script.verdict(one.data, [])[0] for one in changed] == [1, 1]
    del script.DRAWS[title]
    assert script.verdict(match.made.file(), [])[0] == 1


@pytest.mark.parametrize("title", OPTIONS)
@pytest.mark.soak(seconds=0.4, one_in=4)
def test_the_replayer_needs_no_note_where_only_the_engine_sees_a_forgery(title):
    """What the other checkers refuse only if somebody noted a link, the engine refuses by itself."""
    names = "deal_told_otherwise events_of_a_move_told_otherwise move_of_another_seat step_dropped".split()
    names.append("dummy_draws_with_an_event_to_fit")
    accepted = [one.name for one in forged(title) if one.name in names and check(one.data, [])[0] == 0]
    assert accepted == []
