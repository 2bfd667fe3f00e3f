"""The admin site. Staff sign in on the site's normal page; everybody else gets a 404.

Django's own sign-in page would be a second way in, without the rate limits of the first.
"""

from __future__ import annotations

from functools import update_wrapper
from typing import Any

from django.contrib import admin, messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from scrapsite.accounts.guests import with_next
from scrapsite.accounts.second_factor.powers import REASON, lacks_second_factor
from scrapsite.common.players import is_guest


class StaffSite(admin.AdminSite):
    """An admin site for staff only: strangers are sent to the sign-in page, other users get a 404.

    Staff without a second factor are led to setting one up.
    """

    site_title = "Scrapsite"
    site_header = "Scrapsite: administration"
    index_title = "Administration"

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is active staff. Their permissions decide what they may see and do."""
        return self._is_staff(request) and not lacks_second_factor(request.user)

    def _is_staff(self, request: HttpRequest) -> bool:
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
        """Redirect staff to the admin, and others to the normal sign-in page."""
        if self.has_permission(request):
            return redirect(f"{self.name}:index")
        return self._turned_away(request)

    def logout(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Sign out on POST. Redirect any other request to the normal page, which asks for confirmation."""
        if request.method != "POST":
            return redirect("account_logout")
        logout(request)
        return redirect("scrapsite:home")

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the normal page for changing a password."""
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Redirect to the user's own page."""
        return redirect("scrapsite:me")

    def _turned_away(self, request: HttpRequest) -> HttpResponse:
        if self._is_staff(request):
            messages.warning(request, REASON)
            return redirect("mfa_index")
        if request.user.is_authenticated:
            raise Http404("No such page.")
        return redirect(with_next("account_login", request.get_full_path()))
