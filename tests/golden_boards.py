"""Golden boards: what the page of a match shows each viewer at 200 positions of each game, as digests.

`python -m tests.record_boards` (or `make golden`) records them anew, those of one game with its name. Matches
are played by random legal moves on fixed seeds. Each position is shown to every seat and to a spectator;
tokens, keys and ids that differ from run to run are blanked out.
"""

from __future__ import annotations

import hashlib
import json
import random
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import time_machine
from django.test import Client

from games import catalog
from games.clocks.rules import PRESETS
from games.engine import codec
from games.engine.errors import GameError
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.orders import give_order
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.actions.seats import join_match
from games.matches.actions.seen import mark_seen
from games.matches.actions.terms import Terms
from games.matches.actions.undo import undo_move
from games.matches.actions.undo_requests import answer_undo, ask_undo
from games.matches.models import Match, Status, Step, UndoRequest
from games.matches.numbering import newest_number
from games.talk.actions import say
from scrapsite.common.errors import Refusal
from scrapsite.common.players import give_profile
from tests.luck import DRAWING, Luck

FOLDER = Path(__file__).parent / "data" / "golden_boards"
POSITIONS, SAMPLED = 200, 12
LONGEST, STRIDE = 110, 2
BEGINNING = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
WEB = "django.contrib.auth.backends.ModelBackend"
NAMES = ("rivet", "gasket", "sprocket", "washer")

# Where a part of the page begins; it ends where the next one does.
PARTS = {
    "board": '<div id="board"',
    "table": '<div class="board__main">',
    "side": '<div class="board__side">',
    "clock": '<section class="clocks"',
    "since": '<details class="since"',
    "orders": '<details class="orders"',
    "log": '<section class="log"',
    "about": '<section class="about"',
    "talk": '<div class="beside">',
    "keys": '<dialog class="keys"',
    "end": '<aside class="drawer"',
}
# What differs from one rendering, or from one run, to the next.
_BLANKED = (
    (re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]*'), r"\1"),
    (re.compile(r'(name="client_move_id" value=")[^"]*'), r"\1"),
    (re.compile(r'(name="request_id" value=")[^"]*'), r"\1"),
    (re.compile(r'(data-message="|reason-|/talk/)\d+'), r"\1"),
    (re.compile(r"()\b[0-9a-f]{64}\b"), r"\1"),
    (re.compile(r'(name="request" value=")\d+'), r"\1"),
)
# What an address may ask for, in turn.
_ASKED = ("", "?log=all", "?since=2", "?tell=1", "?talk=all")


@dataclass
class Plan:
    """One match. *kind:* decides about seats, clock and terms. *shots:* how many positions it shows."""

    title: str
    number: int
    people: list[Any] = field(default_factory=list)

    @property
    def luck(self) -> random.Random:
        return random.Random(f"{self.title} {self.number}")

    def begin(self) -> Match:
        """Make the match, with all its players seated."""
        title, kind = catalog.title(self.title), self.number % 4
        editions = list(title.editions)
        edition = editions[-1] if kind == 3 else editions[0]
        count = min(max(title.seats), (2, 4, 3, 2)[kind])
        bots = [{"kind": "bot", "bot": "random"}] if kind == 2 else []
        seats = [{"kind": "me"}, *([{"kind": "open"}] * (count - 1 - len(bots))), *bots]
        terms = (Terms(), Terms(name="Two & <three>", is_private=True), Terms(watch_delay=300), Terms())[kind]
        options = {"decks": 1} if any(option.name == "decks" for option in title.options) else {}
        clock = (PRESETS["live"][1], PRESETS["day"][1], None, PRESETS["week"][1])[kind]
        match = create_match(self.people[0], self.title, edition, options, seats, clock=clock, terms=terms)
        for user in self.people[1 : count - len(bots)]:
            join_match(match.pk, user, key=match.invite_key)
        match.refresh_from_db()
        return match

    def step(self, match: Match, luck: random.Random, number: int) -> None:
        """Do one thing in the match: mostly a move, now and then something else."""
        if match.bot_to_act:
            play_for_bot(match.pk)
            return
        seat = luck.choice(match.to_act)
        user, key = self.people[seat], f"{self.title}-{self.number}-{number}"
        seen, other = newest_number(match, seat), luck.random()
        try:
            if other < 0.08:
                undo_move(match.pk, user, seen, key)
            elif other < 0.14 and self.number % 4 == 0:
                asker = 1 - seat
                ask_undo(match.pk, self.people[asker], newest_number(match, asker), key)
            elif other < 0.2:
                mark_seen(match.pk, user, seen)
            elif other < 0.24:
                say(match.pk, user, f"Number {number} & <so> on")
            else:
                self._move(match, user, seat, seen, key, luck)
        except (GameError, Refusal):
            self._move(match, user, seat, seen, key, luck)

    def _move(self, match: Match, user: Any, seat: int, seen: int, key: str, luck: random.Random) -> None:
        asked = UndoRequest.objects.filter(match=match, state="asked").first()
        if asked and luck.random() < 0.5:
            other = next(one for one in range(len(match.bots)) if one != asked.seat)
            answer_undo(match.pk, self.people[other], asked.pk, luck.choice(("allow", "refuse")))
            return
        game = catalog.game(match.title, match.edition)
        state = game.decode(bytes(Step.objects.get(match=match, seq=match.seq).state))
        self._order(match, game, state, luck)
        move = luck.choice(game.legal(state, seat))
        play_move(match.pk, user, seen, key, codec.to_plain(move))

    def _order(self, match: Match, game: Any, state: Any, luck: random.Random) -> None:
        """Now and then, give a standing order."""
        seat = luck.randrange(len(match.bots))
        if match.bots[seat] or not hasattr(game, "orders") or luck.random() > 0.2:
            return
        offers = game.orders(state, seat)
        if offers:
            give_order(match.pk, self.people[seat], codec.to_plain(luck.choice(offers).order))


