"""Judges the decisions of a match bit by bit. What was found is stored before the next one begins."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games import catalog
from games.analysis.decisions import Decision, decision_at, moves_of
from games.analysis.models import LEAST_LOSS, Analysis, JudgedDecision
from games.analysis.withdrawn import is_withdrawn
from games.boards.move_words import words_of
from games.bots.search import Judgement, Search, is_about_deck
from games.engine import codec
from games.engine.chance import FastChance
from games.engine.viewers import seat_viewer

BEST_LINES = 8  # of each seat, for its worst mistakes
LONGEST_LINE = 12  # moves
_SKIPPED = 25  # moves without a choice that one bit of work passes over at most

_Stage = JudgedDecision.Stage


class Analyst:
    """Works on *analysis*. It draws the same luck whenever it comes to the same decision."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        self._match = analysis.match
        self._game: Any = catalog.game_of(*analysis.match.rules)
        self._moves = moves_of(analysis.match)[:: analysis.every]

    def go_on(self) -> bool:
        """Do the next bit of work, at most a search or two, and return whether there was one."""
        unsure = self._analysis.decisions.exclude(stage=_Stage.WEIGHED).first()
        if unsure is not None:
            self._weigh(unsure)
            return True
        rest = [seq for seq in self._moves if seq > self._analysis.looked_at]
        if rest:
            self._look(rest[:_SKIPPED])
            return True
        mistake = self._mistake_without_line()
        if mistake is not None:
            self._find_line(mistake)
            return True
        self._end()
        return False

    def _look(self, seqs: list[int]) -> None:
        """Judge the first decision among the steps at *seqs* that a search can judge."""
        choices = ((seq, decision_at(self._game, self._match, seq)) for seq in seqs)
        seq, decision = next((choice for choice in choices if self._can_judge(choice[1])), (seqs[-1], None))
        found = None if decision is None else self._judged(decision)
        with transaction.atomic():
            if found is not None:
                self._analysis.decisions.update_or_create(seq=seq, defaults=found)
            self._analysis.looked_at, self._analysis.done = seq, self._analysis.done + seqs.index(seq) + 1
            self._analysis.save(update_fields=["looked_at", "done", "touched_at"])

    def _can_judge(self, decision: Decision | None) -> bool:
        if decision is None or is_about_deck(self._game, self._game.clock(decision.state)):
            return False
        return not is_withdrawn(self._game, self._match, decision.seq)

    def _judged(self, decision: Decision) -> dict[str, Any]:
        """Return the columns of the row about *decision*, after one look at all its moves."""
        game, move = self._game, decision.move
        judgement = self._judge(decision, "all")
        best, looked_at = judgement.moves[0], len(judgement.moves)
        made = next((one for one in judgement.moves if one.move == move), None)
        is_fair = made is not None and made.visits * looked_at >= self._analysis.rounds
        loss = best.value - made.value if made else 1.0
        is_sure = made is best or (is_fair and loss <= LEAST_LOSS)
        return {
            "seat": decision.seat,
            "turn": game.clock(decision.state),
            "stage": _Stage.WEIGHED if is_sure else _Stage.MADE,
            "moves": looked_at,
            "best": codec.to_json(best.move),
            "best_value": best.value,
            "made_value": best.value if made is None else made.value,
            "made_words": words_of(game, decision.state, decision.seat, move).text,
            "best_words": words_of(game, decision.state, decision.seat, best.move).text,
        }

    def _weigh(self, row: JudgedDecision) -> None:
        """Weigh one move alone, so that the two can be compared: the luckiest of many looks too good."""
        decision = self._decision(row)
        if row.stage == _Stage.MADE:
            row.made_value = self._judge(decision, "made", decision.move).value
            row.stage = _Stage.BEST if row.loss > LEAST_LOSS else _Stage.WEIGHED
        else:
            row.best_value = self._judge(decision, "best", self._best(row)).value
            row.stage = _Stage.WEIGHED
        row.save()
        self._analysis.save(update_fields=["touched_at"])

    def _mistake_without_line(self) -> JudgedDecision | None:
        rows, counts = list(self._analysis.decisions.all()), dict[int, int]()
        for row in sorted(rows, key=lambda row: -row.loss):
            if not row.is_mistake(self._analysis.rounds):
                break
            counts[row.seat] = counts.get(row.seat, 0) + 1
            if counts[row.seat] <= BEST_LINES and not row.line:
                return row
        return None

    def _find_line(self, row: JudgedDecision) -> None:
        """Store what the seat should have done until its turn ends, or until it learns something new."""
        game, decision, move = self._game, self._decision(row), self._best(row)
        seat, state, luck = row.seat, decision.state, self._luck(row.seq, "line")
        search = Search(max(1, self._analysis.rounds // 2))
        while True:
            row.line.append(words_of(game, state, seat, move).text)
            draws = luck.draws
            events = game.apply(state, seat, move, luck)
            is_new = luck.draws != draws or any(event.reveals for event in events)
            is_over = seat not in game.to_act(state) or game.clock(state) != row.turn
            if is_new or is_over or len(row.line) == LONGEST_LINE:
                break
            move = search.choose(game, game.view(state, seat_viewer(seat)), seat, luck)
        row.save(update_fields=["line"])
        self._analysis.save(update_fields=["touched_at"])

    def _end(self) -> None:
        self._analysis.stage, self._analysis.made_at = Analysis.Stage.DONE, timezone.now()
        self._analysis.save(update_fields=["stage", "made_at", "touched_at"])

    def _decision(self, row: JudgedDecision) -> Decision:
        decision = decision_at(self._game, self._match, row.seq)
        if decision is None:
            raise ValueError(f"Step {row.seq} of {self._match.pk} is no longer a decision.")
        return decision

    def _best(self, row: JudgedDecision) -> Any:
        return codec.from_json(self._game.move_type, row.best)

    def _judge(self, decision: Decision, what: str, made: Any = None) -> Judgement:
        search, luck = Search(self._analysis.rounds), self._luck(decision.seq, what)
        return search.judge(self._game, decision.view, decision.seat, luck, made)

    def _luck(self, seq: int, what: str) -> FastChance:
        return FastChance(int(codec.digest(f"{self._match.pk} {seq} {what}".encode())[:8], 16))
