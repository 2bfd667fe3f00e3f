"""Static files as they are served: joined, compressed, and under names that change with their content."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client, override_settings

from cards.catalogue import faces
from games import catalog
from scrapsite.bench.prepare import make_match
from scrapsite.bench.visits import Fetch, Visit, weigh
from scrapsite.server.cache.compressing import compress
from scrapsite.server.static_files import joined

PAGES = ("/", "/me/", "/accounts/login/", "/cards/", "/rules/", "/matches/", "/nowhere/", "/api/v1/docs")
MOST_BYTES = 150_000
MOST_REQUESTS = 12


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the collected files, while pages name them."""
    folder = tmp_path_factory.mktemp("static")
    storages = copy.deepcopy(settings.STORAGES)
    storages["staticfiles"]["BACKEND"] = "scrapsite.server.static_files.SiteStorage"
    with override_settings(STATIC_ROOT=folder, STORAGES=storages):
        call_command("collectstatic", verbosity=0, interactive=False)
        faces._drawn.cache_clear()
        yield folder
    faces._drawn.cache_clear()


def fetching(client: Client, folder: Path) -> Fetch:
    """Return a function that fetches with *client*, and static files from *folder*, as brotli if they are."""

    def fetch(address: str) -> tuple[int, str]:
        if address.startswith("/static/"):
            file = folder / address.removeprefix("/static/")
            sent = file.with_name(f"{file.name}.br")
            return (sent if sent.is_file() else file).stat().st_size, file.read_text(errors="replace")
        answer = client.get(address)
        assert answer.status_code == 200
        return len(compress(answer.content, "br")), answer.text

    return fetch


@pytest.mark.django_db
def test_whatever_pages_and_styles_name_is_collected(client: Client, collected: Path) -> None:
    for page in PAGES:
        answer = client.get(page)
        assert answer.status_code == (404 if page == "/nowhere/" else 200)
        named = re.findall(r'(?:href|src)="/static/([^"#?]+)', answer.text)
        assert named
        assert [name for name in named if not (collected / name).is_file()] == []


def is_light(visit: Visit) -> bool:
    return visit.bytes <= MOST_BYTES and visit.requests <= MOST_REQUESTS


@pytest.mark.soak(seconds=5)
@pytest.mark.django_db
@pytest.mark.parametrize("page", ["/", "/cards/", "/matches/"])
def test_a_first_visit_is_light(client: Client, collected: Path, page: str) -> None:
    visit = weigh(page, fetching(client, collected))
    assert visit.requests > 8
    assert is_light(visit), visit


@pytest.mark.django_db
@pytest.mark.parametrize("title", catalog.titles(), ids=lambda title: title.slug)
@pytest.mark.soak(seconds=2)
def test_a_players_first_visit_to_a_match_is_light(
    client: Client, collected: Path, title: catalog.Title
) -> None:
    player = make_match(title.slug, next(iter(title.editions)))[0]
    client.cookies.load(player["cookie"])
    path = f"/matches/{player['match']}/"
    # match.js fetches the talk, and the mechs' builder its decks.
    visit = weigh(path, fetching(client, collected), later=[f"{path}talk/", f"{path}talk/?decks"])
    assert is_light(visit), visit


def test_imported_files_stand_where_they_are_imported_each_once() -> None:
    files = {
        "css/pages/a.css": '/* A. */\n\n@import "b.css";\n@import "../c.css";\n.a { x:url("../../d.svg") }\n',
        "css/pages/b.css": '@import "../c.css";\n.b { x: url("../e.svg") }\n',
        "css/c.css": '.c { x: url("f.svg") }\n',
    }
    assert joined("css/pages/a.css", files.__getitem__) == (
        '.c { x: url("../f.svg") }\n.b { x: url("../e.svg") }\n.a { x:url("../../d.svg") }\n'
    )


def test_comments_of_scripts_are_left_out_where_they_have_a_line_of_their_own() -> None:
    """They were a fifth of what a first visit to a match fetched of scripts."""
    files = {"js/a.js": '// A.\nimport "./b.js";\n', "js/b.js": '  // B.\n  const b = "//b"; // stays\n'}
    assert joined("js/a.js", files.__getitem__) == '  const b = "//b"; // stays\n'


def test_no_text_in_a_script_has_a_line_that_looks_like_a_comment() -> None:
    for file in Path(settings.BASE_DIR, "static").rglob("*.js"):
        is_text = False
        for line in file.read_text().splitlines():
            is_comment = line.lstrip().startswith("//")
            assert not (is_text and is_comment), f"{file}: {line}"
            is_text ^= not is_comment and line.replace("\\`", "").count("`") % 2 == 1


@pytest.mark.soak(seconds=3)
@pytest.mark.parametrize("kind", ["css", "js"])
def test_nothing_collected_imports_another_file(collected: Path, kind: str) -> None:
    files = list((collected / kind).rglob(f"*.{kind}"))
    assert files
    for file in files:
        assert not re.search(r"^@?import\b", file.read_text(), re.MULTILINE), file
