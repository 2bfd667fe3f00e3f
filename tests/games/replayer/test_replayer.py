"""The stand-alone replayer, and the table of draws: honest matches of all titles fit every checker."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from games import catalog
from games.engine.proofs import FIRST
from games.replayer import publishing
from games.replayer.__main__ import check
from tests.games.replayer.made import Made, undecided
from tests.toy.bolts import SLUG

ROOT = Path(__file__).parents[3]
SCRIPT = ROOT / "docs" / "verify_match.py"

SETUPS = [
    *(("scrapbots", 2, {"turn_cap": 40}, edition) for edition in catalog.title("scrapbots").editions),
    *(("junkyard", seats, {"box": box, "round_cap": 6}, "") for seats, box in ((2, 0), (3, 1), (4, 1))),
    *(("scrapyard", seats, {"tiles": 1, "mode": mode}, "") for seats, mode in ((2, 0), (3, 1), (4, 0))),
    *(("scrap-knights", 2, {"decks": decks, "turn_cap": 12}, "") for decks in (0, 1, 2)),
]


# What random moves rarely come to: the seeds are those that do.
RARE = [
    ("junkyard", {"box": 1, "round_cap": 6}, 14, "pile-shuffled"),
    ("scrap-knights", {"decks": 2, "turn_cap": 12}, 12, "cards-shuffled-in"),
]


def as_module() -> ModuleType:
    """Return docs/verify_match.py as a module."""
    module = ModuleType("verify_match")
    exec(compile(SCRIPT.read_text(encoding="utf-8"), str(SCRIPT), "exec"), module.__dict__)
    return module


def assert_fits(made: Made) -> None:
    """End the match if it isn't over, and have its record checked by the replayer and the script."""
    to_act = made.game.to_act(made.state)
    if to_act:
        made.resign(to_act[0])
    noted = [made.commitment, made.steps[-1].link, made.nonces[0].hex()]
    for status, lines in (check(made.file(), noted), as_module().verdict(made.file(), noted)):
        assert (status, lines[-1]) == (0, "Everything fits."), lines


@pytest.mark.parametrize("title, seats, options, edition", SETUPS)
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.soak(seconds=0.1, one_in=6)
def test_a_whole_match_by_random_moves_fits(title, seats, options, edition, seed):
    assert_fits(Made(title, [""] * seats, options, edition=edition, seed=seed).play(1500))


@pytest.mark.parametrize("title, options, seed, event", RARE)
def test_a_match_with_rare_draws_fits(title, options, seed, event):
    made = Made(title, ["", ""], options, seed=seed).play(1500)
    assert any(f'"{event}"' in step.events and step.draws for step in made.steps)
    assert_fits(made)


def test_matches_that_end_by_the_rules_without_a_single_winner_fit():
    """Nobody resigned: the checkers have to see for themselves that the match is over."""
    winners = []
    for made in undecided():
        result = made.game.result(made.state)
        assert result is not None
        assert made.steps[-1].kind == "move"
        winners.append(len(result.winners))
        assert_fits(made)
    assert winners == [0, 0, 2, 2]


def test_every_title_is_tried():
    assert {title for title, *_ in SETUPS} == {title.slug for title in catalog.titles()} - {SLUG}


@pytest.mark.parametrize("checker", publishing.CHECKERS, ids=lambda checker: checker.name)
def test_the_checkers_that_know_no_rules_carry_the_draws_of_all_titles(checker):
    titles = [title for title in catalog.titles() if title.slug != SLUG]
    assert publishing.published(checker.read_text(encoding="utf-8")) == publishing.table(titles)


def test_the_replayer_runs_without_django(tmp_path):
    file = tmp_path / "record.json"
    file.write_bytes(Made("scrapbots").play(9).resign(0).file())
    lines = (
        "import runpy, sys",
        "sys.modules['django'] = None",
        f"sys.argv = ['replayer', {str(file)!r}]",
        "runpy.run_module('games.replayer', run_name='__main__')",
    )
    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env={})
    assert (done.returncode, done.stderr) == (0, "")
    assert "Everything fits." in done.stdout


def test_a_file_that_is_no_record_is_told(tmp_path):
    assert check(b"{}", [])[0] == check(b"", [])[0] == check(b"\xff", [])[0] == 2


def test_a_record_of_version_1_fits_and_is_said_to_prove_less():
    made = Made("scrapbots", version=FIRST).play(30).resign(0)
    status, lines = check(made.file(), [made.commitment])
    assert (status, "version 1" in " ".join(lines)) == (0, True)
    status, lines = as_module().verdict(made.file(), [made.commitment])
    assert (status, "version 1" in " ".join(lines)) == (0, True)
