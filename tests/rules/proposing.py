"""A short vocabulary for proposals: who drafts, what the forms send, and where one ends up."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import Group, User
from django.http import HttpResponse
from django.test import Client

from rules.wiki.models import Proposal
from rules.wiki.permissions import EDITORS
from rules.wiki.stored_books import blocks_from_json
from tests.rules.text import edition

BOOK = "/rules/scrapbots/3.6/"


class Drafting:
    """A member in front of a draft for Scrapbots 3.6, begun with the first thing they do."""

    def __init__(self, client: Client, anchor: str = "") -> None:
        self.client = client
        answer = client.post(f"{BOOK}proposals/", {"anchor": anchor})
        self.first_page = answer["Location"]
        self.pk = int(self.first_page.split("/")[3])

    @property
    def proposal(self) -> Proposal:
        return Proposal.objects.select_related("edition__rulebook", "base", "author").get(pk=self.pk)

    @property
    def sources(self) -> dict[str, str]:
        """The Markdown of the draft's anchored blocks."""
        return {
            block.anchor: block.source for block in blocks_from_json(self.proposal.blocks) if block.anchor
        }

    @property
    def anchors(self) -> list[str]:
        return [block.anchor for block in blocks_from_json(self.proposal.blocks) if block.anchor]

    def get(self, page: str = "") -> HttpResponse:
        """Ask for a page below the proposal's."""
        return self.client.get(f"/rules/proposals/{self.pk}/{page}")

    def post(self, page: str, fragment: bool = False, **said: Any) -> HttpResponse:
        """Send a form to a page below the proposal's, with the version it has now unless told otherwise."""
        said.setdefault("version", self.proposal.version)
        headers = {"HX-Request": "true"} if fragment else {}
        return self.client.post(f"/rules/proposals/{self.pk}/{page}", said, headers=headers)

    def reword(self, anchor: str, text: str, **said: Any) -> HttpResponse:
        return self.post(f"edit/{anchor}/", text=text, kind="law", **said)

    def add(self, below: str, text: str, kind: str = "law", **said: Any) -> HttpResponse:
        return self.post(f"edit/{below}/add/", text=text, kind=kind, **said)

    def step(self, name: str, key: str, **said: Any) -> HttpResponse:
        """Move a block `up` or `down`, take it `out`, or take its change `back`."""
        return self.post("edit/", **{name: key}, **said)

    def submit(self, summary: str = "Say it better", reason: str = "", **said: Any) -> HttpResponse:
        return self.post("submit/", summary=summary, reason=reason, **said)

    def review(self, by: Client, verdict: str, text: str = "", **said: Any) -> HttpResponse:
        """Let somebody else review the proposal; the game does what it says, unless told otherwise."""
        holds = {f"check:{anchor}": "holds" for anchor in self.anchors}
        return self.review_only(by, verdict, text, **holds | said)

    def review_only(self, by: Client, verdict: str, text: str = "", **said: Any) -> HttpResponse:
        """Let somebody else review the proposal without a word on what it means for the game."""
        said = {"version": self.proposal.version, "verdict": verdict, "text": text, **said}
        return by.post(f"/rules/proposals/{self.pk}/reviews/", said)


def submitted(client: Client, anchor: str, text: str, summary: str = "Say it better") -> Drafting:
    """Return a proposal that gives a paragraph other words and waits for review."""
    draft = Drafting(client)
    draft.reword(anchor, text)
    draft.submit(summary)
    return draft


def in_force(anchor: str) -> str:
    """Return the words in force of a paragraph of Scrapbots 3.6, as Markdown."""
    head = edition().head
    assert head is not None
    return next(block.source for block in blocks_from_json(head.blocks) if block.anchor == anchor)


def version_in(answer: Any) -> str:
    """Return the version of the proposal that a form in *answer* was made for."""
    return said(answer).split('name="version" value="')[1].split('"')[0]


def makes_editor(user: User) -> User:
    """Make *user* an editor of all rulebooks."""
    user.groups.add(Group.objects.get(name=EDITORS))
    return user


def said(answer: Any) -> str:
    """Return the HTML of *answer* with single blanks."""
    return " ".join(answer.content.decode().split())
