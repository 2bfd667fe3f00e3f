"""What search engines and programs that show links get: heads of pages, sitemap, oEmbed, pictures."""

from __future__ import annotations

import html
import json
import os
import re
from collections import deque
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin
from xml.etree import ElementTree

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django_tasks_db.models import DBTaskResult
from PIL import Image

from cards.catalogue.embeds import embeds
from games import catalog
from games.matches.models import Match
from games.replay.models import MatchPicture
from rules.wiki.stored_books import stored_book
from scrapsite.common import limits
from scrapsite.common.typesetting import kept
from scrapsite.found import facts, pictures
from tests.playing import bot_match

pytestmark = pytest.mark.django_db

NEWEST = catalog.title("scrapbots").newest.slug
SITE = "https://scrapsite.example"
ADDRESS = "{http://www.sitemaps.org/schemas/sitemap/0.9}loc"
SAMPLES = (
    "/",
    "/games/scrapbots/",
    "/cards/",
    "/cards/scrapbots/golem/",
    "/cards/help/",
    "/decks/",
    "/decks/scrap-knights/ready-made/",
    "/rules/",
    "/rules/scrapbots/3.6/",
    "/rules/scrapbots/3.6/attack-1/",
    "/matches/",
    "/privacy/",
)


@pytest.fixture(autouse=True)
def _named(settings: LazySettings, tmp_path: Path) -> None:
    settings.SITE_URL = SITE
    settings.ALLOWED_ORIGINS = [SITE]
    settings.VAR_DIR = tmp_path


