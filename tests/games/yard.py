"""A match of Junkyard, or of Scrapyard, between several people, in the words tests like to use."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.engine import codec
from games.engine.viewers import SPECTATOR
from games.match_page import fold
from games.matches import access
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.models import Match, Step
from games.matches.queries.board import Board
from games.matches.steps import Answer
from scrapsite.accounts.tokens import issue_token
from tests.playing import store_state

DONE, OPEN_AGAIN = {"type": "set-program", "to": "done"}, {"type": "set-program", "to": "open"}


def slot(place: int, register: int) -> dict[str, Any]:
    """Return the move that puts a card of the hand into a register."""
    return {"type": "slot-card", "place": place, "register": register}


def take_back(register: int) -> dict[str, Any]:
    """Return the move that takes it out again."""
    return {"type": "take-back", "register": register}


def plain(text: str) -> str:
    """Return *text* without what is new at each request: CSRF tokens and the next client move id."""
    text = re.sub(r"[A-Za-z0-9]{64}(?=[\"'])", "TOKEN", text)
    return re.sub(r'(name="(?:client_move_id|request_id)"\s+value=)"[^"]+"', r"\1ID", text)


@dataclass
class Yard:
    """*people:* by seat, None where a bot sits."""

    id: str
    people: list[User | None]
    _ids: Any = field(default_factory=lambda: count(1))

    @classmethod
    def begin(
        cls, *people: User, bots: int = 0, title: str = "junkyard", options: dict[str, Any] | None = None
    ) -> Yard:
        """Seat *people* in order, the bots after them, and deal."""
        seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1)]
        seats += [{"kind": "bot", "bot": "random"}] * bots
        edition = catalog.title(title).newest.slug
        match = create_match(people[0], title, edition, options or {}, seats)
        for user in people[1:]:
            join_match(match.pk, user)
        return cls(match.pk, [*people, *[None] * bots])

    @classmethod
    def programming(cls, *people: User, bots: int = 0) -> Yard:
        """Begin a match of Junkyard and place all Scrapbots."""
        yard = cls.begin(*people, bots=bots)
        while yard.board().view.phase == "placing":
            yard.play_first()
        return yard

    @property
    def match(self) -> Match:
        return Match.objects.get(pk=self.id)

    def board(self, user: User | None = None, **options: Any) -> Board:
        match = self.match
        return fold.board(match, access.seat_of(user, match) if user else SPECTATOR, **options)

    def play(self, user: User, move: dict[str, Any], *, seen: int | None = None, cid: str = "") -> Answer:
        """Play *move* on the board as *user* sees it now, or on an older one."""
        seen = self.board(user).seq if seen is None else seen
        return play_move(self.id, user, seen, cid or f"id-{next(self._ids)}", move)

    def legal(self, user: User) -> list[dict[str, Any]]:
        return [codec.from_json(dict, offer.move) for offer in self.board(user).legal]

    def orders(self, user: User) -> list[dict[str, Any]]:
        return [codec.from_json(dict, order.order) for order in self.board(user).orders]

    def play_first(self) -> None:
        """Let the first who must decide make the first legal move, bot or not."""
        match = self.match
        user = self.people[match.to_act[0]]
        if user is None or match.bots[match.to_act[0]]:
            assert play_for_bot(match.pk)
        else:
            self.play(user, self.legal(user)[0])

    def fill(self, user: User, *moves: dict[str, Any]) -> None:
        """Make private moves: the given ones, or a card into each of the first two registers."""
        for move in moves or (slot(0, 1), slot(1, 2)):
            self.play(user, move)

    def everybody_done(self) -> None:
        """Let all who still program in this round say that they are done; bots program to their end."""
        number = self.board().view.round
        while (self.board().view.phase, self.board().view.round) == ("programming", number):
            match = self.match
            if match.bot_to_act:
                play_for_bot(match.pk)
            else:
                user = self.people[match.to_act[0]]
                assert user is not None
                self.play(user, DONE)

    def sent(self, user: User | None) -> dict[str, str]:
        """Return all that a person, or a visitor, gets to see of the match, but for what is always new."""
        client, program = Client(), Client()
        headers = {}
        if user is not None:
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            headers = {"Authorization": f"Bearer {issue_token(user)}"}
        page, api = f"/matches/{self.id}/", f"/api/v1/matches/{self.id}"
        refused = json.dumps({"seen": 0, "client_move_id": "never", "move": {"type": "cheat"}})
        found = {
            "page": client.get(page),
            "whole log": client.get(f"{page}?log=all"),
            "told": client.get(f"{page}?tell=2"),
            "board": client.get(f"{page}board/", headers={"HX-Request": "true"}),
            "film": client.get(f"{page}film/?after=0", headers={"HX-Request": "true"}),
            "log beside it": client.get(f"{page}log/", headers={"HX-Request": "true"}),
            "replay": client.get(f"{page}replay/"),
            "moments": client.get(f"{page}replay/moments/"),
            "replayed": client.get(f"{page}replay.json"),
            "lobby": client.get("/matches/"),
            "home": client.get("/"),
            "api": program.get(f"{api}?log=all", headers=headers),
            "refusal": program.post(f"{api}/moves", refused, "application/json", headers=headers),
            "undo": program.post(
                f"{api}/undo", {"seen": -1, "client_move_id": "never"}, "application/json", headers=headers
            ),
        }
        return {
            name: f"{answer.status_code} {plain(answer.content.decode())}" for name, answer in found.items()
        }

    def state(self) -> Any:
        """Return the title's state as it is now."""
        match = self.match
        data = Step.objects.values_list("state", flat=True).get(match=match, seq=match.seq)
        return catalog.game(match.title, match.edition).decode(bytes(data))

    def keep(self, state: Any) -> None:
        """Put *state* in the place of the newest stored one."""
        store_state(self.match, state)
