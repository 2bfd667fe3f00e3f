"""Rates players and bots, game by game, by finished matches.

It uses OpenSkill's Plackett-Luce model with its defaults: a newcomer has 25 ± 8⅓. The worker rates each match
once, in the order in which they ended.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from django.db import transaction
from django.db.models import ExpressionWrapper, F, FloatField, OuterRef, QuerySet, Subquery
from openskill.models import PlackettLuce

from games.engine import codec
from games.engine.protocol import Result
from games.matches.changes import announce_on_commit
from games.matches.models import Match, Seat, Status, Step
from games.matches.queries.people import people_of
from games.ratings.models import Rating, RatingChange
from games.ratings.standings import places
from scrapsite.common.players import is_guest
from scrapsite.server.work.turns import RATING, wait_for_turn

logger = logging.getLogger(__name__)

A_ROUND = 50
# So many rounds are waited for when somebody leaves; a queue of thousands is left to the worker.
_ROUNDS_FOR_ONE = 10
CAUTION = 3
PROVISIONAL = 5
_MODEL = PlackettLuce()

# The number shown as the rating: a cautious measure of strength, the same as `shown`.
SHOWN = ExpressionWrapper(F("mu") - CAUTION * F("sigma"), output_field=FloatField())


@dataclass(frozen=True, slots=True)
class Entrant:
    """A rated seat. *rating:* its player's, before the match; two seats of the same bot share one.

    *left:* whether its player resigned, or ran out of time and lost the seat or the match.
    """

    seat: int
    place: int
    rating: Rating
    left: bool


def shown(mu: float, sigma: float) -> float:
    """Return the number that is shown as the rating: *mu* minus `CAUTION` times *sigma*."""
    return mu - CAUTION * sigma


def moved(change: RatingChange) -> float:
    """Return by how much the shown rating rose in one match; negative if it fell."""
    return shown(change.mu, change.sigma) - shown(change.mu_before, change.sigma_before)


def count_ratings(most: int = A_ROUND) -> int:
    """Rate up to *most* finished matches that aren't rated yet; return how many were handled.

    It may run in several processes, which take turns, match by match: each rates the one that ended first.
    """
    counted = 0
    while counted < most and _due().exists() and _count_next():
        counted += 1
    return counted


def count_ratings_of(user: Any) -> None:
    """Rate the finished matches of *user*, who leaves, while their rating is still there to count against.

    What ended earlier is rated first, as always.
    """
    waiting = _due().filter(seats__user=user)
    for _ in range(_ROUNDS_FOR_ONE):
        if not (waiting.exists() and count_ratings()):
            break


def _due() -> QuerySet[Match]:
    return Match.objects.filter(status=Status.FINISHED, is_rated=True, ratings_done=False)


def _count_next() -> bool:
    ending = Step.objects.filter(match=OuterRef("pk"), seq=OuterRef("seq")).values("created_at")
    with transaction.atomic():
        wait_for_turn(RATING)  # a player's rating after one match is that before the next
        waiting = _due().annotate(ended=Subquery(ending)).order_by("ended", "pk")
        match = waiting.select_for_update(of=("self",)).first()
        if match is None:
            return False
        _rate_or_pass(match)
        Match.objects.filter(pk=match.pk).update(ratings_done=True)
        announce_on_commit(match.pk)
    return True


def _rate_or_pass(match: Match) -> None:
    """Rate a match. One that can't be read is logged and skipped, so that it doesn't hold up the others."""
    try:
        with transaction.atomic():
            _rate(match)
    except (LookupError, ValueError):
        logger.exception("Match %s can't be rated.", match.pk)


def _rate(match: Match) -> None:
    entrants = _entrants(match) if _counts(match) else []
    if not entrants:
        return
    after = _after(entrants)
    RatingChange.objects.bulk_create(
        RatingChange(
            match=match,
            rating=one.rating,
            seat=one.seat,
            place=one.place,
            mu_before=one.rating.mu,
            sigma_before=one.rating.sigma,
            mu=after[one.rating.pk][0],
            sigma=after[one.rating.pk][1],
        )
        for one in entrants
    )
    last = max(one.place for one in entrants)
    for one in entrants:
        _note_result(one, last)
    for rating in {one.rating.pk: one.rating for one in entrants}.values():
        rating.mu, rating.sigma = after[rating.pk]
        rating.matches += 1
        rating.save(update_fields=["mu", "sigma", "matches", "won", "drawn", "lost", "updated_at"])


def _note_result(one: Entrant, last: int) -> None:
    """Count how the seat ended. *last:* the last place of the match.

    Whoever left has lost, even as the first of several who all left.
    """
    if one.place > 1 or one.left:
        one.rating.lost += 1
    elif last > 1:
        one.rating.won += 1
    else:
        one.rating.drawn += 1


def _counts(match: Match) -> bool:
    """Return whether a match counts for the ratings; practice and private matches don't."""
    return match.practice_of_id is None and match.practice_seq is None and not match.is_private


