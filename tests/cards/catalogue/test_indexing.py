"""The index: what it holds, and when it is rebuilt."""

from __future__ import annotations

import dataclasses

import pytest
from django.core.management import call_command
from django.db import connection
from msgspec.structs import replace

from cards.catalogue import indexing
from cards.models import FIGURES, CardFacet, IndexedCard, IndexState
from cards.search import SearchError, read
from cards.search.language.vocabulary import vocabulary
from games import catalog
from games.engine.cards import Figure
from scrapsite.common.fulltext.words import plain, words

pytestmark = pytest.mark.django_db
CARDS = [card for title in catalog.titles() for edition in title.editions.values() for card in edition.cards]
PROTOTYPE = CARDS[0]


def slugs(text: str) -> list[str]:
    return [row.slug for row in read(text).rows()]


def add(slug: str, **changes: object) -> None:
    """Add a card to the real ones."""
    title = catalog.title(PROTOTYPE.game)
    edition = dataclasses.replace(title.newest, cards=(replace(PROTOTYPE, slug=slug, **changes),))
    indexing.store(indexing.rows([dataclasses.replace(title, editions={edition.slug: edition})]))


def test_new_tables_are_filled() -> None:
    assert IndexedCard.objects.count() == len(CARDS)
    assert CardFacet.objects.count() == sum(len(indexing.facets_of(card)) for card in CARDS)


def test_nothing_is_done_twice(django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        assert not indexing.load_cards()


def test_a_changed_catalogue_is_loaded_whole(monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    before = IndexState.objects.get(pk=1)
    monkeypatch.setattr(indexing, "SHAPE", "another")
    IndexedCard.objects.filter(slug=PROTOTYPE.slug).update(name="Changed by hand")
    call_command("load_cards")
    assert f"{len(CARDS)} cards indexed again" in capsys.readouterr().out
    assert not IndexedCard.objects.filter(name="Changed by hand").exists()
    assert IndexState.objects.get(pk=1).loaded_at > before.loaded_at
    call_command("load_cards")
    assert "were up to date" in capsys.readouterr().out


def test_a_failed_load_leaves_the_old_index(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(made: object) -> None:
        raise RuntimeError("in the middle")

    monkeypatch.setattr(indexing, "SHAPE", "another")
    monkeypatch.setattr(indexing, "store", fail)
    with pytest.raises(RuntimeError):
        indexing.load_cards()
    assert IndexedCard.objects.count() == len(CARDS)


def test_the_full_text_follows_every_change() -> None:
    row = IndexedCard.objects.filter(game="scrapbots", is_newest=True, slug="scout").get()
    row.name_words = "weathervane"
    row.save()
    assert slugs("weathervane") == ["scout"]
    assert slugs("name:scout") == []
    row.delete()
    assert slugs("weathervane") == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.soak(seconds=1.5)
def test_an_emptied_database_is_filled_again() -> None:
    call_command("flush", interactive=False, verbosity=0)
    assert slugs("game:scrapbots name:scout") == ["scout"]


@pytest.mark.parametrize("name", FIGURES)
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_every_figure_is_found_also_those_that_no_game_has_yet(name: str) -> None:
    add("made-up", figures=(Figure(name, name.title(), 54321),))
    for sign in (":", "=", ">=", "<="):
        assert "made-up" in slugs(f"{name}{sign}54321")
    assert slugs(f"{name}>54320") == ["made-up"]
    assert "made-up" not in slugs(f"{name}!=54321")
    assert slugs(f"order:{name} direction:desc")[0] == "made-up"


def test_a_finer_type_is_found_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    none = dataclasses.replace(vocabulary(), sub={})
    monkeypatch.setattr("cards.search.language.readings.vocabulary", lambda: none)
    with pytest.raises(SearchError, match="No card here has a subtype yet"):
        read("sub:walker")
    known = dataclasses.replace(vocabulary(), sub={"Walker": "Walker", "Wheeler": "Wheeler"})
    monkeypatch.setattr("cards.search.language.readings.vocabulary", lambda: known)
    add("made-up", sub="Walker")
    assert slugs("sub:walker") == slugs("sub:wal") == slugs("walker") == ["made-up"]
    assert slugs("sub:wheeler") == []
    assert read("-sub:walker").english == "Cards of the newest editions that aren’t of subtype Walker"


def test_rows_that_the_catalogue_lacks_are_not_shown() -> None:
    add("made-up", name="Weathervane")
    assert slugs("weathervane") == ["made-up"]
    assert read("weathervane").cards() == []


@pytest.mark.parametrize(
    "text, found",
    [
        ("Sentry-Gun", "sentry gun"),
        ("20×10x3e5", "20 10 x 3 e 5"),
        ("Straße ﬁne Ⅷ ²", "strasse fine viii 2"),
        ("a\0b\u200bc🤖d", "a b c d"),
        ("'; DROP TABLE--", "drop table"),
        ("", ""),
    ],
)
def test_words_hold_letters_and_digits_only(text: str, found: str) -> None:
    assert plain(text) == found
    assert all(word.isalnum() for word in words(text))


@pytest.mark.skipif(connection.vendor != "sqlite", reason="looks at SQLite's plan")
@pytest.mark.parametrize("text", ["cost=5", "cost>=5", "scout", "does:splash"])
def test_questions_use_an_index(text: str) -> None:
    plan = read(f"edition:any {text}").rows().order_by().explain()
    assert "SCAN cards_indexedcard" not in plan.replace("SCAN cards_fulltext", "")
