"""Invitations, rematches and terms in templates."""

from typing import Any

from django import template
from django.db.models import QuerySet
from django.template import Context

from games.lobby.forms import NOBODY, WATCHERS, NewMatchForm, may_count
from games.matches.models import Invitation, Match, Status, Watch
from games.matches.queries.board import Board

register = template.Library()

_GOING = (Status.OPEN, Status.RUNNING)


@register.simple_tag
def invited_to(board: Board) -> QuerySet[Invitation]:
    """Return whom the players of the match have invited and who hasn't come, for a player to read."""
    found = Invitation.objects.filter(match=board.match).exclude(answer=Invitation.Answer.ACCEPTED)
    shown = found.exclude(answer=Invitation.Answer.WITHDRAWN)
    return shown.select_related("user__profile", "by__profile").order_by("pk")


@register.simple_tag
def invitation_of(board: Board, user: Any) -> Invitation | None:
    """Return the unanswered invitation of *user* to the match."""
    if not user.is_authenticated:
        return None
    found = Invitation.objects.filter(match=board.match, user=user, answer=Invitation.Answer.NONE)
    return found.select_related("by__profile").first()


@register.simple_tag
def rematch_of(board: Board) -> str:
    """Return the id of the rematch that somebody has asked for, or nothing."""
    going = Match.objects.filter(rematch_of=board.match, status__in=_GOING)
    return going.values_list("pk", flat=True).first() or ""


@register.inclusion_tag("games/lobby/_terms_fields.html", takes_context=True)
def terms_fields(context: Context, form: NewMatchForm | str | None = None) -> dict[str, Any]:
    """Return the fields for name, invitations, ratings and who may look on, as the form was sent."""
    sent: Any = form.data if isinstance(form, NewMatchForm) else {}
    is_sent = bool(sent.get("terms"))
    return {
        "name": sent.get("name", ""),
        "invite": sent.get("invite", ""),
        "wrong_invite": form.wrong_invite if isinstance(form, NewMatchForm) else "",
        "may_count": may_count(context.get("user")),
        "is_rated": bool(sent.get("is_rated")) if is_sent else True,
        "is_private": bool(sent.get("is_private")),
        "watchers": _choices(sent.get("watchers", WATCHERS[0][0])),
    }


@register.simple_tag
def watcher_choices(board: Board) -> list[tuple[str, str, bool]]:
    """Return who may look on from now on: value, words, and whether it is so."""
    terms = board.terms
    now = NOBODY if terms.watch == Watch.NOBODY else str(terms.watch_delay)
    choices = _choices(now)
    if board.status == "open" and board.can_cancel:
        return choices
    places = [value for value, _, _ in choices]
    return choices[places.index(now) if now in places else 0 :]


def _choices(chosen: str) -> list[tuple[str, str, bool]]:
    return [(value, words, value == chosen) for value, words in WATCHERS]
