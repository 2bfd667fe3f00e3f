"""Template tags of the lobby: turns, fields of the form for a new match, invitations and rematches."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.db.models import QuerySet
from django.template import Context

from games.engine.protocol import OptionInfo, Title
from games.lessons.data import lesson_of
from games.lobby import fields, lists, panels
from games.matches.models import Invitation
from games.matches.queries import people
from games.matches.queries.board import Board

register = template.Library()


@register.simple_tag(takes_context=True)
def my_turns(context: Context, user: Any) -> tuple[str, ...]:
    """Return the ids of the matches that wait for *user* to decide: the view's `waiting` if it gives them."""
    known: tuple[str, ...] | None = context.get("waiting")
    return lists.turns_of(user) if known is None else known


@register.filter
def besides(matches: Iterable[str], match: str) -> tuple[str, ...]:
    """Return the ids *matches* without that of *match*."""
    return tuple(one for one in matches if one != match)


@register.filter
def joined(board: Board) -> list[str]:
    """Return the names of those who have a seat already."""
    return [seat.name for seat in board.seats if seat.kind != "open"]


@register.simple_tag
def invited_to(board: Board) -> QuerySet[Invitation]:
    """Return the invitations to the match that weren't accepted, for its players to read."""
    return panels.invited_to(board.match)


@register.simple_tag
def invitation_of(board: Board, user: Any) -> Invitation | None:
    """Return the unanswered invitation of *user* to the match, or None."""
    return panels.invitation_of(board.match, user)


@register.simple_tag
def rematch_of(board: Board, user: Any) -> str:
    """Return the id of the rematch that *user* can join or plays in, or an empty text."""
    return panels.rematch_of(board.match, user)


@register.simple_tag
def bot_choices(title: Title) -> list[tuple[str, str, str]]:
    """Return the bots that play *title*, the weakest first: slug, name, and what it is like."""
    return _worded(people.bot_choices(title.bots))


@register.simple_tag
def quick_bots(title: Title) -> list[tuple[str, str, str]]:
    """Return likewise the bots that have a button each, the usual one first."""
    return _worded(people.bot_choices([bot])[0] for bot in title.quick_bots)


@register.simple_tag
def lesson_minutes(title: Title) -> int:
    """Return how long the tutorial of *title* takes, in minutes; 0 if it has none."""
    lesson = lesson_of(title.slug)
    return lesson.minutes if lesson else 0


def _worded(choices: Iterable[tuple[str, str]]) -> list[tuple[str, str, str]]:
    names = ((bot, words.partition(": ")) for bot, words in choices)
    return [(bot, name[:1].lower() + name[1:], like) for bot, (name, _, like) in names]


@register.inclusion_tag("games/lobby/_seats.html")
def seat_fields(title: Title, form: fields.MaybeForm = None) -> dict[str, Any]:
    """Draw a field for each seat but the first."""
    return fields.seat_fields(title, form)


@register.inclusion_tag("games/lobby/_option.html")
def option_field(option: OptionInfo, form: fields.MaybeForm = None) -> dict[str, Any]:
    """Draw the field of a match option."""
    return fields.option_field(option, form)


@register.inclusion_tag("games/lobby/_ready_made.html")
def ready_made_field(title: Title, form: fields.MaybeForm = None, place: str = "whole") -> dict[str, Any]:
    """Draw the choice of a deck that comes with the game. *place:* tells apart the forms of a page."""
    return {**fields.ready_made_field(title, form), "title": title, "id": f"{title.slug}-{place}"}


@register.inclusion_tag("games/lobby/_terms_fields.html", takes_context=True)
def terms_fields(context: Context, form: fields.MaybeForm = None) -> dict[str, Any]:
    """Draw the fields for name, invitations, rating and watchers."""
    return fields.terms_fields(context.get("user"), form)


@register.simple_tag
def watcher_choices(board: Board) -> list[tuple[str, str, bool]]:
    """Return the choices of who may watch from now on: value, words, and whether it is the current one."""
    return fields.watcher_choices(board)
