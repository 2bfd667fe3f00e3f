"""What an ACT usually comes to: it is played through once against a few usual answers, and remembered."""

from functools import lru_cache
from typing import NamedTuple

from games.engine.chance import FastChance
from games.titles.scrap_knights.box import ATTACK, DEFEND, MOVEMENT, SPECIAL
from games.titles.scrap_knights.decisions.legality import legal
from games.titles.scrap_knights.edition import Edition
from games.titles.scrap_knights.moves import AnyChoice, choosing
from games.titles.scrap_knights.rules import act
from games.titles.scrap_knights.state import ACT, OVER, State
from games.titles.scrap_knights.turns.turn import Turn

_SEED, _TURN = 1, 3
_OUT = (1,)
# The answers, with how often they are met; where an edition hasn't one, another of its type stands in.
_USUAL_ANSWERS: tuple[tuple[str, AnyChoice, float], ...] = (
    (SPECIAL, choosing("wait"), 0.25),
    (ATTACK, choosing("slash"), 0.35),
    (DEFEND, choosing("stonewall"), 0.2),
    (MOVEMENT, choosing("step", moves=_OUT), 0.2),  # type: ignore[arg-type]
)
_REMEMBERED = 200_000


class Outcome(NamedTuple):
    """What a turn with an ACT comes to, on average. *dealt*, *taken:* damage; less is taken behind a block.

    *heat:* one's own at the end. *warmed:* what the opponent gained. *tokens:* gained, by kind. *distance:*
    at the end, by answer. *most:* the damage against an opponent who does nothing. *two*, *copies:* ACTs and
    copies more next turn.
    """

    dealt: float
    taken: float
    heat: float
    warmed: float
    tokens: tuple[int, ...]
    distances: tuple[tuple[int, float], ...]
    most: int
    two: int
    copies: int


@lru_cache(maxsize=_REMEMBERED)
def outcome(edition: Edition, way: int, distance: int, heat: int) -> Outcome:
    """Return what that way to choose an ACT comes to at that distance and with that heat before it."""
    dealt = taken = after = warmed = 0.0
    distances = []
    idle = _after(edition, way, None, distance, heat)
    for other, share in answers(edition):
        state = _after(edition, way, other, distance, heat)
        dealt += share * (edition.hp - state.hp[1])
        taken += share * (edition.hp - state.hp[0])
        after += share * state.heat[0]
        warmed += share * (state.heat[1] - edition.kinds[edition.ways[other].act].heat)
        distances.append((state.distance, share))
    return Outcome(
        dealt,
        taken,
        after,
        warmed,
        tuple(idle.tokens[0]),
        tuple(distances),
        edition.hp - idle.hp[1],
        int(bool(idle.two[0])),
        sum([copy.turns for copy in idle.carried]),
    )


@lru_cache(maxsize=64)
def answers(edition: Edition) -> tuple[tuple[int, float], ...]:
    """Return the usual answers to an ACT, numbers of `edition.ways`, with their shares."""
    found: list[tuple[int, float]] = []
    for type_, usual, share in _USUAL_ANSWERS:
        ways = [n for n, way in enumerate(edition.ways) if edition.kinds[way.act].kind == type_]
        if usual in edition.way_of_move:
            found.append((edition.way_of_move[usual], share))
        elif ways:
            found.append((ways[0], share))
    whole = sum(share for _, share in found)
    return (
        tuple(found)
        if len(found) == len(_USUAL_ANSWERS)
        else tuple((way, share / whole) for way, share in found)
    )


@lru_cache(maxsize=_REMEMBERED)
def reach(edition: Edition, card: int) -> tuple[int, ...]:
    """Return the damage that an Attack deals at each distance to an opponent who does nothing."""
    if not edition.kinds[card].is_attack:
        return (0,) * (edition.most_distance + 1)
    ways = [edition.way_of_move[move] for move in edition.moves_of[card]][:2]
    return tuple(
        max(edition.hp - _after(edition, way, None, distance, 0).hp[1] for way in ways)
        for distance in range(edition.most_distance + 1)
    )


def _after(edition: Edition, way: int, answer: int | None, distance: int, heat: int) -> State:
    """Return the table after a turn in which nobody has anything but these ACTs."""
    state, luck = edition.empty(0, 2 * _TURN), FastChance(_SEED)
    state.turn, state.phase, state.distance = _TURN, ACT, distance
    state.heat[0] = heat
    state.chosen[0] = [way]
    state.hands[0] = [edition.ways[way].act]
    if answer is not None:
        state.chosen[1], state.hands[1] = [answer], [edition.ways[answer].act]
    turn = Turn(edition, state, luck)
    turn.flip()
    while state.phase not in (ACT, OVER):
        if state.asked:
            act(edition, state, state.asker, legal(edition, state, state.asker)[-1], luck)
        else:
            turn.close_ults()
    return state
