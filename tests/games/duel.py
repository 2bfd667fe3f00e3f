"""A match between two people, in the words tests like to use."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.contrib.auth.models import User

from games import catalog
from games.engine import codec
from games.engine.viewers import SPECTATOR
from games.match_page import fold
from games.matches import access
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.actions.undo import undo_move
from games.matches.models import Match, Step
from games.matches.queries.board import Board
from games.matches.steps import Answer

PASS, FLIP = {"type": "pass"}, {"type": "flip"}


def lay(bolt: int) -> dict[str, Any]:
    """Return the move that lays *bolt*."""
    return {"type": "lay", "bolt": bolt}


@dataclass
class Duel:
    """*players:* by seat."""

    id: str
    players: tuple[User, User]
    _ids: Any = field(default_factory=lambda: count(1))

    @classmethod
    def begin(
        cls,
        user: User,
        other: User,
        title: str = "bolts",
        edition: str = "1",
        options: dict[str, Any] | None = None,
    ) -> Duel:
        match = create_match(user, title, edition, options or {}, [{"kind": "me"}, {"kind": "open"}])
        join_match(match.pk, other)
        return cls(match.pk, (user, other))

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.id)

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return int(self.match.to_act[0])

    @property
    def mover(self) -> User:
        return self.players[self.seat]

    @property
    def waiter(self) -> User:
        return self.players[1 - self.seat]

    def play(
        self, move: dict[str, Any], *, by: User | None = None, seen: int | None = None, cid: str = ""
    ) -> Answer:
        """Play *move*, by whoever has the turn unless said otherwise."""
        seen = self.match.seq if seen is None else seen
        return play_move(self.id, by or self.mover, seen, cid or self.new_id(), move)

    def undo(self, *, by: User | None = None, seen: int | None = None, cid: str = "") -> Answer:
        seen = self.match.seq if seen is None else seen
        return undo_move(self.id, by or self.mover, seen, cid or self.new_id())

    def new_id(self) -> str:
        return f"id-{next(self._ids)}"

    def board(self, user: User | None = None, **options: Any) -> Board:
        """Return the board of *user*, or of a spectator."""
        match = self.match
        viewer = access.seat_of(user, match) if user else SPECTATOR
        return fold.board(match, viewer, **options)

    def hand(self, user: User | None = None) -> tuple[int, ...]:
        return tuple(self.board(user or self.mover).view.hand)

    def finish(self) -> None:
        """Pass until nothing is left to draw."""
        while self.match.status == "running":
            self.play(PASS)

    def steps(self) -> int:
        return Step.objects.filter(match_id=self.id).count()

    def state(self) -> Any:
        """Return the title's state as it is now."""
        match = self.match
        game = catalog.game(match.title, match.edition)
        return game.decode(bytes(Step.objects.get(match=match, seq=match.seq).state))

    def legal(self) -> list[dict[str, Any]]:
        """Return the legal moves of whoever has the turn, as plain data."""
        return [codec.from_json(dict, offer.move) for offer in self.board(self.mover).legal]
