"""Finished matches of Scrapbots to analyse, with searches of few rounds."""

import pytest
from django.contrib.auth.models import User

from games import catalog
from games.analysis import asking
from games.matches.actions.play import play_move
from games.matches.actions.resign import resign
from games.matches.models import Match
from games.titles.scrapbots.state import EMPTY, KIND, WOUND
from tests.playing import match_of, play_on, state_of, store_state

ROUNDS = 60


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches are short here."""
    for title in catalog.titles():
        monkeypatch.setattr(type(title.newest.game), "rounds", ROUNDS, raising=False)
    monkeypatch.setattr(asking, "LEAST_SHARE", 1.0)


@pytest.fixture
def played(user: User, other_user: User) -> Match:
    """A finished match of rivet, at seat 0, and gasket: some random moves, then one of them resigned."""
    match = play_on(match_of(user, other_user), [user, other_user], 14)
    return given_up(match, user)


@pytest.fixture
def blunder(user: User, other_user: User) -> Match:
    """A finished match in which somebody could win by one attack, and ended the turn as the last move."""
    people = [user, other_user]
    match = play_on(match_of(*people), people, 4, undo=False)
    state, seat = state_of(match), match.to_act[0]
    for pile in (*state.hands, *state.decks, *state.discards):
        while WOUND in pile:
            pile.remove(WOUND)
    state.stack, state.energy, state.bots = 1, 5, [EMPTY] * 6
    state.bots[seat * 3], state.ready[seat * 3] = KIND["scout"], 1
    store_state(match, state)
    play_move(match.pk, people[seat], match.seq, "blunder", {"type": "end-turn"})
    return given_up(match, user)


def given_up(match: Match, user: User) -> Match:
    """Return *match* after *user* has resigned it."""
    resign(match.pk, user)
    match.refresh_from_db()
    return match
