"""Icons, card faces and colours of the pages, and templates that obey the content security policy."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.staticfiles import finders
from django.test import Client
from django.utils import timezone

from cards.catalogue.faces import face_html
from games import catalog
from games.engine.cards import Card
from games.matches.models import Match
from scrapsite.common.look import ago
from scrapsite.management.commands.vendor_icons import wanted_icons
from scrapsite.management.outlines import in_whole_numbers
from tests.playing import send_form

STATIC = Path(settings.BASE_DIR) / "static"
TEMPLATES = sorted(
    path for path in (Path(settings.BASE_DIR) / "templates").rglob("*") if path.suffix in (".html", ".jinja")
)
SPRITE = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "icons/sprite.svg").read_text()))
CARDS = [
    pytest.param(card, id=f"{card.edition}-{card.slug}")
    for title in catalog.titles()
    for edition in title.editions.values()
    for card in edition.cards
]
READABLE = 4.5


def words(html: str) -> str:
    """Return *html* as the words somebody reads."""
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


# --- Card faces ------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("size", ["", "small"])
@pytest.mark.soak(seconds=0.01, one_in=8)
def test_a_face_says_all_that_its_card_says(card: Card, size: str) -> None:
    face = words(face_html(card, size))
    assert card.name in face
    assert card.type.lower() in face.lower()
    assert card.sub in face
    for figure in card.figures:
        assert f"{figure.label} {figure.words}" in face
    for line in card.lines:
        assert line.text in face
        assert not line.cost or line.cost in face.replace("Energy:", "Energy")


def test_a_face_can_be_a_link_and_say_how_many_there_are() -> None:
    card = catalog.card("scrapbots", "3.6", "scout")
    assert 'href="/somewhere/"' in face_html(card, href="/somewhere/")
    assert "×3" in words(face_html(card, count=3))
    assert "<a " not in face_html(card)


def test_a_size_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="huge"):
        face_html(catalog.card("scrapbots", "3.6", "scout"), "huge")


# --- Icons, files, templates -----------------------------------------------------------------------


def test_every_icon_in_use_is_in_the_sprite_and_a_file_of_its_own() -> None:
    used = {title.icon for title in catalog.titles()} | set(wanted_icons())
    for template in TEMPLATES:
        used |= set(re.findall(r'(?:{% icon |\bicon\((?:[\w.]+ or )?)"([\w-]+)"', template.read_text()))
        used |= set(re.findall(r'art_name="([\w-]+)"', template.read_text()))
    assert used <= SPRITE
    assert all((STATIC / "icons" / f"{name}.svg").is_file() for name in used)


def test_the_sprite_holds_the_icons_in_whole_numbers() -> None:
    sprite = (STATIC / "icons/sprite.svg").read_text()
    symbols = re.findall(r'<symbol id="([\w-]+)".*? d="([^"]+)"', sprite)
    assert {name for name, _ in symbols} == SPRITE
    for name, drawn in symbols:
        (outline,) = re.findall(r' d="([^"]+)"', (STATIC / f"icons/{name}.svg").read_text())
        assert drawn == in_whole_numbers(outline), name


@pytest.mark.parametrize(
    "path, whole",
    [
        ("M.4.4h.4.4.4", "m0 0h1 0 1"),
        ("M10.6 10.6L20 20.4V5H3z", "m11 11 9 9v-15h-17z"),
        ("m1 1 2 2 2 2zm3 3l-1-1", "m1 1 2 2 2 2zm3 3-1-1"),
        ("M0 0C1.2 1.2 2.6-2.6 4 4s4 4 4 8q1 1 2 2t3 3", "m0 0c1 1 3-3 4 4s4 4 4 8q1 1 2 2t3 3"),
        ("M0 0a.3 4.6 30 013.4-4.6", "m0 0a1 5 30 0 1 3-5"),
        ("M5,5 1e1,-1e1", "m5 5 5-15"),
    ],
)
def test_an_outline_keeps_its_shape_in_whole_numbers(path: str, whole: str) -> None:
    assert in_whole_numbers(path) == whole


def test_what_is_no_outline_is_refused() -> None:
    with pytest.raises(ValueError, match="path data"):
        in_whole_numbers("M1 x")


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_nothing_inline_and_name_only_files_that_exist(template: Path) -> None:
    text = template.read_text()
    assert not re.search(r"\sstyle=|<style|\son[a-zA-Z]+=|javascript:|\shx-on|[\"']js:", text)
    assert all(
        re.search(r"\ssrc=|type=\"application/json\"", tag) for tag in re.findall(r"<script[^>]*>", text)
    )
    for name in re.findall(r"{% static ['\"]([^'\"]+)['\"] %}", text):
        assert finders.find(name), name


@pytest.mark.parametrize("sheet", sorted((STATIC / "css").rglob("*.css")), ids=lambda path: path.name)
def test_style_sheets_fetch_only_files_that_exist(sheet: Path) -> None:
    for name in re.findall(r"url\(\"?([^\")]+)", sheet.read_text()):
        assert (sheet.parent / name).is_file(), name


@pytest.mark.parametrize("sheet", sorted((STATIC / "css").rglob("*.css")), ids=lambda path: path.name)
def test_the_whole_page_never_looks_at_what_is_in_it(sheet: Path) -> None:
    """Otherwise whatever comes into a page gives all of it its style anew, twice at each press."""
    assert not re.search(
        r"(?:\bhtml|\bbody|:root|\.site-main|\.match|\.board__main):has\(", sheet.read_text()
    )


@pytest.mark.parametrize("sheet", sorted((STATIC / "css").rglob("*.css")), ids=lambda path: path.name)
def test_no_rule_stands_between_a_selector_and_the_rest_of_its_list(sheet: Path) -> None:
    """One that was put there hid all that the first selector finds."""
    assert not re.search(r",\s*/\*", sheet.read_text())


def test_every_borrowed_file_has_its_licence_beside_it() -> None:
    for place in ("vendor/htmx/LICENSE", "icons/CREDITS.md", "fonts/CREDITS.md"):
        assert (STATIC / place).is_file()
    families = {file.name.split("-latin-")[0] for file in (STATIC / "fonts").glob("*.woff2")}
    assert families == {file.name.split(".")[0] for file in (STATIC / "fonts").glob("*.LICENSE.txt")}


# --- Colours ---------------------------------------------------------------------------------------


def tokens() -> dict[str, tuple[str, str]]:
    """Return the plain colours of tokens.css by name: in the light, and in the dark."""
    text = (STATIC / "css/tokens.css").read_text()
    both = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", text)
    one = re.findall(r"--([\w-]+): (#\w{6});", text)
    return {name: (light, dark) for name, light, dark in both} | {name: (same, same) for name, same in one}


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("surface", ["floor", "plate", "plate-high", "well"])
@pytest.mark.parametrize("ink", ["ink", "ink-soft", "link", "link-hover", "rust", "energy", "good", "bad"])
def test_words_are_readable_on_every_surface_in_both_themes(ink: str, surface: str) -> None:
    known = tokens()
    for theme in (0, 1):
        assert contrast(known[ink][theme], known[surface][theme]) >= READABLE


@pytest.mark.parametrize(
    "ink, surface",
    [
        ("on-hazard", "hazard"),
        ("on-rust", "rust"),
        ("on-oil", "oil"),
        ("bad", "bad-plate"),
        ("ink", "bad-plate"),
        ("ink", "good-plate"),
        ("card-ink", "card-stock"),
        ("card-ink-soft", "card-stock"),
        ("card-stock", "card-oil"),
    ],
)
def test_words_are_readable_on_their_own_plates(ink: str, surface: str) -> None:
    known = tokens()
    for theme in (0, 1):
        assert contrast(known[ink][theme], known[surface][theme]) >= READABLE


@pytest.mark.parametrize(
    "kind",
    [
        *("scrapbot", "component", "resource", "wound", "energy"),
        *("attack", "defend", "movement", "special", "ult", "bot", "heat"),
    ],
)
def test_white_words_are_readable_on_a_cards_enamel(kind: str) -> None:
    assert contrast("#ffffff", tokens()[f"card-{kind}"][0]) >= READABLE


# --- Pages -----------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/games/scrapbots/"])
def test_visitors_get_pages_that_may_be_kept_and_hold_no_token(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer["Cache-Control"].startswith("public")
    assert not answer.cookies
    assert "csrf" not in answer.content.decode().lower()
    assert "Sign in" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/games/scrapbots/", "/matches/"])
def test_players_see_their_name_and_get_pages_nobody_keeps(client: Client, user: User, address: str) -> None:
    client.force_login(user)
    answer = client.get(address)
    assert "no-store" in answer["Cache-Control"]
    assert user.profile.display_name in answer.content.decode()
    assert "X-CSRFToken" in answer.content.decode()


@pytest.mark.django_db
def test_one_press_on_the_home_page_begins_a_match(client: Client) -> None:
    form = re.search(r"<form class=\"game__play\".*?</form>", client.get("/").content.decode(), re.DOTALL)
    assert form
    for bot in catalog.title("scrapbots").quick_bots:
        assert f'value="{bot}"' in form[0]
        assert f"the {bot} bot" in words(form[0])
    assert 'action="/matches/new/"' in form[0]
    strict = Client(enforce_csrf_checks=True)
    sent = {"title": "scrapbots", "edition": "3.4", "opponent": "greedy"}
    answer = send_form(strict, "/matches/new/", sent, headers={"Sec-Fetch-Site": "same-origin"})
    assert answer.status_code == 303
    assert strict.get(answer["Location"]).status_code == 200
    match = Match.objects.get()
    assert (match.title, match.edition, match.bots) == ("scrapbots", "3.4", ["", "greedy"])


@pytest.mark.django_db
def test_the_header_counts_the_matches_that_wait_for_one(client: Client, user: User) -> None:
    client.force_login(user)
    assert "waiting for you" not in client.get("/").content.decode()
    sent = {"title": "scrapbots", "opponent": "greedy"}
    for _ in range(6):
        client.post("/matches/new/", sent, headers={"Sec-Fetch-Site": "same-origin"})
    lobby = client.get("/matches/")
    mine = len(lobby.context["lobby"].my_turn)
    badge = re.search(r'site-nav__badge">\s*(\d+)', lobby.content.decode())
    assert (int(badge[1]) if badge else 0) == mine


@pytest.mark.django_db
def test_the_game_page_shows_editions_credits_and_every_way_to_play(client: Client) -> None:
    page = words(client.get("/games/scrapbots/").content.decode())
    for said in ("3.4", "3.6", "3.6-2020-07", "29 January 2020", "David Torres", "CC BY-NC-SA 4.0"):
        assert said in page
    html = client.get("/games/scrapbots/").content.decode()
    for opponent in ("greedy", "random", "link", "lobby"):
        assert f'name="opponent" value="{opponent}"' in " ".join(html.split())
    assert 'name="turn_cap"' in html


@pytest.mark.django_db
def test_an_empty_lobby_says_what_to_do(client: Client) -> None:
    assert "Create a match" in client.get("/matches/").content.decode()


@pytest.mark.django_db
def test_errors_look_like_the_site_and_lead_on(client: Client) -> None:
    lost = client.get("/no-such-heap/")
    assert lost.status_code == 404
    assert "Page not found" in lost.content.decode()
    assert 'href="/matches/"' in lost.content.decode()
    refused = Client(enforce_csrf_checks=True).post("/matches/new/", {"title": "scrapbots"})
    assert refused.status_code == 403
    assert "This form has expired" in refused.content.decode()


@pytest.mark.django_db
def test_a_crash_shows_a_page_that_needs_nobody(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    client.raise_request_exception = False
    monkeypatch.setattr("games.lobby.views.lobby", lambda *asked: 1 / 0)
    answer = client.get("/matches/")
    assert answer.status_code == 500
    assert "Something broke" in answer.content.decode()


def test_times_are_told_in_their_largest_unit() -> None:
    now = timezone.now()
    assert ago(now) == "just now"
    assert ago(now - timedelta(hours=3, minutes=20)).split() == ["3", "hours", "ago"]
