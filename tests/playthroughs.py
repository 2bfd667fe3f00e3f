"""Golden playthroughs: whole games as text one can read, to be replayed by a test.

`python -m tests.playthroughs` (or `make golden`) records them anew: bots choose the moves. The test only
replays the moves in the files, so a better bot changes none of them, and a changed rule shows as a diff.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from games import catalog
from games.bots import bot
from games.engine.chance import FastChance, MatchChance
from games.engine.codec import digest, read_move, read_options, to_json, to_plain
from games.engine.events import CardPart, Event, SeatPart
from games.engine.protocol import Game, Title
from games.engine.viewers import SPECTATOR, seat_viewer, viewers

FOLDER = Path(__file__).parent / "titles"
# Options that make a game short enough to list every legal move.
SHORT = {"turn_cap": 12, "round_cap": 2, "tiles": 1, "decks": 1}


@dataclass(frozen=True)
class Plan:
    """A playthrough to record. *detail:* `moves` lists all legal moves, `counts` only how many there are.

    *version:* of the engine, for an older revision of the edition.
    """

    name: str
    title: str
    edition: str
    bots: tuple[str, ...]
    seed: int
    options: tuple[tuple[str, int], ...] = ()
    detail: str = "moves"
    version: str = ""

    @property
    def path(self) -> Path:
        return FOLDER / self.title.replace("-", "_") / "playthroughs" / f"{self.stem}-{self.name}.txt"

    @property
    def stem(self) -> str:
        return f"{self.edition}~{self.version}" if self.version else self.edition

    @property
    def game(self) -> Game[Any]:
        info = catalog.edition(self.title, self.edition)
        old = (revision.game for revision in info.revisions if revision.engine_version == self.version)
        return next(old) if self.version else info.game


def plans() -> Iterator[Plan]:
    """Yield what is recorded of each edition and revision: two short games, one of three, and a whole one."""
    for title in catalog.titles():
        for edition, version in _released(title):
            names = {option.name for option in title.options}
            capped = tuple((name, value) for name, value in SHORT.items() if name in names)
            yield Plan("greedy-random", title.slug, edition, ("greedy", "random"), 7, capped, version=version)
            yield Plan(
                "random-random", title.slug, edition, ("random", "random"), 11, capped, version=version
            )
            if 3 in title.seats:
                bots = ("greedy", "random", "greedy")
                yield Plan("three", title.slug, edition, bots, 5, capped, "counts", version)
            yield Plan("full", title.slug, edition, ("greedy", "greedy"), 3, detail="counts", version=version)


def _released(title: Title) -> Iterator[tuple[str, str]]:
    """Yield each edition with an empty version, and with that of each of its revisions."""
    for slug, info in title.editions.items():
        yield slug, ""
        yield from ((slug, revision.engine_version) for revision in info.revisions)


def record(plan: Plan) -> str:
    """Return the text of a new playthrough whose moves the bots choose."""
    luck = FastChance(plan.seed)

    def choose(game: Game[Any], state: Any, seat: int) -> Any:
        return bot(plan.bots[seat])(game, game.view(state, seat_viewer(seat)), seat, luck)

    return _text(plan, choose)


def replay(plan: Plan, text: str) -> str:
    """Replay the moves of *text* and return the text that they give now."""
    moves = iter(moves_of(text))

    def choose(game: Game[Any], state: Any, seat: int) -> Any:
        return read_move(game.move_type, next(moves))

    return _text(plan, choose)


def moves_of(text: str) -> list[Any]:
    """Return the moves of a playthrough as plain data."""
    return [json.loads(line.removeprefix("> ")) for line in text.splitlines() if line.startswith("> ")]


def _text(plan: Plan, choose: Any) -> str:
    return "\n".join(_lines(plan, choose)) + "\n"


def _lines(plan: Plan, choose: Any) -> Iterator[str]:
    game, chance = plan.game, MatchChance(_seed(plan))
    seats = len(plan.bots)
    state, events = game.new(read_options(game.options_type, dict(plan.options)), seats, chance)
    yield from _head(plan)
    yield from _happened(game, state, events, chance, seats)
    number = 0
    while to_act := game.to_act(state):
        number, seat = number + 1, to_act[0]
        move, legal = choose(game, state, seat), game.legal(state, seat)
        yield f"## {number}. Seat {seat}, legal moves: {len(legal)}"
        shown = legal if plan.detail == "moves" else [move]
        yield from (f"{'>' if other == move else ' '} {to_json(other)}" for other in shown)
        yield from _happened(game, state, game.apply(state, seat, move, chance), chance, seats)
    yield "## Result"
    yield json.dumps(to_plain(game.result(state)), ensure_ascii=False)


def _head(plan: Plan) -> Iterator[str]:
    yield f"# {catalog.title(plan.title).name} {plan.stem}: {' against '.join(plan.bots)}"
    yield ""
    yield "Recorded by `make golden`. `>` is the move that was made; `*` is what everybody sees, `0` and `1`"
    yield "what only that seat sees; `=` is the digest of the state and how often chance was asked so far."
    yield ""
    yield f"seed    {_seed(plan).hex()}"
    yield f"options {json.dumps(dict(plan.options))}"
    yield ""


def _happened(game: Game[Any], state: Any, events: list[Event], chance: Any, seats: int) -> Iterator[str]:
    for event in events:
        public = event.seen_by(SPECTATOR)
        if public is not None:
            yield f"* {_sentence(public)} [{event.rule}]"
        for viewer in viewers(seats)[:-1]:
            known = event.seen_by(viewer)
            if known is not None and known != public:
                yield f"{viewer.seat} {_sentence(known)}"
    yield f"= {digest(game.encode(state))[:16]} {chance.counter}"
    yield ""


def _sentence(event: Event) -> str:
    return "".join(_words(event.line()))


def _words(parts: Iterable[Any]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, SeatPart):
            yield f"Seat {part.seat}"
        elif isinstance(part, CardPart):
            yield f"{part.slug} ×{part.count}" if part.count > 1 else part.slug
        else:
            yield part


def _seed(plan: Plan) -> bytes:
    return plan.seed.to_bytes(4, "big")


def main() -> None:
    """Record every playthrough anew."""
    for plan in plans():
        plan.path.parent.mkdir(parents=True, exist_ok=True)
        plan.path.write_text(record(plan), encoding="utf-8")
        print(plan.path.relative_to(FOLDER.parent.parent))


if __name__ == "__main__":
    main()
