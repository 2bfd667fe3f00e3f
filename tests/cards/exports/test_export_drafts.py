"""Files of a draft: they have its figures, and only those who may see the draft get them."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from typing import Any

import pypdf
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from cards.exports import kinds, lists, store
from cards.exports.delivery import _key_of
from cards.exports.lists import draft_list
from games.drafts.actions.sharing import remove_draft, share_draft
from games.drafts.models import DraftRevision
from scrapsite.common.typesetting import kept
from tests.cards.drafting import edition_of
from tests.drawn import text, work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("nothing_drawn")]

AT_ONCE = ("cards.csv", "cards.json", "nandeck.csv", "nandeck.txt")
DRAWN = (
    "print-a4.pdf",
    "print-shop.pdf",
    "tabletop-simulator.json",
    "tabletop-simulator-game.json",
    "nandeck.zip",
)
PICTURE = b"\x89PNG of a draft"


def at(revision: DraftRevision, file: str) -> str:
    return reverse("cards:export_file", args=("scrapbots", edition_of(revision), file))


def of_csv(body: bytes) -> dict[str, dict[str, str]]:
    return {row["slug"]: row for row in csv.DictReader(io.StringIO(body.decode("utf-8-sig")))}


def digest_of(revision: DraftRevision, drawing: kinds.Drawing) -> str:
    return store.digest_of(draft_list("scrapbots", edition_of(revision)), drawing)


class TestContents:
    def test_lists_have_the_changed_figures(self, drones: DraftRevision, user_client: Client) -> None:
        answer = user_client.get(at(drones, "cards.csv"))
        rows = of_csv(answer.content)
        assert (rows["drone"]["name"], rows["drone"]["cost"], rows["drone"]["quantity"]) == (
            "Cheap Drone",
            "3",
            "7",
        )
        assert rows["power-claw"]["line_1_text"] == "10 damage. Heads: 10 damage."
        assert "golem" not in rows
        cards = json.loads(user_client.get(at(drones, "cards.json")).content)["cards"]
        assert {card["slug"]: card["figures"] for card in cards}["drone"]["cost"] == 3
        nandeck = of_csv(user_client.get(at(drones, "nandeck.csv")).content)
        assert nandeck["drone"]["cost"] == "3"

    @pytest.mark.parametrize("file", AT_ONCE)
    def test_names_of_files_have_no_colon(
        self, drones: DraftRevision, user_client: Client, file: str
    ) -> None:
        answer = user_client.get(at(drones, file))
        assert answer.status_code == 200
        assert ":" not in answer["Content-Disposition"]
        if file.startswith("cards"):
            assert "scrapbots-draft-cheap-drones-revision-1" in answer["Content-Disposition"]

    def test_found_cards_of_a_draft_are_exported(self, drones: DraftRevision, user_client: Client) -> None:
        q = {"q": f"edition:{edition_of(drones)} cost:3"}
        rows = of_csv(user_client.get("/cards/export/found/cards.csv", q).content)
        assert {slug: row["cost"] for slug, row in rows.items()} == dict.fromkeys(rows, "3")
        assert "drone" in rows
        assert "Print and play" in text(user_client.get("/cards/export/", q))

    @pytest.mark.soak(seconds=2)
    def test_printed_pages_have_the_changed_cards(self, drones: DraftRevision, user_client: Client) -> None:
        path = at(drones, "print-a4.pdf")
        assert user_client.get(path).status_code == 303
        assert user_client.post(f"{path}/progress/?backs=0").status_code == 303
        assert work() > 1  # the check of the revision waits as well
        answer = user_client.get(f"{path}?backs=0")
        assert answer["Cache-Control"] == "private, no-store"
        words = " ".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(answer.content)).pages)
        assert words.count("Cheap Drone") == 7
        assert "Power Claw" in words
        assert "Golem" not in words
        assert "Scrapbots draft, revision 1" in words

    @pytest.mark.soak(seconds=3)
    def test_box_has_the_cards_and_says_what_differs(
        self, drones: DraftRevision, user_client: Client
    ) -> None:
        page = reverse("scrapsite:box_detail", args=("scrapbots", edition_of(drones)))
        assert "what differs in this draft" in text(user_client.get(page))
        assert user_client.post(page).status_code == 303
        assert work() > 1  # the check of the revision waits as well
        answer = user_client.get(reverse("scrapsite:box_file", args=("scrapbots", edition_of(drones))))
        assert ":" not in answer["Content-Disposition"]
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            note = " ".join(archive.read("README.txt").decode().split())
            cards = pypdf.PdfReader(io.BytesIO(archive.read("cards.pdf")))
        assert "WHAT DIFFERS FROM 3.6" in note
        assert "Scrap value 4 → 3" in note or "Scrap 4 → 3" in note
        assert "Golem is taken out." in note
        assert "Cheap Drone" in " ".join(sheet.extract_text() for sheet in cards.pages)


class TestSecrecy:
    def everywhere(self, revision: DraftRevision) -> list[str]:
        """Return the addresses at which files of the revision come, or would be made."""
        edition, own = edition_of(revision), [at(revision, file) for file in (*AT_ONCE, *DRAWN)]
        return [
            *own,
            *(f"{path}/progress/" for path in own[len(AT_ONCE) :]),
            f"/cards/export/?box=scrapbots/{edition}",
            reverse("scrapsite:box_detail", args=("scrapbots", edition)),
            reverse("scrapsite:box_file", args=("scrapbots", edition)),
        ]

    @pytest.mark.soak(seconds=1.5)
    def test_files_of_a_private_draft_are_404_for_others(
        self, drones: DraftRevision, other_user: User, client_of: Any, user_client: Client
    ) -> None:
        for path in self.everywhere(drones):
            assert user_client.get(path).status_code in (200, 303), path
            for client in (client_of(other_user), Client()):
                assert client.get(path).status_code == 404, path
                if "progress" in path or path.endswith("/box/"):
                    assert client.post(path).status_code == 404, path

    def test_finished_files_are_404_for_others_and_once_the_draft_is_gone(
        self, drones: DraftRevision, user: User, user_client: Client, client: Client
    ) -> None:
        kept.keep(digest_of(drones, kinds.NANDECK), {kinds.BUNDLE: b"zip", kept.PRIVATE: b""})
        path = at(drones, "nandeck.zip")
        assert user_client.get(path).content == b"zip"
        assert client.get(path).status_code == 404
        share_draft(user, drones.draft_id, "listed")
        answer = client.get(path)
        assert (answer.content, answer["Cache-Control"]) == (b"zip", "private, no-store")
        remove_draft(user, drones.draft_id)
        assert user_client.get(path).status_code == 404

    def test_no_cache_keeps_the_pages(self, drones: DraftRevision, user: User, client: Client) -> None:
        share_draft(user, drones.draft_id, "listed")
        for path in (f"/cards/export/?box=scrapbots/{edition_of(drones)}", at(drones, "cards.csv")):
            assert client.get(path)["Cache-Control"] == "private, no-store"

    def test_pictures_for_a_table_need_the_address_that_its_file_has(
        self, drones: DraftRevision, user_client: Client, client: Client
    ) -> None:
        digest = digest_of(drones, kinds.TABLETOP)
        kept.keep(digest, {"face-1.png": PICTURE, kept.PRIVATE: b""})
        assert client.get(f"/cards/export/pictures/{digest}/face-1.png").status_code == 404
        assert client.get(f"/cards/export/pictures/{digest}/guessed/face-1.png").status_code == 404
        assert client.get(f"/pictures/{digest}/face-1.png").status_code == 404
        assert (
            client.get(f"/cards/export/pictures/{digest}/{_key_of(digest)}/{kept.PRIVATE}").status_code == 404
        )
        saved = user_client.get(at(drones, "tabletop-simulator.json")).content.decode()
        assert f"/cards/export/pictures/{digest}/{_key_of(digest)}/" in saved
        answer = client.get(f"/cards/export/pictures/{digest}/{_key_of(digest)}/face-1.png")
        assert (answer.content, answer["Cache-Control"]) == (PICTURE, "private, no-store")

    def test_lost_pictures_are_drawn_again_for_whoever_has_their_address(
        self, drones: DraftRevision, client: Client
    ) -> None:
        digest = digest_of(drones, kinds.TABLETOP)
        box = f"?box=scrapbots/{edition_of(drones)}"
        path = f"/cards/export/pictures/{digest}/{_key_of(digest)}/face-1.png"
        assert client.get(path).status_code == 404
        assert client.get(f"/cards/export/pictures/{digest}/guessed/face-1.png{box}").status_code == 404
        assert client.get(path + box).status_code == 503
        assert kept.stage(digest) == "waiting"


@pytest.mark.soak(seconds=2)
def test_worker_marks_what_it_has_drawn_of_a_draft(drones: DraftRevision, user_client: Client) -> None:
    user_client.post(f"{at(drones, 'print-a4.pdf')}/progress/")
    user_client.post("/cards/export/scrapbots/3.6/print-a4.pdf/progress/")
    assert work() > 1  # the check of the revision waits as well
    marks = {kept.is_private(path.name) for path in kept.folder().iterdir() if path.is_dir()}
    assert marks == {True, False}


def test_a_draft_with_too_many_cards_offers_no_file_and_says_why(
    drones: DraftRevision, user_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its page offered the whole game, which was not found, and spoke of a search."""
    monkeypatch.setattr(lists, "MOST_COPIES", 20)
    edition = edition_of(drones)
    page = user_client.get(reverse("cards:export_index"), {"box": f"scrapbots/{edition}"}).text
    assert "A file holds at most 210 different cards and 20 copies." in page
    assert "Scrapbots, draft “Cheap drones, revision 1”" in page
    box = reverse("scrapsite:box_detail", args=("scrapbots", edition))
    for wrong in ("found by your search", "The whole game", box):
        assert wrong not in page
    for address in (box, reverse("scrapsite:box_file", args=("scrapbots", edition))):
        answer = user_client.get(address)
        assert answer.status_code == 422
        assert "A file holds at most 210 different cards and 20 copies." in answer.text
        assert answer["Cache-Control"] == "private, no-store"
