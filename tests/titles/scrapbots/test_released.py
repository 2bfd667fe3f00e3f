"""Released rules never change: running matches pin them. A change needs a new edition or a revision."""

import pytest

from games import catalog

RELEASED = {
    "3.6-2020-07": "37a2788f723bbc574179c04cbc3f056ada0dbf2ee7ee1956a1d7b1adb9d6a1b5",
    "3.6": "450cf2be7ac8676608b8caa7eb3622ced34f29e67d464958cff002250edd988e",
    "3.4": "fb15b3b59cf331db0f888200c4111347ded288b866a116a5a2e106548b4484fe",
}
# By engine 1, without a limit for reshuffles.
FORMERLY = {
    "3.6-2020-07": "d274f801c6902e94d459505e047dedb3f03700aaa20f934b45b519256acfd5fe",
    "3.6": "0c3c5c3e80e1fcdde541f0a1f4bd882ef13ada3c8e7daaac4168b1fa05dc5fff",
    "3.4": "aa6d48790552a01d9d7e71c6a4c59cfa40b2f5ff6a1cfc9d2aec0c5a1293206c",
}


@pytest.mark.parametrize("edition", RELEASED)
def test_matches_of_the_first_engine_keep_their_rules(edition):
    pins = ("scrapbots", edition, "1", FORMERLY[edition])
    assert catalog.fits(*pins)
    assert not catalog.is_newest(*pins)
    assert catalog.game_of(*pins).rules.most_reshuffles == 0


@pytest.mark.parametrize("edition", RELEASED)
def test_the_rules_of_a_released_edition_never_change(edition):
    assert catalog.edition("scrapbots", edition).cards_hash == RELEASED[edition]


def test_every_edition_is_pinned():
    assert set(catalog.title("scrapbots").editions) == set(RELEASED)
