"""A whole game as one download: the page, what starts the work, and what is in the archive."""

from __future__ import annotations

import io
import json
import re
import zipfile
from copy import copy
from typing import Any

import pypdf
import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult
from msgspec.structs import replace

from cards.exports.kinds import DRAWINGS
from cards.exports.kits.box import Finish
from cards.exports.lists import edition_list
from cards.exports.pages import PAPERS
from cards.exports.store import digest_of
from games import catalog
from games.titles.scrap_knights.decks.ready_made import BY_SLUG
from rules.wiki import shipped
from rules.wiki.stored_books import stored_book
from scrapsite.boxes import tasks
from scrapsite.boxes.making import Box
from scrapsite.boxes.note import note_of
from scrapsite.common import limits
from scrapsite.common.typesetting import kept
from tests.drawn import text, work
from tests.toy import bolts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_drawn")]
PAGE = "/cards/export/scrapyard/1.0/box/"
FILE = "/cards/export/scrapyard/1.0/box.zip"
CHOSEN = "?paper=letter&edge=bleed&ink=light"


def test_the_main_button_makes_the_file_and_the_other_is_for_pages_without_scripts(client: Client) -> None:
    page = text(client.get(PAGE))
    assert page.count("button--go") == 1
    assert page.index("button--go") < page.index("Make the file")
    assert page.index("<noscript>") < page.index("Show this choice") < page.index("</noscript>")


@pytest.mark.soak(seconds=2)
def test_a_game_comes_when_its_button_is_pressed(client: Client) -> None:
    page = text(client.get(PAGE))
    assert "Make the file" in page
    asked = client.post(PAGE + CHOSEN)
    assert (asked.status_code, asked["Location"]) == (303, PAGE + CHOSEN)
    waiting = text(client.get(asked["Location"]))
    assert "Waiting to start." in waiting
    assert 'http-equiv="refresh"' in waiting
    assert work() == 1
    ready = text(client.get(asked["Location"]))
    assert 'href="' + (FILE + CHOSEN).replace("&", "&amp;") in ready
    file = client.get(FILE + CHOSEN)
    assert file["Content-Type"] == "application/zip"
    assert file["Content-Disposition"] == 'attachment; filename="scrapyard-1-0-letter-bleed-light.zip"'
    with zipfile.ZipFile(io.BytesIO(file.content)) as archive:
        names = ["README.txt", "cards.pdf", "markers.pdf", "mats.pdf", "player-aids.pdf", "rulebook.pdf"]
        assert archive.namelist() == names
        note = archive.read("README.txt").decode()
        for name in names[1:]:
            pages = len(pypdf.PdfReader(io.BytesIO(archive.read(name))).pages)
            assert f"({pages} page" in " ".join(note.split(f"- {name}:")[1].split("\r\n- ")[0].split())
    book = stored_book("scrapyard", "1.0")
    for words in (*catalog.title("scrapyard").credits, book.head.licence, "Letter", "flip on the long edge"):
        assert " ".join(words.split()) in " ".join(note.split())
    assert max(map(len, note.splitlines())) <= 78
    assert client.get(FILE + CHOSEN, headers={"if-none-match": file["ETag"]}).status_code == 304
    assert client.post(PAGE + CHOSEN)["Location"] == FILE + CHOSEN
    assert work() == 0


@pytest.mark.soak(seconds=9)
def test_the_note_says_what_belongs_to_a_ready_made_mech(client: Client) -> None:
    page = "/cards/export/scrap-knights/b.0.0/box/"
    client.post(page)
    work()
    with zipfile.ZipFile(io.BytesIO(client.get(f"{page[:-1]}.zip").content)) as archive:
        note = " ".join(archive.read("README.txt").decode().split())
    assert "- ACTs, one for each player (36 cards each): Choose six" in note
    names = {card.slug: card.name for card in catalog.cards("scrap-knights", "b.0.0")}
    deck = BY_SLUG["choreographer"].deck
    acts, prep = (", ".join(names[slug] for slug in slugs) for slugs in (deck.acts, deck.prep))
    assert f"- Choreographer. ACTs: {acts}; ULT: {names[deck.ult]}; BOTs:" in note
    assert f"- Choreographer: deck for its ULT. ACTs: {prep}. Keep it beside the mat." in note
    assert "standees, tiles, round markers and dice to cut out" in note
    assert "one die for ties is enough" in note


