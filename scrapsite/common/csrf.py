"""A door for forms on cached pages, which can hold no CSRF token."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.csrf import csrf_protect

from scrapsite.common.origins import is_same_origin

View = Callable[..., HttpResponseBase]


def same_origin_post(view: View) -> View:
    """Let a POST through *view* that holds a CSRF token or that the browser says came from this site.

    For the few forms on pages marked `public_page`, such as the play button of the home page. A request
    with neither proof is refused as any other without a token.
    """
    protected = csrf_protect(view)

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if is_same_origin(request):
            return view(request, *args, **kwargs)
        return protected(request, *args, **kwargs)

    wrapped.csrf_exempt = True  # type: ignore[attr-defined]
    return wrapped
