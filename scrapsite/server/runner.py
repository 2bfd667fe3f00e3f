"""Starts the web server with this site's limits."""

import argparse
import gc
import os
import sys
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string

from scrapsite.server import bounds
from scrapsite.server.asgi.messages import App


def main(arguments: list[str] | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C, then finish the running requests and stop."""
    options = _parser().parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    # Autobahn's faster code for frames needs a C parser to load, and nobody sends us frames.
    os.environ.setdefault("AUTOBAHN_USE_NVX", "0")
    # What is imported stays: looking for garbage among it takes a sixth of the start. Until `_get_ready`.
    gc.disable()

    application = import_string(settings.ASGI_APPLICATION)
    serve(application, options.host, options.port, proxied=options.proxy_headers)
    application.close()


def serve(application: App, host: str, port: int, proxied: bool = False) -> None:
    """Run *application* on *host* and *port* until told to stop.

    *proxied:* believe X-Forwarded-For, -Port and -Proto. Raises `SystemExit` when the port is taken.
    """
    sys.setswitchinterval(bounds.SWITCH_SECONDS)
    server = make_server(application, host, port, proxied)
    server.run()
    if server.abort_start or not server.listening_addresses:
        raise SystemExit(f"Could not listen on {host}:{port}; is something else running there?")


def make_server(application: App, host: str, port: int, proxied: bool) -> Any:
    """Return daphne with bounds for uploads and socket messages, and without an access log."""
    from daphne.endpoints import build_endpoint_description_strings

    from scrapsite.common.origins import add_own_address
    from scrapsite.server.daphne import SiteServer

    add_own_address(port)
    return SiteServer(
        application,
        endpoints=build_endpoint_description_strings(host=host, port=port),
        websocket_max_message_size=bounds.SOCKET_BYTES,
        websocket_max_frame_size=bounds.SOCKET_BYTES,
        request_buffer_size=bounds.BODY_BYTES + 1,
        proxy_forwarded_address_header="X-Forwarded-For" if proxied else None,
        proxy_forwarded_port_header="X-Forwarded-Port" if proxied else None,
        proxy_forwarded_proto_header="X-Forwarded-Proto" if proxied else None,
        server_name="",
        ready_callable=_get_ready,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scrapsite.server", description="Run the web server.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    parser.add_argument(
        "--proxy-headers",
        action="store_true",
        help="believe X-Forwarded-For and -Proto; only behind a proxy that overwrites them",
    )
    return parser


def _get_ready() -> None:
    """Load now what the first request would wait for, and exempt it from garbage collection."""
    from django.urls import get_resolver

    from scrapsite.common.versions import data_version

    _ = get_resolver().url_patterns
    data_version()
    gc.freeze()
    gc.enable()
