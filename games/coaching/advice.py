"""What a strong player would do, found from the view of one seat and nothing else."""

from collections import Counter
from typing import Any

from msgspec import Struct

from games.boards.move_words import MoveWords, words_of
from games.bots.search import Edge, Judged, Node, Search, is_about_deck, judgement, mark_of
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.optional import Batches
from games.engine.viewers import seat_viewer

LONGEST_PLAN = 6  # moves
SURE = 20  # rounds in which a later move was made at least, to be named
CLOSE = 2  # points of a hundred: less than that, and another search may find the opposite


class AdvisedBatch(Struct, frozen=True):
    """Several of the advised moves by one press, as the board offers it.

    *moves:* JSON text of a list. *at:* as in the engine's `Batch`. *label:* what the button says.
    *count:* how many moves they are.
    """

    moves: str
    at: str
    label: str
    count: int


class Advice(Struct, frozen=True):
    """A move, and how a search sees it.

    *move:* JSON text. *words:* it in words. *rule:* anchor of the rule by which it is made, or empty.
    *then:* the seat's next moves in words, as far as nothing unforeseen happens.
    *choices:* how many legal moves there are. *rounds:* how many positions were looked at, 0 if the
    rules of thumb decide alone. *rating:* what the position is worth after the move, from 0, lost, to 100,
    won. *other:* the next best move in words, empty if there is none. *other_rating:* what it is worth after
    that. *batch:* makes the move and those after it that belong to it, if one press does.
    """

    move: str
    words: MoveWords
    rule: str
    then: tuple[str, ...]
    choices: int
    rounds: int = 0
    rating: int = 50
    other: str = ""
    other_rating: int = 50
    batch: AdvisedBatch | None = None

    @property
    def after(self) -> tuple[str, ...]:
        """What comes after the move, or after all those that one press makes."""
        return self.then[self.batch.count - 1 :] if self.batch else self.then

    @property
    def has_rival(self) -> bool:
        """Whether there is a next best move, and the press doesn't make that as well."""
        together = self.then[: self.batch.count - 1] if self.batch else ()
        return bool(self.other) and self.other not in together

    @property
    def gain(self) -> int:
        """How many points of a hundred it is worth more than the next best move."""
        return self.rating - self.other_rating

    @property
    def is_clear(self) -> bool:
        """Whether it is better than the next best move by more than a search errs."""
        return self.gain >= CLOSE


def advise(game: Any, view: Any, seat: int, seed: int) -> Advice:
    """Return what a strong player would do at *seat*, who has to decide. The same view has the same advice.

    *game:* one that `Weighs`. *view:* what the seat knows. *seed:* of the search's own luck.
    """
    luck = FastChance(seed)
    state = game.resample(view, luck)
    moves = game.legal(state, seat)
    weights = game.policy(state, seat, moves) if len(moves) > 1 else [1.0]
    worthy = [move for move, weight in zip(moves, weights, strict=True) if weight]
    if len(worthy) == 1:
        return _told(game, state, seat, worthy[0], len(moves), luck)
    if is_about_deck(game, game.clock(state)):
        return _told(game, state, seat, luck.weighed(moves, weights, "hint"), len(moves), luck)
    search = Search(game.rounds)
    root = search.look(game, view, seat, luck)
    best, *others = judgement(root).moves
    if others and others[0].value > best.value:
        best, others = _weighed(search, game, view, seat, luck, (best, others[0]))
    figures: dict[str, Any] = {"rounds": root.visits, "rating": in_hundred(best.value)}
    if others:
        figures["other"] = words_of(game, state, seat, others[0].move).text
        figures["other_rating"] = in_hundred(others[0].value)
    return _told(game, state, seat, best.move, len(moves), luck, root, **figures)


def _weighed(
    search: Search, game: Any, view: Any, seat: int, luck: FastChance, rivals: tuple[Judged, Judged]
) -> tuple[Judged, list[Judged]]:
    """Return the better one of two moves, and the other, each weighed alone by as many rounds.

    The one that was looked at more often isn't always the one that looked better.
    """
    alone = [one._replace(value=search.judge(game, view, seat, luck, one.move).value) for one in rivals]
    best, other = sorted(alone, key=lambda one: -one.value)
    return best, [other]


def in_hundred(value: float) -> int:
    """Return *value*, from -1, lost, to 1, won, as a whole number from 0 to 100."""
    return round(50 * (1 + value))


def _told(
    game: Any,
    state: Any,
    seat: int,
    move: Any,
    choices: int,
    luck: FastChance,
    root: Node | None = None,
    **figures: Any,
) -> Advice:
    words = words_of(game, state, seat, move)
    start = game.clone(state)
    rule, later = _played(game, state, seat, move, luck, root.edges[move] if root else None)
    then = tuple(text for _, text in later)
    batch = _batch(game, start, seat, [move, *(one for one, _ in later)])
    return Advice(codec.to_json(move), words, rule, then, choices, batch=batch, **figures)


def _batch(game: Any, state: Any, seat: int, plan: list[Any]) -> AdvisedBatch | None:
    """Return the batch that makes the first moves of *plan*, in whatever order, or None if there is none."""
    for batch in game.batches(state, seat) if isinstance(game, Batches) else ():
        if Counter(batch.moves) == Counter(plan[: len(batch.moves)]):
            moves = f"[{','.join(codec.to_json(move) for move in batch.moves)}]"
            return AdvisedBatch(moves, batch.at, batch.label, len(batch.moves))
    return None


def _played(
    game: Any, state: Any, seat: int, move: Any, luck: FastChance, edge: Edge | None
) -> tuple[str, list[tuple[Any, str]]]:
    """Return the rule by which *move* is made, and the moves that the search makes after it, with words.

    *edge:* what was found of it. The moves end where chance, others or something new come
    in between, where the turn ends, and where the search hasn't looked often enough.
    """
    rule, then, clock = "", list[tuple[Any, str]](), game.clock(state)
    while True:
        draws = luck.draws
        events = game.apply(state, seat, move, luck)
        rule = rule or next((event.rule for event in events), "")
        is_new = luck.draws != draws or any(event.reveals for event in events)
        goes_on = seat in game.to_act(state) and game.clock(state) == clock
        if is_new or not goes_on or len(then) == LONGEST_PLAN:
            return rule, then
        moves = game.legal(state, seat)
        if len(moves) == 1:
            move = moves[0]
        else:
            node = edge.nodes.get(mark_of(game.view(state, seat_viewer(seat)))) if edge else None
            edges = node.edges if node else {}
            known = [move for move in moves if move in edges and edges[move].visits >= SURE]
            if not known:
                return rule, then
            move = max(known, key=lambda move: edges[move].visits)
            edge = edges[move]
        then.append((move, words_of(game, state, seat, move).text))
