"""Windows of Chromium in which visitors open the site: made as new again after a test, for the next one."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page

from tests.browser.diary import Diary

# A machine may have much else to do: what is waited for comes late then, and what doesn't come never does.
PATIENCE = 20_000
# What a visitor's own pages add to the luck of the deal: each their own number.
NONCE = "crypto.getRandomValues = (bytes) => bytes.fill({});"
# What a test put in the place of the browser's own stays, such as a clock: then the window isn't as new.
FORGET = """() => {
    localStorage.clear();
    sessionStorage.clear();
    return [setTimeout, WebSocket].every((own) => /\\[native code\\]/.test(own));
}"""
# What can be changed on a page that is open, and needs no window of its own.
CHANGEABLE = ("viewport", "color_scheme", "reduced_motion")


@dataclass
class Window:
    """A page of one visitor. *kind:* windows of the same kind stand in for each other."""

    page: Page
    kind: str
    diary: Diary
    complaints: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note_refused)

    def _note_refused(self, said: ConsoleMessage) -> None:
        """Note what the browser refused to a page because of the content security policy: no script hears of
        it. What tests run themselves, such as axe, has no address.
        """
        address = said.location["url"]
        if said.type == "error" and "Content Security Policy" in said.text and address:
            self.complaints.append(f"{said.text} {address}")


class Windows:
    """The windows of this process that no test uses now."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[Window]] = {}

    def take(self, number: int, options: dict[str, Any]) -> Window:
        """Return a window as new. *number:* of the test's visitor; *options:* of Playwright's context."""
        lasting = {name: value for name, value in options.items() if name not in CHANGEABLE}
        kind = json.dumps([number, lasting], sort_keys=True)
        if free := self._free.get(kind):
            window = free.pop()
            window.page.set_viewport_size(options["viewport"])
            window.page.emulate_media(
                color_scheme=options.get("color_scheme", "light"),
                reduced_motion=options["reduced_motion"],
            )
            return window
        context = self._browser.new_context(**options)
        context.add_init_script(NONCE.format(number))
        page = context.new_page()
        return Window(page, kind, Diary(page))

    def give_back(self, window: Window, site: str, is_tidy: bool) -> None:
        """Make *window* as new and keep it, or close it: if the test failed, or changed what stays."""
        page, context = window.page, window.page.context
        if not (is_tidy and self._is_as_new(page, site)):
            context.close()
            return
        window.complaints.clear()
        window.diary.clear()
        self._free.setdefault(window.kind, []).append(window)

    @staticmethod
    def _is_as_new(page: Page, site: str) -> bool:
        """Let the page and its visitor forget everything; return whether they could."""
        for other in page.context.pages:
            if other != page:
                other.close()
        page.unroute_all(behavior="ignoreErrors")
        page.context.clear_cookies()
        # A page of the site that does nothing: its storage is at hand there.
        page.goto(f"{site}/healthz")
        is_as_new = bool(page.evaluate(FORGET))
        page.context.clear_cookies()
        return is_as_new
