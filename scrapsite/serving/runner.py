"""Starts the web server with this site's limits, ready for its first request."""

import argparse
import gc
import os
from typing import Any

from scrapsite.serving import limits


def main(arguments: list[str] | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C, then answer what is under way and stop."""
    options = _parser().parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    server = _make_server(options)
    server.run()
    _close_lanes()
    if server.abort_start:
        raise SystemExit(f"Could not listen on {options.host}:{options.port}.")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scrapsite.serving", description="Run the web server.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    parser.add_argument(
        "--proxy-headers",
        action="store_true",
        help="believe X-Forwarded-For and -Proto; only behind a proxy that overwrites them",
    )
    return parser


def _make_server(options: argparse.Namespace) -> Any:
    from daphne.endpoints import build_endpoint_description_strings

    from scrapsite.asgi import application
    from scrapsite.serving.daphne import SiteServer
    from scrapsite.serving.origins import add_own_address

    add_own_address(options.port)
    proxied = options.proxy_headers
    return SiteServer(
        application,
        endpoints=build_endpoint_description_strings(host=options.host, port=options.port),
        websocket_max_message_size=limits.SOCKET_BYTES,
        websocket_max_frame_size=limits.SOCKET_BYTES,
        request_buffer_size=limits.BODY_BYTES + 1,
        proxy_forwarded_address_header="X-Forwarded-For" if proxied else None,
        proxy_forwarded_port_header="X-Forwarded-Port" if proxied else None,
        proxy_forwarded_proto_header="X-Forwarded-Proto" if proxied else None,
        server_name="",
        ready_callable=_get_ready,
    )


def _get_ready() -> None:
    """Import every view now rather than at the first request, and spare the collector what will stay."""
    from django.urls import get_resolver

    _ = get_resolver().url_patterns
    gc.collect()
    gc.freeze()


def _close_lanes() -> None:
    from scrapsite.asgi import lanes

    lanes.close()
