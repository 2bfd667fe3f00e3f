"""Bringing a deck into a match by program: all its cards at once, or none."""

import pytest
from django.core.cache import cache
from django.test import Client

from games import catalog
from games.api import schemas
from games.matches.models import Step
from scrapsite.accounts.models import Scope
from scrapsite.accounts.tokens import issue_token
from tests.api.conftest import Caller

pytestmark = pytest.mark.django_db

FIRST, SECOND = (
    {slot: list(slugs) for slot, slugs in made.lists.items()}
    for made in catalog.title("scrap-knights").newest.decks.ready_made[:2]
)
NEW = {
    "game": "scrap-knights",
    "edition": catalog.title("scrap-knights").newest.slug,
    "seats": [{"kind": "me"}, {"kind": "open"}],
}


@pytest.fixture
def joust(caller: Caller, rival: Caller) -> str:
    """The id of a match of Scrap Knights between rivet and gasket, who put their mechs together."""
    return begun(caller, rival)


def begun(caller: Caller, rival: Caller, **options: int) -> str:
    status, match = caller.post("/matches", NEW | {"options": options})
    assert status == 200, match
    assert rival.post(f"/matches/{match['id']}/join")[0] == 200
    return str(match["id"])


def bring(caller: Caller, match: str, deck, seen=None, key: str = "a"):
    """Send the deck as one who has just looked at the match."""
    if seen is None:
        seen = caller.get(f"/matches/{match}")[1]["seq"]
    return caller.post(f"/matches/{match}/deck", {"seen": seen, "client_move_id": key, "deck": deck})


def draft(caller: Caller, match: str):
    """Return what the caller has put together, in the form in which it is brought."""
    board = caller.get(f"/matches/{match}")[1]
    found = board["view"]["players"][board["seat"]]["draft"]
    return {slot: [found[slot]] if slot == "ult" else found[slot] for slot in ("acts", "ult", "bots", "prep")}


def test_a_deck_is_brought_and_shown_to_its_player_alone(joust, caller, rival):
    status, answer = bring(caller, joust, FIRST)
    assert status == 200, answer
    schemas.AnswerOut.model_validate(answer)
    board = caller.get(f"/matches/{joust}")[1]
    assert (answer["id"], answer["seq"], answer["status"]) == (joust, board["seq"], "running")
    assert draft(caller, joust) == FIRST
    theirs = rival.get(f"/matches/{joust}")[1]
    assert theirs["view"]["players"][board["seat"]]["draft"] is None
    assert {"type": "set-ready", "to": "ready"} in board["legal"]


def test_a_key_that_may_play_brings_one_and_a_key_that_may_read_does_not(joust, caller):
    """It was refused, though it may play each of the moves by itself."""
    statuses = [
        bring(Caller(caller.user, issue_token(caller.user, scope=scope)), joust, FIRST)[0]
        for scope in (Scope.READ, Scope.PLAY)
    ]
    assert statuses == [403, 200]
    assert draft(caller, joust) == FIRST


def test_another_takes_its_place(joust, caller):
    bring(caller, joust, FIRST, key="a")
    assert bring(caller, joust, SECOND, key="b")[0] == 200
    assert draft(caller, joust) == SECOND


def test_a_repeat_gets_the_first_answer_and_another_deck_under_its_id_is_refused(joust, caller):
    answers = [bring(caller, joust, FIRST, seen=0) for _ in range(3)]
    assert answers[0][0] == 200
    assert answers[0] == answers[1] == answers[2]
    steps = Step.objects.count()
    status, refusal = bring(caller, joust, SECOND)
    assert (status, refusal["code"]) == (422, "move/id-reused")
    assert Step.objects.count() == steps


def test_what_is_the_deck_already_is_no_move(joust, caller):
    _status, first = bring(caller, joust, FIRST)
    steps = Step.objects.count()
    status, again = bring(caller, joust, FIRST, key="b")
    assert status == 200
    schemas.AnswerOut.model_validate(again)
    assert again == first | {"events": []}
    assert Step.objects.count() == steps


def test_where_mechs_are_dealt_none_is_brought(caller, rival):
    status, refusal = bring(caller, begun(caller, rival, decks=2), FIRST)
    assert (status, refusal["code"], refusal["rule"]) == (422, "move/illegal", "setup-5")


