"""Decks as lists in plain text, read back as they were, and lists as people and other programs write them."""

from __future__ import annotations

import json
import random

import pytest
from django.test import Client

from cards.decks import texts
from cards.decks.context import DeckContext, deck_context_of
from cards.decks.draft import Draft, clean_name
from cards.decks.errors import BadDeck
from cards.decks.texts import BadList, as_json, as_text, read_list, read_text
from games.engine.chance import FastChance

OWN = {"headers": {"sec-fetch-site": "same-origin"}}


@pytest.fixture(scope="module")
def knights() -> DeckContext:
    context = deck_context_of("scrap-knights")
    assert context is not None
    return context


def deck(context: DeckContext, seed: int) -> Draft:
    return Draft(context.tidy(context.rules.random(FastChance(seed))), f"Deck {seed}")


@pytest.mark.soak(seconds=1)
def test_a_thousand_legal_decks_are_read_back_as_they_were(knights: DeckContext) -> None:
    for seed in range(1_000):
        made = deck(knights, seed)
        assert not knights.rules.faults(made.lists)
        assert read_text(knights, as_text(knights, made)) == made


def test_a_list_reads_like_one_that_people_write(knights: DeckContext) -> None:
    made = knights.rules.ready_made[0]
    lines = as_text(knights, Draft(knights.tidy(made.lists), made.name)).splitlines()
    assert lines[:4] == [f"Name: {made.name}", f"Game: Scrap Knights {knights.edition.slug}", "", "ACTs"]
    assert all(line.startswith("1 ") for line in lines[4:10])


@pytest.mark.parametrize("name", ["Test #2", "#1", "a // b", "\N{WOMAN}\u200d\N{ROCKET}"])
def test_a_name_is_read_back_as_it_was(knights: DeckContext, name: str) -> None:
    lists = knights.rules.ready_made[0].lists
    draft = Draft(lists, clean_name(name))
    assert draft.name == name
    assert read_text(knights, as_text(knights, draft)).name == name


@pytest.mark.parametrize(
    "line",
    [
        "1 Stab",
        "1x Stab",
        "1 x Stab",
        "x1 Stab",
        "Stab x1",
        "Stab ×1",
        "Stab (1)",
        "Stab",
        "stab",
        "- STAB",
        "* 1 Stab",
        "  1   Stab  # the first strike",
        "1 Stab // strike",
    ],
)
def test_a_card_is_read_however_people_write_it(knights: DeckContext, line: str) -> None:
    assert read_text(knights, line).lists["acts"] == ("stab",)


@pytest.mark.parametrize(
    "heading",
    [
        "BOTs",
        "bots:",
        "[BOT]",
        "## BOTs",
        "BOTs (3)",
        "BOTs (3/3):",
        "== BOTS ==",
        "**BOTs**",
        "BOTs # three",
    ],
)
def test_a_heading_is_read_however_people_write_it(knights: DeckContext, heading: str) -> None:
    # Without the heading, Stab would be an ACT.
    assert read_text(knights, f"{heading}\nStab").lists["bots"] == ("stab",)


def test_typographic_quotes_and_dashes_are_read_as_the_plain_ones(knights: DeckContext) -> None:
    names = {slug: card.name for slug, card in knights.cards.items()}
    assert {mark for name in names.values() for mark in name} >= {"’", "-"}
    for slug, name in names.items():
        if any(slug in slot.fits for slot in knights.empty_slots):
            for written in (name.replace("-", "–"), name.replace("’", "'")):
                lists = read_text(knights, written).lists
                assert slug in {found for slugs in lists.values() for found in slugs}, written


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("ACTs\n1 Stub", 2, "Do you mean “Stab”?"),
        ("1 Stab\n\n2 Toaster Oven", 3, "has no card “Toaster Oven”"),
        ("0 Stab", 1, "from 1 to 60 copies"),
        ("999999 Stab", 1, "from 1 to 60 copies"),
        ("Game: Scrapbots 3.6\n1 Stab", 1, "for another game"),
        ("50 Stab\n50 Slash", 2, "at most 60 cards"),
    ],
)
def test_a_mistake_is_told_with_its_line(knights: DeckContext, text: str, number: int, words: str) -> None:
    with pytest.raises(BadList) as told:
        read_text(knights, text)
    assert told.value.faults[0].number == number
    assert words in told.value.faults[0].reason


def test_a_list_that_is_too_long_is_refused_before_it_is_read(knights: DeckContext) -> None:
    for text in ("1 Stab\n" * 500, "x" * 30_000):
        with pytest.raises(BadDeck, match="too long"):
            read_text(knights, text)


