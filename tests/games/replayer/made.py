"""Records made without a site: matches played through the engine by random legal moves, honest or not."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from games import catalog
from games.engine import codec
from games.engine.chain import next_link
from games.engine.proofs import CURRENT, FIRST, commitment, first_commitment, mix, site_part
from games.engine.system import (
    RESIGN_RULE,
    UNDO_RULE,
    MoveTakenBack,
    Resigned,
    TurnedBack,
    UndoAllowed,
    UndoAsked,
)
from games.replayer.playing import Moment, Setting, play
from games.replayer.record import Step, write
from games.replayer.sums import opening_of


class Made:
    """A match in the making. *bots:* by seat, empty for a person. *luck:* chooses moves and all secrets.

    *before_deal:* may change the secrets, as a site would that has second thoughts.
    """

    def __init__(
        self,
        title: str,
        bots: Sequence[str] = ("", ""),
        options: dict[str, Any] | None = None,
        *,
        edition: str = "",
        seed: int = 1,
        version: int = CURRENT,
        before_deal: Callable[[Made], object] = lambda made: None,
    ) -> None:
        self.luck = random.Random(f"{title} {seed}")
        found = catalog.title(title)
        info = found.editions[edition] if edition else found.newest
        self.game, self.version, self.bots = info.game, version, list(bots)
        chosen = codec.to_json(codec.read_options(info.game.options_type, options or {}))
        self.pins = ["madeupxxxx", title, info.slug, found.engine_version, info.cards_hash, chosen]
        if version != FIRST:
            self.pins += [codec.to_json(list(bots)), ""]
        self.seed, self.salt = self.luck.randbytes(32), self.luck.randbytes(32)
        self.nonces = [
            site_part(self.salt, seat) if bot else self.luck.randbytes(32) for seat, bot in enumerate(bots)
        ]
        self.steps: list[Step] = []
        self.moments: list[Moment] = []
        before_deal(self)
        self.add("start", -1)

    @property
    def commitment(self) -> str:
        if self.version == FIRST:
            return first_commitment(self.seed, self.salt)
        return commitment(self.seed, self.salt, self.pins)

    @property
    def table(self) -> Setting:
        played = mix(self.version, self.seed, self.nonces)
        return Setting(self.game, self.pins[5], len(self.bots), self.version, played)

    @property
    def state(self) -> Any:
        return self.game.decode(self.moments[-1].state)

    def add(self, kind: str, seat: int, move: str = "", told: Sequence[Any] = (), undoes: int | None = None):
        """Make a step, as the site would."""
        step = Step(len(self.steps), kind, seat, move, codec.to_json(told), [], 0, 0, undoes, "")  # type: ignore[arg-type]
        moment = play(self.table, step, self.moments)
        drawn = [(purpose, limit, value) for purpose, limit, value in moment.drawn]
        done = replace(step, events=moment.events, draws=drawn, drawn=moment.draws, head=moment.head)
        link = self.steps[-1].link if self.steps else self.opening
        self.steps.append(replace(done, link=next_link(self.version, self.salt, link, done.linked)))
        self.moments.append(moment)
        return self

    @property
    def opening(self) -> str:
        return opening_of(self.version, self.salt, self.commitment, self.pins, self.nonces)

    def play(self, steps: int) -> Made:
        """Play so many random legal moves, or up to the end."""
        for _ in range(steps):
            to_act = self.game.to_act(self.state)
            if not to_act:
                break
            seat = self.luck.choice(to_act)
            self.add("move", seat, codec.to_json(self.luck.choice(self.game.legal(self.state, seat))))
        return self

    def take_back(self) -> Made:
        """Let the newest mover take the last move back freely."""
        seat = self.steps[-1].seat
        return self.add("undo", seat, told=[MoveTakenBack(UNDO_RULE, seat)], undoes=self.steps[-1].seq)

    def go_back(self, seat: int, target: int, granted: Sequence[int]) -> Made:
        """Let *seat* ask to go back to before step *target*, and all others allow it."""
        if not granted:
            return self.add("undo", seat, told=[TurnedBack(UNDO_RULE, seat)], undoes=target)
        self.add("ask", seat, told=[UndoAsked(UNDO_RULE, seat)])
        for other in granted[:-1]:
            self.add("ask", other, told=[UndoAllowed(UNDO_RULE, other)])
        last = granted[-1]
        told = [UndoAllowed(UNDO_RULE, last), TurnedBack(UNDO_RULE, seat)]
        return self.add("undo", last, told=told, undoes=target)

    def resign(self, seat: int) -> Made:
        """End the match by the resignation of *seat*."""
        return self.add("resign", seat, told=[Resigned(RESIGN_RULE, seat)])

    def file(self) -> bytes:
        """Return the record as the site would give it."""
        secret = {
            "commitment": self.commitment,
            "seed": self.seed.hex(),
            "salt": self.salt.hex(),
            "nonces": [nonce.hex() for nonce in self.nonces],
        }
        return write(self.version, self.pins, secret, self.steps).encode()


def undecided() -> list[Made]:
    """Return matches that ended by the rules, at a cap, without a single winner: draws and shared wins."""
    capped = [("scrapbots", {"turn_cap": 10}, 1), ("scrap-knights", {"turn_cap": 12}, 13)]
    shared = [("scrapyard", {"tiles": 1, "mode": 0}, 5), ("junkyard", {"round_cap": 1}, 2)]
    return [Made(title, ["", ""], options, seed=seed).play(400) for title, options, seed in capped + shared]


def sealed(told: dict[str, Any]) -> bytes:
    """Return plain data as a record with the right form and digest, whatever it says."""
    body = {name: value for name, value in told.items() if name not in ("steps", "digest")}
    lines = ",\n".join(codec.to_json(step) for step in told["steps"])
    text = f'{codec.to_json(body)[:-1]},"steps":[\n{lines}\n]'
    return f'{text},"digest":"{hashlib.sha256(text.encode()).hexdigest()}"}}\n'.encode()
