"""The ASGI application: HTTP to Django in one hop behind cache and guard, sockets to Channels."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
django.setup(set_prefix=False)

from games.live.routing import websocket_urlpatterns  # noqa: E402  it needs Django set up
from scrapsite.server.asgi.stack import site_application  # noqa: E402
from scrapsite.server.worker_threads import Lanes  # noqa: E402

lanes = Lanes(int(os.environ.get("SERVER_THREADS", "1")))
application = site_application(lanes, websocket_urlpatterns)
