"""What people write, shown in a real Chromium: nothing of it runs, it is words and links and no more.

Every string of the list goes into a page of the running site as a comment and as a paragraph of a rulebook,
and straight through the sanitiser, below the page's own text and under its own headers. The same is done
without the page's content security policy, so that the sanitiser has to stand on its own. Strings that
weren't cleaned show that the test would notice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, Route

from rules.document.errors import BadText
from rules.document.markup import COMMENT_TAGS, OUTSIDE, clean
from rules.wiki import shipped
from rules.wiki.linking import Linker
from rules.wiki.rendering import render_blocks, render_comment
from tests.naughty import MARKDOWN, scripts, sections

PAGE = "/rules/scrapbots/3.6/attack-1/"
STRINGS = [string for strings in sections().values() for string in strings] + MARKDOWN
LEAST = 200
MOST_REFUSED = 20

# Runs before anything of the page: notes whatever a string might bring to run.
WATCH = """
window.ran = [];
for (const name of ["alert", "confirm", "prompt", "print", "open"])
  window[name] = (...said) => { window.ran.push(name + ": " + said); };
for (const name of ["log", "error", "warn", "info", "debug", "dir"])
  console[name] = (...said) => { window.ran.push("console." + name + ": " + said); };
"""

# Wakes every handler there may be, and tells what was put into the page beyond words and links.
LOOK = """
([tags, rel]) => {
  const complaints = [];
  for (const place of document.querySelectorAll("[data-string]")) {
    for (const found of place.querySelectorAll("*")) {
      const say = (what) => complaints.push(place.dataset.string + ": " + what);
      const name = found.localName;
      for (const kind of ["mouseover", "mouseenter", "focus", "load", "error", "toggle", "animationend",
                          "pointerdown", "keydown", "submit", "input"])
        found.dispatchEvent(new Event(kind, { bubbles: false }));
      if (!tags.includes(name)) say("<" + name + ">");
      for (const attribute of found.attributes) {
        if (name !== "a" || !["href", "rel"].includes(attribute.name)) say(name + " " + attribute.name);
      }
      if (name !== "a") continue;
      const isOurs = ["rule:", "card:"].includes(found.protocol) || found.origin === location.origin;
      if (!isOurs && (found.protocol !== "https:" || found.rel !== rel)) say("link to " + found.href);
    }
  }
  return complaints;
}
"""


@dataclass
class Shown:
    """What a page with strings in it did. *words:* of each string's place, by its number."""

    ran: list[str]
    complaints: list[str]
    requests: list[str]
    words: dict[int, str]

    @property
    def is_harmless(self) -> bool:
        return not (self.ran or self.complaints or self.requests)


@dataclass
class Stage:
    """A page of the site with room for strings."""

    page: Page
    address: str
    _html: str = ""
    _asked: list[str] = field(default_factory=list)
    _happened: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        page = self.page
        page.add_init_script(WATCH)
        # What comes by way of a service worker keeps its policy and isn't routed here.
        page.add_init_script("delete Navigator.prototype.serviceWorker")
        page.on("request", lambda request: self._asked.append(f"{request.method} {request.url}"))
        page.on(
            "dialog", lambda dialog: (self._happened.append(f"dialog: {dialog.message}"), dialog.dismiss())
        )
        page.on("popup", lambda popup: (self._happened.append(f"window: {popup.url}"), popup.close()))
        page.context.route("**/*", self._stay_here)

    def show(self, html: Sequence[str]) -> Shown:
        """Open the page with this HTML in it, let it settle, and return what came of it."""
        self._html = "".join(f'<div data-string="{number}">{part}</div>' for number, part in enumerate(html))
        self._asked.clear()
        self._happened.clear()
        self.page.goto(self.address)
        complaints = self.page.evaluate(LOOK, [sorted(COMMENT_TAGS), OUTSIDE])
        self.page.wait_for_timeout(100)
        words = self.page.evaluate(
            "Object.fromEntries([...document.querySelectorAll('[data-string]')]"
            ".map((place) => [place.dataset.string, place.textContent]))"
        )
        ran = [*self.page.evaluate("window.ran"), *self._happened]
        return Shown(ran, complaints, self._uncalled_for(), {int(key): said for key, said in words.items()})

    def _stay_here(self, route: Route) -> None:
        """Answer for the page with the strings in its text; let nothing leave the site."""
        if not route.request.url.startswith(self.address.removesuffix(PAGE)):
            route.abort()
        elif route.request.url == self.address:
            answer = route.fetch()
            whole = answer.text()
            assert whole.count("</main>") == 1
            route.fulfill(response=answer, body=whole.replace("</main>", f"{self._html}</main>"))
        else:
            route.continue_()

    def _uncalled_for(self) -> list[str]:
        """Return the requests that the page without strings doesn't make."""
        site = self.address.removesuffix(PAGE)
        ours = (f"GET {self.address}", f"GET {site}/static/", f"GET {site}/favicon.ico")
        return [asked for asked in self._asked if not asked.startswith(ours)]


