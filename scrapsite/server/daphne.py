"""Daphne with a stop that lets responses finish."""

import asyncio
from functools import partial
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from twisted.internet import defer

from scrapsite.server.asgi.live import LIVE
from scrapsite.server.asgi.messages import Scope
from scrapsite.server.guarded import GuardedFactory

STOP_SECONDS = 5.0


class SiteServer(Server):
    """Daphne's server, changed to forget each request when it is done and to stop gracefully.

    Stock daphne forgets finished requests once a second, all at once, and everything waits for that. Here
    each one goes as soon as it is done; the sweep remains for those that were missed.
    """

    @property
    def http_factory(self) -> GuardedFactory:
        return self._guarded_factory

    @http_factory.setter
    def http_factory(self, stock: HTTPFactory) -> None:
        # Daphne's run() names its own factory and offers no other way in.
        self._guarded_factory = GuardedFactory(self)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ports: list[Any] = []

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self._ports.append(port)

    def create_application(self, protocol: Any, scope: Scope) -> Any:
        queue = super().create_application(protocol, scope)
        task = self.connections.get(protocol, {}).get("application_instance")
        if task is not None:
            task.add_done_callback(partial(self._forget, protocol))
        return queue

    def _forget(self, protocol: Any, task: "asyncio.Future[None]") -> None:
        details = self.connections.get(protocol)
        if details is None or details.get("application_instance") is not task:
            return
        finished_well = not task.cancelled() and task.exception() is None
        if finished_well and details.get("disconnected"):
            del self.connections[protocol]

    def kill_all_applications(self) -> Any:
        """Stop listening, close sockets and live responses, and let requests finish for a few seconds."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._wind_down()))

    async def _wind_down(self) -> None:
        for port in self._ports:
            port.stopListening()
        requests: list[asyncio.Future[None]] = []
        sockets: list[asyncio.Future[None]] = []
        for protocol, details in self.connections.items():
            task = details.get("application_instance")
            if task is not None and not task.done():
                is_live = task.get_name() == LIVE
                (requests if isinstance(protocol, WebRequest) and not is_live else sockets).append(task)
        for task in sockets:
            task.cancel()
        if requests:
            _, late = await asyncio.wait(requests, timeout=STOP_SECONDS)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        await asyncio.gather(*sockets, return_exceptions=True)
