"""The address of a match in e-mails."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_safe

from games.matches.access import is_match_id


@require_safe
@login_required
def match_from_letter(request: HttpRequest, match_id: str) -> HttpResponse:
    """Redirect from an e-mail to the board of the match, after signing in if need be."""
    if not is_match_id(match_id):
        raise Http404("No such match.")
    return redirect(f"{reverse('games:match_detail', args=(match_id,))}#board")
