"""An ASGI scope as the WSGI environment that Django's synchronous request wants."""

import sys
from io import BytesIO
from typing import Any

from django.conf import settings
from django.http.cookie import parse_cookie

from scrapsite.common.requests import network_of
from scrapsite.server.asgi.messages import Scope

_UNPREFIXED = {"CONTENT_TYPE", "CONTENT_LENGTH"}


def build_environ(scope: Scope, body: bytes) -> dict[str, Any]:
    """Return the WSGI environment of *scope* with *body* to read.

    CONTENT_LENGTH is the true length of *body*, so chunked bodies can be read too. Headers with underscores
    in their names are dropped, since WSGI can't tell them from headers with hyphens.
    """
    environ = _request_line(scope)
    environ.update(_addresses(scope))
    environ["wsgi.input"] = BytesIO(body)
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    if body or "CONTENT_LENGTH" in environ:
        environ["CONTENT_LENGTH"] = str(len(body))
    return environ


def _request_line(scope: Scope) -> dict[str, Any]:
    script, path = _split_path(scope)
    return {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": _wsgi_text(script),
        "PATH_INFO": _wsgi_text(path),
        "QUERY_STRING": scope.get("query_string", b"").decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.get('http_version', '1.1')}",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }


def path_info(scope: Scope) -> str:
    """Return the path that Django resolves."""
    return _split_path(scope)[1]


def client_network(scope: Scope) -> str:
    """Return what counts as the address of the client, for its share of threads, queues and sockets."""
    client = scope.get("client")
    forwarded = _joined(scope, b"x-forwarded-for", b",").decode("latin-1")
    return network_of(str(client[0]) if client else "", forwarded)


def credentials(scope: Scope) -> tuple[str, ...]:
    """Return the secrets by which an account is told, read as Django and the API read them.

    They are the session's and the key's; anybody can make up both.
    """
    cookies = parse_cookie(_joined(scope, b"cookie", b"; ").decode(errors="replace"))
    scheme, _, key = _joined(scope, b"authorization", b",").decode("latin-1").partition(" ")
    session = cookies.get(settings.SESSION_COOKIE_NAME, "")
    return tuple(filter(None, (session, key if scheme.lower() == "bearer" else "")))


def _joined(scope: Scope, name: bytes, glue: bytes) -> bytes:
    return glue.join(value for key, value in scope["headers"] if key == name)


def _split_path(scope: Scope) -> tuple[str, str]:
    """Return the script name and the path below it. The script name /app doesn't match /apple."""
    script = scope.get("root_path", "").rstrip("/")
    path = scope["path"]
    if script and (path == script or path.startswith(f"{script}/")):
        return script, path[len(script) :]
    return script, path


def _wsgi_text(text: str) -> str:
    """Return *text* as WSGI wants it: one character for each of its UTF-8 bytes."""
    return text.encode("utf-8", "surrogateescape").decode("latin-1")


def _addresses(scope: Scope) -> dict[str, str]:
    host, port = scope.get("server") or ("localhost", 80)
    addresses = {"SERVER_NAME": str(host), "SERVER_PORT": str(port or 0)}
    client = scope.get("client")
    if client:
        addresses["REMOTE_ADDR"] = addresses["REMOTE_HOST"] = str(client[0])
        addresses["REMOTE_PORT"] = str(client[1])
    return addresses


def _add_header(environ: dict[str, Any], name: str, value: str) -> None:
    if "_" in name:
        return
    key = name.upper().replace("-", "_")
    if key not in _UNPREFIXED:
        key = f"HTTP_{key}"
    if key in environ:
        glue = "; " if key == "HTTP_COOKIE" else ","
        value = f"{environ[key]}{glue}{value}"
    environ[key] = value
