"""Ten becomes twenty in a rule that the game goes by, which says so until an editor confirms it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.looks import check_axe
from tests.browser.wiki_people import BOOK, ROOT, Person, Visit, appoint, member, visitor

ANCHOR = "damage-5"
COVERAGE = "/rules/scrapbots/coverage/3.4/"
NEW = (
    "A Lane without a Scrapbot is undefended: for every full 20 points of damage to it, its player "
    "takes a Wound from the stack and puts it into their discard pile."
)
CHANGED = re.compile("(?<!rules, )changed since it was checked")
# Two people play on by chance until the log of their match cites the rule.
PLAY = """
from django.contrib.auth.models import User
from games.engine.viewers import SPECTATOR
from games.match_page import fold
from tests.playing import match_of, play_on
people = [User.objects.get(username=name) for name in {names!r}]
match = match_of(*people, edition="3.4")
for seed in range(60):
    play_on(match, people, 10, seed=seed, undo=False)
    if any(line.rule == {anchor!r} for line in fold.board(match, SPECTATOR).log):
        break
print("match", match.pk)
"""


def wounded_match(people: list[str], var: Path) -> str:
    """Return the path of a match in whose log the rule is cited. *var:* the folder of the site."""
    env = {**os.environ, "SCRAPSITE_PROFILE": "test", "SCRAPSITE_VAR": str(var)}
    code = PLAY.format(names=people, anchor=ANCHOR)
    command = [sys.executable, "manage.py", "shell", "--verbosity", "0", "-c", code]
    made = subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True, text=True)
    return f"/matches/{made.stdout.split()[-1]}/?log=all"


def places(reader: Person, match: str) -> list[tuple[str, Locator]]:
    """Return the five places that tell of a change: an address, and what there speaks of the rule."""
    page = reader.page
    edition = page.locator("li.book", has=page.locator(f'a[href="{BOOK}"]'))
    return [
        (BOOK, page.locator(f"#{ANCHOR} .law__side")),
        (f"{BOOK}{ANCHOR}/", page.locator(".paragraph").first),
        ("/cards/scrapbots/logic-bomb/?edition=3.4", page.locator(".card-page")),
        (match, page.locator(".log__line", has=page.locator(f'a[href="{BOOK}{ANCHOR}/"]')).first),
        (COVERAGE, page.locator(".coverage-total")),
        ("/rules/", edition),
        (BOOK, page.locator(".rulebook__head")),
    ]


@pytest.mark.soak(seconds=15)
def test_ten_becomes_twenty_shows_in_five_places_and_confirming_clears_it(
    visit: Visit, site: str, site_folder: Path
) -> None:
    reader, author = visitor(visit, site), member(visit, site)
    editor = appoint(member(visit, site), "editor", site_folder)
    match = wounded_match([author.name, editor.name], site_folder)
    for path, there in places(reader, match):
        reader.go(path)
        expect(there).not_to_contain_text(CHANGED)

    # The change is accepted and published, and the editor says that the program must follow.
    expect(author.read(ANCHOR)).to_contain_text("10 points")
    proposal = author.propose(ANCHOR, NEW, "A Wound takes twenty")
    editor.decide(proposal, "Accept", means="The program must follow")
    expect(editor.page.get_by_text("Accepted and published.")).to_be_visible()
    for path, there in places(reader, match):
        reader.go(path)
        expect(there).to_contain_text(CHANGED)
    expect(reader.read(ANCHOR)).to_contain_text("20 points")

    # The editor reads what has changed, with links to code and tests, and confirms it.
    editor.go(COVERAGE)
    editor.page.get_by_role("link", name=re.compile("^Check it")).click()
    expect(
        editor.page.get_by_role("region", name="Text of the rule").locator("ins", has_text="20")
    ).to_be_visible()
    sites = editor.page.locator(".sites")
    for file in ("games/titles/scrapbots/context.py", "tests/titles/scrapbots/test_attacks.py"):
        expect(sites.get_by_role("link", name=f"{file}:").first).to_be_visible()
    check_axe(editor.page)
    editor.page.get_by_role("radio", name=re.compile("^The game does what it says")).check()
    editor.press("Save check")
    expect(editor.page.get_by_text("Confirmed: the game does what the paragraph says.")).to_be_visible()
    for path, there in places(reader, match):
        reader.go(path)
        expect(there).not_to_contain_text(CHANGED)
    reader.go(f"{COVERAGE}{ANCHOR}/")
    expect(reader.page.locator(".checks__list")).to_contain_text(editor.name)
