"""The names and pages of players."""

from collections import Counter
from collections.abc import Iterable
from itertools import count
from typing import Any, TypeVar

from django.db.models import Model, Prefetch, QuerySet
from django.urls import reverse

from games.matches.models import Match, Seat
from scrapsite.common.players import display_name, is_guest

OPEN_SEAT = "Free seat"

_Row = TypeVar("_Row", bound=Model)


def people_of(match: Match) -> QuerySet[Seat]:
    """Return the seats of *match* in order, read with their players."""
    return match.seats.select_related("user__profile").order_by("number")


def with_people(rows: QuerySet[_Row], seats: str = "seats") -> QuerySet[_Row]:
    """Return *rows* to be read with seats and players. *seats:* where a row has its seats."""
    return rows.prefetch_related(
        Prefetch(seats, Seat.objects.select_related("user__profile").order_by("number"))
    )


def seat_names(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the names of *seats*, as `people_of` reads them, in order; bots of one name are numbered."""
    names = [(seat_name(seat), bool(seat.bot)) for seat in seats]
    numbers = {named: count(1) for named, found in Counter(names).items() if named[1] and found > 1}
    return tuple(f"{named[0]} {next(numbers[named])}" if named in numbers else named[0] for named in names)


def seat_name(seat: Seat) -> str:
    """Return the name shown for *seat*."""
    if seat.bot:
        bot = bot_name(seat.bot)
        return f"{bot} for {display_name(seat.user)}" if seat.user else bot
    return display_name(seat.user) if seat.user else OPEN_SEAT


def bot_name(bot: str) -> str:
    """Return the name shown for *bot*, a bot's slug."""
    return f"{bot.capitalize()} bot"


# What bots are like, for those who choose one, from the weakest to the strongest.
_LIKE = {
    "random": "picks legal moves at random (easier to beat)",
    "novice": "plays what comes to mind first, and makes a beginner’s mistakes (good for a first game)",
    "greedy": "takes the best move it can see",
    "casual": "looks ahead a little",
    "strong": "weighs hundreds of ways to go on; half a second a decision",
    "expert": "weighs thousands of ways to go on; some seconds a decision",
}
_BY_STRENGTH = tuple(_LIKE)


def bot_likes(bot: str) -> str:
    """Return what *bot*, a bot's slug, is like, as the end of a sentence."""
    return _LIKE[bot]


def bot_choices(bots: Iterable[str]) -> list[tuple[str, str]]:
    """Return *bots* to choose from, the weakest first: slug, and name with what it is like."""
    return [(bot, f"{bot_name(bot)}: {_LIKE[bot]}") for bot in by_strength(bots)]


def by_strength(bots: Iterable[str]) -> list[str]:
    """Return *bots*, slugs, the weakest first."""
    return sorted(bots, key=_BY_STRENGTH.index)


def seat_url(seat: Seat) -> str:
    """Return the page of the player who has or had *seat*; empty for a free seat and for guests."""
    return player_url(seat.user, seat.bot)


def player_url(user: Any, bot: str) -> str:
    """Return the page of *user*, or of *bot* if *user* is None; empty for guests, who have none."""
    if user is None:
        return reverse("games:bot_detail", args=[bot]) if bot else ""
    return (
        ""
        if is_guest(user) or not user.is_active
        else reverse("games:player_detail", args=[display_name(user)])
    )