def test_a_card_twice_is_refused_although_one_is_there(joust, caller):
    bring(caller, joust, FIRST, key="a")
    doubled = FIRST | {"acts": [*FIRST["acts"][:5], FIRST["acts"][0]]}
    status, refusal = bring(caller, joust, doubled, key="b")
    assert (status, refusal["rule"]) == (422, "setup-8")
    assert draft(caller, joust) == FIRST


def test_an_unfinished_one_may_be_brought_and_an_empty_one(joust, caller):
    assert bring(caller, joust, {"acts": ["slash"]}, key="a")[0] == 200
    assert bring(caller, joust, {}, key="b")[0] == 200
    board = caller.get(f"/matches/{joust}")[1]
    assert board["view"]["players"][board["seat"]]["draft"]["acts"] == []


@pytest.mark.parametrize(
    "change",
    [
        {"acts": [*FIRST["acts"], "toaster"]},
        {"acts": ["slash", "slash"]},
        {"ult": ["slash"], "acts": ["slash"]},
        {"bots": [*SECOND["bots"], *FIRST["bots"]]},
        {"ult": [], "prep": ["slash"]},
    ],
)
def test_what_the_rules_forbid_is_refused_with_the_rule_and_nothing_is_brought(joust, caller, change):
    status, refusal = bring(caller, joust, FIRST | change)
    assert (status, refusal["code"]) == (422, "move/illegal")
    assert refusal["rule"] in ("setup-1", "setup-8")
    assert refusal["reason"]
    assert Step.objects.count() == 1


def test_own_decks_are_refused_where_only_ready_made_ones_are_brought(caller, rival):
    match = begun(caller, rival, decks=1)
    own = FIRST | {"bots": SECOND["bots"], "acts": SECOND["acts"]}
    status, refusal = bring(caller, match, own)
    assert (status, refusal["code"], refusal["rule"]) == (422, "move/illegal", "setup-6")
    assert bring(caller, match, FIRST, key="b")[0] == 200
    assert draft(caller, match) == FIRST


def test_who_looked_at_something_older_looks_again(joust, caller):
    bring(caller, joust, FIRST)
    status, refusal = bring(caller, joust, SECOND, seen=0, key="b")
    assert (status, refusal["code"]) == (409, "match/stale")


def test_no_deck_is_brought_into_a_match_without(duel, caller, rival):
    status, refusal = bring(caller, duel, FIRST)
    assert (status, refusal["code"], refusal["reason"]) == (
        422, "move/malformed", "You can’t bring a deck to this match.",
    )  # fmt: skip


@pytest.mark.parametrize(
    "change",
    [
        {"deck": None},
        {"deck": []},
        {"deck": {"lanes": ["slash"]}},
        {"deck": {"acts": "slash"}},
        {"deck": {"acts": [1]}},
        {"deck": {"acts": ["slash"] * 41}},
        {"deck": {"acts": ["x" * 41]}},
        {"deck": {"ult": ["test", "tas-custom"]}},
        {"seen": "0"},
        {"client_move_id": "x" * 61},
        {"seat": 1},
    ],
)
@pytest.mark.soak(seconds=0.1, one_in=3)
def test_a_body_of_the_wrong_form_is_refused(joust, caller, change):
    body = {"seen": 0, "client_move_id": "a", "deck": FIRST} | change
    status, refusal = caller.post(f"/matches/{joust}/deck", body)
    assert (status, refusal["code"]) == (422, "request/invalid")
    assert Step.objects.count() == 1


def test_only_who_sits_there_brings_one_and_not_too_often(joust, caller, outsider, settings):
    assert bring(outsider, joust, FIRST)[0] == 403
    body = {"seen": 0, "client_move_id": "a", "deck": FIRST}
    answer = Client().post(f"/api/v1/matches/{joust}/deck", body, content_type="application/json")
    assert answer.status_code == 401
    assert bring(caller, "aaaaaaaaaa", FIRST, seen=0)[0] == 404
    cache.clear()
    settings.RATE_LIMIT_FACTOR = 1 / 600
    assert bring(caller, joust, FIRST, seen=0)[0] == 200
    assert bring(caller, joust, FIRST, seen=0)[1]["code"] == "limit/too-many"
