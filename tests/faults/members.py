"""People with accounts who use the pages, without a screen."""

from __future__ import annotations

import itertools
import re

import httpx

from tests.faults.running import Site

PUBLIC = "/rules/scrapbots/3.6/"
OWN = "/rules/scrapbots/3.6/attack-1/"
PASSWORD = "a-rusty-old-gearbox"


class Member:
    """Somebody with an account, without a screen. *posts_to:* where they post and don't look back."""

    posts_to = ""
    _numbers = itertools.count(1)

    def __init__(self, site: Site, name: str) -> None:
        self.name = f"{name}-{next(self._numbers)}"
        self.browser = httpx.Client(base_url=site.url, timeout=30, verify=False, follow_redirects=True)
        self.email = f"{self.name}@scrapsite.example"
        data = {"username": self.name, "email": self.email, "password1": PASSWORD, "password2": PASSWORD}
        assert self.post("/accounts/signup/", data, form="/accounts/signup/").status_code == 200

    def post(self, path: str, data: dict[str, str], form: str = PUBLIC) -> httpx.Response:
        """Send a form; *form:* a page that has its token."""
        if "csrftoken" not in self.browser.cookies:
            self.browser.get(form).raise_for_status()
        token = self.browser.cookies["csrftoken"]
        return self.browser.post(
            path, data={**data, "csrfmiddlewaretoken": token}, follow_redirects=path != self.posts_to
        )

    def begin_thread(self) -> str:
        """Ask something about a paragraph and return the address at which others answer."""
        answer = self.post(f"{OWN}threads/", {"kind": "question", "text": "May it?"}, form=f"{OWN}threads/")
        found = re.search(r"/rules/threads/\d+/", str(answer.url))
        assert found, answer.text[:2000]
        self.posts_to = f"{found[0]}comments/"
        return self.posts_to
