"""An analysis as plain data, for the API."""

from typing import Any

from games import catalog
from games.analysis.models import Analysis, JudgedDecision
from games.bots.search import is_about_deck
from games.engine import codec
from games.matches.models import Match

FORMAT = "scrapsite-analysis-1"


def plain_analysis(match: Match, analysis: Analysis | None) -> dict[str, Any]:
    """Return what has been found of *match* so far; the stage is `none` if nobody has asked for it."""
    return {
        "format": FORMAT,
        "match": match.pk,
        "game": match.title,
        "edition": match.edition,
        "stage": "none" if analysis is None else analysis.stage,
        "done": 0 if analysis is None else analysis.done,
        "whole": 0 if analysis is None else analysis.whole,
        "rounds": 0 if analysis is None else analysis.rounds,
        "decisions": [] if analysis is None else _decisions(analysis),
    }


def weighed(analysis: Analysis) -> list[JudgedDecision]:
    """Return the decisions on which nothing is left to do, in the order in which they were made.

    Older analyses have judged which deck to bring, too. That is left out: a search can't tell.
    """
    game = catalog.game_of(*analysis.match.rules)
    rows = analysis.decisions.filter(stage=JudgedDecision.Stage.WEIGHED)
    return [row for row in rows if not is_about_deck(game, row.turn)]


def _decisions(analysis: Analysis) -> list[dict[str, Any]]:
    return [
        {
            "step": row.seq,
            "seat": row.seat,
            "turn": row.turn,
            "moves": row.moves,
            "made": row.made_words,
            "best": row.best_words,
            "best_move": codec.from_json(dict, row.best),
            "best_value": round(row.best_value, 3),
            "made_value": round(row.made_value, 3),
            "loss": round(row.loss, 3),
            "is_mistake": row.is_mistake(analysis.rounds),
            "line": row.line,
        }
        for row in weighed(analysis)
    ]
