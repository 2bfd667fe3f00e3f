"""The whole application: HTTP and websockets, each behind its guards."""

from channels.routing import ProtocolTypeRouter

from scrapsite.common.versions import data_version
from scrapsite.server.asgi.bodies import BodyGuard
from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.asgi.messages import App, Receive, Scope, Send
from scrapsite.server.asgi.sockets import SocketRoutes, socket_application
from scrapsite.server.cache.pagecache import PageCache
from scrapsite.server.worker_threads import WorkerThreads


class SiteApplication:
    """The site as an ASGI application.

    HTTP requests pass the page cache and the body guard before Django; websockets pass the checks of origin
    and session. *thread_count:* number of threads that run Django.
    """

    def __init__(self, thread_count: int, socket_routes: SocketRoutes) -> None:
        self._threads = WorkerThreads(thread_count)
        http = PageCache(BodyGuard(OneHopHandler(self._threads)), data_version)
        self._router: App = ProtocolTypeRouter({"http": http, "websocket": socket_application(socket_routes)})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._router(scope, receive, send)

    def close(self) -> None:
        """Finish the running calls and end the threads."""
        self._threads.close()
