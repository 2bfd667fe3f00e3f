"""Practice matches: matches against bots that begin at a step of a stored match, or at a rulebook's position.

It is private and never rated. It has a new seed, so it reveals nothing about later draws of the first match.
While that match runs, everything that the player doesn't know is also resampled.
"""

import secrets
from typing import Any

from django.db import transaction
from django.http import Http404

from games import bots, catalog
from games.clocks.rules import pin
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.access import match_for, seat_of
from games.matches.actions.create import begin, draw_secret, open_place, take_seats
from games.matches.errors import CannotPractise, NotSeated, RulesChanged
from games.matches.models import Match, Status, Step, Watch
from games.matches.numbering import noticed_by
from games.positions.data import Position
from games.positions.playing import begin as laid_out
from games.replay.moments import Knowledge, knowledge_of, step_of
from scrapsite.common import limits

# Who plays against somebody that tries out a position.
EASY = "greedy"


def practise(match_id: str, user: Any, step: int, seat: int, bot: str, whose: str = "") -> Match:
    """Return a new match of *user* at *seat* against *bot* at all others, which begins after *step*.

    *step:* its number, as *whose* knowledge of the replay counts (see `knowledge_of`); while the match runs,
    as the user's seat counts, and *seat* must be the user's own.
    *Raises:* `Http404`, `NotSeated`, `RulesChanged`, `CannotPractise`, `Full`.
    """
    match, seq, state = _found(match_id, user, step, seat, bot, whose)
    with transaction.atomic(durable=True):
        return _begun(match, user, seq, seat, bot, state)


def check_practise(match_id: str, user: Any, step: int, seat: int, bot: str, whose: str = "") -> None:
    """Check that `practise` would work, before a visitor becomes a guest for it. *Raises:* as `practise`."""
    _found(match_id, user, step, seat, bot, whose)


def practise_position(user: Any, position: Position, edition: str, bot: str = EASY) -> Match:
    """Return a new match of *user* against *bot* at all other seats, which begins with *position*.

    *Raises:* `Full`.
    """
    title, info = catalog.title(position.title), catalog.edition(position.title, edition)
    game, state = laid_out(position, edition)
    options = codec.read_options(game.options_type, position.options)
    with transaction.atomic(durable=True):
        return begin_practice(
            user,
            state,
            position.seat,
            [bot] * position.seats,
            title=title.slug,
            edition=edition,
            engine_version=title.engine_version,
            cards_hash=info.cards_hash,
            options=codec.to_json(options),
            name=f"Example: {position.name.replace('-', ' ')}",
            practice_seq=0,
            position=position.name,
        )


def begin_practice(
    user: Any, state: Any, seat: int, bots_by_seat: list[str], luck: str = "", **fields: Any
) -> Match:
    """Return a new match of *user* at *seat* that begins with *state*. Call it in a transaction.

    *luck:* names the chance, so that in all matches of that name the same moves draw the same; empty for
    fresh chance. *fields:* what is played, and why. *Raises:* `Full`.
    """
    limits.require_quota("matches", user)
    places = [
        open_place("me") if number == seat else open_place("bot", bot)
        for number, bot in enumerate(bots_by_seat)
    ]
    made = Match.objects.create(
        **fields,
        bots=[place.bot for place in places],
        created_by=user,
        clock=pin(None, 1),
        is_private=True,
        watch=Watch.NOBODY,
        plays_counted=True,
    )
    begins = catalog.game_of(*made.rules).encode(state)
    take_seats(made, user, places, draw_secret(made, begins, luck))
    begin(made, lambda game, options, chance: (state, []))
    return made


def _found(match_id: str, user: Any, step: int, seat: int, bot: str, whose: str) -> tuple[Match, int, Any]:
    """Return the match, the step’s seq, and the state to begin with."""
    match = match_for(user, match_id)
    if match.seq < 0:
        raise Http404("Nothing has happened yet.")
    if not catalog.fits(*match.rules):
        raise RulesChanged
    game, title = catalog.game_of(*match.rules), catalog.title(match.title)
    if bot not in title.bots or bot not in bots.BOTS:
        raise CannotPractise(f"{title.name} has the bots {', '.join(title.bots)}.")
    if match.status == Status.FINISHED:
        known, _ = knowledge_of(match, seat_of(user, match), whose)
        seq, state = _as_it_was(game, match, known, step, seat)
    else:
        seq, state = _as_it_may_be(game, match, seat_of(user, match).seat, step, seat)
    if not game.to_act(state):
        raise CannotPractise("Nobody has a decision to make at this moment.")
    return match, seq, state


def _as_it_was(game: Game[Any], match: Match, known: Knowledge, number: int, seat: int) -> tuple[int, Any]:
    if not 0 <= seat < len(match.bots):
        raise CannotPractise("There is no such seat.")
    try:
        seq = step_of(match, known, number)
    except Http404 as error:
        raise CannotPractise("There is no such step.") from error
    return seq, _state(game, match, seq)


def _as_it_may_be(game: Game[Any], match: Match, own: int, number: int, seat: int) -> tuple[int, Any]:
    """Return the step's seq and a random state that fits what the seat knew then and reveals no more."""
    if own < 0 or seat != own:
        raise NotSeated(
            "While a match is running, only its players can practise from it, each from their own seat."
        )
    noticed = Step.objects.filter(noticed_by(own), match=match).order_by("seq")
    found = noticed.values_list("seq", flat=True)[number : number + 1]
    if not found:
        raise CannotPractise("There is no such step.")
    view = game.view(_state(game, match, found[0]), seat_viewer(own))
    return found[0], game.resample(view, FastChance(secrets.randbits(64)))


def _state(game: Game[Any], match: Match, seq: int) -> Any:
    data = Step.objects.filter(match=match, seq=seq).values_list("state", flat=True).first()
    if data is None:
        raise CannotPractise("There is no such step.")
    return game.decode(bytes(data))


def _begun(match: Match, user: Any, seq: int, seat: int, bot: str, state: Any) -> Match:
    _, _, version, digest = match.rules
    return begin_practice(
        user,
        state,
        seat,
        [bot] * len(match.bots),
        title=match.title,
        edition=match.edition,
        engine_version=version,
        cards_hash=digest,
        options=match.options,
        practice_of=match,
        practice_seq=seq,
    )
