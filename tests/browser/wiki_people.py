"""People at the rules wiki in a real Chromium, in words of what they do there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.browser.gestures import by_mouse
from tests.browser.match_page import MatchPage
from tests.browser.signing_up import sign_up

ROOT = Path(__file__).resolve().parents[2]
BOOK = "/rules/scrapbots/3.4/"
PROPOSAL = re.compile(r"/rules/proposals/\d+/$")
# Selects *words* in the paragraph of a paragraph's page.
SELECT = """(words) => {
  const walker = document.createTreeWalker(
    document.querySelector(".paragraph__text"), NodeFilter.SHOW_TEXT
  );
  while (walker.nextNode()) {
    const start = walker.currentNode.data.indexOf(words);
    if (start >= 0) {
      getSelection().setBaseAndExtent(
        walker.currentNode, start, walker.currentNode, start + words.length
      );
      return;
    }
  }
  throw new Error(`nowhere: ${words}`);
}"""

Visit = Callable[..., MatchPage]


@dataclass
class Person:
    """Somebody in front of a page. *name:* empty for a visitor."""

    page: Page
    site: str
    name: str = ""

    # --- Reading ---

    def go(self, path: str) -> None:
        """Open an address of the site."""
        self.page.goto(f"{self.site}{path}")

    def read(self, anchor: str) -> Locator:
        """Open a paragraph's page and return its words."""
        self.go(f"{BOOK}{anchor}/")
        return self.page.locator(".paragraph__text").first

    def press(self, name: str) -> None:
        """Press the button of exactly that name."""
        by_mouse(self.page.get_by_role("button", name=name, exact=True))

    def news(self) -> Locator:
        """Return what is new in what they follow."""
        self.go("/rules/following/")
        return self.page.get_by_role("region", name="New since you last looked")

    # --- Talk ---

    def ask(self, anchor: str, words: str, quote: str = "") -> str:
        """Begin a thread on a paragraph, quoting some of it; return the thread's path."""
        self.read(anchor)
        if quote:
            self.page.evaluate(SELECT, quote)
            self.press("Quote this")
        else:
            self.page.get_by_text("Ask a question or comment on this paragraph").click()
        self.page.get_by_label("Your text").fill(words)
        self.press("Start the thread")
        expect(self.page.locator(".thread__tags")).to_contain_text("Question on rule")
        return self._path()

    # --- Proposals ---

    def draft(self, anchor: str, words: str) -> None:
        """Write other words for a paragraph into their draft, by the button at the paragraph."""
        self.read(anchor)
        self.page.get_by_role("button", name=re.compile("^Propose a change")).click()
        # Only what has a source has a section of it.
        is_ruling = self.page.locator("[name=provenance][value=ruling]").is_checked()
        expect(self.page.get_by_label("Section of the source")).to_be_visible(visible=not is_ruling)
        self.write(words)

    def write(self, words: str) -> None:
        """Fill the form of a block and save it."""
        self.page.get_by_label("Text", exact=True).fill(words)
        self.press("Save to my draft")

    def submit(self, summary: str) -> str:
        """Ask for a review; return the proposal's path."""
        self.page.get_by_label("What does it change?").fill(summary)
        self.press("Submit for review")
        self.page.wait_for_url(PROPOSAL)
        return self._path()

    def propose(self, anchor: str, words: str, summary: str) -> str:
        """Propose other words for a paragraph; return the proposal's path."""
        self.draft(anchor, words)
        return self.submit(summary)

    def decide(
        self, proposal: str, verdict: str, words: str = "", means: str = "The game does what it says"
    ) -> None:
        """Review a proposal. *means:* what it means for the game, where an editor is asked."""
        self.go(proposal)
        self.page.get_by_label("Your comment").fill(words)
        self.page.get_by_role("radio", name=re.compile(f"^{verdict}")).check()
        for choice in self.page.get_by_role("radio", name=re.compile(f"^{means}")).all():
            choice.check()
        self.press("Send review")

    def _path(self) -> str:
        return self.page.url.removeprefix(self.site).partition("#")[0]


def visitor(visit: Visit, site: str, **options: object) -> Person:
    """Return somebody who only looks."""
    return Person(visit(**options).page, site)


def member(visit: Visit, site: str, **options: object) -> Person:
    """Return somebody who has just made an account."""
    person = visitor(visit, site, **options)
    person.name = sign_up(person.page, site)
    return person


def appoint(person: Person, role: str, var: Path) -> Person:
    """Let the site's keeper give somebody a role in the rulebook. *var:* the folder of the site."""
    env = {**os.environ, "SCRAPSITE_PROFILE": "test", "SCRAPSITE_VAR": str(var)}
    command = [sys.executable, "manage.py", "appoint", person.name, role, "scrapbots"]
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
    return person
