"""A search is carried out by the processes of the lab, a candidate at a time in each.

A task may be lost or run twice: a candidate is stored once, and what comes next hangs on the stored ones
alone. A killed process loses the candidate that it was at.
"""

import logging
from datetime import timedelta

from django.db import OperationalError, transaction
from django.db.models import Q
from django.utils import timezone
from django_tasks import task

from games import catalog
from games.drafts.checking import Stopped, reason_against
from games.drafts.slugs import slug_of
from games.engine import codec
from games.engine.drafting import DraftRefused
from games.engine.errors import BadOptions
from games.lab.measuring.packages import edition_of
from games.suggestions.models import SuggestionCandidate, SuggestionSearch
from games.suggestions.playing import Signing, player_of
from games.suggestions.searching.proposing import ABREAST, proposed
from games.suggestions.searching.question import BEST, Question, Values
from games.suggestions.searching.targets import is_met
from games.suggestions.searching.trying import Tried, Unwanted, best_of, measure_afresh, try_out
from scrapsite.server.work.left_behind import left_behind
from scrapsite.server.work.queues import LAB

QUIET = timedelta(minutes=2)
# The lab gives way to everything else, so that on a busy machine a second of its work takes many.
PATIENCE = 100.0
_LATER = -20

_Stage = SuggestionSearch.Stage
_under_way = Q(stage__in=SuggestionSearch.UNDER_WAY)

logger = logging.getLogger(__name__)


@task(queue_name=LAB, priority=_LATER)
def try_candidate(search_id: str, number: int) -> None:
    """Try candidate *number* of a search or, if all were tried, measure it afresh; enqueue what is next."""
    search = SuggestionSearch.objects.filter(_under_way, pk=search_id).first()
    if search is None:
        return
    try:
        _check_rules(search)
        if search.stage == _Stage.MEASURING:
            _measure(search, number)
        elif not search.candidates.filter(number=number).exists():
            _try(search, number)
        go_on(search_id, number)
    except (Unwanted, Stopped):  # what was stopped is taken up again
        return
    except OperationalError:  # the database is busy: the work is taken up again
        raise
    except Exception as error:
        logger.exception("The search %s failed.", search_id)
        why = error.reason if isinstance(error, BadOptions) else ""
        SuggestionSearch.objects.filter(_under_way, pk=search_id).update(stage=_Stage.FAILED, why=why[:300])


def go_on(search_id: str, number: int = -1) -> int:
    """Enqueue what comes after candidate *number*, if it was the last that others wait for; return how much.

    Without a number, everything that is missing is enqueued.
    """
    with transaction.atomic():
        search = SuggestionSearch.objects.select_for_update().filter(_under_way, pk=search_id).first()
        if search is None:
            return 0
        missing = _missing(search)
        if missing and number >= 0:
            return 0
        if not missing:
            missing = _next(search)
        search.save(update_fields=["stage", "asked", "made_at", "touched_at"])
        for other in missing:
            try_candidate.enqueue(search.pk, other)
    return len(missing)


def revive_searches(is_start: bool = False) -> int:
    """Take up the searches that a killed process has left; return how many.

    *is_start:* nobody works on any yet.
    """
    left = left_behind(SuggestionSearch.objects.filter(_under_way), try_candidate, QUIET, is_start)
    for search in left:
        begin_anew(search)
        go_on(search.pk)
    return len(left)


def begin_anew(search: SuggestionSearch) -> None:
    """Have the pace be measured anew: the games of candidates that aren't stored are lost."""
    rows, fresh = list(search.candidates.all()), search.read().fresh_games
    search.played = sum(row.read().games + fresh * bool(row.fresh) for row in rows)
    search.began_at = None
    search.save(update_fields=["played", "began_at"])


def best(search: SuggestionSearch) -> list[Tried]:
    """Return the best candidates of those that were tried."""
    return best_of([row.read() for row in search.candidates.all()], BEST)


