"""The measurements that come with the site: how strong its bots and decks are, how search was tuned."""

from functools import cache
from pathlib import Path

from games.engine import codec
from games.statistics.decks import RoundRobin
from games.statistics.ladder import Ladder, Pairing
from games.statistics.tuning import Tuning

FOLDER = Path(__file__).parent / "ladders"
TUNINGS = Path(__file__).parent / "tunings"
ROUND_ROBINS = Path(__file__).parent / "round_robins"


def write_record(record: Ladder | Tuning | RoundRobin, folder: Path = FOLDER) -> Path:
    """Store *record* as that of its game, in place of an earlier one, and return its file."""
    folder.mkdir(exist_ok=True)
    file = folder / f"{record.title}.json"
    file.write_text(f"{codec.to_json(record)}\n", "utf-8")
    return file


@cache
def record_of(title: str, folder: Path = FOLDER) -> Ladder | None:
    """Return the record of the game *title*, or None if its bots haven't been measured."""
    file = folder / f"{title}.json"
    return codec.from_json(Ladder, file.read_bytes()) if file.exists() else None


def share_against(ladder: Ladder, bot: str, other: str) -> float | None:
    """Return the share of points that *bot* took from *other*, from 0 to 1; None if they didn't meet."""
    for pairing in ladder.pairings:
        if {pairing.first, pairing.second} == {bot, other}:
            return _share(pairing, bot)
    return None


def _share(pairing: Pairing, bot: str) -> float:
    return pairing.score if pairing.first == bot else 1 - pairing.score