@pytest.fixture(params=[False, True], ids=["with-policy", "without-policy"])
def stage(request: pytest.FixtureRequest, browser: Browser, site: str) -> Iterator[Stage]:
    """A page of the site, with its content security policy and without."""
    context = browser.new_context(bypass_csp=request.param)
    yield Stage(context.new_page(), f"{site}{PAGE}")
    context.close()


def as_comment(string: str) -> str:
    return render_comment(string)


def as_law(string: str) -> str:
    (block,) = render_blocks([f"{string}\n{{: #own-1 }}"])
    return block.rendered.html


def in_a_law(string: str) -> str:
    (block,) = render_blocks([f"The law says {string} to all.\n{{: #own-1 }}"])
    return block.rendered.html


def as_the_title_of_an_example(string: str) -> str:
    (block,) = render_blocks([f'!!! example "{string}"\n    {string}'])
    return block.rendered.html


def as_the_address_of_a_link(string: str) -> str:
    return render_comment(f"[here]({string})")


def as_html(string: str) -> str:
    return clean(string)


def as_comment_with_its_words_linked(string: str) -> str:
    return linker().linked(render_comment(f"{string} Lane {string}"))


@cache
def linker() -> Linker:
    return Linker(shipped.book("scrapbots", "3.6"), "alone")


WAYS = (as_comment, as_law, in_a_law, as_the_title_of_an_example, as_the_address_of_a_link, as_html)


@cache
def made(way: Callable[[str], str]) -> list[str]:
    """Return the HTML of every string that isn't refused, made once for both policies."""
    found = []
    for string in STRINGS:
        with suppress(BadText):
            found.append(way(string))
    return found


def test_the_list_is_long_enough() -> None:
    assert len(scripts()) >= LEAST


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
@pytest.mark.soak(seconds=3, one_in=3)
def test_nothing_runs_and_nothing_but_words_and_links_is_shown(
    way: Callable[[str], str], stage: Stage
) -> None:
    html = made(way)
    assert len(html) >= len(STRINGS) - MOST_REFUSED
    shown = stage.show(html)
    assert len(shown.words) == len(html), "a string swallowed its neighbours"
    assert (shown.ran, shown.complaints, shown.requests) == ([], [], [])


@pytest.mark.soak(seconds=4)
def test_nothing_runs_either_once_the_words_of_the_game_are_linked(stage: Stage) -> None:
    html = made(as_comment_with_its_words_linked)
    shown = stage.show(html)
    assert len(shown.words) == len(html)
    assert (shown.ran, shown.requests) == ([], [])
    assert not [said for said in shown.complaints if not said.split(": ")[1].startswith("a ")]


@pytest.mark.soak(seconds=1, one_in=2)
def test_the_words_are_shown_as_they_were_written(stage: Stage) -> None:
    """What looks like a tag stays to be read, and is not silently dropped."""
    strings = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "if a < b && c > d"]
    shown = stage.show([render_comment(string) for string in strings])
    assert [said.strip() for said in shown.words.values()] == strings


class TestTheTestWouldNotice:
    """Strings that nobody cleaned."""

    @pytest.mark.parametrize(
        "raw",
        [
            "<img src=x onerror=alert(1)>",
            "<script>alert(1)</script>",
            "<svg onload=alert(1)></svg>",
            "<a href='javascript:alert(1)'>x</a>",
            "<a href='https://example.org/'>x</a>",
            "<p style='position:fixed'>x</p>",
            "<p class='button' id='panel-body'>x</p>",
            "<p hx-get='/healthz' hx-trigger='load'>x</p>",
            "<img src='https://example.org/x.png'>",
            "<form action='/accounts/logout/' method='post'><button>x</button></form>",
            "<iframe src='/rules/'></iframe>",
        ],
    )
    @pytest.mark.soak(seconds=1, one_in=6)
    def test_one_raw_string(self, raw: str, stage: Stage) -> None:
        assert not stage.show([raw]).is_harmless

    @pytest.mark.parametrize("stage", [True], indirect=True, ids=["without-policy"])
    @pytest.mark.soak(seconds=4)
    def test_that_scripts_do_run_where_nothing_stops_them(self, stage: Stage) -> None:
        ran = [string for string in scripts()[:8] if stage.show([string]).ran]
        assert len(ran) >= 4

    @pytest.mark.soak(seconds=3, one_in=2)
    def test_the_whole_list(self, stage: Stage) -> None:
        assert stage.show(scripts()).complaints
