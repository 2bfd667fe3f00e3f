"""The page of a player or a bot: ratings and their history, rated matches, and results against others.

It shows only rated matches, which are public: private matches are never rated.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse

from games import catalog
from games.matches import access
from games.matches.queries.people import bot_name, player_url, seat_name, seat_url, with_people
from games.ratings.counting import PROVISIONAL, moved, shown
from games.ratings.models import Rating, RatingChange
from scrapsite.common.players import display_name

MOST_POINTS = 100
MOST_MATCHES = 20
MOST_RIVALS = 20
# How many matches count for rivals, so that the page costs the same for a bot with 100,000 matches.
LOOKED_AT = 500

# Results against each other player, a user's key or a bot's name: `before`, `level` and `behind`.
_Met = dict[tuple[int | None, str], Counter[str]]


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a match. *number:* 1 for the first match. *change:* by this match."""

    number: int
    at: datetime
    rating: float
    change: float


@dataclass(frozen=True, slots=True)
class GameRating:
    """A player's rating and results in one game. *history:* the newest points, oldest first."""

    title: str
    title_name: str
    icon: str
    rating: float
    deviation: float
    matches: int
    is_provisional: bool
    won: int
    drawn: int
    lost: int
    history: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Other:
    """Another player of a match. *url:* their page, or empty."""

    name: str
    url: str


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A rated match. *url:* empty if the reader may not see it. *place:* the player's, out of *seats*."""

    url: str
    title_name: str
    icon: str
    at: datetime
    others: tuple[Other, ...]
    place: int
    seats: int
    change: float


@dataclass(frozen=True, slots=True)
class Rival:
    """How often the player finished before, level with, or behind a rival. *is_reader:* it's the reader."""

    name: str
    url: str
    before: int
    level: int
    behind: int
    is_reader: bool = False

    @property
    def matches(self) -> int:
        """How many matches they have played against each other."""
        return self.before + self.level + self.behind


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What is public about a player. *rivals:* the reader first, then by number of matches.

    *unlisted:* how many more there are. *looked_at:* how many of the newest results say so, 0 for all.
    """

    name: str
    url: str
    is_bot: bool
    is_reader: bool
    games: tuple[GameRating, ...] = ()
    matches: tuple[RatedMatch, ...] = ()
    rivals: tuple[Rival, ...] = field(default=())
    unlisted: int = 0
    looked_at: int = 0


def player_page(user: Any, bot: str, reader: Any) -> PlayerPage:
    """Return the page of *user*, or of *bot* if *user* is None, as *reader* may see it."""
    ratings = list(Rating.objects.filter(user=user, bot=bot))
    own = RatingChange.objects.filter(rating__in=ratings)
    counts, is_cut = _met(own, [rating.pk for rating in ratings])
    return PlayerPage(
        name=display_name(user) if user else bot_name(bot),
        url=player_url(user, bot),
        is_bot=user is None,
        is_reader=user is not None and user == reader,
        games=_games(ratings),
        matches=_matches(own, reader),
        rivals=_rivals(counts, reader),
        unlisted=max(0, len(counts) - MOST_RIVALS),
        looked_at=LOOKED_AT if is_cut else 0,
    )


def _games(ratings: Sequence[Rating]) -> tuple[GameRating, ...]:
    histories = {rating.pk: _history(rating) for rating in ratings}
    by_title = {rating.title: rating for rating in ratings}
    return tuple(
        GameRating(
            title=title.slug,
            title_name=title.name,
            icon=title.icon,
            rating=shown(rating.mu, rating.sigma),
            deviation=rating.sigma,
            matches=rating.matches,
            is_provisional=rating.matches < PROVISIONAL,
            won=rating.won,
            drawn=rating.drawn,
            lost=rating.lost,
            history=histories[rating.pk],
        )
        for title in catalog.titles()
        if (rating := by_title.get(title.slug))
    )


def _history(rating: Rating) -> tuple[Point, ...]:
    newest = list(rating.changes.order_by("-pk")[:MOST_POINTS])
    first = rating.won + rating.drawn + rating.lost - len(newest) + 1
    return tuple(
        Point(number, change.created_at, shown(change.mu, change.sigma), moved(change))
        for number, change in enumerate(reversed(newest), first)
    )


def _matches(own: QuerySet[RatingChange], reader: Any) -> tuple[RatedMatch, ...]:
    newest = list(with_people(own.select_related("match"), "match__seats").order_by("-pk")[:MOST_MATCHES])
    ids = [change.match_id for change in newest]
    open_to = set(access.visible_to(reader).filter(pk__in=ids).values_list("pk", flat=True))
    return tuple(_rated_match(change, change.match_id in open_to) for change in newest)


def _rated_match(change: RatingChange, is_visible: bool) -> RatedMatch:
    title, seats = catalog.title(change.match.title), list(change.match.seats.all())
    return RatedMatch(
        url=reverse("games:match_detail", args=[change.match_id]) if is_visible else "",
        title_name=title.name,
        icon=title.icon,
        at=change.created_at,
        others=tuple(Other(seat_name(seat), seat_url(seat)) for seat in seats if seat.number != change.seat),
        place=change.place,
        seats=len(seats),
        change=moved(change),
    )


def _met(own: QuerySet[RatingChange], ratings: Sequence[int]) -> tuple[_Met, bool]:
    """Return the results against each other player in the newest matches, and whether there were more."""
    newest = list(own.order_by("-pk").values_list("match", "place")[: LOOKED_AT + 1])
    mine: dict[str, list[int]] = {}  # a bot may have several seats
    for match, place in newest[:LOOKED_AT]:
        mine.setdefault(match, []).append(place)
    met = RatingChange.objects.filter(match__in=list(mine)).exclude(rating__in=ratings)
    counts: _Met = {}
    for match, place, user, bot in met.values_list("match", "place", "rating__user", "rating__bot"):
        for own_place in mine[match]:
            result = "level" if place == own_place else "before" if place > own_place else "behind"
            counts.setdefault((user, bot), Counter())[result] += 1
    return counts, len(newest) > LOOKED_AT


def _rivals(counts: _Met, reader: Any) -> tuple[Rival, ...]:
    """Return the opponents the player met most often, of those in *counts*."""
    me = (reader.pk, "") if reader is not None and reader.is_authenticated else None
    order = sorted(counts, key=lambda who: (who != me, -counts[who].total(), who[1], who[0] or 0))
    return _named(order[:MOST_RIVALS], counts, me)


def _named(
    order: Sequence[tuple[int | None, str]],
    counts: _Met,
    me: tuple[int, str] | None,
) -> tuple[Rival, ...]:
    found = Rating.objects.filter(user__in=[user for user, _ in order if user])
    users = {rating.user_id: rating.user for rating in found.select_related("user__profile") if rating.user}
    return tuple(
        Rival(
            name=display_name(users[user]) if user else bot_name(bot),
            url=player_url(users.get(user), bot),
            before=counts[user, bot]["before"],
            level=counts[user, bot]["level"],
            behind=counts[user, bot]["behind"],
            is_reader=(user, bot) == me,
        )
        for user, bot in order
    )
