"""The shipped rulebooks: every promised anchor, true dates, numbers in order, and the laws that differ."""

from datetime import date
from pathlib import Path

import pytest

from rules.document.books import RESERVED, BookError
from rules.urls import urlpatterns
from rules.wiki import shipped

EDITIONS = ("3.4", "3.6", "3.6-2020-07")

# What the games may cite. Anchors are never taken away or reused, so this list only grows.
LASTING = """
aim-1 setup-1 setup-2 setup-3 setup-4 setup-5 setup-6
turn-1 turn-2 turn-3 turn-4 discard-1 cleanup-1 cleanup-2 draw-1 draw-2 draw-3 draw-4 draw-5
scrap-1 scrap-2 energy-1 energy-2 resource-1 resource-2 resource-3
activate-1 activate-2 activate-3 activate-4 build-1 build-2 build-3 buy-1 buy-2
attack-1 attack-2 attack-3 damage-1 damage-2 damage-3 damage-4 damage-5 damage-6 damage-7
coin-1 effect-draw effect-repair effect-exhaust effect-ready effect-servo effect-destroy
effect-wound-return effect-wound-discard type-component type-resource type-scrapbot type-wound
end-1 end-2 end-3 end-4 house-1 fair-1 fair-2
setup-7 cleanup-3 resource-4 build-4 buy-3 pay-1 damage-8 damage-9 coin-2 servo-1 end-5
turn-5 repair-1 destroy-1 scrapbot-1
term-ready term-exhausted term-lane term-market term-pool term-scrap term-energy term-health term-splash
term-wound term-main-deck term-starting-deck term-scrapbot term-component term-resource
""".split()

RULINGS = {
    *(
        "setup-5",
        "turn-3",
        "turn-4",
        "draw-3",
        "draw-6",
        "scrap-2",
        "energy-2",
        "resource-3",
        "activate-4",
        "buy-3",
    ),
    *("damage-6", "damage-7", "coin-2", "servo-1", "end-3", "end-4", "end-5", "house-1", "fair-1", "fair-2"),
}
# Said outright in July 2020 and in no older edition.
SAID_LATER = {"activate-3", "pay-1"}

every_edition = pytest.mark.parametrize("edition", EDITIONS)


@every_edition
def test_every_lasting_anchor_is_in_every_edition(edition: str) -> None:
    assert set(LASTING) <= shipped.anchors("scrapbots", edition)


@every_edition
def test_numbers_count_within_each_section(edition: str) -> None:
    for place, section in enumerate(shipped.book("scrapbots", edition).sections, 1):
        laws = [paragraph for paragraph in section.paragraphs if not paragraph.term]
        assert section.number == place
        assert [law.number for law in laws] == [f"{place}.{count}" for count in range(1, len(laws) + 1)]


@every_edition
def test_a_paragraph_has_words_and_either_a_number_or_a_term(edition: str) -> None:
    for paragraph in shipped.book("scrapbots", edition).paragraphs:
        assert len(paragraph.text) > 10
        assert bool(paragraph.number) != bool(paragraph.term)


@pytest.mark.parametrize(
    "edition, rulings",
    [
        ("3.4", RULINGS | SAID_LATER | {"setup-1", "resource-2", "damage-9"}),
        ("3.6", RULINGS | SAID_LATER | {"resource-4"}),
        ("3.6-2020-07", RULINGS | {"resource-4"}),
    ],
)
def test_the_sites_own_rulings_are_marked(edition: str, rulings: set[str]) -> None:
    found = {part.anchor for part in shipped.book("scrapbots", edition).paragraphs if part.is_ruling}
    assert found == rulings


def test_editions_come_newest_first_with_their_true_dates() -> None:
    assert [(file.book.edition, file.book.date) for file in shipped.files("scrapbots")] == [
        ("3.6-2020-07", date(2020, 7, 5)),
        ("3.6", date(2020, 3, 26)),
        ("3.4", date(2020, 1, 29)),
    ]


@every_edition
def test_source_and_credit_are_named(edition: str) -> None:
    book = shipped.book("scrapbots", edition)
    assert "David Torres" in book.head.credit
    assert book.head.licence == "CC BY-NC-SA 4.0"
    assert book.head.source


