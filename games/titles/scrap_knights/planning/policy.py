"""What a fair player is likely to do, by rules of thumb: hit, keep cool, come into reach, feed the ULT.

The weights are a player's judgement in HP, checked by games against the greedy bot.
"""

import math
from collections import Counter
from collections.abc import Sequence

from games.titles.scrap_knights.box import ATTACK, DEFEND
from games.titles.scrap_knights.cards.kind import Kind
from games.titles.scrap_knights.edition import Edition, Way
from games.titles.scrap_knights.moves import (
    AnyMove,
    AttackWith,
    BringMech,
    Choose,
    ChooseNaming,
    ChooseNumber,
    Deploy,
    DeployCopying,
    DiscardAct,
    OverchargeUlt,
    ReturnBot,
    SetAct,
    SetBots,
    SetReady,
    SetTokens,
    SetUlt,
    ShuffleIn,
    Spend,
    TakeCard,
    Warp,
)
from games.titles.scrap_knights.planning.bot import HEAT, heat_place
from games.titles.scrap_knights.planning.lookahead import hasty
from games.titles.scrap_knights.planning.outcomes import Outcome, outcome, reach
from games.titles.scrap_knights.planning.planner import COOL, is_sensible
from games.titles.scrap_knights.planning.worth import ULT, ULTS
from games.titles.scrap_knights.state import BLITZ, FRAME, State

TEMPER = 1.0  # points that make a way of choosing an ACT e times as likely
TAKEN, WARMED = 0.8, 0.3
TOKENS = (0.5, 0.4, 0.9)  # Frame Advantage, Armored, Blitz
TWO, COPY = 1.0, 1.0
PLACE = 0.7  # of the best damage that can be dealt from there
UNKNOWN = 2  # the damage that an unknown hand deals
FINISH = 4.0
NEVER = -30.0

READY = 1.0
DEPLOY, DECLINE = 0.6, 0.15
SPEND = (0.15, 0.4, 3.0)
LOAD = 8.0  # a Frame Advantage that is spent for the link


class _Seat:
    """What the weights of a seat's ACTs depend on."""

    def __init__(self, edition: Edition, state: State, seat: int) -> None:
        self.edition, self.state, self.seat = edition, state, seat
        self.heat = min(state.heat[seat], edition.too_hot - 1)
        self.blitz = state.tokens[seat][BLITZ] > 0
        self.target = state.hp[1 - seat]
        mine = [reach(edition, act) for act in state.hands[seat] if edition.kinds[act].is_attack]
        theirs = [reach(edition, act) for act in _seen(state, 1 - seat) if edition.kinds[act].is_attack]
        self.places = [
            max([dealt[place] for dealt in mine], default=0)
            - max([dealt[place] for dealt in theirs], default=2)
            for place in range(edition.most_distance + 1)
        ]
        ult = edition.kinds[state.ults[seat]]
        self.link = ult.link
        self.link_worth = ULTS.get(ult.slug, ULT) / edition.links_due
        if state.links[seat] >= edition.links_due:
            self.link_worth = 0.0

    def score(self, number: int) -> float:
        """Return what that way to choose an ACT may gain, in HP."""
        edition, state, way = self.edition, self.state, self.edition.ways[number]
        kind = edition.kinds[way.act]
        if state.terror[self.seat] and kind.kind in (ATTACK, DEFEND):
            return -float(kind.heat)
        found = outcome(edition, number, state.distance, self.heat)
        if found.heat > edition.too_hot - 1:
            return NEVER
        points = found.dealt - TAKEN * found.taken + WARMED * found.warmed
        points += sum([worth * count for worth, count in zip(TOKENS, found.tokens, strict=True) if count])
        points += TWO * found.two + COPY * found.copies
        hot = min(math.ceil(found.heat), edition.too_hot - 1)
        points += HEAT[heat_place(edition, self.heat)] - HEAT[heat_place(edition, hot)]
        points += PLACE * sum([self.places[place] * share for place, share in found.distances])
        hits = found.dealt / found.most if found.most else 0.0
        if self.blitz and kind.is_attack:
            points += edition.blitz_damage * hits
        if found.most + edition.blitz_damage * self.blitz >= self.target and found.most:
            points += FINISH * hits
        return points + self.link_worth * self._links(kind, way, found, hits)

    def _links(self, kind: Kind, way: Way, found: Outcome, hits: float) -> float:
        """Return how many link tokens the ACT may give."""
        link, state, seat = self.link, self.state, self.seat
        if link is None:
            return 0.0
        match link.kind:
            case "hit-from":
                return hits if kind.is_attack and state.distance <= link.value else 0.0
            case "hit-with":
                return 0.7 if kind.slug == link.card and state.distance <= (kind.range or 0) else 0.0
            case "hit-range":
                return hits if kind.is_attack and kind.range == link.value else 0.0
            case "hit-unique":
                return hits if kind.is_attack and way.act not in state.used[seat] else 0.0
            case "use-unique":
                return float(way.act not in state.used[seat])
            case "use-kind":
                return float(kind.kind == link.card)
            case "use-frame":
                return 0.5 * found.tokens[FRAME]
            case "vent-to-0":
                return float(self.heat > 0 and found.heat < 1)
            case "start-hot":
                return 1.5 if found.heat >= link.value else -float(state.links[seat])
            case "defend-in-a-row":
                return 0.3 + 0.3 * state.row[seat] if kind.kind == DEFEND else 0.0
        return 0.0


