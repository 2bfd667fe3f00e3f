"""The admin site. Visitors sign in where everybody does; for people who aren't staff it doesn't exist.

Django's own sign-in page would be a second door, without the limits of the first.
"""

from __future__ import annotations

from functools import update_wrapper
from typing import Any

from django.contrib import admin
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from scrapsite.accounts.guests import with_next
from scrapsite.common.players import is_guest


class StaffSite(admin.AdminSite):
    """Everything in it answers staff only: visitors are led to signing in, others get a 404."""

    site_title = "Scrapsite"
    site_header = "Scrapsite: behind the counter"
    index_title = "What there is to look after"

    def has_permission(self, request: HttpRequest) -> bool:
        """Say whether this is active staff; what they may see and do there is up to their permissions."""
        return bool(super().has_permission(request)) and not is_guest(request.user)

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Return *view*, open to staff only."""
        shown = super().admin_view(view, cacheable)

        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            if self.has_permission(request):
                return shown(request, *args, **kwargs)
            return self._turned_away(request)

        return update_wrapper(guarded, view)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send staff on to the admin, and others to where everybody signs in."""
        if self.has_permission(request):
            return redirect(f"{self.name}:index")
        return self._turned_away(request)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Sign out. A request without a form is asked to confirm."""
        if request.method != "POST":
            return redirect("account_logout")
        logout(request)
        return redirect("scrapsite:home")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to where everybody changes their password."""
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the page about oneself."""
        return redirect("scrapsite:me")

    def _turned_away(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            raise Http404("No such page.")
        return redirect(with_next("account_login", request.get_full_path()))
