"""Exports of what a search finds."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from typing import Any

import pypdf
import pytest
from django.test import Client
from django_tasks_db.models import DBTaskResult

from cards.exports import store, tasks
from cards.exports.kinds import drawn_kind
from cards.exports.lists import found_list, shortened
from scrapsite.common.limits import LIMITS
from scrapsite.common.typesetting import kept

pytestmark = pytest.mark.django_db
HEALTHY = "game:scrapbots edition:3.6 health>=50"


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, settings: Any) -> None:
    """Each test begins without any drawn export."""
    settings.VAR_DIR = tmp_path


def test_data_holds_what_is_found_in_the_order_asked_for(client: Client) -> None:
    whole = json.loads(client.get("/cards/export/found/cards.json", {"q": f"{HEALTHY} order:name"}).content)
    assert [card["slug"] for card in whole["cards"]] == ["enforcer", "golem", "scout", "sentinel"]
    assert whole["copies"] == 3 + 2 + 5 + 5
    assert any("David Torres" in sentence for sentence in whole["credits"])


def test_pages_are_drawn_by_the_worker(client: Client) -> None:
    question = {"q": HEALTHY, "backs": "0"}
    page = client.get("/cards/export/found/print-letter.pdf", question)["Location"]
    asked = client.post(page)
    assert asked.status_code == 303
    assert "Waiting" in client.get(asked["Location"]).content.decode()
    (entry,) = DBTaskResult.objects.ready()
    tasks.draw_export.call(*entry.args_kwargs["args"])
    ready = client.get(asked["Location"]).content.decode()
    assert "/cards/export/found/print-letter.pdf?q=game%3Ascrapbots" in ready
    file = client.get("/cards/export/found/print-letter.pdf", question)
    assert len(pypdf.PdfReader(io.BytesIO(file.content)).pages) == 2
    assert file["Content-Disposition"].endswith('-print-letter-fronts.pdf"')


def test_the_page_links_the_downloads_of_the_question(client: Client) -> None:
    page = client.get("/cards/export/", {"q": HEALTHY}).content.decode()
    assert "15 in all" in page
    for file in ("print-a4.pdf", "tabletop-simulator.json", "nandeck.zip"):
        assert f'action="/cards/export/found/{file}/progress/?q=game%3Ascrapbots+edition' in page
    assert 'href="/cards/export/found/cards.csv?q=game%3Ascrapbots+edition' in page


def test_nothing_found_is_said_and_has_no_files(client: Client) -> None:
    page = client.get("/cards/export/", {"q": "toaster"})
    assert "No cards found." in page.content.decode()
    assert "/cards/export/found/" not in page.content.decode()
    assert client.get("/cards/export/found/cards.csv", {"q": "toaster"}).status_code == 404


def test_a_mistake_is_shown_where_questions_are_asked(client: Client) -> None:
    assert client.get("/cards/export/", {"q": "cots:5"})["Location"] == "/cards/?q=cots%3A5"
    refused = client.get("/cards/export/found/cards.csv", {"q": "scout cots:5"})
    assert refused.status_code == 400
    assert "character 7" in refused.content.decode()


def test_a_question_is_escaped(client: Client) -> None:
    page = client.get("/cards/export/", {"q": '"<script>alert(1)</script>"'}).content.decode()
    assert "<script>alert" not in page


def test_cards_of_several_editions_go_into_one_list(client: Client) -> None:
    cards = found_list("name:scout edition:any")
    assert {card.edition for card in cards.cards} >= {"3.4", "3.6"}
    assert len(cards.name) <= 90


def test_long_names_are_cut_at_a_space() -> None:
    assert shortened("one two three", 9) == "one two…"
    assert shortened("one two", 9) == "one two"


def test_only_what_asks_for_a_search_counts_as_one(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither do the downloads of an edition, nor the progress, which pages ask for again and again."""
    monkeypatch.setitem(LIMITS, "searches", (1, 1))
    paths = [
        "/cards/export/",
        "/cards/export/scrapbots/3.6/cards.csv",
        "/cards/export/found/print-a4.pdf/progress/",
    ]
    for path in paths * 2:
        assert client.get(path, {"q": HEALTHY} if "found" in path else {}).status_code == 200
    answers = [client.get("/cards/export/found/cards.csv", {"q": HEALTHY}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 429]
    assert "Cookie" not in answers[0].get("Vary", ""), "caches may share it"
    assert int(answers[1]["Retry-After"]) > 0


def test_a_client_that_has_the_file_is_not_counted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, "heavy-pages", (1, 1))
    path = "/cards/export/scrapbots/3.6/cards.csv"
    tag = client.get(path)["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert client.get(path).status_code == 429


class TestDeletedAtTheWrongMoment:
    """What made room for another export was served as an empty file, which clients kept."""

    PATH = "/cards/export/found/print-a4.pdf"

    @pytest.fixture
    def folder(self) -> Path:
        """The folder of the drawn file."""
        cards = found_list(HEALTHY)
        kind = drawn_kind("print-a4.pdf", True)
        assert kind
        digest = store.digest_of(cards, kind.drawing)
        kept.keep(digest, {kind.kept: b"%PDF"})
        return kept.folder() / digest

    def test_before_it_is_looked_for(self, client: Client, folder: Path) -> None:
        assert client.get(self.PATH, {"q": HEALTHY}).content == b"%PDF"
        for file in folder.iterdir():
            file.unlink()
        answer = client.get(self.PATH, {"q": HEALTHY})
        assert answer.status_code == 303
        assert answer["Location"].startswith(f"{self.PATH}/progress/?q=")

    @pytest.mark.parametrize("times", [1, 2])
    def test_after_it_was_found(
        self, client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch, times: int
    ) -> None:
        found, find = [], kept.find

        def find_and_delete(digest: str, file: str) -> Path | None:
            path = find(digest, file)
            found.append(path)
            if len(found) == times:
                shutil.rmtree(folder)
            return path

        monkeypatch.setattr(kept, "find", find_and_delete)
        answer = client.get(self.PATH, {"q": HEALTHY})
        assert answer.status_code == 404
        assert "ETag" not in answer
