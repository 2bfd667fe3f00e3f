"""What the conformance suite doesn't reach by itself: states of every phase with all options."""

import pytest

from games.engine.chance import FastChance
from games.titles.scrapyard import TITLE
from tests.conformance import checks
from tests.conformance.cases import Case
from tests.conformance.moves import conceivable
from tests.soak.tenths import soaking

CASES = [
    Case(TITLE, "1.0", seats, (("tiles", tiles), ("mode", mode)))
    for seats in TITLE.seats
    for tiles in (1, 2, 4)
    for mode in (0, 1)
]

SOME = CASES[::4]  # each number of seats and of tiles, and both modes


@pytest.mark.parametrize("looked_at", [(2,), soaking((2, 19), seconds=2)], ids=["once", "twice"])
@pytest.mark.parametrize(
    "case", SOME + [soaking(case, seconds=1) for case in CASES if case not in SOME], ids=str
)
def test_states_of_every_phase_pass_all_checks(case: Case, looked_at: tuple[int, ...]):
    chance, game, others = FastChance(9), case.game, conceivable(case)
    state, _ = game.new(case.read_options(), case.seats, chance)
    seen: dict[int, int] = {}
    while to_act := game.to_act(state):
        seen[state.phase] = seen.get(state.phase, 0) + 1
        if seen[state.phase] in looked_at:
            checks.check_table(case, state, FastChance(3), others)
        game.apply(state, to_act[0], chance.pick(game.legal(state, to_act[0]), "move"), chance)
    assert len(seen) == 5
    checks.check_end(case, state)
