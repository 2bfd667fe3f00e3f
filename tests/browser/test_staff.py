"""The admin, coverage and the audit trail in a real Chromium, under the site's content security policy."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT
from tests.browser.looks import LOOKS, check_axe
from tests.browser.match_page import MatchPage
from tests.conftest import PASSWORD
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]

PAGES = (
    "/admin/",
    "/admin/rules/rulebook/",
    "/admin/rules/edition/",
    "/admin/rules/revision/",
    "/admin/rules/auditentry/",
    "/admin/rules/comment/",
    "/admin/auth/user/",
    "/admin/auth/user/add/",
    "/admin/auth/group/add/",
    "/admin/games/match/",
)


@pytest.fixture(scope="session")
def boss(site: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a superuser, made as docs/operating.md says."""
    env = {
        **os.environ,
        "SCRAPSITE_PROFILE": "test",
        "SCRAPSITE_VAR": str(next(tmp_path_factory.getbasetemp().glob("site*"))),
        "DJANGO_SETTINGS_MODULE": "scrapsite.settings",
        "DJANGO_SUPERUSER_PASSWORD": PASSWORD,
    }
    made = ["manage.py", "createsuperuser", "--noinput", "--username", "steward", "--email", "s@example.org"]
    subprocess.run([sys.executable, *made], cwd=ROOT, env=env, check=True, capture_output=True)
    return "steward"


@pytest.fixture
def counter(visit: Visit, site: str, boss: str) -> Page:
    """A page behind the counter, come in by the site's own sign-in. *complaints:* what the console said."""
    page = visit().page
    page.goto(f"{site}/admin/rules/rulebook/")
    page.fill("[name=login]", boss)
    page.fill("[name=password]", PASSWORD)
    page.click("main button[type=submit]")
    expect(page).to_have_url(f"{site}/admin/rules/rulebook/")
    return page


@pytest.mark.soak(seconds=11)
def test_the_policy_stops_nothing_of_the_admin(counter: Page, site: str) -> None:
    complaints: list[str] = []
    counter.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    counter.on("response", lambda got: complaints.append(got.url) if got.status >= 400 else None)
    for address in PAGES:
        counter.goto(f"{site}{address}")
        counter.wait_for_load_state("networkidle")
    assert not complaints


def test_an_editor_is_appointed_with_the_mouse(counter: Page) -> None:
    counter.get_by_role("link", name="Scrapbots").click()
    counter.locator(".select2-selection").first.click()
    with counter.expect_response("**/autocomplete/*term=stew*"):
        counter.fill(".select2-search__field", "stew")
    counter.locator(".select2-results__option", has_text="steward").click()
    # Others may have been appointed before: theirs only show, the first field is the new one.
    groups = counter.locator("select[name^=appointments-][name$=-group]:visible")
    groups.first.select_option(label="Rules editors")
    counter.get_by_role("button", name="Save", exact=True).click()
    expect(counter.locator(".messagelist")).to_contain_text("changed successfully")


@pytest.mark.soak(seconds=3)
@LOOKS
@pytest.mark.parametrize(
    "address", [soaking("/rules/scrapbots/coverage/3.6/", seconds=5), "/rules/scrapbots/audit/"]
)
def test_pages_about_a_rulebook_have_no_barriers(
    counter: Page, site: str, address: str, width: int, scheme: str
) -> None:
    counter.set_viewport_size({"width": width, "height": 800})
    counter.emulate_media(color_scheme=scheme)
    counter.goto(f"{site}{address}")
    check_axe(counter)
    assert counter.evaluate("document.documentElement.scrollWidth <= innerWidth")
