"""The card list: what each choice shows, and what it counts."""

from cards.listing import ALL, Choice, listing
from games import catalog


def test_at_first_the_newest_edition_is_shown_in_the_order_of_the_box() -> None:
    found = listing(Choice())
    (shelf,) = found.shelves
    assert shelf.edition.slug == "3.6-2020-07"
    names = [card.name for card in catalog.cards("scrapbots", "3.6-2020-07")]
    assert len(shelf.faces) == len(names)
    assert all(name in face for name, face in zip(names, shelf.faces, strict=True))


def test_types_count_kinds_and_copies() -> None:
    counts = {row.type: (row.kinds, row.copies) for row in listing(Choice(edition="3.4")).types}
    assert counts == {"Component": (6, 42), "Scrapbot": (5, 26), "Resource": (5, 12), "Wound": (1, 20)}


def test_a_type_narrows_the_cards_but_not_the_counts() -> None:
    found = listing(Choice(edition="3.4", type="Wound"))
    assert found.count == 1
    assert len(found.types) == 4
    assert [row.type for row in found.types if row.is_chosen] == ["Wound"]


def test_all_editions_stand_one_after_the_other() -> None:
    found = listing(Choice(edition=ALL))
    assert [shelf.edition.slug for shelf in found.shelves] == ["3.6-2020-07", "3.6", "3.4"]


def test_what_fits_nothing_shows_nothing() -> None:
    for choice in (Choice(game="chess"), Choice(edition="0"), Choice(type="Toaster")):
        assert listing(choice).count == 0
        assert listing(choice).shelves == ()


def test_addresses_keep_the_rest_of_the_choice() -> None:
    found = listing(Choice(game="scrapbots", edition="3.6"))
    assert found.types[0].url == "/cards/?game=scrapbots&edition=3.6&type=Component"
    assert found.any_type_url == "/cards/?game=scrapbots&edition=3.6"
