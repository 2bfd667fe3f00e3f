"""The addresses of the web sockets."""

from django.urls import re_path

from games.live.consumers import UpdateSocket
from games.live.lobby_hub import LobbySocket

websocket_urlpatterns = [
    re_path(r"^ws/lobby/$", LobbySocket.as_asgi()),
    re_path(r"^ws/matches/(?P<match_id>[^/]+)/$", UpdateSocket.as_asgi()),
]
