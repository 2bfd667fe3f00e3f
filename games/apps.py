"""The games app."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_out


class GamesConfig(AppConfig):
    """Tells Django about the games app, and closes a player's sockets at sign-out."""

    name = "games"

    def ready(self) -> None:
        user_logged_out.connect(_close_sockets, dispatch_uid="games.close_sockets")


def _close_sockets(request: Any, **kwargs: Any) -> None:
    from games.doorbell import switchboard

    key = getattr(getattr(request, "session", None), "session_key", None)
    if key:
        switchboard.drop_session(key)
