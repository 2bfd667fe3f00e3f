"""The decisions of a stored match: who had to choose, knowing what, and what they chose."""

from dataclasses import dataclass
from typing import Any

from games.engine import codec
from games.engine.protocol import Game
from games.engine.viewers import seat_viewer
from games.matches.models import Match, Step


@dataclass(frozen=True, slots=True)
class Decision:
    """*state:* the match as it stood before. *view:* what *seat* knew of it. *move:* what it did."""

    seq: int
    seat: int
    state: Any
    view: Any
    move: Any


def moves_of(match: Match) -> list[int]:
    """Return the seqs of the moves of *match* that were not taken back, in order.

    If it went on by newer rules, only those since: what was played by others can't be judged by them.
    """
    steps = list(Step.objects.filter(match=match).order_by("seq").values_list("seq", "kind", "undoes"))
    undone = {seq for last, _, first in steps if first is not None for seq in range(first, last)}
    since = match.later_since or 0
    return [seq for seq, kind, _ in steps if kind == Step.Kind.MOVE and seq not in undone and seq >= since]


def decision_at(game: Game[Any], match: Match, seq: int) -> Decision | None:
    """Return the decision that was made with the step at *seq*; None if there was nothing to choose.

    *game:* one that `Weighs`.
    """
    step = Step.objects.only("seat", "move").get(match=match, seq=seq)
    data = Step.objects.values_list("state", flat=True).get(match=match, seq=seq - 1)
    state, move = game.decode(bytes(data)), codec.from_json(game.move_type, step.move)
    # Who thinks again while others decide isn't to act.
    moves = game.legal(state, step.seat) if step.seat in game.to_act(state) else []
    if len(moves) < 2 or move not in moves:
        return None
    weights = game.policy(state, step.seat, moves)  # type: ignore[attr-defined]
    worthy = {at for at, weight in enumerate(weights) if weight} | {moves.index(move)}
    if len(worthy) < 2:
        return None
    return Decision(seq, step.seat, state, game.view(state, seat_viewer(step.seat)), move)
