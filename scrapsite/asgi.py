"""The ASGI application that the web server runs: Django and the websockets of the games."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scrapsite.settings")
django.setup(set_prefix=False)

from games.live.routing import websocket_urlpatterns  # noqa: E402  it needs Django set up
from scrapsite.server.application import SiteApplication  # noqa: E402

application = SiteApplication(int(os.environ.get("SERVER_THREADS", "1")), websocket_urlpatterns)
