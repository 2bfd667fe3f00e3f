"""What a socket of the tests hears."""

import json
from typing import Any

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator

from games.live.routing import websocket_urlpatterns

APPLICATION = AuthMiddlewareStack(URLRouter(websocket_urlpatterns))


async def heard(socket: WebsocketCommunicator) -> Any:
    """Return what the next message says."""
    message = await socket.receive_output(timeout=3)
    assert message["type"] == "websocket.send", message
    return json.loads(message["text"])
