"""What an installed Scrapsite needs from the server: manifest, icons, service worker, offline page."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from scrapsite.installed import views as installed

pytestmark = pytest.mark.django_db

STATIC = Path(settings.BASE_DIR) / "static"
EARLIER = "/static/js/push-worker.0123456789ab.js"


def version_of(client: Client) -> str:
    found = re.match(r'const VERSION = "([0-9a-f]{12})";\n', client.get("/worker.js").text)
    assert found
    return found[1]


def test_the_manifest_names_icons_of_the_size_it_says(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    assert answer["Cache-Control"] == "public, no-cache"
    manifest = json.loads(answer.text)
    assert (manifest["start_url"], manifest["scope"], manifest["display"]) == ("/", "/", "standalone")
    for icon in manifest["icons"]:
        head = (STATIC / icon["src"].removeprefix("/static/")).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert "{}x{}".format(*struct.unpack(">II", head[16:])) == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_manifests_colours_are_the_floors(client: Client) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").text)
    floor = re.search(r"--floor: light-dark\((#\w+), (#\w+)\)", (STATIC / "css" / "tokens.css").read_text())
    assert floor
    assert manifest["theme_color"] == manifest["background_color"] == floor[1]
    assert re.findall(r'name="theme-color" content="(#\w+)"', client.get("/").text) == list(floor.groups())


def test_what_the_manifest_leads_to_exists(client: Client) -> None:
    manifest = json.loads(client.get("/manifest.webmanifest").text)
    for address in (manifest["start_url"], *(one["url"] for one in manifest["shortcuts"])):
        assert client.get(address, follow=True).status_code == 200
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    touch = re.search(r'rel="apple-touch-icon" href="/static/([^"]+)"', page)
    assert touch
    assert (STATIC / touch[1]).is_file()


def test_the_worker_may_serve_the_whole_site_and_is_never_stale(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Service-Worker-Allowed"] == "/"
    assert "no-cache" in answer["Cache-Control"]
    assert client.get("/worker.js", headers={"If-None-Match": answer["ETag"]})["ETag"] == answer["ETag"]
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert "/worker.js" in settings.SAME_FOR_ALL


def test_a_change_of_the_worker_or_of_the_offline_page_is_a_new_version(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = version_of(client)
    assert version_of(client) == version
    with monkeypatch.context() as changed:
        changed.setattr(installed, "render_to_string", lambda name: "another page")
        assert version_of(client) != version
    (tmp_path / "worker.js").write_text("// another worker")
    monkeypatch.setattr(installed, "WORKER", tmp_path / "worker.js")
    assert version_of(client) != version


def test_browsers_with_the_earlier_push_worker_get_the_new_one(client: Client) -> None:
    # Its name had a hash of its content, which no release since has.
    assert client.get(EARLIER).content == client.get("/worker.js").content
    assert 'addEventListener("push"' in client.get(EARLIER).text


def test_the_offline_page_is_the_same_for_everybody(client: Client, user: User) -> None:
    page = client.get("/offline/").text
    client.force_login(user)
    assert client.get("/offline/").text == page
    assert "data-viewer" not in page


def test_a_page_says_whose_it_is_so_that_boards_of_others_go(client: Client, user: User) -> None:
    assert 'data-viewer=""' in client.get("/").text
    client.force_login(user)
    assert f'data-viewer="{user.pk}"' in client.get("/").text
