"""Views with one trait each, and their addresses, for the serving tests."""

import asyncio
import threading
import time
from io import BytesIO

from asgiref.sync import async_to_sync
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError, connection, transaction
from django.http import FileResponse, HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.middleware.csrf import get_token
from django.template.response import SimpleTemplateResponse
from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from scrapsite.common.errors import TooMany, with_retry_after
from scrapsite.common.origins import same_origin_post
from scrapsite.common.public import public_page

opened: list[object] = []
refused: list[object] = []
closed = threading.Event()
running = threading.Semaphore(0)
go_on = threading.Event()


@csrf_exempt
def echo(request: HttpRequest) -> HttpResponse:
    """Show the request as Django saw it."""
    meta = request.META
    shown = {
        "method": request.method,
        "path": request.path,
        "path_info": request.path_info,
        "script": meta["SCRIPT_NAME"],
        "query": request.GET.dict(),
        "scheme": request.scheme,
        "secure": request.is_secure(),
        "host": meta.get("HTTP_HOST"),
        "client": meta.get("REMOTE_ADDR"),
        "cookies": request.COOKIES,
        "headers": dict(request.headers),
        "post": request.POST.dict() if request.content_type != "application/json" else {},
        "files": {name: file.size for name, file in request.FILES.items()},
        "body": len(request.body) if request.content_type == "application/json" else None,
        "thread": threading.current_thread().name,
    }
    response = JsonResponse(shown)
    response.headers["X-Sign"] = "café"
    response.set_cookie("one", "1")
    response.set_cookie("two", "2")
    return response


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(b"page " * 1000)


def stream(request: HttpRequest) -> StreamingHttpResponse:
    """Ten chunks, some of them empty."""
    return StreamingHttpResponse(part for number in range(10) for part in (b"", b"chunk %d\n" % number))


def endless(request: HttpRequest) -> StreamingHttpResponse:
    def chunks():
        closed.clear()
        try:
            while True:
                time.sleep(0.01)
                yield b"x" * 1000
        finally:
            closed.set()

    return StreamingHttpResponse(chunks())


def was_closed(request: HttpRequest) -> JsonResponse:
    """Say whether the last endless stream was closed within a second."""
    return JsonResponse(closed.wait(1), safe=False)


def broken_stream(request: HttpRequest) -> StreamingHttpResponse:
    def chunks():
        yield b"begun"
        raise RuntimeError("secret words")

    return StreamingHttpResponse(chunks())


def file(request: HttpRequest, size: int) -> FileResponse:
    return FileResponse(BytesIO(b"f" * size), filename="f.bin")


def error(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("secret words")


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=204)


def wait(request: HttpRequest) -> HttpResponse:
    running.release()
    go_on.wait(5)
    return HttpResponse(b"waited")


def always_refused(request: HttpRequest) -> HttpResponse:
    refused.append(request)
    error = TooMany(5, of_account="account" in request.GET)
    return with_retry_after(HttpResponse("too often", status=429), error)


def slow(request: HttpRequest) -> HttpResponse:
    time.sleep(0.8)
    return HttpResponse(b"slow")


@csrf_exempt
def noted(request: HttpRequest) -> HttpResponse:
    """Print what is posted, as a view that stores it would."""
    print("noted", request.body.decode(), flush=True)
    return HttpResponse(b"noted")


def database(request: HttpRequest) -> JsonResponse:
    """Say which connection object answers, in which thread; a server's connections come from a pool."""
    connection.ensure_connection()
    opened.append(connection.connection)  # kept, so that no other gets the same identity
    return JsonResponse(
        {
            "connection": id(connection.connection) if connection.vendor == "sqlite" else "from the pool",
            "thread": threading.get_ident(),
            "autocommit": connection.get_autocommit(),
        }
    )


def break_database(request: HttpRequest) -> HttpResponse:
    """Close the connection under Django's feet, as a restarted database server does."""
    connection.ensure_connection()
    connection.connection.close()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("broken")
    return HttpResponse("not broken")


def leave_transaction_open(request: HttpRequest) -> HttpResponse:
    transaction.set_autocommit(False)
    return HttpResponse("left open")


def which_loop(request: HttpRequest) -> JsonResponse:
    """Say on which event loop a coroutine runs that a view waits for."""

    async def ask() -> int:
        return id(asyncio.get_running_loop())

    return JsonResponse(async_to_sync(ask)(), safe=False)


@public_page
def public(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"for everyone {request.GET.get('n', '')} {time.perf_counter_ns()} {'x' * 2000}")


@public_page
def public_template(request: HttpRequest) -> SimpleTemplateResponse:
    return SimpleTemplateResponse("serving_test.html")


@public_page
def with_token(request: HttpRequest) -> HttpResponse:
    return HttpResponse(get_token(request))


@public_page
def with_cookie(request: HttpRequest) -> HttpResponse:
    response = HttpResponse("yours")
    response.set_cookie("who", "you")
    return response


@public_page
def with_session(request: HttpRequest) -> HttpResponse:
    request.session["seen"] = 1
    return HttpResponse("yours")


@public_page
def public_missing(request: HttpRequest) -> HttpResponse:
    return HttpResponse("nothing here", status=404)


@same_origin_post
def play(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{request.method} let in")


class EchoSocket(AsyncWebsocketConsumer):
    """Answers every frame with its length."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.send(text_data=str(len(text_data or "")))


socket_patterns = [path("ws/echo/", EchoSocket.as_asgi())]
urlpatterns = [
    path("echo/", echo),
    path("echo/<path:rest>", csrf_exempt(lambda request, rest: echo(request))),
    path("page/", page),
    path("stream/", stream),
    path("endless/", endless),
    path("closed/", was_closed),
    path("broken-stream/", broken_stream),
    path("file/<int:size>/", file),
    path("error/", error),
    path("nothing/", nothing),
    path("wait/", wait),
    path("refused/", always_refused, name="refused"),
    path("slowly/", wait, name="slowly"),
    path("slow/", slow),
    path("noted/", noted),
    path("database/", database),
    path("break-database/", break_database),
    path("leave-transaction-open/", leave_transaction_open),
    path("which-loop/", which_loop),
    path("public/", public),
    path("public-template/", public_template),
    path("with-token/", with_token),
    path("with-cookie/", with_cookie),
    path("with-session/", with_session),
    path("public-missing/", public_missing),
    path("play/", play),
]
