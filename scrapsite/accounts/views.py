"""The visitor's own pages: display name, API tokens, and turning a guest into an account."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from allauth.account.internal.flows.email_verification import consume_email_verification_rate_limit
from allauth.account.utils import get_next_redirect_url
from allauth.account.views import ConfirmEmailView, EmailView, PasswordResetFromKeyView
from allauth.decorators import rate_limit
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scrapsite.accounts import actions
from scrapsite.accounts.adapter import AccountAdapter
from scrapsite.accounts.devices import remember
from scrapsite.accounts.forms import AddressForm, ConvertForm, NameForm
from scrapsite.accounts.guests import with_next
from scrapsite.accounts.second_factor.powers import must_set_up
from scrapsite.accounts.security_log import note
from scrapsite.accounts.sessions.ending import session_renewed
from scrapsite.accounts.sessions.lasting import begin
from scrapsite.common import limits
from scrapsite.common.errors import TooMany
from scrapsite.common.players import display_name, is_guest, rename

NOT_SENT = "No e-mail was sent: the last ones went out a moment ago. Try again in a few minutes."
NO_LONGER_SIGNED_IN = "You aren’t signed in any more. If you have just created your account, sign in with it."
# allauth's rate limits are per minute.
RETRY_SECONDS = 60


@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own page; a POST changes the name."""
    if request.method == "POST":
        return rename_me(request)
    form = NameForm(initial={"display_name": _name_of(request)})
    return _my_page(request, form)


@login_required
def rename_me(request: HttpRequest) -> HttpResponse:
    """Change the name others see, or show what is wrong with the new one."""
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            limits.check("names", request)
            profile = rename(cast(User, request.user), form.cleaned_data["display_name"])
        except ValidationError as problem:
            form.add_error("display_name", problem)
        except TooMany as error:
            form.add_error("display_name", error.reason)
            response = _my_page(request, form, status=429)
            response["Retry-After"] = str(error.retry_after)
            return response
        else:
            messages.success(request, f"Your name is now {profile.display_name}.")
            return redirect("scrapsite:me")
    return _my_page(request, form, status=422)


@rate_limit(action="signup")
@sensitive_post_parameters("password1", "password2")
@require_http_methods(["GET", "HEAD", "POST"])
def convert(request: HttpRequest) -> HttpResponse:
    """Show the form for creating an account; a POST turns the guest into one."""
    if not request.user.is_authenticated:
        return _tell_stranger(request)
    if not is_guest(request.user):
        messages.info(request, "You already have an account.")
        return redirect("scrapsite:me")
    form = ConvertForm(request.POST or None)
    if form.is_valid() and _converted(request, form):
        messages.success(request, "Your account is ready. Your matches and decks are all still here.")
        response = redirect(get_next_redirect_url(request) or settings.ACCOUNT_SIGNUP_REDIRECT_URL)
        remember(request, response, form.cleaned_data["username"])
        return response
    context = {"form": form, "next": get_next_redirect_url(request)}
    return render(request, "account/convert.html", context, status=422 if form.errors else 200)


class AddressView(EmailView):
    """allauth's page of the address, which says so when no letter goes out, since too many just did."""

    def form_valid(self, form: AddressForm) -> HttpResponse:
        """Take the new address and send a letter there."""
        with self._warning_if_too_soon(form.cleaned_data["email"]):
            return super().form_valid(form)

    def _action_send(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse | None:
        with self._warning_if_too_soon(request.POST["email"]):
            return super()._action_send(request, *args, **kwargs)

    @contextmanager
    def _warning_if_too_soon(self, address: str) -> Iterator[None]:
        is_in_time = consume_email_verification_rate_limit(self.request, address, dry_run=True)
        yield
        if not is_in_time:
            messages.warning(self.request, NOT_SENT)


class ConfirmView(ConfirmEmailView):
    """allauth's page of the link that confirms an address. It signs nobody out."""

    def logout_other_user(self, confirmation: Any) -> None:
        """Do nothing: whoever is signed in here may have opened the link of another account."""


class NewPasswordView(PasswordResetFromKeyView):
    """allauth's page of the link by which somebody chooses a new password. To open it signs nobody out."""

    def logout(self) -> None:
        """Sign another account out when the form is sent; never a guest, whom nothing brings back."""
        if self.request.method == "POST" and not is_guest(self.request.user):
            super().logout()

    def form_valid(self, form: Any) -> HttpResponse:
        """Store the password, and let it be tried at once, however often an old one was."""
        response = super().form_valid(form)
        AccountAdapter().forget_attempts(self.request, self.reset_user.get_username())
        return response


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Answer 429 and say when to try again. allauth's rate limits use this view."""
    return limits.refused(request, TooMany(RETRY_SECONDS, of_account=request.user.is_authenticated))


def _tell_stranger(request: HttpRequest) -> HttpResponse:
    """Lead a visitor to creating an account; to signing in, if the visitor was a guest when the form came.

    The account may be made already: an answer that was lost had the cookie of its session.
    """
    target = get_next_redirect_url(request)
    if request.method != "POST":
        return redirect(with_next("account_signup", target))
    messages.info(request, NO_LONGER_SIGNED_IN)
    return redirect(with_next("account_login", target))


def _converted(request: HttpRequest, form: ConvertForm) -> bool:
    """Turn the guest into an account and return whether that worked; errors go to the form."""
    data = form.cleaned_data
    try:
        user = actions.convert_guest(cast(User, request.user), data["username"], data["password1"])
    except ValidationError as problem:
        form.add_error("username", problem)
        return False
    before = request.session.session_key
    update_session_auth_hash(request, user)
    begin(request.session, user)
    session_renewed.send(sender=User, user=user, before=before, after=request.session.session_key)
    UserSession.objects.create_from_request(request)
    note("account-made", request)
    actions.add_email(request, user, data["email"])
    return True


def _my_page(request: HttpRequest, form: NameForm, status: int = 200) -> HttpResponse:
    """Render the visitor's own page around the form for the name."""
    user = request.user
    keys = user.api_tokens.count() if user.is_authenticated else 0
    context = {"form": form, "name": _name_of(request), "is_guest": is_guest(user), "keys": keys}
    context["must_set_up"] = must_set_up(user)
    return render(request, "scrapsite/me.html", context, status=status)


def _name_of(request: HttpRequest) -> str:
    """Return the visitor's name, or an empty string for a stranger."""
    return display_name(request.user) if isinstance(request.user, User) else ""
