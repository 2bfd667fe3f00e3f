"""What a page did, told beside a test that failed: presses, requests, answers, sockets, boards, mistakes.

The page itself tells of requests: hearing of each from the browser takes 3 % of the tests' time.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from playwright.sync_api import ConsoleMessage, Page, WebSocket

KEPT = 60
MARK = "diary "
# Where the pointer went down and came up, what was pressed, and what replaced the board.
WATCHER = """(() => {
    const tell = (...words) => console.debug('MARK' + Math.round(performance.now()), ...words);
    const nameOf = (node) => {
        const named = node?.closest?.('[id], [data-key], a, button, summary');
        return named ? `${named.localName} ${named.id || named.dataset.key || named.textContent.trim()}` : '';
    };
    for (const kind of [
        'pointerdown', 'pointerup', 'pointercancel', 'dragstart', 'click', 'submit', 'scroll', 'focusin',
    ]) {
        addEventListener(kind, (event) => {
            tell(kind, nameOf(event.target), event.clientX ?? '', event.clientY ?? '');
        }, true);
    }
    for (const kind of [
        'beforeRequest', 'afterRequest', 'beforeSwap', 'afterSwap', 'sendAbort', 'sendError',
    ]) {
        addEventListener('htmx:' + kind, (event) => {
            const { requestConfig: asked, shouldSwap = '', xhr } = event.detail;
            tell(kind, asked?.verb ?? '', asked?.path ?? '', xhr?.status ?? '', shouldSwap);
        });
    }
})();""".replace("MARK", MARK)


class Diary:
    """The last things that one page did."""

    def __init__(self, page: Page) -> None:
        self._lines: deque[str] = deque(maxlen=KEPT)
        page.add_init_script(WATCHER)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._write("mistake", error))
        page.on("framenavigated", lambda frame: self._write("at", frame.url))
        page.on("requestfailed", lambda request: self._write("failed", request.url, request.failure))
        page.on("websocket", self._listened)

    def __str__(self) -> str:
        return "\n".join(self._lines)

    def clear(self) -> None:
        """Forget what was noted: another test begins."""
        self._lines.clear()

    def _write(self, *words: Any) -> None:
        self._lines.append(" ".join(str(word) for word in words if word != ""))

    def _heard(self, message: ConsoleMessage) -> None:
        self._write(message.text.removeprefix(MARK))

    def _listened(self, socket: WebSocket) -> None:
        self._write("socket", socket.url)
        socket.on("framereceived", lambda frame: self._write("rung", frame))
        socket.on("close", lambda _: self._write("socket closed"))
