"""Every page there is, crawled as four people: policy, caching, and nothing inline."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urldefrag, urljoin

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from tests.playing import bot_match, play_on, send_form
from tests.security.matrix import ROWS
from tests.security.roles import World, make_world
from tests.soak.tenths import soaking

pytestmark = pytest.mark.django_db

MOST_PAGES = 60
ORIGIN = "http://testserver"
LOOKS = ("visitor", "opponent", "player", "spectator")
# Where the two players of a match get different pages: elsewhere the crawl of one is that of both.
PLAYERS_OWN = ("/matches/", "/me/", "/people/")
CSP = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
}


class Reader(HTMLParser):
    """Collects links, and everything that the policy would forbid or that brings code from text."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.faults: list[str] = []
        self.forms: list[dict[str, str | None]] = []
        self._inline = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in given.items():
            text = (value or "").strip().lower()
            if name.startswith(("on", "hx-on", "data-hx-on", "hx-vars")) or name == "style":
                self.faults.append(f"<{tag} {name}>")
            if text.startswith(("javascript:", "js:", "data:text")) or "js:{" in text:
                self.faults.append(f"<{tag} {name}={value}>")
            if name in ("src", "hx-get", "hx-post", "action", "formaction") and is_foreign(value or ""):
                self.faults.append(f"<{tag} {name}={value}> leads elsewhere")
        if (
            tag == "script"
            and "src" not in given
            and given.get("type") not in ("application/json", "application/ld+json")
        ):
            self._inline = tag
        if tag == "style" or tag in ("base", "iframe", "object", "embed"):
            self.faults.append(f"<{tag}>")
        if tag == "link" and given.get("rel") == "stylesheet" and is_foreign(given.get("href") or ""):
            self.faults.append(f"<link {given['href']}>")
        if tag == "form":
            self.forms.append(given)
        if tag == "a" and given.get("target") == "_blank" and "noopener" not in (given.get("rel") or ""):
            self.faults.append("<a target=_blank> without noopener")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"] or "")

    def handle_data(self, data: str) -> None:
        if self._inline and data.strip():
            self.faults.append(f"<{self._inline}> with text: {data.strip()[:60]}")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._inline:
            self._inline = ""


def is_foreign(address: str) -> bool:
    return address.startswith(("http:", "https:", "//")) and not address.startswith(f"{ORIGIN}/")


def markup_of(answer: Any) -> Reader:
    """Return what stands in a page. It is read once: half of a crawl would be reading."""
    if not hasattr(answer, "markup"):
        answer.markup = Reader()
        answer.markup.feed(answer.content.decode())
    reader: Reader = answer.markup
    return reader


def view(path: str) -> str:
    """Return the view an address leads to, and what is asked for: one game stands for all."""
    route, *things = view_and_thing(path).split(" ")
    return f"{route} {things[-1] if things else ''}"


@cache
def view_and_thing(path: str) -> str:
    """Return the view an address leads to, with its game or match and what is asked for."""
    plain, _, query = path.partition("?")
    try:
        found = resolve(plain)
    except Resolver404:
        return plain
    things = [str(value) for name, value in found.kwargs.items() if name in ("game", "match_id")]
    return " ".join([found.route, *things, query.partition("=")[0]])


def place(path: str) -> str:
    """Return the address without its end: each edition and paragraph of a rulebook is a kind of its own."""
    plain, _, query = path.partition("?")
    steps = plain.split("/")
    return f"{'/'.join(steps[:2])}/{len(steps)}/{steps[-2] if len(steps) > 4 else ''}{query[:8]}"


@dataclass(frozen=True)
class Crawl:
    """What tells one kind of page from another, and how many of each kind are looked at, by whom."""

    kind_of: Callable[[str], str]
    samples: int
    looks: tuple[str, ...] = LOOKS


@pytest.fixture(
    params=[
        pytest.param(Crawl(view, 1, ("visitor", "player")), id="one"),
        pytest.param(Crawl(view_and_thing, 1), id="one of each", marks=pytest.mark.soak(seconds=15)),
        pytest.param(Crawl(view_and_thing, 2), id="two", marks=pytest.mark.soak(seconds=25)),
        pytest.param(Crawl(place, 2), id="by place", marks=pytest.mark.soak(seconds=120)),
    ]
)
def how(request: pytest.FixtureRequest) -> Crawl:
    given: Crawl = request.param
    return given


@pytest.fixture
def world() -> World:
    world = make_world()
    people = [world.people["player"], world.people["opponent"]]
    play_on(world.matches["running"], people, 12)
    bot_match(world.people["player"])
    return world


