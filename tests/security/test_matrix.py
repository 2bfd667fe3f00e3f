"""Every address, asked by everybody. A new address without a row in `matrix` fails here."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.urls import URLResolver, get_resolver

from cards.models import DeckLike, DeckReport, PublicDeck, SavedDeck
from games.clocks.models import Vacation
from games.drafts.models import Draft, DraftReader, DraftRevision
from games.match_page.models import BugReport
from games.matches.models import Invitation, Match, Mute, Seat, Step
from games.talk.models import ChatMessage, ChatReport, MatchNote
from rules.talk.models import Comment, Follow, Report, Thread
from rules.wiki.models import (
    Appointment,
    AuditEntry,
    Edition,
    Paragraph,
    Proposal,
    Review,
    Revision,
    Shipment,
)
from scrapsite.accounts.models import ApiToken
from scrapsite.common.models import Profile
from scrapsite.notifications.models import FeedKey, NotificationChoice, PushSubscription
from tests.security.matrix import ROWS, Row
from tests.security.roles import OTHERS, STAFF, World
from tests.security.row import ROLES
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

ABSENT = "aaaaaaaaaa"
FEW = ("visitor", "player")
# Django makes some hundred addresses of the admin. All answer alike: test_staff_doors.py asks each of them.
STAFFS_OWN = "admin/"

# Tables and what of them is looked at: all, but for what a request changes by the way, such as the time of
# the last visit, and what is too big to be read again and again; that a revision stays as it is has tests of
# its own.
WATCHED = {
    **dict.fromkeys((Invitation, Match, Seat, Profile, SavedDeck, Vacation), "*"),
    **dict.fromkeys((PublicDeck, DeckLike, DeckReport), "*"),
    **dict.fromkeys((Draft, DraftRevision, DraftReader), "*"),
    Step: "id, state",
    User: "id, username, password",
    ApiToken: "id, user_id",
    **dict.fromkeys((NotificationChoice, FeedKey, PushSubscription), "*"),
    **dict.fromkeys((BugReport, ChatMessage, ChatReport, MatchNote, Mute), "*"),
    **dict.fromkeys((Edition, Thread, Comment, Report, Follow, Proposal, Review), "*"),
    **dict.fromkeys((Appointment, AuditEntry), "*"),
    **dict.fromkeys((Revision, Paragraph, Shipment), "id"),
}


@pytest.fixture
def world(world: World) -> World:
    """The same, with everybody signed in."""
    for role in (*ROLES, *STAFF, *OTHERS):
        world.client(role), world.headers(role)
    return world


def patterns(found: Iterable[Any], before: str = "") -> Iterable[str]:
    """Return every address of the site as the resolver has it."""
    for pattern in found:
        whole = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from patterns(pattern.url_patterns, whole)
        else:
            yield whole


def ask(world: World, row: Row, role: str) -> Any:
    """Return the answer to one request of *role*; nobody is stopped by rate limits."""
    cache.clear()
    address = address_of(world, row, role)
    if row.is_api:
        body = json.dumps(row.data) if row.method in ("POST", "PUT") else ""
        return Client().generic(
            row.method, address, body, content_type="application/json", headers=world.headers(role)
        )
    client = world.client(role)
    return client.post(address, row.data) if row.method == "POST" else client.get(address)


def address_of(world: World, row: Row, role: str) -> str:
    """Return the address with the keys of what there is in the place of its names."""
    matches = world.matches | world.left if role == "former" else world.matches
    match_id = matches[row.state].pk if row.state in matches else ABSENT
    address = row.address.replace("{id}", match_id)
    for thing, key in world.talk.items():
        address = address.replace(f"{{{thing}}}", str(key))
    assert "{" not in address, address
    return address


def everything() -> Any:
    """Return all that a request could have changed, as the database gives it, for the ORM takes long."""
    return [rows(table._meta.db_table, columns) for table, columns in WATCHED.items()]


def written_rows() -> int:
    """Return how many rows the connection to SQLite has written so far; undoing doesn't lessen it."""
    connection.ensure_connection()
    number: int = connection.connection.total_changes
    return number


