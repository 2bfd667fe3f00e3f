"""Starts the web server with this site's limits."""

from __future__ import annotations

import argparse
import gc
import os
import socket
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils.module_loading import import_string

from scrapsite.server import bounds
from scrapsite.server.checks import proxy_flags_disagree

if TYPE_CHECKING:
    from scrapsite.server.application import SiteApplication


def main(arguments: list[str] | None = None) -> None:
    """Serve until SIGTERM or Ctrl-C, then finish the running requests and stop."""
    options = _parser().parse_args(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
    # Autobahn's faster code for frames needs a C parser to load, and nobody sends us frames.
    os.environ.setdefault("AUTOBAHN_USE_NVX", "0")
    # What is imported stays: looking for garbage among it takes a sixth of the start. Until `_get_ready`.
    gc.disable()

    application = import_string(settings.ASGI_APPLICATION)
    if trouble := proxy_flags_disagree(options.proxy_headers):
        raise SystemExit(trouble)
    application.offer_figures()
    place = Place(options.host, options.port, options.fd)
    serve(application, place, proxied=options.proxy_headers)
    application.close()


@dataclass(frozen=True)
class Place:
    """Where to listen. *fd:* number of a socket that listens already, as systemd hands one over."""

    host: str
    port: int
    fd: int | None = None

    @property
    def own_port(self) -> int:
        """The port that clients reach. *Raises:* `SystemExit` if *fd* is no socket."""
        if self.fd is None:
            return self.port
        try:
            with socket.socket(fileno=os.dup(self.fd)) as listening:
                return int(listening.getsockname()[1])
        except OSError as problem:
            raise SystemExit(f"There is no listening socket at number {self.fd}: {problem}") from None

    @property
    def endpoints(self) -> list[str]:
        """The place in the words of Twisted."""
        from daphne.endpoints import build_endpoint_description_strings

        if self.fd is None:
            return list(build_endpoint_description_strings(host=self.host, port=self.port))
        return list(build_endpoint_description_strings(file_descriptor=self.fd))


def serve(application: SiteApplication, place: Place, proxied: bool = False) -> None:
    """Run *application* at *place* until told to stop.

    *proxied:* believe X-Forwarded-For, -Port and -Proto. Raises `SystemExit` when the port is taken.
    """
    sys.setswitchinterval(bounds.SWITCH_SECONDS)
    server = make_server(application, place, proxied)
    server.run()
    if server.abort_start or not server.listening_addresses:
        raise SystemExit(f"Could not listen on {place.host}:{place.port}; is something else running there?")


def make_server(application: SiteApplication, place: Place, proxied: bool) -> Any:
    """Return daphne with bounds for uploads and socket messages, and without an access log."""
    from scrapsite.common.origins import add_own_address
    from scrapsite.server.daphne import SiteServer

    add_own_address(place.own_port)
    return SiteServer(
        application,
        endpoints=place.endpoints,
        websocket_max_message_size=bounds.SOCKET_BYTES,
        websocket_max_frame_size=bounds.SOCKET_BYTES,
        request_buffer_size=bounds.BODY_BYTES + 1,
        proxy_forwarded_address_header="X-Forwarded-For" if proxied else None,
        proxy_forwarded_port_header="X-Forwarded-Port" if proxied else None,
        proxy_forwarded_proto_header="X-Forwarded-Proto" if proxied else None,
        server_name="",
        refuse_waiting=application.refuse_waiting,
        ready_callable=_get_ready,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m scrapsite.server", description="Run the web server.")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on")
    parser.add_argument("--fd", type=int, help="number of a socket that listens already, instead of a port")
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
