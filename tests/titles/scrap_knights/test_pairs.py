"""Every ACT against every ACT at every distance gives what `pairs.txt` says."""

import pytest

from games.titles.scrap_knights.box import ACTS
from games.titles.scrap_knights.state import MOST_DISTANCE
from tests.table import ruling
from tests.titles.scrap_knights import pairs


def rows() -> dict[str, dict[str, str]]:
    """Return the rest of each line of the file, by both ACTs."""
    found: dict[str, dict[str, str]] = {}
    for line in pairs.TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            mine = found.setdefault(line.removeprefix("## "), {})
        elif line and not line.startswith("#"):
            theirs, _, cells = line.partition(" | ")
            mine[theirs] = cells
    return found


ROWS = rows()


@pytest.mark.parametrize("act", ACTS)
def test_every_pair_resolves_as_it_did(act: str):
    """After a change of the rules write the table anew (see `pairs`), and read the diff."""
    now = [line.partition(" | ")[::2] for line in pairs.lines(act) if " | " in line]
    assert dict(now) == ROWS[act]


def test_the_table_is_whole():
    assert list(ROWS) == list(ACTS)
    assert all(list(row) == list(ACTS) for row in ROWS.values())
    text = pairs.TABLE.read_text(encoding="utf-8")
    assert text.startswith(pairs.HEADER.format(module=pairs.MODULE))


# Reckoned from the rulebook, not from the program.
BY_HAND = [
    ("can-opener", "dolphin-crash", 1, "9/12 3/6 2 ./."),  # 1 past each other, missed, 2 from distance 1
    ("can-opener", "dolphin-crash", 2, "9/9 4/6 1 ./. *"),  # at 0 the can opener hits, and stabs
    ("can-opener", "meltdown", 0, "8/5 4/0 ./."),  # vents 4, both take 4; then 1 and 2
    ("can-opener", "burstflare", 0, "11/9 4/4 ./."),  # interrupted: no vent, but 1 damage
    ("can-opener", "wide-guard", 0, "12/12 3/5 ./."),  # the third block stands at -1
    ("can-opener", "taunt", 0, "12/9 4/3 ./."),  # interrupted at -3
    ("fishslap", "scorpion-spear", 1, "7/12 3/5 2 ./. *"),  # slapped to where the spear is best
    ("fishslap", "cross-lunge", 0, "12/12 3/4 ./. *"),  # not from 0 any more
    ("slash", "stonewall", 1, "12/12 4/3 ./."),
    ("dagger-jab", "slash", 0, "9/10 4/4 ./."),  # +1 is only earlier
    ("parry-shield", "dagger-jab", 0, "10/12 3/4 ./."),  # block 2 at +2 is too early
    ("home-base", "dagger-jab", 0, "10/12 4/4 1 ./."),  # a Movement of +1 comes after an Attack of +1
]


@ruling(
    "chain-1", "chain-3", "chain-7", "move-3", "block-2", "distance-1", "distance-2", "hit-1", "interrupt-1"
)
@pytest.mark.parametrize("mine, theirs, distance, expected", BY_HAND)
def test_some_reckoned_by_hand(mine: str, theirs: str, distance: int, expected: str):
    assert pairs.outcome(mine, theirs, distance).replace(" =", "") == expected


def test_there_is_a_cell_for_every_distance():
    duel = pairs.play("warp", "can-opener", MOST_DISTANCE)
    assert duel.distance == pairs.WARPED
    assert duel.asked == ""
