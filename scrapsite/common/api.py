"""What all parts of the API share: strict request bodies, refusals, the caller and the response."""

from typing import Annotated, Any

import msgspec
from django.http import HttpRequest, HttpResponse
from ninja import Schema
from pydantic import ConfigDict, Field


class Incoming(Schema):
    """Base of request bodies. Values aren't coerced, and unknown names are refused."""

    model_config = ConfigDict(strict=True, extra="forbid")


class Error(Schema):
    """A refusal. *rule:* anchor of the edition's rulebook, may be empty."""

    code: Annotated[str, Field(examples=["move/illegal"])]
    rule: Annotated[str, Field(examples=["attack-1"])]
    reason: str


# The refusals that any call of a signed-in player may get.
SIGNED_IN: dict[Any, Any] = {400: Error, 401: Error, 403: Error, 413: Error, 422: Error, 429: Error}


def player(request: HttpRequest) -> Any:
    """Return the user who made the request."""
    return request.auth  # type: ignore[attr-defined]


def to_json(value: object, status: int = 200) -> HttpResponse:
    """Return *value* as a JSON response."""
    body = msgspec.json.encode(value)
    return HttpResponse(body, content_type="application/json; charset=utf-8", status=status)
