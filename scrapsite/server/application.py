"""The whole application: HTTP and websockets, each behind its guards."""

from channels.routing import ProtocolTypeRouter
from django.conf import settings

from scrapsite.common.versions import data_version
from scrapsite.server.asgi.bodies import BodyGuard
from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.asgi.messages import App, Receive, Scope, Send
from scrapsite.server.asgi.sockets import SocketRoutes, socket_application
from scrapsite.server.cache.pagecache import PageCache
from scrapsite.server.health import HealthChecks, Readiness
from scrapsite.server.readiness import failing
from scrapsite.server.work.kinds import usual_limits
from scrapsite.server.work.threads import Work


class SiteApplication:
    """The site as an ASGI application.

    HTTP requests pass the page cache and the body guard before Django; websockets pass the checks of origin
    and session. *readers*, *writers:* number of threads that read and that write.
    """

    def __init__(self, readers: int, writers: int, socket_routes: SocketRoutes) -> None:
        self._work = Work(usual_limits(readers, writers))
        http = PageCache(
            BodyGuard(OneHopHandler(self._work)), data_version, same_for_all=settings.SAME_FOR_ALL
        )
        self._readiness = Readiness(failing)
        pages: App = HealthChecks(http, self._readiness)
        sockets = socket_application(socket_routes)
        if settings.METRICS_PORT:
            from scrapsite.server.metrics import CountedSockets, Measured

            pages, sockets = Measured(pages), CountedSockets(sockets)
        self._router: App = ProtocolTypeRouter({"http": pages, "websocket": sockets})

    def offer_figures(self) -> None:
        """Offer the figures of this process to Prometheus, if there is a port for it."""
        if settings.METRICS_PORT:
            from scrapsite.server.metrics import offer

            offer(settings.METRICS_HOST, settings.METRICS_PORT, self._work)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._router(scope, receive, send)

    def refuse_waiting(self) -> None:
        """Refuse the requests that wait for a thread. Those that have begun go on."""
        self._work.refuse_waiting()

    def close(self) -> None:
        """Finish the running calls and end the threads."""
        self._readiness.close()
        self._work.close()