@pytest.fixture
def nothing_drawn(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No page asks the worker for a drawing, and none is made in the process that answers."""

    def refuse(*args: Any, **kwargs: Any) -> None:
        pytest.fail("something was drawn")

    monkeypatch.setattr("PIL.Image.new", refuse)
    monkeypatch.setattr("scrapsite.common.typesetting.running.subprocess.run", refuse)
    before = DBTaskResult.objects.count()
    yield
    assert DBTaskResult.objects.count() == before
    folder = kept.folder()
    # Fonts are unpacked to measure texts.
    assert not folder.exists() or {path.name for path in folder.iterdir()} <= {"fonts"}
    assert not MatchPicture.objects.exists()


def meta(page: str, name: str) -> list[str]:
    """Return what the head says of *name*, as `property` or `name`, and `canonical` for the link."""
    if name == "canonical":
        return [html.unescape(found) for found in re.findall(r'<link rel="canonical"\s+href="([^"]*)"', page)]
    pattern = rf'<meta (?:property|name)="{re.escape(name)}"\s+content="([^"]*)"'
    return [html.unescape(found) for found in re.findall(pattern, page)]


def check_head(path: str, page: str) -> None:
    titles = re.findall(r"<title>(.*?)</title>", page, re.DOTALL)
    assert titles, path
    assert titles[0].strip(), path
    for name in (
        "description",
        "og:title",
        "og:description",
        "og:image",
        "twitter:card",
        "og:url",
        "canonical",
    ):
        assert len(meta(page, name)) == 1, (path, name)
        assert meta(page, name)[0].strip(), (path, name)
    for name in ("og:image", "og:url", "canonical"):
        assert meta(page, name)[0].startswith(f"{SITE}/"), (path, name)
    assert meta(page, "og:url") == meta(page, "canonical")


@pytest.mark.parametrize("path", SAMPLES)
def test_a_page_has_title_description_address_and_picture(client: Client, path: str) -> None:
    check_head(path, client.get(path).text)


def test_the_address_of_a_search_is_that_of_the_page(client: Client) -> None:
    assert meta(client.get("/cards/?q=cost:3").text, "canonical") == [f"{SITE}/cards/"]


def test_an_older_edition_of_a_card_has_an_address_of_its_own(client: Client) -> None:
    page = client.get("/cards/scrapbots/golem/?edition=3.4").text
    assert meta(page, "canonical") == [f"{SITE}/cards/scrapbots/golem/?edition=3.4"]
    newest = client.get(f"/cards/scrapbots/golem/?edition={NEWEST}").text
    assert meta(newest, "canonical") == [f"{SITE}/cards/scrapbots/golem/"]


def test_robots_are_sent_to_the_sitemap_and_not_to_private_pages(client: Client) -> None:
    lines = client.get("/robots.txt").text.splitlines()
    assert f"Sitemap: {SITE}/sitemap.xml" in lines
    assert {"Disallow: /me/", "Disallow: /accounts/", "Disallow: /admin/"} <= set(lines)


def test_a_page_that_is_not_there_has_no_address(client: Client) -> None:
    for path in ("/nowhere/", "/cards/scrapbots/toaster/", "/rules/scrapbots/3.6/nothing-1/"):
        assert meta(client.get(path).text, "canonical") == []


def sitemap(client: Client) -> list[str]:
    tree = ElementTree.fromstring(client.get("/sitemap.xml").content)
    return [found.text or "" for found in tree.iter(ADDRESS)]


def test_the_sitemap_names_every_card_and_every_rule_once(client: Client) -> None:
    addresses = sitemap(client)
    assert len(addresses) == len(set(addresses))
    assert all(address.startswith(f"{SITE}/") for address in addresses)
    for title in catalog.titles():
        slugs = {card.slug for edition in title.editions.values() for card in edition.cards}
        assert {f"{SITE}/cards/{title.slug}/{slug}/" for slug in slugs} <= set(addresses)
        for edition in title.editions:
            book = stored_book(title.slug, edition)
            wanted = {f"{SITE}/rules/{title.slug}/{edition}/{anchor}/" for anchor in book.by_anchor}
            assert wanted <= set(addresses)


def test_the_icon_is_at_its_old_address(client: Client) -> None:
    assert Image.open(BytesIO(client.get("/favicon.ico").content)).format == "ICO"


class TestPictures:
    def test_fetching_pages_draws_nothing(self, client: Client, nothing_drawn: None) -> None:
        for path in SAMPLES:
            client.get(path)

    def test_a_game_shows_the_sites_own_picture_until_its_own_is_drawn(self, client: Client) -> None:
        assert client.get("/games/scrapbots/picture.png")["Location"].startswith("/static/icons/app/share")

    def test_a_card_shows_the_games_picture_until_its_own_is_drawn(self, client: Client) -> None:
        shared = "/cards/scrapbots/golem/picture.png"
        assert client.get(shared)["Location"].startswith("/static/icons/app/share")
        assert client.get(f"{shared}?form=face").status_code == 404

    def test_the_worker_is_asked_once_for_every_edition_and_every_book(self) -> None:
        editions = sum(len(title.editions) for title in catalog.titles())
        before = DBTaskResult.objects.count()
        assert pictures.ask_for_all() == 2 * editions + 1  # and the games'
        assert pictures.ask_for_all() == 0
        assert DBTaskResult.objects.count() == before + 2 * editions + 1

    @pytest.mark.soak(seconds=40)
    def test_a_game_a_card_and_a_rule_show_their_drawn_picture(self, client: Client) -> None:
        for album in (
            pictures._of_games(),
            pictures._of_cards("scrapbots", NEWEST),
            pictures._of_book(stored_book("scrapbots", "3.6")),
        ):
            pictures.draw_album.func(album.kind, album.game, album.edition, album.digest)
        for path in ("/games/scrapbots/", "/cards/scrapbots/golem/", "/rules/scrapbots/3.6/attack-1/"):
            address = meta(client.get(path).text, "og:image")[0]
            answer = client.get(address.removeprefix(SITE))
            assert Image.open(BytesIO(answer.content)).size == (pictures.WIDTH, pictures.HEIGHT)
            assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        named = client.get("/api/v1/cards/scrapbots/golem").json()["picture"]
        assert client.get(named)["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert client.get(named, follow=True)["Content-Type"] == "image/png"
        # On other sites the card's face stands alone.
        shown = embeds(catalog.card("scrapbots", NEWEST, "golem"))[0].text
        address = html.unescape(shown.partition('src="')[2].partition('"')[0])
        told = client.get("/oembed/", {"url": f"{SITE}/cards/scrapbots/golem/"}).json()
        for path in (address, told["url"]):
            answer = client.get(path.removeprefix(SITE), follow=True)
            assert Image.open(BytesIO(answer.content)).size == (told["width"], told["height"])
            assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
        assert told["width"] < told["height"]

    @pytest.mark.parametrize("is_from_before", [False, True])
    def test_what_visitors_have_drawn_pushes_them_not_out(
        self, client: Client, monkeypatch: pytest.MonkeyPatch, is_from_before: bool
    ) -> None:
        """A guest with some exports made them all vanish until the next release."""
        monkeypatch.setitem(pictures._PAGES, "games", lambda *names: {"scrapbots.png": b"drawn"})
        monkeypatch.setattr(kept, "MOST_KEPT", 3)
        album = pictures._of_games()
        if is_from_before:
            kept.keep(album.digest, {"scrapbots.png": b"drawn"})
            pictures.ask_for_all()
        else:
            pictures.draw_album.func(album.kind, "", "", album.digest)
        os.utime(kept.folder() / album.digest, (0, 0))
        for number in range(5):
            kept.keep(f"{number}" * 24, {"print-a4.pdf": b"%PDF"})
        assert client.get(pictures.game_picture("scrapbots")).content == b"drawn"
        assert len([path for path in kept.folder().iterdir() if path.is_dir()]) == 1 + 3

    def test_what_was_drawn_before_a_change_is_left_alone(self) -> None:
        pictures.draw_album.func("cards", "scrapbots", "3.6", "0" * 24)
        assert not kept.folder().exists()


class TestOembed:
    def asked(self, address: str, **more: str) -> HttpResponse:
        return Client().get("/oembed/", {"url": address, **more})

    def test_a_card_is_a_link_until_its_picture_is_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        said = self.asked(f"{SITE}/cards/scrapbots/golem/").json()
        assert (said["type"], said["title"]) == ("link", f"Golem: Scrapbots {NEWEST}")
        monkeypatch.setattr(
            "scrapsite.found.embedding.face_picture", lambda card: "/pictures/x/golem.face.png"
        )
        said = self.asked(f"{SITE}/cards/scrapbots/golem/").json()
        assert (said["type"], said["url"], said["width"]) == (
            "photo",
            f"{SITE}/pictures/x/golem.face.png",
            504,
        )
        assert self.asked(f"{SITE}/cards/scrapbots/golem/", maxwidth="300").json()["type"] == "link"

    def test_a_match_shows_its_public_board_to_other_sites(self, user: User) -> None:
        match = bot_match(user)
        answer = self.asked(f"{SITE}/matches/{match.pk}/")
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer.json()["url"] == f"{SITE}/matches/{match.pk}/replay/picture.png"

    def test_a_private_match_is_told_like_one_that_is_not_there(self, user: User) -> None:
        match = bot_match(user)
        type(match).objects.filter(pk=match.pk).update(is_private=True)
        assert self.asked(f"{SITE}/matches/{match.pk}/").status_code == 404
        assert self.asked(f"{SITE}/matches/aaaaaaaaaa/").status_code == 404

    @pytest.mark.parametrize(
        "address",
        [
            "",
            "nonsense",
            "https://elsewhere.example/cards/scrapbots/golem/",
            f"{SITE}/me/",
            f"{SITE}/cards/x/y/",
            "http://[",
            "http://℀/",
        ],
    )
    def test_other_addresses_are_refused(self, address: str) -> None:
        assert self.asked(address).status_code == 404

    def test_xml_is_not_spoken(self) -> None:
        assert self.asked(f"{SITE}/cards/scrapbots/golem/", format="xml").status_code == 501

    def test_pages_say_where_to_ask(self, client: Client) -> None:
        page = client.get("/cards/scrapbots/golem/").text
        found = re.search(r'type="application/json\+oembed"\s+href="([^"]+)"', page)
        assert found
        assert client.get(html.unescape(found[1]).removeprefix(SITE)).status_code == 200


class TestFacts:
    def facts(self, page: str) -> dict[str, Any]:
        found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
        assert len(found) == 1
        return dict(json.loads(found[0]))

    def test_a_game_says_for_how_many_it_is(self, client: Client) -> None:
        said = self.facts(client.get("/games/junkyard/").text)
        assert (said["@type"], said["name"]) == ("Game", "Junkyard")
        assert said["numberOfPlayers"]["minValue"] == catalog.title("junkyard").seats[0]

    def test_the_site_says_how_it_is_searched(self, client: Client) -> None:
        target = self.facts(client.get("/").text)["potentialAction"]["target"]["urlTemplate"]
        path = target.removeprefix(SITE).replace("{search_term_string}", "golem")
        assert client.get(path).status_code == 200

    def test_no_word_ends_the_element(self) -> None:
        assert "</script><b>" not in facts._element({"name": "</script><b>"})


class TestReadElsewhere:
    def test_other_sites_may_read_what_the_api_tells_everybody(self, client: Client) -> None:
        answer = client.get("/api/v1/cards/fields")
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"

    def test_nothing_of_a_visitor_is_for_other_sites(self, user_client: Client, client: Client) -> None:
        assert "Access-Control-Allow-Origin" not in user_client.get("/api/v1/cards/fields")
        with_token = client.get("/api/v1/cards/fields", headers={"authorization": "Bearer nobody"})
        assert "Access-Control-Allow-Origin" not in with_token
        assert "Access-Control-Allow-Origin" not in client.get("/me/")
        assert "Access-Control-Allow-Origin" not in client.options("/api/v1/cards/fields")


@pytest.fixture
def crawled(user: User) -> Match:
    """A match that somebody plays, and has posted the link of."""
    return bot_match(user)


@pytest.mark.soak(seconds=150)
def test_a_crawl_without_cookies_meets_no_page_without_a_head(
    crawled: Match, nothing_drawn: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page that is linked and that robots.txt leaves open: only following the links finds them all.

    The picture of each page is fetched too, and nothing is drawn for it.
    """
    monkeypatch.setattr(limits, "check", lambda *args: None)
    rules = Client().get("/robots.txt").text
    closed = [
        re.escape(line).replace(r"\*", ".*") for line in re.findall(r"^Disallow: (.*)$", rules, re.MULTILINE)
    ]
    shut = re.compile("|".join(closed))
    mapped = (address.removeprefix(SITE) for address in sitemap(Client()))
    todo, seen = deque(["/", f"/matches/{crawled.pk}/", *mapped]), set()
    while todo:
        path = todo.popleft()
        if path in seen or shut.match(path):
            continue
        seen.add(path)
        answer = Client().get(path, follow=True)
        assert answer.status_code == 200, path
        if not answer["Content-Type"].startswith("text/html"):
            continue
        check_head(path, answer.text)
        todo.append(meta(answer.text, "og:image")[0].removeprefix(SITE))
        for link in re.findall(r'<a\b[^>]*\shref="([^"]+)"', answer.text):
            there = urldefrag(urljoin(SITE + path, html.unescape(link)))[0]
            if there.startswith(f"{SITE}/"):
                todo.append(there.removeprefix(SITE))
    assert len(seen) > 1000
    assert f"/matches/{crawled.pk}/replay/picture.png" in seen
