"""Inviting players by name, and declining. Players accept by taking a seat: see `match_join`."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.match_page.views.showing import show_after
from games.matches import access
from games.matches.actions.invitations import decline, invite, withdraw_invitation
from games.matches.refusals import shows_refusals
from scrapsite.common import limits


@require_POST
@shows_refusals
def invitation_create(request: HttpRequest, match_id: str) -> HttpResponse:
    """Invite the player whose name the form holds."""
    access.match_for(request.user, match_id)
    limits.check("invitations", request)
    invite(match_id, request.user, request.POST.get("player", ""))
    return show_after(request, match_id)


@require_POST
@shows_refusals
def invitation_withdraw(request: HttpRequest, match_id: str, pk: int) -> HttpResponse:
    """Withdraw an invitation."""
    withdraw_invitation(match_id, request.user, pk)
    return show_after(request, match_id)


@require_POST
@shows_refusals
def invitation_decline(request: HttpRequest, match_id: str) -> HttpResponse:
    """Decline the invitation to the match."""
    decline(match_id, request.user)
    messages.info(request, "You have declined the invitation.")
    return redirect("games:match_mine")
