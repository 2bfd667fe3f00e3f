"""Downloads as a visitor gets them: at once, or after the progress page and the worker."""

from __future__ import annotations

import html
import io
import json
import re
import shutil
from typing import Any

import pypdf
import pytest
from django.core.signing import Signer
from django.test import Client
from django_tasks_db.models import DBTaskResult

from cards.exports import store, tasks
from cards.exports.kinds import AT_ONCE, DRAWINGS
from cards.exports.lists import TooLong, card_list, edition_list, references, referred
from games import catalog
from scrapsite.common import limits, links
from scrapsite.common.typesetting import kept
from tests.cards.exports.conftest import EDITIONS
from tests.drawn import text, work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_drawn")]
BOX = "/cards/export/scrapbots/3.6/"
PDF = f"{BOX}print-a4.pdf"
PAGE = f"{PDF}/progress/"
SAVED_OBJECT = f"{BOX}tabletop-simulator.json"


def test_a_drawn_file_comes_by_way_of_its_progress(client: Client) -> None:
    there = client.get(PDF)
    assert (there.status_code, there["Location"]) == (303, PAGE)
    unasked = client.get(PAGE)
    assert "This file hasn’t been made yet." in text(unasked)
    assert f'<form action="{PAGE}" method="post">' in text(unasked)
    assert work() == 0
    asked = client.post(PAGE)
    assert (asked.status_code, asked["Location"]) == (303, PAGE)
    waiting = client.get(PAGE)
    assert "Waiting to start." in text(waiting)
    assert 'http-equiv="refresh"' in text(waiting)
    assert 'hx-trigger="every' in text(waiting)
    assert work() == 1
    ready = client.get(PAGE)
    assert f'href="{PDF}"' in text(ready)
    assert "refresh" not in text(ready)
    assert "hx-trigger" not in text(ready)
    file = client.get(PDF)
    assert file.status_code == 200
    assert file["Content-Type"] == "application/pdf"
    assert file["Content-Disposition"] == 'attachment; filename="scrapbots-3-6-print-a4.pdf"'
    assert len(pypdf.PdfReader(io.BytesIO(file.content)).pages) == 24


@pytest.mark.soak(seconds=0.6)
def test_asking_often_draws_once(client: Client) -> None:
    for _ in range(3):
        client.post(PAGE)
        client.get(PDF)
    assert work() == 1
    assert client.post(PAGE)["Location"] == PDF, "what is drawn serves everybody"
    assert work() == 0


def test_a_crawler_that_follows_every_link_has_nothing_drawn(client: Client) -> None:
    """A GET of a download drew it, so a crawler had every file of every edition drawn."""
    drawn = [f"{BOX}{file}" for file in ("print-a4.pdf", "tabletop-simulator.json", "nandeck.zip")]
    fresh, seen = {"/cards/export/", "/rules/scrapyard/1.0/", *drawn}, set()
    while fresh:
        seen.add(path := fresh.pop())
        response = client.get(path)
        assert response.status_code < 400, path
        found = {response["Location"]} if response.status_code in (302, 303) else links_on(response)
        fresh |= {link for link in found if "export" in link or "booklet" in link} - seen
    assert any(path.endswith("nandeck.csv") for path in seen)
    assert "/rules/scrapyard/1.0/booklet/" in seen
    assert {f"{file}/progress/" for file in drawn} <= seen
    assert not DBTaskResult.objects.exists()


def links_on(response: Any) -> set[str]:
    """Return the addresses of the links of a page; none of a file."""
    if not response["Content-Type"].startswith("text/html"):
        return set()
    found = re.findall(r'<a\b[^>]*\bhref="([^"#]*)', response.content.decode())
    return {html.unescape(address) for address in found if address.startswith("/")}


