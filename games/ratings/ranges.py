"""Who meets whom for the ratings: what a table's maker has said of their opponent's rating."""

from typing import Any

from django.db.models import F, FloatField, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Abs, Coalesce

from games.matches.errors import CannotJoin
from games.matches.models import Invitation, Match
from games.ratings.counting import SHOWN
from games.ratings.models import Rating
from scrapsite.common.players import is_guest

# The widest difference that can be asked for, in points as pages show them.
WIDEST = 50


def shown_rating(user: Any, title: str) -> float:
    """Return the rating of *user* as pages show it: 0, where everybody starts, if they have none."""
    found = Rating.objects.filter(title=title, user=user).annotate(shown=SHOWN)
    return found.values_list("shown", flat=True).first() or 0.0


def in_range_of(matches: QuerySet[Match], user: Any) -> QuerySet[Match]:
    """Return those of *matches* whose makers' ranges let *user*, or a visitor, sit down."""
    no_range = Q(rating_range=None)
    if not _is_rated(user):
        return matches.filter(no_range)
    apart = Abs(_rating_of_maker() - _rating_of(user.pk, OuterRef("title")))
    return matches.alias(apart=apart).filter(no_range | Q(apart__lte=F("rating_range")))


def no_farther(matches: QuerySet[Match], rating: float, most: int | None) -> QuerySet[Match]:
    """Return those of *matches* whose makers' ratings are at most *most* points from *rating*."""
    if most is None:
        return matches
    return matches.alias(apart=Abs(_rating_of_maker() - Value(rating))).filter(apart__lte=most)


def check_range(match: Match, user: Any) -> None:
    """Check that the table's range lets *user* sit down; whom a player has invited may.

    *Raises:* `CannotJoin`.
    """
    if match.rating_range is None or _is_invited(match, user):
        return
    if not in_range_of(Match.objects.filter(pk=match.pk), user).exists():
        words = f"{match.rating_range} point{'s' if match.rating_range > 1 else ''}"
        raise CannotJoin(f"This match is for players whose rating is within {words} of its creator’s.")


def _rating_of_maker() -> Coalesce:
    return _rating_of(OuterRef("created_by"), OuterRef("title"))


def _rating_of(user: Any, title: Any) -> Coalesce:
    found = Rating.objects.filter(title=title, user=user).annotate(shown=SHOWN).values("shown")[:1]
    return Coalesce(Subquery(found), Value(0.0), output_field=FloatField())


def _is_rated(user: Any) -> bool:
    return bool(user and user.is_authenticated and not is_guest(user))


def _is_invited(match: Match, user: Any) -> bool:
    if not user.is_authenticated:
        return False
    asked = Invitation.objects.filter(match=match, user=user)
    return asked.exclude(answer=Invitation.Answer.WITHDRAWN).exists()
