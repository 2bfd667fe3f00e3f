"""Having a match analysed: whoever may see its replay may ask, and the first who asks does so for all."""

import math
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import Http404

from games import catalog
from games.analysis.decisions import moves_of
from games.analysis.errors import CannotAnalyse, NotOver
from games.analysis.models import Analysis
from games.analysis.tasks import analyse
from games.engine.optional import Weighs
from games.matches.errors import RulesChanged
from games.matches.models import Match, Status
from scrapsite.common import limits

LEAST_SHARE = 1 / 6
MOST_MOVES = 600


def check_over(match: Match) -> Weighs[Any]:
    """Return the game of *match*, which can be analysed.

    *Raises:* `Http404` if it never began, `NotOver` while it runs, `RulesChanged`, `CannotAnalyse`.
    """
    if match.seq < 0:
        raise Http404("Nothing has happened yet.")
    if match.status != Status.FINISHED:
        raise NotOver(
            "This is a rated match. It can be analysed when it is over: until then nobody gets help."
            if match.is_rated
            else "A match can be analysed when it is over: an analysis shows what the players hide."
        )
    if match.is_from_rated:
        raise NotOver("This is practice from a rated match. It can be analysed when that match is over.")
    if not catalog.fits(*match.rules):
        raise RulesChanged("The site no longer has the rules of this match, so it can’t be analysed.")
    game = catalog.game_of(*match.rules)
    if not isinstance(game, Weighs):
        raise CannotAnalyse("The bots here can’t search this game, so its matches can’t be analysed.")
    return game


def analysis_of(match: Match) -> Analysis | None:
    """Return the analysis of *match*, or None if nobody has asked for it. *Raises:* as `check_over`."""
    check_over(match)
    return Analysis.objects.filter(match=match).first()


def ask(match: Match, user: Any) -> Analysis:
    """Return the analysis of *match*, made or under way; have it made if there is none, or if it failed.

    *Raises:* as `check_over`; `Full` if *user* waits for too many.
    """
    game = check_over(match)
    found = Analysis.objects.filter(match=match).exclude(stage=Analysis.Stage.FAILED).first()
    if found is not None:
        return found
    limits.require_quota("analyses", user)
    with transaction.atomic():
        made, is_new = Analysis.objects.get_or_create(match=match, defaults=_extent(match, game, user))
        if is_new or made.stage == Analysis.Stage.FAILED:
            made.stage, made.asked_by = Analysis.Stage.WAITING, user
            made.save(update_fields=["stage", "asked_by", "touched_at"])
            analyse.enqueue(match.pk, made.slices)
    return made


def count_under_way(user: Any) -> int:
    """Return how many analyses *user* waits for."""
    return Analysis.objects.filter(asked_by=user, stage__in=Analysis.UNDER_WAY).count()


def _extent(match: Match, game: Weighs[Any], user: Any) -> dict[str, Any]:
    """Return how much of *match* is looked at, and how closely: in a long one, searches have fewer rounds."""
    moves = len(moves_of(match))
    every = max(1, math.ceil(moves / MOST_MOVES))
    whole = math.ceil(moves / every)
    share = min(1.0, max(LEAST_SHARE, settings.ANALYSIS_SEARCHES / max(1, whole)))
    rounds = max(1, round(game.rounds * share))
    return {"whole": whole, "every": every, "rounds": rounds, "asked_by": user}
