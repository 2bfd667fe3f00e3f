"""The ratings that pages show: those of a match's seats, and the best players of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.matches.models import Match, Seat
from games.matches.queries.people import bot_name, player_url
from games.ratings.counting import PROVISIONAL, SHOWN, moved, shown
from games.ratings.models import Rating, RatingChange
from scrapsite.common.players import display_name

MOST_LEADERS = 100


@dataclass(frozen=True, slots=True)
class SeatRating:
    """The rating of a seat's player. *change:* by this match, None if it isn't rated yet."""

    seat: int
    rating: float
    change: float | None


@dataclass(frozen=True, slots=True)
class Leader:
    """A line in the table of the best players. *place:* 1 for the best; equal ratings share a place.

    *is_provisional:* it rests on too few matches. *deviation:* how uncertain it is (sigma).
    """

    place: int
    name: str
    url: str
    is_bot: bool
    rating: float
    deviation: float
    matches: int
    is_provisional: bool


def seat_ratings(match: Match, seats: Sequence[Seat]) -> tuple[SeatRating, ...]:
    """Return the ratings of a rated match's players who have one; nothing for an unrated match."""
    if not match.is_rated:
        return ()
    changes = {change.seat: change for change in RatingChange.objects.filter(match=match)}
    if match.ratings_done:
        return tuple(
            SeatRating(seat, shown(change.mu, change.sigma), moved(change))
            for seat, change in sorted(changes.items())
        )
    people = [seat.user_id for seat in seats if seat.user_id]
    found = Rating.objects.filter(title=match.title)
    by_user = {rating.user_id: rating for rating in found.filter(user__in=people)}
    by_bot = {rating.bot: rating for rating in found.filter(user=None)}
    known = [
        (seat.number, by_user.get(seat.user_id) if seat.user_id else by_bot.get(seat.bot)) for seat in seats
    ]
    return tuple(SeatRating(seat, shown(one.mu, one.sigma), None) for seat, one in known if one)


def leaders(title: str) -> tuple[Leader, ...]:
    """Return the best players and bots of a game, best first, at most `MOST_LEADERS`."""
    found = Rating.objects.filter(title=title).exclude(user__is_active=False)
    best = found.annotate(shown=SHOWN).select_related("user__profile").order_by("-shown", "pk")
    lines: list[Leader] = []
    for number, rating in enumerate(best[:MOST_LEADERS], 1):
        now = round(shown(rating.mu, rating.sigma), 1)
        shares = bool(lines) and lines[-1].rating == now
        lines.append(
            Leader(
                place=lines[-1].place if shares else number,
                name=display_name(rating.user) if rating.user else bot_name(rating.bot),
                url=player_url(rating.user, rating.bot),
                is_bot=rating.user is None,
                rating=now,
                deviation=rating.sigma,
                matches=rating.matches,
                is_provisional=rating.matches < PROVISIONAL,
            )
        )
    return tuple(lines)
