"""Making an account, as a visitor does it."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Page

from tests.browser.gestures import by_mouse
from tests.conftest import PASSWORD


def sign_up(page: Page, site: str, path: str = "") -> str:
    """Make an account with `PASSWORD`, go to *path* if it is given, and return the account's name."""
    name = f"tinker-{secrets.token_hex(4)}"
    page.goto(f"{site}/accounts/signup/{f'?next={path}' if path else ''}")
    page.fill("[name=username]", name)
    for field in ("password1", "password2"):
        page.fill(f"[name={field}]", PASSWORD)
    by_mouse(page.locator("main button[type=submit]"))
    page.wait_for_url(re.compile(r"^((?!/signup/).)*$"))
    return name
