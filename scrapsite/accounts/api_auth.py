"""Authentication of the API: a bearer token, or a session that sends a CSRF token with every change."""

from typing import Any

from django.http import HttpRequest
from ninja.errors import AuthenticationError, AuthorizationError
from ninja.security import HttpBearer
from ninja.utils import check_csrf

from scrapsite.accounts.tokens import user_for_token


class TokenOrSession(HttpBearer):
    """Returns the user. An invalid token is refused even if the session is valid.

    *Raises:* `AuthenticationError` (401); `AuthorizationError` (403) for a session without CSRF token.
    """

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
        """Return the user of *token*. *Raises:* `AuthenticationError`."""
        user = user_for_token(token)
        if user is None:
            raise AuthenticationError
        return user
