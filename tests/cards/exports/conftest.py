"""An export is drawn once for the tests of all processes, of every edition of every game."""

from __future__ import annotations

import fcntl
import pickle
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cards.exports.kinds import DRAWINGS
from cards.exports.lists import CardList, edition_list
from games import catalog
from tests.databases import shared_folder
from tests.soak.tenths import soaking

EDITIONS = [(title.slug, edition) for title in catalog.titles() for edition in title.editions]
NEWEST = {(title.slug, title.newest.slug) for title in catalog.titles()}
# Large pictures take long: of one game in the usual run.
PICTURED = {pair for pair in NEWEST if pair[0] == "scrapyard"}


def usually(few: set[tuple[str, str]]) -> list[Any]:
    """Return all editions as parameters; those that aren't among the *few* are for the soak."""
    return [pair if pair in few else soaking(pair, seconds=15) for pair in EDITIONS]


# Of two games the newest edition; the others in the soak, with those whose cards take longest to draw.
BOXES = usually({pair for pair in NEWEST if pair[0] in ("scrapbots", "scrapyard")})
A_FEW_BOXES = pytest.mark.parametrize("cards", usually(PICTURED), indirect=True, ids="-".join)


def box(game: str, edition: str) -> CardList:
    found = edition_list(game, edition)
    assert found is not None
    return found


@cache
def drawn_files(drawing: str, game: str, edition: str, folder: Path) -> dict[str, bytes]:
    """Return the files; the first process to ask draws them and leaves them in *folder* for the others."""
    kept = folder / f"drawn-{drawing}-{game}-{edition}"
    with open(kept.with_name(f"{kept.name}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            made = DRAWINGS[drawing].make(box(game, edition), lambda *told: None)
            kept.write_bytes(pickle.dumps(made))
        files: dict[str, bytes] = pickle.loads(kept.read_bytes())
    return files


@pytest.fixture(params=BOXES, ids=lambda pair: "-".join(pair))
def cards(request: pytest.FixtureRequest) -> CardList:
    """The box of each edition of each game in turn."""
    return box(*request.param)


@pytest.fixture
def scrapbots() -> CardList:
    """The box whose contents the tests spell out."""
    return box("scrapbots", "3.6")


@pytest.fixture
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, CardList], dict[str, bytes]]:
    """Return the files of a drawing of a whole box."""
    folder = shared_folder(tmp_path_factory)

    def files(drawing: str, cards: CardList) -> dict[str, bytes]:
        return drawn_files(drawing, cards.cards[0].game, cards.cards[0].edition, folder)

    return files
