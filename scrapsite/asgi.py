"""The ASGI application that the web server runs: Django and the websockets of the games."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
django.setup(set_prefix=False)

from django.conf import settings  # noqa: E402  it needs Django set up
from django.db import connection  # noqa: E402

from games.live.routing import websocket_urlpatterns  # noqa: E402
from scrapsite.server.application import SiteApplication  # noqa: E402

threads = int(os.environ.get("SERVER_THREADS", "6"))
writers = -(-threads // 2)
if connection.vendor == "sqlite":
    # It has one writer at a time, and lets those that wait for it go in no order.
    writers = 1
    connection.settings_dict["OPTIONS"]["timeout"] = settings.LOCK_SECONDS
else:
    # A connection for each thread, one for slow work, and two for health checks and sockets.
    pool = connection.settings_dict["OPTIONS"]["pool"]
    pool["max_size"] = max(pool["max_size"], threads + writers + 3)
application = SiteApplication(threads, writers, websocket_urlpatterns)
