"""Released card data never changes: running matches pin its hash. A change needs a new edition."""

import pytest

from games import catalog

RELEASED = {
    "3.6-2020-07": "52854a1c167a84a9c56081305e8e494a29620103b8b48ee0eaeac7f01783d4d2",
    "3.6": "1637a6c7d96cd21b837360d544867d38fb57a114700e897ecefe1ef14fb27ea5",
    "3.4": "62e7b907392b8cce80f9de587ec95736d22803ae765453e26f77f2f9606f5648",
}


@pytest.mark.parametrize("edition", RELEASED)
def test_the_card_data_of_a_released_edition_never_changes(edition):
    assert catalog.edition("scrapbots", edition).cards_hash == RELEASED[edition]


def test_every_edition_is_pinned():
    assert set(catalog.title("scrapbots").editions) == set(RELEASED)
