"""Having a file made: a POST asks the worker for it, and a GET only shows how far it is.

So nothing is made for a crawler that follows every link, and what was made once serves everybody.
"""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.typesetting import kept


def asked(request: HttpRequest, digest: str, start: Callable[[], object], file_url: str) -> HttpResponse:
    """Have the file of *digest* made unless it is there or underway; return a redirect to where it comes.

    *request:* the POST to the page of its progress. *start:* asks the worker. *file_url:* the download.
    """
    if kept.is_done(digest):
        return see_other(file_url)
    if kept.is_needed(digest):
        try:
            limits.check("exports", request)
        except TooMany as error:
            return limits.refused(request, error)
        start()
    return see_other(request.get_full_path())


def progress_of(digest: str, file_url: str, file_name: str) -> dict[str, Any]:
    """Return what the template `_file_progress.html` needs besides its own words."""
    return {
        "stage": kept.stage(digest),
        "progress": kept.progress(digest),
        "file_url": file_url,
        "file_name": file_name,
    }


def see_other(url: str) -> HttpResponse:
    """Return a redirect that is followed by a GET."""
    return HttpResponse(status=303, headers={"Location": url})