def test_asking_needs_a_page_of_this_site() -> None:
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.post(PAGE).status_code == 403
    assert stranger.post(PAGE, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
    assert work() == 0
    assert stranger.post(PAGE, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 303
    assert work() == 1


@pytest.mark.soak(seconds=1)
def test_fronts_only_are_a_file_of_their_own(client: Client) -> None:
    asked = client.post(f"{PAGE}?backs=0")
    assert asked["Location"].endswith("/progress/?backs=0")
    work()
    assert f'href="{PDF}?backs=0"' in text(client.get(asked["Location"]))
    file = client.get(f"{PDF}?backs=0")
    assert "print-a4-fronts.pdf" in file["Content-Disposition"]
    assert client.get(PDF).status_code == 303


def test_htmx_gets_the_part_that_changes(client: Client) -> None:
    part = client.get(f"{BOX}print-a4.pdf/progress/", headers={"HX-Request": "true"})
    assert text(part).startswith('<div class="export-progress')
    assert "<html" not in text(part)


def test_progress_says_what_is_drawn_and_how_much_is_done(client: Client) -> None:
    cards = edition_list("scrapbots", "3.6")
    assert cards
    kept.record(store.digest_of(cards, DRAWINGS["tabletop"]), "drawing", 1, 2, "Drawing the cards")
    said = text(client.get(f"{SAVED_OBJECT}/progress/"))
    assert "Drawing the cards… 1 of 2 done." in said
    assert 'value="1"' in said


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("print-a4.pdf", "12 sheets of A4, printed on both sides."),
        ("print-letter.pdf?backs=0", "13 sheets of Letter, printed on one side."),
        ("print-shop.pdf", "200 pages: a front and a back for each card."),
    ],
)
def test_how_much_paper_a_file_takes_is_said_before_it_is_made(client: Client, file: str, said: str) -> None:
    name, _, query = file.partition("?")
    assert said in text(client.get(f"{BOX}{name}/progress/?{query}"))


def test_pictures_take_no_paper(client: Client) -> None:
    assert "sheets of" not in text(client.get(f"{SAVED_OBJECT}/progress/"))


