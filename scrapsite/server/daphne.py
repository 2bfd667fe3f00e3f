"""Daphne with a stop that lets responses finish and begins nothing new."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.server import Server
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer

from scrapsite.server.asgi.failures import answer_restarting
from scrapsite.server.asgi.live import LIVE
from scrapsite.server.asgi.messages import Scope
from scrapsite.server.guarded import GuardedFactory

# A stop waits so long for requests, those in queues too; then so much longer for those that have begun.
QUEUED_SECONDS = 3.0
BEGUN_SECONDS = 3.5
SOCKET_SECONDS = 1.0
# A request that was on its way when the last one was answered gets its refusal.
LINGER_SECONDS = 0.2
LOOK_SECONDS = 0.02

GOING_AWAY = 1001


class SiteServer(Server):
    """Daphne's server, changed to forget each request when it is done and to stop without a loss.

    *refuse_waiting:* called during a stop, to refuse the requests that wait and haven't begun.

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

    def __init__(self, *args: Any, refuse_waiting: Callable[[], None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_stopping = False
        self._refuse_waiting = refuse_waiting
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
        """Stop listening, answer what is under way, refuse what comes later, and close the sockets."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._wind_down()))

    async def _wind_down(self) -> None:
        self.is_stopping = True
        self.application = answer_restarting
        for port in self._ports:
            port.stopListening()
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol) and protocol.state == protocol.STATE_OPEN:
                # Autobahn's `sendClose` lets applications only use codes of their own.
                protocol.sendCloseFrame(code=GOING_AWAY)
        for channel in list(self._guarded_factory.channels):
            channel.refuse_arriving()
        await self._end_live()
        await self._until(self._is_quiet, QUEUED_SECONDS)
        self._refuse_waiting()
        await self._until(self._is_quiet, BEGUN_SECONDS)
        await asyncio.sleep(LINGER_SECONDS)
        await self._until(self._is_quiet, LINGER_SECONDS)
        await self._until(self._has_no_sockets, SOCKET_SECONDS)
        await _cancel([task for _, task in self._running()])

    async def _end_live(self) -> None:
        """End each live response as if it had come to its end by itself."""
        live = [(protocol, task) for protocol, task in self._running() if task.get_name() == LIVE]
        await _cancel([task for _, task in live])
        for protocol, _ in live:
            if protocol.channel is not None and not protocol.finished:
                protocol.finish()

    def _running(self) -> list[tuple[Any, Any]]:
        """Return the connections whose application is at work, each with its task."""
        tasks = [(key, details.get("application_instance")) for key, details in self.connections.items()]
        return [(protocol, task) for protocol, task in tasks if task is not None and not task.done()]

    def _is_quiet(self) -> bool:
        """Return whether no request is under way and all answers are sent."""
        is_working = any(isinstance(protocol, WebRequest) for protocol, _ in self._running())
        return not is_working and not any(channel.is_busy for channel in self._guarded_factory.channels)

    def _has_no_sockets(self) -> bool:
        return not any(isinstance(protocol, WebSocketProtocol) for protocol, _ in self._running())

    async def _until(self, is_so: Callable[[], bool], seconds: float) -> None:
        """Wait until *is_so*, but no longer than *seconds*."""
        end = time.monotonic() + seconds
        while not is_so() and time.monotonic() < end:
            await asyncio.sleep(LOOK_SECONDS)


async def _cancel(tasks: "list[asyncio.Future[None]]") -> None:
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
