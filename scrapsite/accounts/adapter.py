"""The adapter through which allauth creates accounts."""

from __future__ import annotations

from typing import Any, ClassVar
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html

from scrapsite.accounts.devices import known_device, remember
from scrapsite.accounts.second_factor.powers import must_set_up
from scrapsite.common.players import GUEST_PREFIX, give_profile
from scrapsite.common.requests import client_network

# Failed attempts from a browser in which the account was used before.
DEVICE_RATE = "10/5m/key"


def _what_next() -> str:
    """Return what somebody with a new account can do, for the home page."""
    return format_html(
        "Your account is ready. Choose a game below: a match against a bot begins at once. Or look for "
        'other players in the <a href="{}">lobby</a>, build <a href="{}">a deck of your own</a>, '
        'or read the <a href="{}">cards</a> and the <a href="{}">rules</a>.',
        *map(reverse, ("games:match_list", "cards:deck_index", "cards:card_list", "rules:book_list")),
    )


def _on_site(url: str) -> str:
    """Return where *url* leads, under the site's own address."""
    return settings.SITE_URL + urlunsplit(urlsplit(url)._replace(scheme="", netloc=""))


def _attempts(name: str, who: str) -> str:
    """Return the key under which attempts at the account called *name* count. *who:* address or device."""
    return f"{name.casefold()} {who}"


class AccountAdapter(DefaultAccountAdapter):
    """Gives each new account its profile and keeps guests' usernames apart."""

    error_messages: ClassVar[dict[str, Any]] = {
        **DefaultAccountAdapter.error_messages,
        "enter_current_password": "That isn’t your current password.",
        "username_taken": "That username is taken. Choose another one.",
        "username_password_mismatch": "That username or password isn’t right.",
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return what counts as the client's address, as everywhere on the site."""
        return client_network(request) or super().get_client_ip(request)

    def render_mail(
        self, template_prefix: str, email: str | list[str], context: dict[str, Any], headers: Any = None
    ) -> EmailMessage:
        """Return the e-mail. Its links begin with SITE_URL, under whatever name the site was asked for it."""
        links = {name: _on_site(url) for name, url in context.items() if name.endswith("_url")}
        return super().render_mail(template_prefix, email, context | links | {"site": _on_site("/")}, headers)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt by name and address together, or by a known device alone.

        *Raises:* `ValidationError` if there were too many.
        """
        name = str(credentials.get("username", ""))
        if device := known_device(request, name):
            self._count_attempt(request, _attempts(name, device), {"login_failed": DEVICE_RATE})
        else:
            self._count_attempt(request, _attempts(name, self.get_client_ip(request)), None)

    def forget_attempts(self, request: HttpRequest, name: str) -> None:
        """Forget the failed attempts from here at the account called *name*, which has a new password."""
        for who, config in (
            (self.get_client_ip(request), None),
            (known_device(request, name), {"login_failed": DEVICE_RATE}),
        ):
            ratelimit.clear(
                request,
                app="allauth.account",
                action="login_failed",
                key=_attempts(name, who),
                config=config,
            )

    def _count_attempt(self, request: HttpRequest, key: str, config: dict[str, str] | None) -> None:
        self._login_failed_rl_usage = ratelimit.consume(
            request, app="allauth.account", action="login_failed", key=key, config=config
        )
        if not self._login_failed_rl_usage:
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: Any, **said: Any) -> Any:
        """Return where to go after signing in. Know this browser, and tell new players what is next."""
        response = super().post_login(request, user, **said)
        remember(request, response, user.get_username())
        if said.get("signup") and response["Location"] == self.get_signup_redirect_url(request):
            messages.info(request, _what_next())
        return response

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """Return *username*. *Raises:* `ValidationError` if it is taken, or looks like a guest's."""
        if username.casefold().startswith(GUEST_PREFIX):
            raise ValidationError("Usernames that start with “guest-” are for guests only.")
        try:
            return super().clean_username(username, shallow=shallow)
        except ValidationError as problem:
            if problem.code == "invalid":
                raise ValidationError("Use only letters, digits and @ . + - _ in the username.") from None
            raise

    def get_login_redirect_url(self, request: Any) -> str:
        """Return where somebody who signs in goes: first to the second factor, if powers wait for it."""
        return reverse("mfa_index") if must_set_up(request.user) else super().get_login_redirect_url(request)

    def save_user(self, request: Any, user: User, form: Any, commit: bool = True) -> User:
        """Store the account and give it a profile."""
        user = super().save_user(request, user, form, commit=commit)
        if commit:
            give_profile(user)
        return user