def test_what_a_resource_gives_differs_by_edition() -> None:
    assert "you must also follow its text" in shipped.book("scrapbots", "3.4").by_anchor["resource-2"].text
    for edition in ("3.6", "3.6-2020-07"):
        assert (
            "You may also follow its text" in shipped.book("scrapbots", edition).by_anchor["resource-2"].text
        )


def test_the_starting_deck_differs_by_edition() -> None:
    assert "all of them" in shipped.book("scrapbots", "3.4").by_anchor["setup-1"].text
    assert "four" in shipped.book("scrapbots", "3.6").by_anchor["setup-1"].text


def test_a_link_to_a_rule_says_its_number() -> None:
    book = shipped.book("scrapbots", "3.6")
    assert f"See rule {book.by_anchor['damage-2'].number}." in book.by_anchor["term-splash"].text


@pytest.mark.parametrize(
    "game, edition", [("scrapbots", "9"), ("chess", "3.6"), ("scrapbots", "../scrapbots/3.6"), ("..", "3.6")]
)
def test_an_unknown_book_is_a_key_error(game: str, edition: str) -> None:
    with pytest.raises(KeyError):
        shipped.book(game, edition)


def test_no_edition_and_no_anchor_can_be_a_word_that_addresses_use() -> None:
    """Wherever an address has a game, an edition or an anchor, another has a word: that word is reserved."""
    patterns = [str(found.pattern).rstrip("/").split("/") for found in urlpatterns]
    beginnings = {(place, part) for parts in patterns for place, part in begins_with(parts)}
    free = {place for place, part in beginnings if "<" in part}
    words = {part for place, part in beginnings if part and "<" not in part and place in free}
    assert {word for word in words if "." not in word} <= RESERVED


def begins_with(parts: list[str]) -> list[tuple[int, str]]:
    """Return the parts of an address, with their places, up to the first that is a plain word."""
    fixed = next((place for place, part in enumerate(parts) if "<" not in part), len(parts))
    return list(enumerate(parts))[: fixed + 1]


HEAD = """---
title: T
edition: 1
date: 2020-01-01
summary: s
source: s
credit: c
licence: l
---
"""


@pytest.mark.parametrize(
    "text, said",
    [
        ("Nothing", "no front matter"),
        ("---\ntitle: T\n---\n## A {: #a }\n", "doesn't say"),
        (HEAD.replace("edition: 1", "edition: 2") + "## A {: #a }\n", "edition 2"),
        (HEAD + "No section at all.\n", "no chapters"),
        (HEAD + "## A {: #a }\n\nLaw without an anchor.\n", "no proper anchor"),
        (HEAD + "## A {: #a }\n\nOne.\n{: #x-1 }\n\nTwo.\n{: #x-1 }\n", "x-1 is used twice"),
        (HEAD + "## A {: #a-1 }\n\nOne.\n{: #a-1 }\n", "a-1 is used twice"),
        (HEAD + "## A {: #a }\n\nSee [[rule:gone-1]].\n{: #x-1 }\n", "gone-1"),
        (HEAD + "## A {: #a }\n\n### B {: #b }\n\nLaw.\n{: #x-1 }\n", "isn.t a rule"),
        (HEAD + "Hello.\n{: #b }\n\n## A {: #a }\n\nLaw.\n{: #x-1 }\n", "isn.t a rule"),
        (HEAD + "## A {: #proposals }\n\nLaw.\n{: #x-1 }\n", "addresses use the word"),
        (HEAD + "## A {: #a }\n\nLaw.\n{: #x_1 }\n", "no proper anchor"),
        (HEAD + f"## {'A' * 201} {{: #a }}\n\nLaw.\n{{: #x-1 }}\n", "longer than 200"),
        (HEAD + f"## A {{: #a }}\n\nLaw.\n{{: #{'x' * 81} }}\n", "more than 80"),
    ],
)
def test_a_faulty_book_is_refused_with_the_reason(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "1.md"
    path.write_text(text)
    with pytest.raises(BookError, match=said):
        shipped.read_file(path)


@pytest.mark.parametrize("place", ["history/1.md", "toy/history.md"])
def test_a_game_or_edition_by_a_word_of_an_address_is_refused(tmp_path: Path, place: str) -> None:
    path = tmp_path / place
    path.parent.mkdir()
    path.write_text(HEAD.replace("edition: 1", f"edition: {path.stem}") + "## A {: #a }\n\nLaw.\n{: #x-1 }\n")
    with pytest.raises(BookError, match="addresses use the word"):
        shipped.read_file(path)
