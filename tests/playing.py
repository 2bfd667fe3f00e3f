"""Stored matches for tests: made, played on by random legal moves, taken back and given up."""

from __future__ import annotations

import random
from typing import Any

from django.test import Client

from games import catalog
from games.boards.keeping import Keeper
from games.boards.marks import kept_states
from games.engine import codec
from games.lobby import watching
from games.match_page import fold
from games.match_page.kept import kept
from games.match_page.views.around import kept_pages
from games.matches import access
from games.matches.actions.bots import play_for_bot
from games.matches.actions.create import create_match
from games.matches.actions.play import play_move
from games.matches.actions.seats import join_match
from games.matches.actions.undo import undo_move
from games.matches.models import Match, Step
from games.replay import marks

ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "greedy"}


def match_of(first: Any, second: Any, edition: str = "3.6") -> Match:
    """Return a running match of two people: *first* at seat 0."""
    match = create_match(first, "scrapbots", edition, {}, [ME, OPEN])
    return join_match(match.pk, second)


def bot_match(user: Any, edition: str = "3.6") -> Match:
    """Return a running match of *user* at seat 0 against the greedy bot."""
    return create_match(user, "scrapbots", edition, {}, [ME, BOT])


def send_form(client: Client, path: str, form: dict[str, Any] | None = None, **more: Any) -> Any:
    """Send a form as a browser does: once more if the answer says so, as to visitors, who become guests."""
    answer = client.post(path, form or {}, **more)
    if answer.status_code == 307:
        answer = client.post(answer["Location"], form or {}, **more)
    return answer


def legal_moves(match: Match, user: Any) -> list[dict[str, Any]]:
    """Return the legal moves of *user* as plain data, or an empty list if it isn't their turn."""
    board = fold.board(match, access.seat_of(user, match))
    return [codec.from_json(dict, offer.move) for offer in board.legal]


def play_on(match: Match, people: list[Any], steps: int, seed: int = 1, undo: bool = True) -> Match:
    """Play so many random steps with *people* by seat (bots move too), taking some moves back."""
    luck = random.Random(seed)
    for number in range(steps):
        match.refresh_from_db()
        if match.status != "running":
            break
        if match.bot_to_act:
            play_for_bot(match.pk)
            continue
        user = people[match.to_act[0]]
        seen = fold.board(match, access.seat_of(user, match)).seq
        if undo and luck.random() < 0.3 and _may_undo(match, user):
            undo_move(match.pk, user, seen, f"undo-{seed}-{number}")
        else:
            move = luck.choice(legal_moves(match, user))
            play_move(match.pk, user, seen, f"move-{seed}-{number}", move)
    match.refresh_from_db()
    return match


def play_until(match: Match, people: list[Any], done: Any, seed: int = 1) -> Match:
    """Play random steps until *done(state)* holds; fail when it never does."""
    for number in range(400):
        if done(state_of(match)):
            return match
        play_on(match, people, 1, seed=seed * 1000 + number, undo=False)
    raise AssertionError("the match never came to where the test wants it")


def state_of(match: Match) -> Any:
    """Return the newest stored state."""
    step = Step.objects.get(match=match, seq=match.seq)
    return catalog.game(match.title, match.edition).decode(bytes(step.state))


def store_state(match: Match, state: Any) -> None:
    """Replace the newest stored state by *state*, and forget what was drawn of the one before."""
    data = catalog.game(match.title, match.edition).encode(state)
    Step.objects.filter(match=match, seq=match.seq).update(state=data)
    forget_drawn()


def forget_drawn() -> None:
    """Forget all boards, pages, thumbnails and timelines that this process keeps: the next are drawn afresh.

    The site never changes a stored step, so nothing of it is in their keys.
    """
    keepers: tuple[Keeper[Any], ...] = (kept, kept_states, kept_pages, watching._kept, marks._kept)
    for keeper in keepers:
        keeper.clear()


def _may_undo(match: Match, user: Any) -> bool:
    return fold.board(match, access.seat_of(user, match)).can_undo
