"""Records of matches that are played by draft editions, checked with what the page of the match offers."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.drafts import access
from games.drafts.actions.changing import change_draft
from games.drafts.actions.making import create_draft
from games.drafts.models import DraftRevision
from games.drafts.slugs import slug_of
from games.engine.drafting import read_changes
from games.matches.actions.create import create_match
from games.matches.actions.resign import resign
from games.matches.models import Match
from tests.playing import play_on

pytestmark = pytest.mark.django_db

ROOT = Path(__file__).parents[3]
# Each changes how many cards, tiles or dice are drawn from.
CHANGES: dict[str, dict[str, Any]] = {
    "scrapbots": {"cards": {"circuitry": {"figures": {"quantity": 12}}}},
    "junkyard": {"parameters": {"kinds_in_play": 10}},
    "scrapyard": {"parameters": {"dice_sides": 8, "rows": 5}},
    "scrap-knights": {"parameters": {"bot_count": 2}},
}


@pytest.fixture(params=list(CHANGES))
def match(request: pytest.FixtureRequest, user: User) -> Match:
    """A finished match of a draft against a bot."""
    title = request.param
    draft = create_draft(user, title, base_of(title), "Other numbers")
    change_draft(user, draft.pk, lambda _: read_changes(CHANGES[title]), "a test")
    draft.refresh_from_db()
    DraftRevision.objects.create(
        draft=draft, number=1, changes=draft.working, cards_hash="x", stage=DraftRevision.Stage.PLAYABLE
    )
    edition = access.edition_for(user, title, slug_of(draft.pk, 1))
    options = {"decks": 2} if title == "scrap-knights" else {}
    match = create_match(
        user, title, edition.slug, options, [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    )
    play_on(match, [user] * 2, 60, undo=False)
    if Match.objects.get(pk=match.pk).status == "running":
        resign(match.pk, user)
    match.refresh_from_db()
    return match


def base_of(title: str) -> str:
    return catalog.title(title).newest.slug


@pytest.fixture
def folder(match: Match, client: Client, tmp_path: Path) -> Path:
    """What somebody downloads from the page of the match, as their browser names it."""
    page = client.get(f"/matches/{match.pk}/fair/").content.decode()
    for link in re.findall(r'href="(\S+)"\s+download>', page):
        answer = client.get(link)
        assert answer.status_code == 200, link
        name = answer["Content-Disposition"].partition('filename="')[2].rstrip('"')
        (tmp_path / name).write_bytes(answer.content)
    return tmp_path


def run(folder: Path, *command: str) -> str:
    done = subprocess.run([sys.executable, *command], cwd=folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.soak(seconds=1, one_in=4)
def test_the_record_of_a_draft_fits_with_the_files_of_its_page(match: Match, folder: Path) -> None:
    assert "Everything fits." in run(folder, "-I", "-S", "verify_match.py", f"scrapsite-{match.pk}.json")
    record, draft = f"scrapsite-{match.pk}.json", f"scrapsite-{match.pk}-draft.json"
    lines = (
        "import runpy, sys",
        f"sys.path.insert(0, {str(ROOT)!r})",
        "runpy.run_module('games.replayer', run_name='__main__')",
    )
    replayed = "; ".join(lines)
    assert "Everything fits." in run(folder, "-c", replayed, record, "--draft", draft)


@pytest.mark.soak(seconds=1, one_in=4)
def test_the_draws_of_another_edition_do_not_fit(match: Match, folder: Path) -> None:
    """So the check does look at the draws of the draft."""
    script = (folder / "verify_match.py").read_text()
    other = script.replace(f'"{match.edition}":', '"draft:another@1":').replace(
        f'"{base_of(match.title)}":', f'"{match.edition}":', 1
    )
    (folder / "other.py").write_text(other)
    with pytest.raises(AssertionError, match=r"FAILS .* step"):
        run(folder, "-I", "-S", "other.py", f"scrapsite-{match.pk}.json")


@pytest.mark.soak(seconds=1)
def test_a_file_that_is_no_draft_is_refused_by_the_replayer(tmp_path: Path) -> None:
    for text, reason in (("{}", "missing required field"), ('{"game": "chess"', "truncated")):
        (tmp_path / "draft.json").write_text(text)
        command = [
            sys.executable,
            "-m",
            "games.replayer",
            "record.json",
            "--draft",
            str(tmp_path / "draft.json"),
        ]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout.count("This isn't a draft edition")) == (2, 1)
        assert reason in done.stdout