def test_dice_that_cannot_be_folded_are_said_to_be_needed(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drafts of Scrapyard can have dice with 4 to 12 sides."""
    kit = catalog.kit("scrapyard", "1.0")
    die = replace(kit.dice[0], name="Eight-sided die", faces=tuple("12345678"))
    other = replace(kit, dice=(die,))
    monkeypatch.setattr(catalog, "kit", lambda game, edition: other)
    page = text(client.get(PAGE))
    assert "standees and cubes to cut out and fold. The dice can’t be folded of paper." in page
    head, cards = stored_book("scrapyard", "1.0").head, edition_list("scrapyard", "1.0")
    assert cards
    note = note_of(other, cards, head, Finish(PAPERS["a4"]), {}).replace("\r\n  ", " ")
    assert f"- Eight-sided die ×{die.copies}: it can’t be folded of paper." in note
    assert note.count("ided die") == 1, "it isn’t among the things to cut out"
    assert "dice to cut out" not in note


def test_without_a_choice_the_page_asks_again_as_well(client: Client) -> None:
    """Without scripts nothing else shows that the file is ready."""
    asked = client.post(PAGE)
    assert asked["Location"] == PAGE
    assert 'http-equiv="refresh"' in text(client.get(PAGE))


def test_how_much_paper_a_game_takes_is_said_before_it_is_made(client: Client) -> None:
    shown = text(client.get(PAGE))
    assert (
        "15 sheets of A4: 6 for cards (printed on both sides), 3 for mats, 5 for markers and 1 for" in shown
    )
    letter = text(client.get(PAGE + CHOSEN))
    assert "of Letter: 9 for cards" in letter
    assert "The rulebook takes about 3 more as a booklet." in letter
    assert work() == 0


@pytest.mark.soak(seconds=1.5)
def test_progress_names_what_is_made(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    told = kept.record

    def listen(digest: str, *reached: Any) -> None:
        told(digest, *reached)
        page = text(client.get(PAGE))
        said.append(
            page.partition('id="export-progress"')[2].partition("<progress")[0].partition("</p> <p>")[2]
        )

    monkeypatch.setattr(kept, "record", listen)
    client.post(PAGE)
    work()
    assert said == [
        "Waiting to start.</p> ",
        "Making the file…</p> ",
        *(
            f"Setting the {part}… {done} of 5 done.</p> "
            for done, part in enumerate(("cards", "mats", "markers", "player aids", "rulebook"))
        ),
    ]


def test_looking_starts_no_work(client: Client) -> None:
    """A crawler follows every link of the page."""
    found = {PAGE, FILE}
    for link in re.findall(r'(?:href|action)="(/cards/export/[^"]*)"', client.get(PAGE).content.decode()):
        found.add(link.replace("&amp;", "&"))
    for link in found:
        client.get(client.get(link).headers.get("Location", link))
    assert work() == 0


def test_a_file_that_is_not_made_leads_to_its_page(client: Client) -> None:
    answer = client.get(FILE + "?paper=letter")
    assert (answer.status_code, answer["Location"]) == (303, f"{PAGE}?paper=letter&edge=tight&ink=full")


@pytest.mark.parametrize("query", ["?paper=a9", "?edge=round", "?ink=gold"])
def test_what_nobody_offers_is_not_found(client: Client, query: str) -> None:
    for address in (PAGE, FILE):
        assert client.get(address + query).status_code == 404
    assert client.post(PAGE + query).status_code == 404


def test_an_unknown_edition_is_not_found(client: Client) -> None:
    for address in ("scrapyard/9.9/box/", "scrapyard/9.9/box.zip", "toaster/1.0/box/"):
        assert client.get(f"/cards/export/{address}").status_code == 404


def test_asking_for_new_work_has_a_limit(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "exports", (1, 1))
    assert client.post(PAGE).status_code == 303
    assert client.post(PAGE).status_code == 303
    assert client.post(PAGE + CHOSEN).status_code == 429


def test_a_box_of_other_rules_is_not_kept_under_the_old_name(client: Client) -> None:
    client.post(PAGE)
    entry = DBTaskResult.objects.get()
    _, *args = entry.args_kwargs["args"]
    tasks.make_box.call("0" * 24, *args)
    assert not kept.is_done("0" * 24)


@pytest.mark.parametrize(("title", "edition"), [(t.slug, e) for t in catalog.titles() for e in t.editions])
def test_every_edition_offers_its_box(client: Client, title: str, edition: str) -> None:
    index = text(client.get(f"/cards/export/?box={title}/{edition}"))
    page = f"/cards/export/{title}/{edition}/box/"
    assert f'href="{page}"' in index
    assert index.index(f'href="{page}"') < index.index("export__files")
    shown = text(client.get(page))
    for deck in catalog.kit(title, edition).decks:
        assert f"{deck.name}: {deck.copies} cards" in shown


@pytest.mark.parametrize(
    "page", ["/", "/games/scrapyard/", "/cards/?q=game:scrapyard", "/rules/scrapyard/1.0/"]
)
def test_a_game_is_printed_from_wherever_it_is_looked_at(client: Client, page: str) -> None:
    assert f'href="{PAGE}"' in text(client.get(page))


def test_a_search_offers_no_box(client: Client) -> None:
    assert "/box/" not in text(client.get("/cards/export/?q=scout"))


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of the exports of a game of cards alone, without mats, markers, dice or player aids."""
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, bolts.TITLE)
    book = shipped.read_file(bolts.RULEBOOKS / "bolts/1.md").book
    monkeypatch.setattr(tasks, "stored_book", lambda game, edition: book)
    return "/cards/export/bolts/1/box"


