"""Information-set Monte Carlo tree search over the engine's protocol.

Source: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012; the choice of what to
look at next weighs the title's policy in as in Rosin, "Multi-armed bandits with episode context", 2011.

Each round deals anew what the seat can't see, walks down the tree of the seat's own coming moves, plays on by
the title's policy up to its depth, and scores the position there. The others play by the policy alone: what
they choose in secret can't be known.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from games.engine import codec
from games.engine.chance import Chance, FastChance
from games.engine.viewers import seat_viewer

PRIOR = 1.2  # how far the policy's weights draw the search to a move
UNTRIED = 0.1  # how much worse than its tried neighbours an untried move is taken to be
LEAST = 8  # the share of its rounds, as a divisor, that a decision gets at least
LONGEST = 400  # moves in a round, whatever the depth


class Node:
    """A decision of the searching seat. *edges:* what was found of each move. *total:* the sum of scores."""

    __slots__ = ("edges", "total", "visits")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.visits = 0
        self.total = 0.0


class Edge:
    """A move at a node.

    *prior:* its share of the policy's weights. *seen:* in how many rounds it was legal. *visits:* in how many
    it was made. *total:* the sum of their scores. *node:* the next decision.
    """

    __slots__ = ("node", "prior", "seen", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.node: Node | None = None
        self.prior = prior
        self.seen = self.visits = 0
        self.total = 0.0


class Judged(NamedTuple):
    """A move as a search sees it. *value:* from -1, lost, to 1, won. *visits:* in how many rounds."""

    move: Any
    value: float
    visits: int


class Judgement(NamedTuple):
    """A decision as a search sees it. *value:* the position’s, as in `Judged`. *moves:* best first."""

    value: float
    moves: tuple[Judged, ...]


class Search:
    """A player who searches games that have the part `Weighs`.

    What was found is kept for as long as nothing unforeseen happens.

    *rounds:* how many positions a decision is weighed by.
    """

    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self._kept: Node | None = None
        self._expected = b""

    def choose(self, game: Any, view: Any, seat: int, chance: Chance) -> Any:
        """Return the move that was made most often; the only one that is worth a look without a search."""
        luck = FastChance(chance.below(2**30, "bot"))
        state = game.resample(view, luck)
        moves = game.legal(state, seat)
        weights = game.policy(state, seat, moves) if len(moves) > 1 else [1.0]
        worthy = [move for move, weight in zip(moves, weights, strict=True) if weight]
        if len(worthy) == 1:
            return worthy[0]
        root = self.look(game, view, seat, luck)
        known = root.edges
        best = max((move for move in moves if move in known), key=lambda move: _rank(known[move]))
        self._keep(game, state, seat, best, known[best], luck)
        return best

    def judge(self, game: Any, view: Any, seat: int, chance: Chance, made: Any = None) -> Judgement:
        """Return what the position and each move that was looked at are worth to *seat*, who has to decide.

        *made:* pass a move to have only that one judged, by as many rounds.
        """
        luck = FastChance(chance.below(2**30, "bot"))
        root = self.look(game, view, seat, luck, made)
        known = sorted(root.edges.items(), key=lambda item: _rank(item[1]), reverse=True)
        judged = [Judged(move, edge.total / edge.visits, edge.visits) for move, edge in known if edge.visits]
        return Judgement(root.total / root.visits, tuple(judged))

    def look(self, game: Any, view: Any, seat: int, luck: FastChance, made: Any = None) -> Node:
        """Return what was found of the decision of *seat* at *view*; only of *made* if that is given."""
        root = self._kept
        if root is None or made is not None or codec.pack(view) != self._expected:
            root = Node()
        hasty = game.hasty()
        for _ in range(max(self.rounds - root.visits, self.rounds // LEAST, 1)):
            _Round(hasty, seat, luck).play(game.resample(view, luck), root, made)
        return root

    def _keep(self, game: Any, state: Any, seat: int, move: Any, edge: Edge, luck: FastChance) -> None:
        """Keep what was found after *move* if it draws no chance and the seat goes on."""
        draws = luck.draws
        game.apply(state, seat, move, luck)
        is_sure = luck.draws == draws and seat in game.to_act(state)
        self._kept = edge.node if is_sure else None
        self._expected = codec.pack(game.view(state, seat_viewer(seat))) if self._kept else b""


def _rank(edge: Edge) -> tuple[int, float]:
    return edge.visits, edge.total


def _score(node: Node, score: float) -> None:
    node.visits += 1
    node.total += score


class _Round:
    """One position played on to the depth."""

    def __init__(self, game: Any, seat: int, luck: FastChance) -> None:
        self._game = game
        self._seat = seat
        self._luck = luck

    def play(self, state: Any, root: Node, made: Any = None) -> None:
        """Play on from *state*, and note the score at all moves by which the tree was walked.

        *made:* the move to begin with, if it isn't free.
        """
        game, seat, luck = self._game, self._seat, self._luck
        node: Node | None = root
        path: list[Edge] = []
        end = game.clock(state) + game.depth
        for _ in range(LONGEST):
            to_act = game.to_act(state)
            if not to_act or game.clock(state) >= end:
                break
            acting = seat if seat in to_act else to_act[0]
            moves = game.legal(state, acting)
            is_given = node is root and made is not None and acting == seat
            if len(moves) == 1:
                move = moves[0]
            elif acting == seat and node is not None:
                move, edge = self._step(state, node, [made] if is_given else moves)
                path.append(edge)
                if edge.visits and edge.node is None:
                    edge.node = Node()
                node = edge.node
            else:
                move = luck.weighed(moves, game.policy(state, acting, moves), "policy")
            game.apply(state, acting, move, luck)
        score = math.tanh(game.worth(state, seat) / game.scale)
        _score(root, score)
        for edge in path:
            edge.visits += 1
            edge.total += score
            if edge.node is not None:
                _score(edge.node, score)

    def _step(self, state: Any, node: Node, moves: list[Any]) -> tuple[Any, Edge]:
        """Return the move to look at next: a good one so far, or one that the policy likes."""
        edges = node.edges
        if any(move not in edges for move in moves):
            weights = self._game.policy(state, self._seat, moves)
            whole = sum(weights) or 1.0
            for move, weight in zip(moves, weights, strict=True):
                if move not in edges:
                    edges[move] = Edge(weight / whole)
        known = [(move, edges[move]) for move in moves]
        known = [(move, edge) for move, edge in known if edge.prior] or known
        tried = sum(edge.visits for _, edge in known)
        untried = sum(edge.total for _, edge in known) / tried - UNTRIED if tried else 0.0
        best, found, most = known[0][0], known[0][1], -math.inf
        for move, edge in known:
            edge.seen += 1
            value = edge.total / edge.visits if edge.visits else untried
            value += PRIOR * edge.prior * math.sqrt(edge.seen) / (1 + edge.visits)
            if value > most:
                best, found, most = move, edge, value
        return best, found
