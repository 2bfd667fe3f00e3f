"""Draft editions by program: made, changed as a whole, saved, read and played."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from games.api.drafts import DraftErrorOut, DraftLineOut, DraftOut, RevisionOut
from games.drafts.actions.sharing import share_draft
from games.drafts.checking import check_revision
from games.drafts.models import Draft, DraftRevision
from scrapsite.accounts.models import Scope
from scrapsite.accounts.tokens import issue_token
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

NEW = {"game": "scrapbots", "edition": "3.6", "name": "Cheap drones"}
CHANGES: dict[str, Any] = {
    "cards": {"drone": {"figures": {"scrap": 3}}},
    "out": ["golem"],
    "parameters": {"hand_size": 6},
}


@pytest.fixture
def draft(caller: Caller) -> str:
    status, made = caller.post("/drafts", NEW)
    assert status == 200, made
    DraftOut.model_validate(made)
    return str(made["id"])


def put(caller: Caller, draft: str, changes: Any) -> tuple[int, Any]:
    return caller.call("PUT", f"/drafts/{draft}/changes", changes)


def test_changes_are_put_saved_read_and_played(caller: Caller, draft: str) -> None:
    status, changed = put(caller, draft, CHANGES)
    assert status == 200, changed
    assert changed["changes"] == CHANGES
    status, saved = caller.post(f"/drafts/{draft}/revisions", {"note": "First"})
    assert (status, saved["number"], saved["stage"]) == (200, 1, "checking")
    check_revision.func(DraftRevision.objects.get().pk)
    status, revision = caller.get(f"/drafts/{draft}/revisions/1")
    RevisionOut.model_validate(revision)
    assert (revision["stage"], revision["changes"]) == ("playable", CHANGES)
    told = {(group["sort"], group["name"]): group["lines"] for group in revision["differences"]}
    assert told["changed", "Drone"] == [{"what": "Scrap", "old": "4", "new": "3"}]
    assert told["rule", "Cards in a new hand"] == [{"what": "", "old": "5", "new": "6"}]
    assert ("out", "Golem") in told
    costs = {card["slug"]: card["figures"].get("cost") for card in revision["cards"]}
    assert costs["drone"] == 3
    assert "golem" not in costs
    match = {
        "game": "scrapbots",
        "edition": revision["edition"],
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}],
    }
    assert caller.post("/matches", match)[0] == 200


def test_every_problem_is_named_at_its_place_and_nothing_changes(caller: Caller, draft: str) -> None:
    put(caller, draft, CHANGES)
    wrong = {"cards": {"drone": {"figures": {"scrap": 99}}, "toaster": {}}, "parameters": {"hand_size": 60}}
    status, refused = put(caller, draft, wrong)
    DraftErrorOut.model_validate(refused)
    assert (status, refused["code"]) == (422, "draft/refused")
    places = {problem["at"] for problem in refused["problems"]}
    assert places == {"cards/drone/figures/scrap", "cards/toaster", "parameters/hand_size"}
    assert caller.get(f"/drafts/{draft}")[1]["changes"] == CHANGES


@pytest.mark.parametrize(
    "malformed",
    [{"cards": {"drone": 3}}, {"new": [{"slug": "x y"}]}, {"parameters": {"hand_size": None}}],
)
def test_malformed_changes_are_refused_with_a_place(caller: Caller, draft: str, malformed: Any) -> None:
    status, refused = put(caller, draft, malformed)
    assert (status, refused["code"]) == (422, "draft/refused")
    assert refused["problems"][0]["at"]


def test_unknown_parts_of_changes_are_refused(caller: Caller, draft: str) -> None:
    assert put(caller, draft, {"code": "import os"})[1]["code"] == "request/invalid"


def test_list_has_mine_and_the_listed_ones(caller: Caller, rival: Caller, user: User, draft: str) -> None:
    assert [line["id"] for line in caller.get("/drafts")[1]] == [draft]
    assert rival.get("/drafts")[1] == []
    Draft.objects.filter(pk=draft).update(visibility="listed")
    lines = rival.get("/drafts")[1]
    DraftLineOut.model_validate(lines[0])
    assert [(line["id"], line["mine"]) for line in lines] == [(draft, False)]


def test_others_see_a_listed_draft_but_neither_its_working_copy_nor_change_it(
    caller: Caller, rival: Caller, user: User, draft: str
) -> None:
    assert rival.get(f"/drafts/{draft}")[0] == 404
    assert caller.post(f"/drafts/{draft}/revisions", {})[0] == 422, "nothing has changed"
    put(caller, draft, CHANGES)
    caller.post(f"/drafts/{draft}/revisions", {})
    check_revision.func(DraftRevision.objects.get().pk)
    share_draft(user, draft, "listed")
    status, shown = rival.get(f"/drafts/{draft}")
    assert (status, shown["changes"], len(shown["revisions"])) == (200, None, 1)
    assert put(rival, draft, CHANGES)[0] == 404
    assert rival.post(f"/drafts/{draft}/revisions", {})[0] == 404


def test_repeated_request_makes_one_draft(caller: Caller) -> None:
    ids = {caller.call("POST", "/drafts", NEW, headers={"Idempotency-Key": "once"})[1]["id"] for _ in "ab"}
    assert len(ids) == 1


def test_key_for_playing_changes_no_draft(user: User, draft: str) -> None:
    player = Caller(user, issue_token(user, scope=Scope.PLAY))
    assert player.get(f"/drafts/{draft}")[0] == 200
    assert put(player, draft, CHANGES)[1]["code"] == "auth/scope"
