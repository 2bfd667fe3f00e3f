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
from games.engine.optional import BringsDeck, SearchSettings
from games.engine.viewers import seat_viewer

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
    it was made. *total:* the sum of their scores. *nodes:* the next decision, by what is seen then; None
    for what was seen only once. *common:* the decision that all of these share.
    """

    __slots__ = ("common", "nodes", "prior", "seen", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.common: Node | None = None
        self.nodes: dict[int, Node | None] = {}
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

    What was found of the coming decisions is kept for the next one.

    *rounds:* how many positions a decision is weighed by. *settings:* by default the game's own.
    """

    def __init__(self, rounds: int, settings: SearchSettings | None = None) -> None:
        self.rounds = rounds
        self._settings = settings
        self._kept: dict[int, Node | None] = {}

    def choose(self, game: Any, view: Any, seat: int, chance: Chance) -> Any:
        """Return the move that was made most often; the only one that is worth a look without a search."""
        luck = FastChance(chance.below(2**30, "bot"))
        state = game.resample(view, luck)
        moves = game.legal(state, seat)
        weights = game.policy(state, seat, moves) if len(moves) > 1 else [1.0]
        worthy = [move for move, weight in zip(moves, weights, strict=True) if weight]
        if len(worthy) == 1:
            return worthy[0]
        if is_about_deck(game, game.clock(state)):
            return luck.weighed(moves, weights, "bot")
        root = self.look(game, view, seat, luck)
        known = root.edges
        best = max((move for move in moves if move in known), key=lambda move: _rank(known[move]))
        self._kept = known[best].nodes
        return best

    def judge(self, game: Any, view: Any, seat: int, chance: Chance, made: Any = None) -> Judgement:
        """Return what the position and each move that was looked at are worth to *seat*, who has to decide.

        *made:* pass a move to have only that one judged, by as many rounds.
        """
        luck = FastChance(chance.below(2**30, "bot"))
        return judgement(self.look(game, view, seat, luck, made))

    def look(self, game: Any, view: Any, seat: int, luck: FastChance, made: Any = None) -> Node:
        """Return what was found of the decision of *seat* at *view*; only of *made* if that is given."""
        root = (self._kept.get(mark_of(view)) if made is None else None) or Node()
        hasty, settings = game.hasty(), self._settings or game.search_settings
        for _ in range(max(self.rounds - root.visits, self.rounds // LEAST, 1)):
            _Round(hasty, seat, luck, settings).play(game.resample(view, luck), root, made)
        return root


def is_about_deck(game: Any, clock: int) -> bool:
    """Return whether which deck to bring is decided at *clock*: a look ahead can't say which one wins."""
    return not clock and isinstance(game, BringsDeck)


def mark_of(view: Any) -> int:
    """Return a number that stands for what a seat sees."""
    return hash(codec.pack(view))


def judgement(root: Node) -> Judgement:
    """Return the decision at *root*, which was looked at, as `Search.judge` does."""
    known = sorted(root.edges.items(), key=lambda item: _rank(item[1]), reverse=True)
    judged = [Judged(move, edge.total / edge.visits, edge.visits) for move, edge in known if edge.visits]
    return Judgement(root.total / root.visits, tuple(judged))


def _rank(edge: Edge) -> tuple[int, float]:
    return edge.visits, edge.total


def _score(node: Node, score: float) -> None:
    node.visits += 1
    node.total += score


class _Round:
    """One position played on to the depth."""

    def __init__(self, game: Any, seat: int, luck: FastChance, settings: SearchSettings) -> None:
        self._game = game
        self._seat = seat
        self._luck = luck
        self._settings = settings

    def play(self, state: Any, root: Node, made: Any = None) -> None:
        """Play on from *state*, and note the score at all moves by which the tree was walked.

        *made:* the move to begin with, if it isn't free.
        """
        game, seat, luck, settings = self._game, self._seat, self._luck, self._settings
        node: Node | None = root
        walked: list[tuple[Node, Edge]] = []
        end = game.clock(state) + settings.depth
        for _ in range(LONGEST):
            to_act = game.to_act(state)
            if not to_act or game.clock(state) >= end:
                break
            acting = seat if seat in to_act else to_act[0]
            moves = game.legal(state, acting)
            if len(moves) == 1:
                game.apply(state, acting, moves[0], luck)
                continue
            if acting == seat and node is not None and walked:
                node = self._reached(state, walked[-1][1])
            if acting == seat and node is not None:
                move, edge = self._step(state, node, [made] if made is not None and not walked else moves)
                walked.append((node, edge))
            else:
                move = luck.weighed(moves, game.policy(state, acting, moves), "policy")
            game.apply(state, acting, move, luck)
        score = math.tanh(game.worth(state, seat) / settings.scale)
        if not walked:
            _score(root, score)
        for passed, edge in walked:
            _score(passed, score)
            edge.visits += 1
            edge.total += score

    def _reached(self, state: Any, edge: Edge) -> Node | None:
        """Return the decision that *edge* has led to, known by what the seat sees now.

        What is met for the first time shares one decision; None in the edge's first round.
        """
        seen = mark_of(self._game.view(state, seat_viewer(self._seat)))
        if seen in edge.nodes:
            node = edge.nodes[seen] = edge.nodes[seen] or Node()
            return node
        edge.nodes[seen] = None
        common = edge.common
        edge.common = common or Node()
        return common

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
        untried = sum(edge.total for _, edge in known) / tried - self._settings.untried if tried else 0.0
        drawn = self._settings.prior
        best, found, most = known[0][0], known[0][1], -math.inf
        for move, edge in known:
            edge.seen += 1
            value = edge.total / edge.visits if edge.visits else untried
            value += drawn * edge.prior * math.sqrt(edge.seen) / (1 + edge.visits)
            if value > most:
                best, found, most = move, edge, value
        return best, found