def weights(edition: Edition, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    """Return the weight of each of *moves*."""
    edition = hasty(edition)
    if isinstance(moves[0], Choose | ChooseNumber | ChooseNaming | SetAct):
        return _acts(edition, state, seat, moves)
    is_built = any(isinstance(move, SetReady) for move in moves)
    return [_weight(edition, state, seat, move, is_built) for move in moves]


def _acts(edition: Edition, state: State, seat: int, moves: Sequence[AnyMove]) -> list[float]:
    """Return weights in which a point more multiplies them; an ACT without a second one gains nothing."""
    table = _Seat(edition, state, seat)
    idle = PLACE * table.places[state.distance]
    scores: list[float | None] = []
    for move in moves:
        if isinstance(move, SetAct):
            scores.append(idle if move.to == "ready" else None)
            continue
        number = edition.way_of_move[move]  # type: ignore[index]
        way = edition.ways[number]
        sensible = _names(edition, state, seat, way) if way.named >= 0 else is_sensible(way)
        scores.append(table.score(number) if sensible else None)
    most = max([score for score in scores if score is not None], default=0.0)
    ways = Counter(_act(move) for move, score in zip(moves, scores, strict=True) if score is not None)
    return [
        0.0 if score is None else math.exp((score - most) / TEMPER) / ways[_act(move)]
        for move, score in zip(moves, scores, strict=True)
    ]


def _act(move: AnyMove) -> str:
    return "" if isinstance(move, SetAct) else move.act  # type: ignore[union-attr]


def _names(edition: Edition, state: State, seat: int, way: Way) -> bool:
    """Name only ACTs that the opponent was seen to have, or the first of all when it doesn't matter."""
    known = _seen(state, 1 - seat)
    return way.named in known if state.hp[seat] <= 1 and known else way.named == 0


def _seen(state: State, seat: int) -> list[int]:
    """Return the ACTs in the seat's hand that its opponent has seen, by the flip or by a look into it."""
    return sorted(state.known[seat] + state.peeked[seat])


def _weight(edition: Edition, state: State, seat: int, move: AnyMove, is_built: bool) -> float:
    match move:
        case SetReady(to) | SetBots(to) | SetTokens(to) | SetUlt(to):
            return READY if to == "ready" else 0.0
        case BringMech():
            return 0.0 if is_built else READY
        case TakeCard():
            return 0.0
        case Deploy() | DeployCopying():
            return _deploying(edition, state, seat, move)
        case Spend(token):
            return _spending(edition, state, seat, token)
        case OverchargeUlt(to):
            return 2 * READY if to == "on" and state.heat[seat] <= COOL else 0.0
        case ShuffleIn():
            return DECLINE * READY
        case AttackWith(act):
            return max(DECLINE, reach(edition, edition.number[act])[state.distance]) if act else DECLINE
        case Warp(distance):
            place = _Seat(edition, state, seat).places[distance]
            return math.exp(place / TEMPER)
        case ReturnBot():
            return READY
        case DiscardAct(act):
            return READY + max(reach(edition, edition.number[act]))
    return 0.0


def _deploying(edition: Edition, state: State, seat: int, move: Deploy | DeployCopying) -> float:
    """Return more for what saves the mech."""
    if isinstance(move, DeployCopying):
        # The distance may change before the copy resolves, and some Attacks hit without a range.
        return DEPLOY * max(DECLINE, *(damage / 2 for damage in reach(edition, edition.number[move.card])))
    return DEPLOY * (10 if move.bot == "dd-soothe" else 1)


def _spending(edition: Edition, state: State, seat: int, token: str) -> float:
    """Return more for the tokens that the link asks for, once there are enough."""
    kind = ("frame-advantage", "armored", "blitz").index(token)
    if kind == FRAME and state.barrage[seat] and not state.spending[seat][FRAME]:
        return SPEND[FRAME] + COPY  # the copy that waits for it deals damage and gives the token back
    link = edition.kinds[state.ults[seat]].link
    if kind == FRAME and link is not None and link.kind == "use-frame":
        frames = state.tokens[seat][FRAME] - state.spending[seat][FRAME]
        return LOAD if state.links[seat] + state.spending[seat][FRAME] + frames >= edition.links_due else 0.0
    return SPEND[kind]