def shots(title: str, people: list[Any], count: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name of a position and its parts' HTML, over all viewers, *count* times."""
    clients = [_client(user) for user in people]
    taken = number = 0
    while taken < count:
        plan = Plan(title, number, people)
        for name, match in _positions(plan, count - taken):
            yield name, _parts(match, clients, taken)
            taken += 1
        number += 1


def _positions(plan: Plan, most: int) -> Iterator[tuple[str, Match]]:
    luck, taken = plan.luck, 0
    with time_machine.travel(BEGINNING, tick=False) as clock, _fixed_luck(f"{plan.title} {plan.number}"):
        match = plan.begin()
        for number in range(LONGEST):
            if taken < most and (number < 6 or number % STRIDE == 0 or match.status != Status.RUNNING):
                taken += 1
                yield f"{plan.title} {plan.number}.{number}", match
            if match.status != Status.RUNNING or taken >= most:
                return
            clock.shift(timedelta(seconds=17))
            if number == LONGEST - 2 and plan.number % 4 == 3:
                resign(match.pk, plan.people[0])
            else:
                plan.step(match, luck, number)
            match.refresh_from_db()


def _parts(match: Match, clients: list[Client], number: int) -> dict[str, str]:
    """Return the HTML of the page's parts, of all viewers one after the other."""
    found: dict[str, str] = {}
    asked = _ASKED[number % len(_ASKED)]
    for place, client in enumerate((*clients[: len(match.bots)], Client())):
        seen = client.get(f"/matches/{match.pk}/{asked}")
        if seen.status_code != 200:  # a private match
            continue
        page = cleaned(seen.content.decode(), match.pk)
        for name, text in split(page).items():
            found[name] = f"{found.get(name, '')}\n=== viewer {place} {asked}\n{text}"
    return found


def split(page: str) -> dict[str, str]:
    """Return the parts of *page* by name, without what stands before the board."""
    begins = sorted((page.find(mark), name) for name, mark in PARTS.items() if mark in page)
    ends = [*(begin for begin, _ in begins[1:]), len(page)]
    return {name: page[begin:end] for (begin, name), end in zip(begins, ends, strict=True) if name != "end"}


def cleaned(page: str, match_id: str) -> str:
    """Return *page* without what differs from run to run."""
    page = page.replace(match_id, "MATCH")
    for pattern, blank in _BLANKED:
        page = pattern.sub(blank, page)
    return page


def digests(title: str, people: list[Any], count: int = POSITIONS) -> dict[str, str]:
    """Return the digests of the first *count* positions by name: those of the parts, in one line."""
    return {name: digest(parts) for name, parts in shots(title, people, count)}


def digest(parts: dict[str, str]) -> str:
    """Return the digests of *parts* in one line."""
    return " ".join(f"{name}:{hashlib.sha256(text.encode()).hexdigest()[:8]}" for name, text in parts.items())


def seated_people() -> list[Any]:
    """Return new players, with the names that the golden boards show."""
    from django.contrib.auth.models import User

    people = [User.objects.create_user(name) for name in NAMES]
    for user in people:
        give_profile(user)
    return people


def golden(title: str) -> dict[str, str]:
    """Return the recorded digests of a game by position."""
    return dict(json.loads(_file(title).read_text(encoding="utf-8")))


def recorded_titles() -> set[str]:
    """Return the games that have golden boards."""
    return {file.stem for file in FOLDER.iterdir()}


def record(titles: Sequence[str], folder: str = "") -> int:
    """Record the positions of *titles* and return how many; with a *folder*, write their HTML instead."""
    people, count = seated_people(), 0
    for title in titles:
        found: dict[str, str] = {}
        for name, parts in shots(title, people, POSITIONS):
            found[name] = digest(parts)
            for part, text in parts.items() if folder else ():
                Path(folder, f"{name} {part}.html").write_text(text, encoding="utf-8")
        count += len(found)
        if not folder:
            _file(title).write_text(json.dumps(found, indent=0) + "\n", encoding="utf-8")
    return count


def _file(title: str) -> Path:
    return FOLDER / f"{title}.json"


def _client(user: Any) -> Client:
    client = Client()
    client.force_login(user, backend=WEB)
    return client


@contextmanager
def _fixed_luck(seed: str) -> Iterator[None]:
    """Draw the random numbers of the site from *seed*."""
    luck = Luck(seed)
    modules = [import_module(name) for name in (*DRAWING, "games.matches.actions.bots")]
    patches = [mock.patch.object(module, "secrets", luck) for module in modules]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()
