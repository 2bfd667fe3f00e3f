"""Who may come by, and matches in every state for them to come by at."""

from __future__ import annotations

from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from games import actions
from games.models import Match
from scrapsite.players import give_profile, new_guest
from scrapsite.tokens import issue_token
from tests.playing import ME, OPEN, match_of

ROLES = ("visitor", "guest", "player", "opponent", "spectator", "elsewhere")
STATES = ("open", "running", "finished", "cancelled")


@dataclass(frozen=True)
class World:
    """*people:* by role; the player has an account, the opponent is a guest. *matches:* by state."""

    people: dict[str, User | None]
    matches: dict[str, Match]
    _cookies: dict[str, SimpleCookie] = field(default_factory=dict)
    _headers: dict[str, dict[str, str]] = field(default_factory=dict)

    def client(self, role: str, **options: Any) -> Client:
        """Return a browser of that role, signed in once and for all."""
        client, user = Client(**options), self.people[role]
        if role not in self._cookies:
            if user is not None:
                client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
            self._cookies[role] = client.cookies
        client.cookies = SimpleCookie(self._cookies[role].output(header="", sep=";"))
        return client

    def headers(self, role: str) -> dict[str, str]:
        """Return the headers with which a program of that role calls the API."""
        user = self.people[role]
        if role not in self._headers:
            self._headers[role] = {"Authorization": f"Bearer {issue_token(user)}"} if user else {}
        return self._headers[role]


def make_world() -> World:
    """Return everybody, with a match in every state; the guest elsewhere sits in one of their own."""
    player, spectator = account("rivet"), account("gasket")
    opponent, elsewhere = new_guest(), new_guest()
    actions.create_match(elsewhere, "scrapbots", "3.6", {}, [ME, OPEN])
    matches = {
        "open": actions.create_match(player, "scrapbots", "3.6", {}, [ME, OPEN]),
        "running": _match_begun_by(player, opponent),
        "finished": match_of(player, opponent),
        "cancelled": actions.create_match(player, "scrapbots", "3.6", {}, [ME, OPEN]),
    }
    actions.resign(matches["finished"].pk, opponent)
    actions.cancel_match(matches["cancelled"].pk, player)
    people = {
        "visitor": None,
        "guest": new_guest(),
        "player": player,
        "opponent": opponent,
        "spectator": spectator,
        "elsewhere": elsewhere,
    }
    for match in matches.values():
        match.refresh_from_db()
    return World(people, matches)


def _match_begun_by(first: User, second: User) -> Match:
    """Return a running match in which *first* has the first turn."""
    while True:
        match = match_of(first, second)
        if match.deciders == [0]:
            return match


def account(name: str) -> User:
    """Return an account that can sign in."""
    user = User.objects.create_user(name, password="a-rusty-old-gearbox")
    give_profile(user)
    return user
