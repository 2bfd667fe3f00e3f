"""Downloads as a visitor gets them: at once, or after the progress page and the worker."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult

from cards.exports import store, tasks
from cards.exports.kinds import AT_ONCE, DRAWINGS
from cards.exports.lists import TooLong, card_list, edition_list, references, referred
from games import catalog
from scrapsite.common import limits
from scrapsite.common.typesetting import kept
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db
BOX = "/cards/export/scrapbots/3.6/"
PDF = f"{BOX}print-a4.pdf"
SAVED_OBJECT = f"{BOX}tabletop-simulator.json"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, settings: Any) -> Iterator[None]:
    """Each test begins without any drawn export."""
    settings.VAR_DIR = tmp_path
    return


def work() -> int:
    """Run the queued tasks as the worker would; return how many there were."""
    queued = list(DBTaskResult.objects.ready())
    for entry in queued:
        tasks.draw_export.call(*entry.args_kwargs["args"], **entry.args_kwargs["kwargs"])
        entry.delete()
    return len(queued)


def text(response: Any) -> str:
    return " ".join(response.content.decode().split())


def test_a_drawn_file_comes_by_way_of_its_progress(client: Client) -> None:
    asked = client.get(PDF)
    assert (asked.status_code, asked["Location"]) == (303, f"{PDF}/progress/")
    waiting = client.get(asked["Location"])
    assert "Waiting to start." in text(waiting)
    assert 'http-equiv="refresh"' in text(waiting)
    assert 'hx-trigger="every' in text(waiting)
    assert work() == 1
    ready = client.get(asked["Location"])
    assert f'href="{PDF}"' in text(ready)
    assert "refresh" not in text(ready)
    assert "hx-trigger" not in text(ready)
    file = client.get(PDF)
    assert file.status_code == 200
    assert file["Content-Type"] == "application/pdf"
    assert file["Content-Disposition"] == 'attachment; filename="scrapbots-3-6-print-a4.pdf"'
    assert len(pypdf.PdfReader(io.BytesIO(file.content)).pages) == 24


def test_asking_often_draws_once(client: Client) -> None:
    for _ in range(3):
        client.get(PDF)
        client.get(f"{BOX}print-a4.pdf/progress/")
    assert work() == 1
    client.get(PDF)
    assert work() == 0


def test_fronts_only_are_a_file_of_their_own(client: Client) -> None:
    asked = client.get(f"{PDF}?backs=0")
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


def test_progress_says_how_many_pictures_are_done(client: Client) -> None:
    client.get(SAVED_OBJECT)
    cards = edition_list("scrapbots", "3.6")
    assert cards
    kept.record(store.digest_of(cards, DRAWINGS["tabletop"]), "drawing", 1, 2)
    said = text(client.get(f"{SAVED_OBJECT}/progress/"))
    assert "1 of 2 pictures done" in said
    assert 'value="1"' in said


def test_a_failure_is_said_and_tried_again_later(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: Any) -> dict[str, bytes]:
        raise RuntimeError("no ink")

    client.get(PDF)
    with monkeypatch.context() as patch:
        patch.setitem(DRAWINGS, "print-a4-backs", type("Broken", (), {"make": staticmethod(broken)})())
        with pytest.raises(RuntimeError):
            work()
    DBTaskResult.objects.all().delete()
    said = text(client.get(f"{BOX}print-a4.pdf/progress/"))
    assert "could not be made" in said
    assert "hx-trigger" not in said
    monkeypatch.setattr(kept, "RETRY_SECONDS", 0)
    client.get(PDF)
    assert work() == 1
    assert client.get(PDF).status_code == 200


def test_a_worker_that_was_killed_is_noticed(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.get(PDF)
    DBTaskResult.objects.all().delete()
    client.get(PDF)
    assert work() == 0
    monkeypatch.setattr(kept, "STALE_SECONDS", 0)
    client.get(f"{BOX}print-a4.pdf/progress/")
    assert work() == 1


def test_a_task_may_run_twice(client: Client) -> None:
    client.get(PDF)
    (entry,) = DBTaskResult.objects.ready()
    for _ in range(2):
        tasks.draw_export.call(*entry.args_kwargs["args"])
    assert client.get(PDF).status_code == 200


def boxes() -> Iterator[Any]:
    """Yield every game with each of its editions; all but one are for the soak.

    Each edition's files are drawn by the tests of the drawings as well; only the way to them is new here.
    """
    for title in catalog.titles():
        for edition in title.editions:
            is_first = (title.slug, edition) == ("scrapbots", "3.6")
            yield (title.slug, edition) if is_first else soaking(title.slug, edition, seconds=15)


@pytest.mark.parametrize("game, edition", list(boxes()))
def test_every_box_has_every_export(client: Client, game: str, edition: str) -> None:
    page = client.get(f"/cards/export/?box={game}/{edition}").content.decode()
    links = {part.split('"')[0] for part in page.split('href="') if part.startswith(f"/cards/export/{game}/")}
    assert len(links) == 10
    for link in links:
        client.get(link)
    work()
    for link in links:
        response = client.get(link)
        assert response.status_code == 200, link
        assert len(response.content) > 500


def test_the_saved_object_names_pictures_of_this_site(client: Client) -> None:
    client.get(SAVED_OBJECT)
    work()
    whole = json.loads(client.get(SAVED_OBJECT, headers={"Host": "localhost"}).content)
    (deck,) = whole["ObjectStates"]
    for url in (deck["CustomDeck"]["1"]["FaceURL"], deck["CustomDeck"]["1"]["BackURL"]):
        assert url.startswith("http://localhost/cards/export/pictures/")
        picture = client.get(url.removeprefix("http://localhost"))
        assert picture["Content-Type"] == "image/png"
        assert "immutable" in picture["Cache-Control"]
        assert picture.content.startswith(b"\x89PNG")


def test_lost_pictures_are_drawn_again(client: Client) -> None:
    cards = edition_list("scrapbots", "3.4")
    assert cards
    digest = store.digest_of(cards, DRAWINGS["tabletop"])
    url = f"/cards/export/pictures/{digest}/face-1.png"
    lost = client.get(url)
    assert (lost.status_code, lost["Retry-After"]) == (503, "5")
    work()
    assert client.get(url).status_code == 200


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
def test_who_has_it_gets_304(client: Client, file: str) -> None:
    client.get(BOX + file)
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
    assert client.get(PDF).status_code == 303
    refused = client.get(f"{BOX}print-letter.pdf")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert client.get(PDF).status_code == 303, "what is underway costs nothing"
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
    assert "David Torres" in text(response)
    assert 'value="scrapbots/3.4" selected' in text(response)