def starts(world: World) -> list[str]:
    """Return where a crawl begins: pages that nothing may link to yet are said here."""
    pages = ["/", "/me/", "/accounts/login/", "/accounts/signup/", "/accounts/convert/", "/accounts/logout/"]
    pages += ["/accounts/password/reset/", "/accounts/password/change/", "/accounts/email/"]
    pages += ["/accounts/inactive/", "/accounts/confirm-email/", "/accounts/reauthenticate/"]
    pages += ["/accounts/confirm-email/abc/", "/accounts/password/reset/key/1-abc/", "/api/v1/docs"]
    for match in world.matches.values():
        pages += [f"/matches/{match.pk}/{part}" for part in ("", "board/", "join/", "resign/", "?log=all")]
    return [*pages, "/nothing/", "/matches/aaaaaaaaaa/", "/cards/scrapbots/nothing/", "/rules/nothing/1/"]


def crawl(world: World, role: str, how: Crawl) -> dict[str, Any]:
    """Return the answers of all pages within reach, a few of each kind."""
    client, found, seen = world.client(role), {}, dict[str, int]()
    first = starts(world)
    waiting = [*first]
    while waiting:
        path = urldefrag(waiting.pop(0))[0]
        is_start = path in first
        if path in found or (role == "opponent" and not path.startswith(PLAYERS_OWN)):
            continue
        kind = how.kind_of(path)
        if not is_start and seen.get(kind, 0) >= how.samples:
            continue
        seen[kind] = seen.get(kind, 0) + 1
        found[path] = answer = client.get(path)
        if answer.status_code in (301, 302):
            waiting.append(answer["Location"])
        elif answer["Content-Type"].startswith("text/html"):
            links = (urljoin(ORIGIN + path, link) for link in markup_of(answer).links)
            waiting += [link.removeprefix(ORIGIN) for link in links if link.startswith(f"{ORIGIN}/")]
    return found


@pytest.fixture
def crawled(world: World, how: Crawl) -> dict[str, dict[str, Any]]:
    return {role: crawl(world, role, how) for role in how.looks}


def test_all_pages(crawled: dict[str, dict[str, Any]]) -> None:
    """One crawl, many questions: each complaint names the page and who looked."""
    complaints = [
        f"{path} as {role}: {complaint}"
        for role, pages in crawled.items()
        for path, answer in pages.items()
        for complaint in complaints_about(path, role, answer)
    ]
    assert not complaints
    assert len(crawled["player"]) > MOST_PAGES / 2


def complaints_about(path: str, role: str, answer: Any) -> list[str]:
    found = [complaint for check in CHECKS for complaint in check(path, role, answer)]
    return [*found, f"status {answer.status_code}"] if answer.status_code >= 500 else found


def check_policy(path: str, role: str, answer: Any) -> list[str]:
    given = {part.strip() for part in answer.headers.get("Content-Security-Policy", "").split(";")}
    missing = [f"the policy lacks {part}" for part in CSP - given]
    loose = [part for part in given if "unsafe" in part or "*" in part or "http" in part]
    wanted = {
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Referrer-Policy": "same-origin",
    }
    headers = [name for name, value in wanted.items() if answer.headers.get(name) != value]
    return missing + [f"the policy has {part}" for part in loose] + [f"no {name}" for name in headers]


def check_markup(path: str, role: str, answer: Any) -> list[str]:
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return []
    return markup_of(answer).faults


def check_caching(path: str, role: str, answer: Any) -> list[str]:
    cached = answer.headers.get("Cache-Control", "")
    text = answer.content.decode()
    if {"private", "no-store"} <= {word.strip() for word in cached.split(",")}:
        return []
    is_file = answer.headers.get("Content-Disposition", "").startswith("attachment")
    if role != "visitor" and not is_file:
        return [f"{cached} for somebody signed in"]
    if answer.cookies or "csrfmiddlewaretoken" in text or "X-CSRFToken" in text:
        return [f"{cached} with a cookie or token"]
    if re.match(r"/(accounts|me|matches)/", path):
        return [f"{cached} on a page that isn't public"]
    if is_file:
        return []  # a file of cards, the same for everybody
    return [] if "Cookie" in answer.headers.get("Vary", "") else ["public, but doesn't vary by cookie"]


# Targets that take the browser's word for where a form stood: their pages are kept for all visitors, or give
# no cookie to those who only look.
BY_WORD = re.compile(
    r"/matches/(new|pair|[a-z2-9]{10}/join)/|/decks/[a-z-]+/(save|list)/"
    r"|(/cards/export/[a-z0-9./:@-]+|/decks/[a-z-]+/files/[a-z0-9.-]+)/(progress|box)/(\?.*)?"
    r"|/rules/[a-z-]+/[a-z0-9.-]+/booklet/"
    r"|/games/[a-z-]+/(learn|positions/[a-z0-9.-]+/[a-z0-9-]+/practise)/|/puzzles/[a-z0-9-]+/start/"
)


