"""A card through the editions."""

from msgspec.structs import replace

from cards.catalogue.history import Span, changes, history
from games import catalog
from games.engine.cards import TextLine

SCRAPBOTS = catalog.title("scrapbots")


def statuses(slug: str) -> list[str]:
    return [entry.status for entry in history(SCRAPBOTS, slug)]


def test_newest_comes_first_and_each_edition_is_compared_with_the_one_before() -> None:
    assert statuses("sentinel") == ["same", "changed", "first"]
    assert statuses("spare-parts") == ["changed", "changed", "first"]


def test_cards_come_and_go() -> None:
    assert statuses("circuitry") == ["changed", "added", "absent"]
    assert statuses("armor-plate") == ["absent", "absent", "first"]


def test_a_changed_figure_shows_old_and_new() -> None:
    middle = history(SCRAPBOTS, "sentinel")[1]
    (change,) = middle.changes
    assert (change.label, change.spans) == ("Scrap", (Span("gone", "6"), Span("new", "8")))


def test_copies_count_as_a_change() -> None:
    (change,) = history(SCRAPBOTS, "drone")[1].changes
    assert (change.label, change.spans) == ("Copies", (Span("gone", "8"), Span("new", "5")))


def test_changed_words_are_marked_word_by_word() -> None:
    card = catalog.card("scrapbots", "3.6", "supply-crate")
    reworded = replace(card, lines=(TextLine("", "Draw 3 cards."),))
    (change,) = changes(card, reworded)
    assert change.label == "Text"
    assert change.spans == (Span("same", "Draw"), Span("gone", "2."), Span("new", "3 cards."))


def test_an_attack_more_is_a_line_more() -> None:
    card = catalog.card("scrapbots", "3.6", "sentry-gun")
    stronger = replace(card, lines=(*card.lines, TextLine("4 Energy", "20 damage.")))
    (change,) = changes(card, stronger)
    assert (change.label, change.spans) == ("Line 2", (Span("new", "4 Energy: 20 damage."),))