def test_a_game_of_cards_alone_is_printed(client: Client, toy: str) -> None:
    shown = text(client.get(f"{toy}/"))
    assert "sheets of A4: 2 for cards (printed on both sides). The rulebook" in shown
    contents = shown.partition("What is in the box")[2].partition("</section>")[0]
    assert "Bolts: 12 cards" in contents
    for other in ("Mats", "Markers", "player aid"):
        assert other not in contents
    client.post(f"{toy}/")
    work()
    with zipfile.ZipFile(io.BytesIO(client.get(f"{toy}.zip").content)) as archive:
        assert archive.namelist() == ["README.txt", "cards.pdf", "rulebook.pdf"]
        note = archive.read("README.txt").decode().lower()
    for other in ("mats", "markers", "player aids", "dice"):
        assert other not in note


def test_a_game_of_cards_alone_comes_to_a_virtual_table(client: Client, toy: str) -> None:
    file = "/cards/export/bolts/1/tabletop-simulator-game.json"
    client.post(f"{file}/progress/")
    assert work() == 1
    things = json.loads(client.get(file).content)["ObjectStates"]
    assert [thing["Name"] for thing in things] == ["HandTrigger"] * 2 + ["DeckCustom"] + ["Counter"] * 2
    left, right = (thing["Transform"] for thing in things[-2:])
    assert left["posX"] == -right["posX"] > 0


def test_files_of_a_game_with_another_icon_are_drawn_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """After an update their backs stayed the old ones."""
    cards, book = edition_list("scrapyard", "1.0"), stored_book("scrapyard", "1.0")
    assert cards

    def digests() -> set[str]:
        box = Box("scrapyard", "1.0", cards, book, Finish(PAPERS["a4"]))
        return {box.digest, *(digest_of(cards, drawing) for drawing in DRAWINGS.values())}

    before, title = digests(), catalog.title("scrapyard")
    assert digests() == before
    other = copy(title)
    object.__setattr__(other, "icon", "wrench")
    monkeypatch.setattr(catalog, "title", lambda game: other)
    assert not digests() & before