def check_forms(path: str, role: str, answer: Any) -> list[str]:
    """Every form that posts carries a token, unless its target takes the browser's word for it."""
    text = answer.content.decode() if "html" in answer.headers.get("Content-Type", "") else ""
    faults = []
    for form in re.findall(r"<form\b.*?</form>", text, re.DOTALL):
        posts = re.search(r'\b(form)?method="post"', form.lower())
        target = re.search(rf'\b{posts[1] or ""}action="([^"]*)"', form) if posts else None
        if posts and "csrfmiddlewaretoken" not in form and not (target and BY_WORD.fullmatch(target[1])):
            faults.append(f"a form to {target and target[1]} without a token")
        if not posts and "csrfmiddlewaretoken" in form:
            faults.append("a token in an address")
    return faults


CHECKS = (check_policy, check_markup, check_caching, check_forms)
# How a form may come without a token: plainly, from htmx, from a foreign page.
TOKENLESS: list[dict[str, str]] = [{}, {"HX-Request": "true"}, {"Sec-Fetch-Site": "cross-site"}]


def test_refusals_obey_the_same_rules(world: World) -> None:
    """Pages that answer a POST: refused moves, wrong forms, keys shown once."""
    match, client = world.matches["running"], world.client("player")
    answers = {
        "/me/keys/": client.post("/me/keys/", follow=True),
        "/me/": client.post("/me/", {"display_name": ""}),
        "/matches/new/": client.post("/matches/new/", {"title": "nothing"}),
        "/accounts/password/change/": client.post("/accounts/password/change/", {}),
        f"/matches/{match.pk}/moves/": client.post(f"/matches/{match.pk}/moves/", {"seen": "x"}),
    }
    for path, answer in answers.items():
        assert answer.status_code in (200, 422), path
        assert not complaints_about(path, "player", answer), path


@pytest.mark.parametrize("share, asked", [(8, 1), soaking(1, len(TOKENLESS), seconds=20)], ids=["few", "all"])
def test_missing_csrf_tokens_are_refused_everywhere(world: World, share: int, asked: int) -> None:
    """Each address that takes a POST from a browser, without a token: 403, also for htmx.

    In the usual run one address in eight is asked in one of the ways, the next one in another; in the soak
    each in all.
    """
    client = world.client("player", enforce_csrf_checks=True)
    match_id = world.matches["running"].pk
    rows = [row for row in ROWS if row.method == "POST" and not (row.is_api or row.by_address)]
    for number, row in enumerate([row for row in rows if row.expected(2) != 405][::share]):
        for way in range(number, number + asked):
            headers = TOKENLESS[way % len(TOKENLESS)]
            address = row.address.replace("{id}", match_id)
            for name, key in world.talk.items():
                address = address.replace(f"{{{name}}}", str(key))
            answer = client.post(address, row.data, headers=headers)
            assert answer.status_code == 403, row
            assert not complaints_about(row.address, "player", answer)


@pytest.mark.parametrize(
    "headers, status",
    [
        ({}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, 403),
        ({"Referer": "http://testserver/"}, 403),
    ],
)
def test_the_play_button_needs_the_browsers_word(headers: dict[str, str], status: int) -> None:
    strict = Client(enforce_csrf_checks=True)
    form = {"title": "scrapbots", "opponent": "greedy"}
    assert send_form(strict, "/matches/new/", form, headers=headers).status_code == status


def test_api_calls_with_a_cookie_need_a_token(world: World) -> None:
    client = world.client("player", enforce_csrf_checks=True)
    body = {"game": "scrapbots", "edition": "3.6", "seats": [{"kind": "me"}, {"kind": "open"}]}
    refused = client.post("/api/v1/matches", body, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "auth/forbidden")
    token = client.get("/me/").context["csrf_token"]
    taken = client.post(
        "/api/v1/matches", body, content_type="application/json", headers={"X-CSRFToken": str(token)}
    )
    assert taken.status_code == 200


def test_answers_of_the_api_are_private_json(world: World) -> None:
    program = Client(headers=world.headers("player"))
    for path in (f"matches/{world.matches['running'].pk}", "matches/aaaaaaaaaa", "nothing", "games"):
        answer = program.get(f"/api/v1/{path}")
        assert answer["Content-Type"].startswith("application/json")
        assert answer["Cache-Control"] == "private, no-store"
        assert "Set-Cookie" not in answer.headers
