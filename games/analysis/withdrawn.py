"""Which of the moves that a seat made in secret it took back, or changed, before they had any effect."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from games.engine import codec
from games.engine.chance import FastChance
from games.engine.errors import GameError
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.models import Match, Notice, Step

MOST = 24  # moves that are compared with each other


class _Made(NamedTuple):
    seq: int
    move: Any


def is_withdrawn(game: Game[Any], match: Match, seq: int) -> bool:
    """Return whether what was chosen with the step at *seq* had no part in what its seat decided at last.

    That is so of a choice that was taken back while all was secret, and of taking it back.
    """
    seat, notice = Step.objects.values_list("seat", "notice").get(match=match, seq=seq)
    if notice == Notice.ALL:
        return False
    made = _made_in_secret(game, match, seat, seq)
    at = next(at for at, one in enumerate(made) if one.seq == seq)
    made = made[at // MOST * MOST :][:MOST]
    data = Step.objects.values_list("state", flat=True).get(match=match, seq=made[0].seq - 1)
    return seq not in {one.seq for one in _lasting(game, game.decode(bytes(data)), seat, made)}


def _made_in_secret(game: Game[Any], match: Match, seat: int, seq: int) -> list[_Made]:
    """Return the moves of *seat* around *seq*, between what everybody learned before and what after it."""
    told = Step.objects.filter(match=match, notice=Notice.ALL)
    first = told.filter(seq__lt=seq).order_by("-seq").values_list("seq", flat=True)[0]
    last = told.filter(seq__gt=seq).order_by("seq").values_list("seq", flat=True).first()
    rows = Step.objects.filter(match=match, seat=seat, kind=Step.Kind.MOVE, seq__gt=first).order_by("seq")
    if last is not None:
        rows = rows.filter(seq__lt=last)
    return [_Made(at, codec.from_json(game.move_type, move)) for at, move in rows.values_list("seq", "move")]


def _lasting(game: Game[Any], state: Any, seat: int, made: Sequence[_Made]) -> list[_Made]:
    """Return the moves of *made* that are left when all are dropped without which the seat decides the same.

    *state:* before the first of them; it is changed.
    """
    end, rest, kept = _end(game, state, seat, made), list(made), list[_Made]()
    if end is None:  # what others did meanwhile has a part in it
        return rest
    while rest:
        without = [rest[1:], *([*rest[1:at], *rest[at + 1 :]] for at in range(1, len(rest)))]
        found = next((fewer for fewer in without if _end(game, state, seat, fewer) == end), None)
        if found is None:
            kept.append(rest[0])
            game.apply(state, seat, rest[0].move, FastChance(0))
        rest = rest[1:] if found is None else found
    return kept


def _end(game: Game[Any], state: Any, seat: int, made: Sequence[_Made]) -> Any | None:
    """Return what *seat* knows after the moves *made*; None if they can't be made."""
    state, luck = game.clone(state), FastChance(0)
    for one in made:
        try:
            game.apply(state, seat, one.move, luck)
        except GameError:
            return None
    return game.view(state, seat_viewer(seat))