def _entrants(match: Match) -> list[Entrant]:
    """Return the rated seats in order; none if fewer than two are left.

    Guests and deleted accounts are passed over.
    """
    seats = list(people_of(match))
    result = codec.from_json(Result, match.result)
    left = _left(match, seats, result)
    where = places(result, left)
    rated = [seat for seat in seats if not (seat.user_id and _is_passed_over(seat.user, match.title))]
    if len(rated) < 2:
        return []
    known: dict[tuple[int | None, str], Rating] = {}
    return [
        Entrant(
            seat.number, where[seat.number], _rating(match.title, seat, known), left[seat.number] is not None
        )
        for seat in rated
    ]


def _is_passed_over(user: Any, title: str) -> bool:
    """Return whether *user* is a guest, or has taken the rating of that game along with the account."""
    return is_guest(user) or not (user.is_active or Rating.objects.filter(title=title, user=user).exists())


def _left(match: Match, seats: Sequence[Seat], result: Result) -> list[int | None]:
    """Return, by seat, the seq of the step with which its player left; None if the player stayed.

    A player has left who resigned or ran out of time, if a bot took the seat or if all others won by it.
    """
    kinds = (Step.Kind.RESIGN, Step.Kind.TIMEOUT)
    steps = Step.objects.filter(match=match, kind__in=kinds).order_by("seq")
    newest = dict(steps.values_list("seat", "seq"))
    gone = {seat.number: newest.get(seat.number, 0) for seat in seats if seat.user_id and seat.bot}
    losers = {seat: seq for seat, seq in newest.items() if result.winners and seq == match.seq}
    return [(gone | losers).get(seat.number) for seat in seats]


def _rating(title: str, seat: Seat, known: dict[tuple[int | None, str], Rating]) -> Rating:
    """Return the rating of the seat's player, a new one if need be. *known:* those found so far; added to."""
    who = (seat.user_id, "" if seat.user_id else seat.bot)
    if who not in known:
        start = _MODEL.rating()
        fresh = {"mu": start.mu, "sigma": start.sigma}
        known[who], _ = Rating.objects.get_or_create(title=title, user=seat.user, bot=who[1], defaults=fresh)
    return known[who]


def _after(entrants: Sequence[Entrant]) -> dict[int, tuple[float, float]]:
    """Return *mu* and *sigma* after the match by rating key; a bot with several seats gets their mean."""
    teams = [[_MODEL.create_rating([one.rating.mu, one.rating.sigma])] for one in entrants]
    rated = _MODEL.rate(teams, ranks=[float(one.place) for one in entrants])
    found: dict[int, list[tuple[float, float]]] = {}
    for one, [after] in zip(entrants, rated, strict=True):
        found.setdefault(one.rating.pk, []).append((after.mu, after.sigma))
    return {
        key: (fmean(mu for mu, _ in values), fmean(sigma for _, sigma in values))
        for key, values in found.items()
    }
