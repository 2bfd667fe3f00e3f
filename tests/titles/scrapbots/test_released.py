"""Released rules never change: running matches pin them. A change needs a new edition or a revision."""

import pytest

from games import catalog

RELEASED = {
    "3.6-2020-07": "d274f801c6902e94d459505e047dedb3f03700aaa20f934b45b519256acfd5fe",
    "3.6": "0c3c5c3e80e1fcdde541f0a1f4bd882ef13ada3c8e7daaac4168b1fa05dc5fff",
    "3.4": "aa6d48790552a01d9d7e71c6a4c59cfa40b2f5ff6a1cfc9d2aec0c5a1293206c",
}


@pytest.mark.parametrize("edition", RELEASED)
def test_the_rules_of_a_released_edition_never_change(edition):
    assert catalog.edition("scrapbots", edition).cards_hash == RELEASED[edition]


def test_every_edition_is_pinned():
    assert set(catalog.title("scrapbots").editions) == set(RELEASED)
