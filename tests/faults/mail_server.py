"""A mail server that accepts connections and never answers."""

from __future__ import annotations

import socket
import threading
import time


class SilentServer:
    """Accepts connections and says nothing. *callers:* those who still wait for a word."""

    def __init__(self) -> None:
        self._ear = socket.create_server(("127.0.0.1", 0))
        self.port = self._ear.getsockname()[1]
        self.callers: list[socket.socket] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        while True:
            try:
                self.callers.append(self._ear.accept()[0])
            except OSError:
                return

    def wait_for_caller(self) -> None:
        """Return once somebody waits for a word."""
        until = time.monotonic() + 60
        while not self.callers:
            assert time.monotonic() < until, "no letter was ever tried"
            time.sleep(0.05)

    def close(self) -> None:
        for one in (self._ear, *self.callers):
            one.close()
