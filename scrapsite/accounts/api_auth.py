"""Authentication of the API: a bearer token, or a session that sends a CSRF token with every change."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.errors import AuthenticationError, AuthorizationError
from ninja.security import HttpBearer
from ninja.utils import check_csrf

from scrapsite.accounts.models import Scope
from scrapsite.accounts.tokens import key_for_token, note_use
from scrapsite.common.errors import Refusal, set_status

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class OutOfScope(Refusal):
    """The key may not do that."""

    code = "auth/scope"

    def __init__(self) -> None:
        super().__init__("This key isn’t allowed to do that. Make one with a wider scope on your page.")


class TokenOrSession(HttpBearer):
    """Returns the user. An invalid token is refused even if the session is valid.

    *changes:* the scope that a key needs for requests that change something.

    *Raises:* `OutOfScope` (403); `AuthenticationError` (401); `AuthorizationError` (403) for a session
    without CSRF token.
    """

    def __init__(self, changes: Scope = Scope.ALL) -> None:
        super().__init__()
        self._may_change = frozenset({changes, Scope.ALL})

    def __call__(self, request: HttpRequest) -> Any:
        # `request.headers` would read all of them, for this one.
        given = request.META.get("HTTP_AUTHORIZATION", "")
        if given:
            scheme, _, token = given.partition(" ")
            return self.authenticate(request, token) if scheme.lower() == self.openapi_scheme else None
        if not request.user.is_authenticated:
            return None
        if check_csrf(request):
            raise AuthorizationError(message="The CSRF token is missing or wrong.")
        return request.user

    def authenticate(self, request: HttpRequest, token: str) -> Any:
        """Return the user of *token*. *Raises:* `AuthenticationError`, `OutOfScope`."""
        key = key_for_token(token)
        if key is None:
            raise AuthenticationError
        if request.method not in _SAFE and key.scope not in self._may_change:
            raise OutOfScope
        if key.is_rusty and not _shares_transaction(request):
            note_use(key)
        return key.user


def reader_of(request: HttpRequest) -> Any:
    """Return who asks a public address: the user of a valid token or of the session, or a visitor.

    Use it only where nothing is changed.
    """
    given = request.META.get("HTTP_AUTHORIZATION", "")
    if given:
        scheme, _, token = given.partition(" ")
        key = key_for_token(token) if scheme.lower() == TokenOrSession.openapi_scheme else None
        return key.user if key else AnonymousUser()
    return request.user


def _shares_transaction(request: HttpRequest) -> bool:
    """Return whether the request is one of those that change the database in one place only."""
    match = request.resolver_match
    return match is not None and match.view_name in settings.GROUPED_VIEWS


set_status(403, OutOfScope)