def is_enough(search: SuggestionSearch) -> bool:
    """Return whether no more need be tried: what the search began with is as wanted, on other deals too."""
    begun, question = search.candidates.filter(number=0).first(), search.read()
    if begun is None or question.further:
        return False
    tried = begun.read()
    return tried.is_complete and is_met(question, tried.figures) and is_met(question, begun.read_fresh())


def slug_at(search: SuggestionSearch, number: int) -> str:
    """Return the slug of a candidate's edition, which exists only while its games are played."""
    return slug_of(search.pk, number + 1)


def _missing(search: SuggestionSearch) -> list[int]:
    """Return the candidates that were asked for and that aren't there.

    Before all were tried, only the one that the search began with is measured afresh.
    """
    if search.stage == _Stage.MEASURING:
        there = set(search.candidates.exclude(fresh="").values_list("number", flat=True))
        others = () if search.has_more else (one.number for one in best(search))
        return [number for number in (0, *others) if number not in there]
    there = set(search.candidates.values_list("number", flat=True))
    return [number for number in range(search.asked) if number not in there]


def _next(search: SuggestionSearch) -> list[int]:
    """Return the next candidates; when no more are tried, those that are to be measured afresh, then none."""
    first, whole = search.asked, search.read().variants
    if first < whole and not (first and is_enough(search)):
        search.asked = min(first + ABREAST, whole)
        if search.stage == _Stage.MEASURING:
            search.stage = _Stage.TRYING
        return list(range(first, search.asked))
    search.stage = _Stage.MEASURING
    missing = _missing(search)
    if not missing:
        search.stage, search.made_at = _Stage.DONE, timezone.now()
    return missing


def _try(search: SuggestionSearch, number: int) -> None:
    Signing(search)
    tried = _tried(search, number)
    if tried.refused and number == 0:
        raise BadOptions(tried.refused)
    with transaction.atomic():
        if not SuggestionSearch.objects.select_for_update().filter(_under_way, pk=search.pk).exists():
            raise Unwanted
        SuggestionCandidate.objects.get_or_create(
            search=search, number=number, defaults={"tried": codec.to_json(tried)}
        )


def _tried(search: SuggestionSearch, number: int) -> Tried:
    question, slug, first = search.read(), slug_at(search, number), number - number % ABREAST
    before = [row.read() for row in search.candidates.filter(number__lt=first)]
    abreast = proposed(question, before, first)
    if number - first >= len(abreast):
        return Tried(number, {}, refused="All possible variants have been tried.")
    values = abreast[number - first]
    if reason := _reason_against(question, values, slug):
        return Tried(number, values, refused=reason)
    return try_out(question, number, values, slug, before, player_of(search, values, slug))


def _measure(search: SuggestionSearch, number: int) -> None:
    if number not in _missing(search):
        return
    row, slug = search.candidates.get(number=number), slug_at(search, number)
    values = row.read().values
    figures = measure_afresh(search.read(), values, slug, player_of(search, values, slug))
    with transaction.atomic():
        if not SuggestionSearch.objects.select_for_update().filter(_under_way, pk=search.pk).exists():
            raise Unwanted
        search.candidates.filter(pk=row.pk, fresh="").update(fresh=codec.to_json(figures))


def _reason_against(question: Question, values: Values, slug: str) -> str:
    """Return why a candidate makes no edition, or can't be played, or an empty text. *Raises:* `Stopped`."""
    draft = question.draft(values, slug)
    try:
        edition_of(draft)
    except DraftRefused as refused:
        return refused.problems[0].reason
    return reason_against(question.title, question.base, draft.changes, slug, PATIENCE)


def _check_rules(search: SuggestionSearch) -> None:
    """*Raises:* `BadOptions` if the rules have changed under the search."""
    question = search.read()
    draft = question.draft({}, slug_of(search.pk, 1))
    is_same = search.engine_version == catalog.title(search.title).engine_version
    try:
        is_same = is_same and edition_of(draft).cards_hash == search.rules
    except DraftRefused:
        is_same = False
    if not is_same:
        raise BadOptions("The rules have changed since the search was asked for. Ask again.")
