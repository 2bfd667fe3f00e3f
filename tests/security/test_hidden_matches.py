"""Private and closed matches: every address answers strangers as if there were no such match."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.matches.models import Match
from tests.security.matrix import ROWS
from tests.security.roles import World
from tests.security.test_matrix import ABSENT, ask, plain
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

STRANGERS = ("visitor", "guest", "spectator", "elsewhere")
HIDDEN: dict[str, dict[str, Any]] = {"private": {"is_private": True}, "closed": {"watch": "nobody"}}


# While seats are open, whoever has the link of a closed match may sit down.
@pytest.mark.parametrize(
    ("how", "state"),
    [
        soaking("private", "open", seconds=4),
        ("private", "running"),
        soaking("private", "finished", seconds=4),
        soaking("closed", "running", seconds=4),
        ("closed", "finished"),
    ],
)
@pytest.mark.parametrize("strangers", [("visitor", "spectator"), soaking(STRANGERS, seconds=6)], ids=len)
@pytest.mark.soak(seconds=5, one_in=2)
def test_they_are_no_match_at_all_to_strangers(
    world: World, how: str, state: str, strangers: tuple[str, ...]
) -> None:
    match = world.matches[state]
    Match.objects.filter(pk=match.pk).update(**HIDDEN[how])
    match.invitations.all().delete()
    rows = [row for row in ROWS if row.state == state and "match_id" in row.pattern]
    assert len(rows) > 20
    for row in rows:
        for role in strangers:
            found = ask(world, row, role)
            absent = ask(world, replace(row, state="absent"), role)
            where = f"{row.method} {row.address} as {role}"
            assert found.status_code == absent.status_code, where
            assert plain(found, world).replace(match.pk, ABSENT) == plain(absent, world), where