@pytest.mark.soak(seconds=1)
def test_a_failure_is_said_and_tried_again_later(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> dict[str, bytes]:
        raise RuntimeError("no ink")

    client.post(PAGE)
    with monkeypatch.context() as patch:
        patch.setitem(DRAWINGS, "print-a4-backs", type("Broken", (), {"make": staticmethod(broken)})())
        with pytest.raises(RuntimeError):
            work()
    DBTaskResult.objects.all().delete()
    said = text(client.get(PAGE))
    assert "could not be made" in said
    assert "Try again" in said
    assert "hx-trigger" not in said
    monkeypatch.setitem(kept.PATIENCE, "failed", 0)
    client.post(PAGE)
    assert work() == 1
    assert client.get(PDF).status_code == 200


@pytest.mark.soak(seconds=1)
def test_a_worker_that_was_killed_is_noticed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.post(PAGE)
    DBTaskResult.objects.all().delete()
    client.post(PAGE)
    assert work() == 0
    monkeypatch.setitem(kept.PATIENCE, "waiting", 0)
    assert "hasn’t been made yet" in text(client.get(PAGE))
    client.post(PAGE)
    assert work() == 1


@pytest.mark.soak(seconds=1)
def test_a_task_may_run_twice(client: Client) -> None:
    client.post(PAGE)
    (entry,) = DBTaskResult.objects.ready()
    for _ in range(2):
        tasks.draw_export.call(*entry.args_kwargs["args"])
    assert client.get(PDF).status_code == 200


@pytest.mark.soak(seconds=15)
@pytest.mark.parametrize("game, edition", EDITIONS)
def test_every_box_has_every_export(client: Client, game: str, edition: str) -> None:
    """Each edition's files are drawn by the tests of the drawings as well; only the way to them is new here.

    Large pictures of single faces take long; `test_kit_pages` has a few of them drawn.
    """
    page = html.unescape(client.get(f"/cards/export/?box={game}/{edition}").content.decode())
    box = f"/cards/export/{game}/{edition}/"
    forms = re.findall(rf'<form action="({box}[^"]*)" method="post">', page)
    assert sum("/faces-" in form for form in forms) == 2
    forms = [form for form in forms if "/faces-" not in form]
    for form in forms:
        assert client.post(form).status_code == 303
    assert work() == len(forms) == 8
    found = re.findall(rf'href="({box}[^"]*[^/"])"', page)
    files = {*found, *(form.replace("/progress/", "") for form in forms)}
    assert len(files) == 12
    for file in files:
        response = client.get(file)
        assert response.status_code == 200, file
        assert len(response.content) > 500


@pytest.mark.soak(seconds=5)
def test_the_saved_object_names_pictures_of_this_site(client: Client) -> None:
    client.post(f"{SAVED_OBJECT}/progress/")
    work()
    whole = json.loads(client.get(SAVED_OBJECT, headers={"Host": "localhost"}).content)
    (deck,) = whole["ObjectStates"]
    for url in (deck["CustomDeck"]["1"]["FaceURL"], deck["CustomDeck"]["1"]["BackURL"]):
        assert url.startswith("http://localhost/cards/export/pictures/")
        picture = client.get(url.removeprefix("http://localhost"))
        assert picture["Content-Type"] == "image/png"
        assert "immutable" in picture["Cache-Control"]
        assert picture.content.startswith(b"\x89PNG")


@pytest.mark.soak(seconds=6)
def test_a_game_names_pictures_of_this_site_and_holds_the_rules(client: Client) -> None:
    file = f"{BOX}tabletop-simulator-game.json"
    client.post(f"{file}/progress/")
    assert work() == 1
    answer = client.get(file)
    assert (
        answer["Content-Disposition"] == 'attachment; filename="scrapbots-3-6-tabletop-simulator-game.json"'
    )
    whole = json.loads(answer.content)
    urls = set(re.findall(r"http://testserver(/cards/export/pictures/[^\"]+)", answer.content.decode()))
    assert urls
    for url in urls:
        assert client.get(url)["Content-Type"] == "image/png", url
    tabs = {tab["title"]: tab["body"] for tab in whole["TabStates"].values()}
    assert any(title.startswith("3. ") for title in tabs)
    assert "CC BY-NC-SA 4.0" in tabs["Credits"]
    assert client.get(file, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_game_with_other_rules_is_another_file(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_drawn("tabletop-game")
    file = f"{BOX}tabletop-simulator-game.json"
    before = client.get(file)["ETag"]
    monkeypatch.setattr(links, "_chapters_of", [lambda game, edition: [("1. New", "New rules.")]])
    assert client.get(file)["ETag"] != before


def pretend_drawn(drawing: str) -> None:
    """Keep something as the pictures of the box, for tests of what only names them."""
    cards = edition_list("scrapbots", "3.6")
    assert cards
    kept.keep(store.digest_of(cards, DRAWINGS[drawing]), {"nothing.png": b""})


@pytest.mark.soak(seconds=12)
def test_lost_pictures_are_drawn_again_for_whoever_has_the_saved_object(
    client: Client, settings: Any
) -> None:
    pretend_drawn("tabletop")
    (deck,) = json.loads(client.get(SAVED_OBJECT).content)["ObjectStates"]
    signed = deck["CustomDeck"]["1"]["FaceURL"].removeprefix("http://testserver")
    shutil.rmtree(kept.folder())
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one"
    lost = client.get(signed)
    assert (lost.status_code, lost["Retry-After"]) == (503, "5")
    assert work() == 1
    assert client.get(signed).status_code == 200


def test_nobody_can_have_pictures_drawn_by_an_address_of_their_own(client: Client) -> None:
    cards = edition_list("scrapbots", "3.4")
    assert cards
    digest = store.digest_of(cards, DRAWINGS["tabletop"])
    other = Signer(salt="cards.exports.pictures").signature("0" * 24)
    for path in (digest, f"{digest}/guessed", f"{digest}/{other}"):
        assert client.get(f"/cards/export/pictures/{path}/face-1.png").status_code == 404
    assert work() == 0


@pytest.mark.parametrize("file", sorted(AT_ONCE))
def test_small_files_come_at_once_with_type_and_name(client: Client, file: str) -> None:
    response = client.get(BOX + file)
    assert response.status_code == 200
    assert response["Content-Type"] == AT_ONCE[file].content_type
    assert response["Content-Disposition"].startswith("attachment; filename=")
    assert "public" in response["Cache-Control"]
    assert "Cookie" not in response.get("Vary", "")
    assert not DBTaskResult.objects.exists()


@pytest.mark.parametrize("file", ["cards.csv", "print-letter.pdf", "tabletop-simulator.json"])
@pytest.mark.soak(seconds=0.5, one_in=3)
def test_who_has_it_gets_304(client: Client, file: str) -> None:
    pretend_drawn("tabletop")
    client.post(f"{BOX}{file}/progress/")
    work()
    first = client.get(BOX + file)
    again = client.get(BOX + file, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(BOX + file, headers={"If-None-Match": '"other"'}).status_code == 200
    assert client.get(f"/cards/export/scrapbots/3.4/{file}").get("ETag") != first["ETag"]


@pytest.mark.parametrize(
    "path",
    [
        "scrapbots/3.6/print-a5.pdf",
        "scrapbots/3.6/print-a4.pdf?backs=2",
        "scrapbots/9.9/print-a4.pdf",
        "chess/3.6/cards.csv",
        "scrapbots/3.6/cards.csv/progress/",
        "scrapbots/3.6/..%2Fcards.csv",
        "?box=scrapbots/9.9",
        "?box=<script>",
        f"pictures/{'a' * 24}/face-1.png",
        "pictures/fonts/roboto-mono-latin-400-normal.ttf",
        "pictures/..%2Ffonts/face-1.png",
    ],
)
def test_what_is_not_there_is_404(client: Client, path: str) -> None:
    assert client.get(f"/cards/export/{path}").status_code == 404


def test_only_drawing_is_limited(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.LIMITS, "exports", (1, 1))
    assert client.post(PAGE).status_code == 303
    refused = client.post(f"{BOX}print-letter.pdf/progress/")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert client.post(PAGE).status_code == 303, "what is underway costs nothing"
    assert all(client.get(f"{BOX}cards.csv").status_code == 200 for _ in range(5))


def test_other_cards_have_another_digest() -> None:
    boxes = [edition_list("scrapbots", edition) for edition in ("3.4", "3.6")]
    digests = {store.digest_of(box, drawing) for box in boxes if box for drawing in DRAWINGS.values()}
    assert len(digests) == 2 * len(DRAWINGS)


def test_any_cards_can_be_exported() -> None:
    found = [catalog.card("scrapbots", edition, "scout") for edition in ("3.4", "3.6")]
    assert referred(references(found)) == tuple(found)
    cards = card_list("health>=50", "health", found)
    digest = tasks.ask_for(cards, DRAWINGS["print-letter-fronts"])
    assert work() == 1
    path = kept.find(digest, "cards.pdf")
    assert path
    assert len(pypdf.PdfReader(path).pages) == -(-sum(card.quantity for card in found) // 9)


def test_a_list_has_an_end() -> None:
    with pytest.raises(TooLong):
        card_list("all", "all", catalog.cards("scrapbots", "3.6") * 60)


def test_old_exports_make_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST_KEPT", 2)
    for number in range(4):
        kept.keep(f"{number:024x}", {"x.txt": b"x"})
    assert len([path for path in kept.folder().iterdir() if path.is_dir()]) == 2
    assert kept.find(f"{3:024x}", "x.txt")


def test_the_page_is_public_and_names_the_credits(client: Client) -> None:
    response = client.get("/cards/export/?box=scrapbots/3.4")
    assert response["Cache-Control"] == "public, no-cache"
    cards = edition_list("scrapbots", "3.4")
    assert cards is not None
    said = text(response).partition('aria-label="Credits"')[2].partition("</section>")[0]
    assert said.count("<p>") == len(cards.credits) > 1
    assert all(credit in said for credit in cards.credits)
    assert 'value="scrapbots/3.4" selected' in text(response)