def test_a_line_that_took_half_a_minute_is_refused_before_it_is_read(knights: DeckContext) -> None:
    with pytest.raises(BadList, match="at most 200 characters") as told:
        read_text(knights, f"1 Stab\n1 Stab{' ' * 19_000}x")
    assert [fault.number for fault in told.value.faults] == [2]


def test_no_more_lines_are_read_than_mistakes_are_told(
    knights: DeckContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    monkeypatch.setattr(texts, "get_close_matches", lambda name, *rest: looked_up.append(name) or [])
    with pytest.raises(BadList) as told:
        read_text(knights, "1 Toaster\n" * 400)
    assert len(looked_up) == len(told.value.faults) == texts.MOST_FAULTS


def test_a_comment_may_be_long(knights: DeckContext) -> None:
    assert read_text(knights, f"1 Stab # {'so good ' * 100}\n# {'and so on ' * 100}").lists["acts"] == (
        "stab",
    )


class TestJson:
    def test_a_deck_is_read_back_as_it_was(self, knights: DeckContext) -> None:
        made = deck(knights, 1)
        assert read_list(knights, json.dumps(as_json(knights, made), indent=2)) == made

    @pytest.mark.parametrize(
        "text",
        [
            "{",
            "{}",
            '{"game": "scrapbots", "lists": {}}',
            '{"game": "scrap-knights", "lists": {"acts": ["toaster"]}}',
            '{"game": "scrap-knights", "lists": {"arms": []}}',
            '{"game": "scrap-knights", "lists": {"acts": "stab"}}',
            json.dumps({"game": "scrap-knights", "lists": {"acts": ["stab"] * 61}}),
            "{" * 30_000,
        ],
    )
    def test_other_json_is_refused_in_words(self, knights: DeckContext, text: str) -> None:
        with pytest.raises(BadDeck, match=r"[.]$"):
            read_list(knights, text)


@pytest.mark.django_db
class TestPages:
    def test_a_pasted_list_opens_in_the_builder(self, client: Client) -> None:
        answer = client.post("/decks/scrap-knights/list/", {"list": "Name: Biter\n1 Stab"}, **OWN)
        assert answer["Location"] == "/decks/scrap-knights/?act=stab&name=Biter"

    def test_a_list_with_a_mistake_is_kept_and_the_line_is_named(self, client: Client) -> None:
        answer = client.post("/decks/scrap-knights/list/", {"list": "1 Slash\n1 Stub"}, **OWN)
        assert answer.status_code == 422
        assert "Line 2, “1 Stub”" in answer.text
        assert "1 Slash\n1 Stub</textarea>" in answer.text

    def test_a_shared_deck_is_a_file_that_can_be_pasted(self, client: Client) -> None:
        query = "act=stab&act=slash&ult=test&name=Biter"
        for file in ("list.txt", "list.json"):
            answer = client.get(f"/decks/scrap-knights/{file}?{query}")
            assert f'filename="biter.{file[5:]}"' in answer["Content-Disposition"]
            pasted = client.post("/decks/scrap-knights/list/", {"list": answer.text}, **OWN)
            assert pasted["Location"] == "/decks/scrap-knights/?act=slash&act=stab&ult=test&name=Biter"
        assert "1 Stab" in client.get(f"/decks/scrap-knights/share/?{query}").text

    def test_an_empty_list_is_told(self, client: Client) -> None:
        answer = client.post("/decks/scrap-knights/list/", {"list": "# nothing"}, **OWN)
        assert "There is no card in this list." in answer.text


def damaged(text: str, luck: random.Random) -> tuple[str, int]:
    """Return *text* with one card line spoilt so that it names no card, and the number of the line."""
    lines = text.splitlines()
    number = luck.choice([at for at, line in enumerate(lines) if line[:1].isdigit()])
    spoilt = luck.choice(
        [
            lambda line: "1 " + "".join(luck.choices("qzjxkv", k=12)),
            lambda line: line.replace("1 ", "0 ", 1),
            lambda line: line.replace("1 ", "12345 ", 1),
            lambda line: line + "".join(luck.choices("qzjxkv", k=5)),
            lambda line: "1 \x00" + line,
            lambda line: "\ud83e" + line,
        ]
    )
    lines[number] = spoilt(lines[number])
    return "\n".join(lines), number + 1


@pytest.mark.soak(seconds=1)
def test_a_thousand_damaged_lists_point_at_the_line(knights: DeckContext) -> None:
    luck = random.Random(17)
    for seed in range(1_000):
        text, number = damaged(as_text(knights, deck(knights, seed)), luck)
        with pytest.raises(BadList) as told:
            read_text(knights, text)
        assert [fault.number for fault in told.value.faults] == [number], text
