"""`/.well-known/security.txt`: whom to tell of a hole in the site (RFC 9116)."""

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID = timedelta(days=180)


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """Return the file, if the operator has named somebody to write to."""
    if not settings.SECURITY_CONTACT:
        raise Http404("No contact is given.")
    expires = (timezone.now() + VALID).replace(microsecond=0)
    lines = [f"Contact: {settings.SECURITY_CONTACT}", f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}"]
    lines += ["Preferred-Languages: en", f"Canonical: {request.build_absolute_uri()}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
