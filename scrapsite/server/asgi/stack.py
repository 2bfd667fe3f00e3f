"""How the parts stand in front of each other."""

from channels.routing import ProtocolTypeRouter

from scrapsite.common.versions import data_version
from scrapsite.server.asgi.bodies import BodyGuard
from scrapsite.server.asgi.handler import OneHopHandler
from scrapsite.server.asgi.messages import App
from scrapsite.server.asgi.sockets import SocketRoutes, socket_application
from scrapsite.server.cache.pagecache import PageCache
from scrapsite.server.worker_threads import Lanes


def site_application(lanes: Lanes, socket_routes: SocketRoutes) -> App:
    """Return HTTP through cache, guard and one hop, and websockets through origin and session checks."""
    http = PageCache(BodyGuard(OneHopHandler(lanes)), data_version)
    application: App = ProtocolTypeRouter({"http": http, "websocket": socket_application(socket_routes)})
    return application
