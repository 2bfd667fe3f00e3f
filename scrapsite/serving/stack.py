"""How the parts stand in front of each other."""

from channels.routing import ProtocolTypeRouter

from scrapsite.serving.bodies import BodyGuard
from scrapsite.serving.handler import OneHopHandler
from scrapsite.serving.lanes import Lanes
from scrapsite.serving.messages import App
from scrapsite.serving.pagecache import PageCache
from scrapsite.serving.sockets import SocketRoutes, socket_application
from scrapsite.serving.versions import data_version


def site_application(lanes: Lanes, socket_routes: SocketRoutes) -> App:
    """Return HTTP through cache, guard and one hop, and websockets through origin and session checks."""
    http = PageCache(BodyGuard(OneHopHandler(lanes)), data_version)
    application: App = ProtocolTypeRouter({"http": http, "websocket": socket_application(socket_routes)})
    return application
