"""The JSON API at /api/v1/: joins the routers of the apps. Its description is at /api/v1/docs.

Every error, also for unknown addresses and methods, is JSON: {code, rule, reason}.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from importlib.util import find_spec
from typing import Any

from csp.decorators import csp_update
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.csrf import csrf_exempt
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.openapi.docs import DocsBase
from ninja.operation import Operation
from ninja.parser import Parser
from ninja.responses import Response

from games.engine import codec
from games.engine.errors import GameError
from scrapsite.common.errors import Refusal, http_status, with_retry_after
from scrapsite.common.public import public_page

_CODES = {400: "request/unreadable", 401: "auth/required", 403: "auth/forbidden"}
_REASONS = {401: "Send a valid token as “Authorization: Bearer …”.", 400: "The body isn’t valid JSON."}
_MOST_REASONS = 5
_EXACT = 2**53
_DEEPEST = 20


class StrictParser(Parser):
    """Parses JSON bodies with the codec, which refuses malformed JSON, lone surrogates and deep nesting."""

    def parse_body(self, request: HttpRequest) -> Any:
        """Return the value of the body. A whole number may be written as `3.0`, as in JSON Schema."""
        return _whole_numbers(codec.from_json(object, request.body))


def _whole_numbers(value: Any, depth: int = 0) -> Any:
    """Return plain *value* with whole floating-point numbers as integers, as far as floats are exact.

    What is nested deeper than anything that the API takes stays as it is.
    """
    if depth > _DEEPEST:
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) <= _EXACT else value
    if isinstance(value, dict):
        return {key: _whole_numbers(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list):
        return [_whole_numbers(item, depth + 1) for item in value]
    return value


class DocsPage(DocsBase):
    """The page at `docs`: Swagger UI without inline scripts."""

    def render_page(self, request: HttpRequest, api: NinjaAPI, **kwargs: Any) -> HttpResponse:
        """Show the page."""
        return render(request, "scrapsite/api_docs.html", {"url": self.get_openapi_url(api, kwargs)})


class SiteAPI(NinjaAPI):
    """Ninja's API, changed to answer in JSON for unknown addresses and methods as well.

    Its description is rendered once per process, and the page cache may keep it.
    """

    def get_openapi_operation_id(self, operation: Operation) -> str:
        """Return the name of the view function, so that clients don't notice when modules move."""
        return operation.view_func.__name__

    def _get_urls(self) -> list[Any]:
        patterns = super()._get_urls()
        for pattern in patterns:
            name = getattr(pattern, "name", None)
            if name == "openapi-json":
                pattern.callback = public_page(_show_description)
            elif name == "openapi-view":
                pattern.callback = public_page(pattern.callback)  # type: ignore[arg-type]
            pattern.callback = _says_not_allowed(pattern.callback)  # type: ignore[arg-type]
        return [*patterns, path("<path:rest>", csrf_exempt(_no_such_address))]


api = SiteAPI(
    title="Scrapsite",
    version="1",
    urls_namespace="api-v1",
    description="Play the games of this site with a program. Begin with POST /guests, then send the token. "
    "If you have an account, make a key on your page (/me/) and send that instead: "
    "the program then plays as you. "
    "A key that may only read can send nothing but GET requests. One that may play can do all except change "
    "drafts, time off, the time zone and notifications; for these, make a key that may do everything. "
    "Version 1 stays at /api/v1/: it may get new addresses and fields; those that it has keep their meaning. "
    "Addresses in answers, such as a card’s page and picture, are paths on this site.",
    parser=StrictParser(),
    docs=DocsPage(),
    docs_decorator=csp_update({"img-src": ["data:"]}),
)

for prefix, module in (
    ("", "games.api.matches"),
    ("", "games.api.lobby"),
    ("", "games.api.ratings"),
    ("", "games.api.replay"),
    ("", "games.api.analysis"),
    ("", "games.api.coaching"),
    ("", "games.api.puzzles"),
    ("", "games.api.talk"),
    ("", "games.api.decks"),
    ("", "games.api.drafts"),
    ("", "games.api.time_off"),
    ("", "games.api.stream"),
    ("", "scrapsite.notifications.api"),
    ("/cards", "cards.api"),
    ("/rules", "rules.api"),
):
    if find_spec(module):
        api.add_router(prefix, f"{module}.router")


def refuse(status: int, code: str, reason: str, rule: str = "") -> HttpResponse:
    """Return an error response in the format of the API."""
    return JsonResponse({"code": code, "rule": rule, "reason": reason}, status=status)


@api.exception_handler(GameError)
@api.exception_handler(Refusal)
def _on_refusal(request: HttpRequest, error: GameError | Refusal) -> HttpResponse:
    return with_retry_after(refuse(http_status(error), error.code, error.reason, error.rule), error)


@api.exception_handler(Http404)
def _on_absent(request: HttpRequest, error: Http404) -> HttpResponse:
    return refuse(404, "not-found", "There is nothing here, or you aren’t allowed to see it.")


@api.exception_handler(ValidationError)
def _on_invalid(request: HttpRequest, error: ValidationError) -> HttpResponse:
    return refuse(422, "request/invalid", "; ".join(_in_words(item) for item in error.errors[:_MOST_REASONS]))


@api.exception_handler(HttpError)
def _on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    code = _CODES.get(error.status_code, f"http/{error.status_code}")
    return refuse(error.status_code, code, _REASONS.get(error.status_code, str(error)))


@api.exception_handler(RequestDataTooBig)
def _on_too_big(request: HttpRequest, error: RequestDataTooBig) -> HttpResponse:
    return refuse(413, "request/too-large", "The body is too large.")


def _in_words(item: dict[str, Any]) -> str:
    """Return a validation error in words: the place, without the names of our arguments, and the problem."""
    where = ".".join(str(step) for step in item["loc"] if step not in ("body", "query", "path"))[:100]
    return f"{where or 'body'}: {item['msg']}"


def _no_such_address(request: HttpRequest, rest: str) -> HttpResponse:
    return refuse(404, "not-found", "This API has no such address.")


def _show_description(request: HttpRequest) -> HttpResponse:
    return HttpResponse(_description(reverse("api-v1:api-root")), content_type="application/json")


@lru_cache(maxsize=4)
def _description(root: str) -> bytes:
    """Return the OpenAPI description of the API at *root* as JSON. It changes only with the program."""
    return Response(api.get_openapi_schema(path_prefix=root)).content


def _says_not_allowed(view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        response = view(request, *args, **kwargs)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        refusal = refuse(405, "request/method", "This address doesn’t accept this method.")
        refusal["Allow"] = response["Allow"]
        return refusal

    return wrapped