def rows(table: str, columns: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(f"select {columns} from {table} order by 1")
        return cursor.fetchall()


def expected_of(row: Row, is_soak: bool) -> dict[str, int]:
    """Return the status for each role. Most are left to the soak, but for one of the least welcome and one of
    the others, in turns; of a match in each state, for one or the other.

    Where all are answered alike it is one, a visitor or a player; of a match in every third state.
    """
    expected = {role: row.expected(number) for number, role in enumerate(ROLES)}
    is_alike, turn = len({*expected.values()}) == 1, ROWS.index(row)
    if is_soak or row.others:
        expected |= {role: row.expected_of_others(number) for number, role in enumerate(OTHERS)}
    if row.staff:
        expected |= {role: row.expected_of_staff(number) for number, role in enumerate(STAFF)}
    if is_soak:
        return expected
    if is_alike and not (row.others or row.staff):
        return {} if row.state and turn % 3 else {FEW[turn % 2]: expected[FEW[turn % 2]]}
    worst = max(expected.values())
    refused = [role for role in expected if expected[role] == worst]
    others = [role for role in expected if expected[role] != worst] or refused
    kept = (refused[turn % len(refused)], others[turn % len(others)])
    return {role: expected[role] for role in (kept[turn % 2 :][:1] if row.state else kept)}


def complaints(world: World, row: Row, is_soak: bool, before: Any) -> Iterable[str]:
    """Ask as the roles, undo what they did, and say what was not as written. *before:* what there is."""
    for role, wanted in expected_of(row, is_soak).items():
        point, written = transaction.savepoint(), written_rows()
        status = ask(world, row, role).status_code
        changed = written_rows() != written and everything() != before
        transaction.savepoint_rollback(point)
        where = f"{row.method} {row.address} ({row.state or 'no match'}) as {role}"
        if status != wanted:
            yield f"{where}: {status}, not {wanted}"
        if changed and (status >= 400 or row.method == "GET"):
            yield f"{where}: {status}, but something was changed"


def test_every_address_has_a_row() -> None:
    found = patterns(get_resolver().url_patterns)
    have, want = {row.pattern for row in ROWS}, {one for one in found if not one.startswith(STAFFS_OWN)}
    assert want - have == set(), "say in tests/security/matrix.py what these answer to whom"
    assert have - want == set(), "these addresses are gone"


def test_every_change_to_a_match_has_a_row_for_each_state() -> None:
    states = {"open", "running", "finished", "cancelled", "absent"}
    found = {row.pattern for row in ROWS if "match_id" in row.pattern}
    assert len(found) > 20
    for pattern in found:
        covered = {row.state for row in ROWS if row.pattern == pattern}
        assert covered == states, pattern


@pytest.mark.parametrize("is_soak", [False, soaking(True, seconds=15)], ids=["some", "all"])
@pytest.mark.parametrize("part", ["pages", "matches", "rules", "api"])
def test_everybody_gets_what_is_written(world: World, part: str, is_soak: bool) -> None:
    rows, before = [row for row in ROWS if part_of(row) == part], everything()
    assert len(rows) > 20
    assert not [complaint for row in rows for complaint in complaints(world, row, is_soak, before)]


def part_of(row: Row) -> str:
    if row.is_rules:
        return "rules"
    return "api" if row.is_api else "matches" if row.state else "pages"


@pytest.mark.parametrize("role", [role for role in ROLES if role != "player"])
@pytest.mark.soak(seconds=3, one_in=5)
def test_hidden_and_absent_look_alike(world: World, role: str) -> None:
    """A match that was called off and one that never was can't be told apart by strangers."""
    hidden_rows = [row for row in ROWS if row.state == "cancelled"]
    absent_rows = [row for row in ROWS if row.state == "absent"]
    assert [row.pattern for row in hidden_rows] == [row.pattern for row in absent_rows]
    for hidden, absent in zip(hidden_rows, absent_rows, strict=True):
        first, second = ask(world, hidden, role), ask(world, absent, role)
        assert first.status_code == second.status_code
        assert plain(first, world) == plain(second, world)
        assert dict(first.headers).keys() == dict(second.headers).keys()


def plain(answer: Any, world: World) -> str:
    """Return the body without the id asked for and without CSRF tokens, which are new each time."""
    text = answer.content.decode().replace(world.matches["cancelled"].pk, ABSENT)
    return re.sub(r"[A-Za-z0-9]{64}", "TOKEN", text)
