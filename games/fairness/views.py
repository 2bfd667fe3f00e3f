"""The page about a match's fairness, its record, and the script that checks records."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import catalog
from games.fairness import page
from games.fairness import record as fairness
from games.matches import access
from games.matches.errors import NoRecord
from games.replayer.publishing import written
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.public import public_page
from scrapsite.common.typesetting.answers import attachment

_PYTHON = "text/x-python; charset=utf-8"
SCRIPT = Path(settings.BASE_DIR) / "docs" / "verify_match.py"


@require_safe
def match_fair(request: HttpRequest, match_id: str) -> HttpResponse:
    """Show what can be checked about a match; after the end the browser checks it."""
    match = access.match_for(request.user, match_id)
    fair = page.fairness(match, access.seat_of(request.user, match))
    return render(request, "games/fairness/match_fair.html", {"fair": fair})


@require_safe
def match_record(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the record of a finished match as a file."""
    match = access.match_for(request.user, match_id)
    try:
        limits.check("records", request)
        text = fairness.record(match)
    except TooMany as error:
        return limits.refused(request, error)
    except NoRecord as error:
        raise Http404(error.reason) from error
    return attachment(text, "application/json; charset=utf-8", f"scrapsite-{match.pk}.json")


@public_page
@require_safe
def verify_script(request: HttpRequest) -> HttpResponse:
    """Return the script that checks a record without this site."""
    return attachment(SCRIPT.read_text(encoding="utf-8"), _PYTHON, SCRIPT.name)


@require_safe
def match_script(request: HttpRequest, match_id: str) -> HttpResponse:
    """Return the script that also knows the draft edition of a match."""
    match = access.match_for(request.user, match_id)
    text = SCRIPT.read_text(encoding="utf-8")
    if catalog.is_draft(match.edition):
        text = written(text, match.title, match.edition, catalog.edition(match.title, match.edition).draws)
    return attachment(text, _PYTHON, SCRIPT.name)
