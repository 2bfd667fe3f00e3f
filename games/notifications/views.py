"""The address of a match in e-mails."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.matches.access import is_match_id
from games.matches.models import Seat
from scrapsite.accounts.guests import with_next
from scrapsite.common.players import is_guest


@require_safe
@login_required
def match_from_letter(request: HttpRequest, match_id: str) -> HttpResponse:
    """Redirect from an e-mail to the board of the match, after signing in if need be.

    A guest who doesn't play there comes to the page for signing out first, which warns them.
    """
    if not is_match_id(match_id):
        raise Http404("No such match.")
    if is_guest(request.user) and not Seat.objects.filter(match=match_id, user=request.user.pk).exists():
        # The letter is an account's: the page warns that signing out loses the guest.
        return redirect(with_next("account_logout", with_next("account_login", request.path)))
    return redirect(f"{reverse('games:match_detail', args=(match_id,))}#board")
