"""An account's locks in a real Chromium: factors, sessions, a key, taking one's data along, deletion."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MatchPage
from tests.browser.signing_up import sign_up
from tests.conftest import PASSWORD
from tests.site.accounts.factors import code_of

Visit = Callable[..., MatchPage]
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture
def here(site: str) -> str:
    """The site under a name: browsers bind passkeys to names, not to numbers."""
    return site.replace("127.0.0.1", "localhost")


@pytest.fixture
def page(visit: Visit) -> Iterator[Page]:
    """A phone with a place for passkeys."""
    page = visit(**PHONE).page
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    authenticator = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": authenticator})
    yield page
    session.send("WebAuthn.disable")
    session.detach()


def press(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    page.get_by_role("main").get_by_role("link", name=name, exact=True).click()


def look(page: Page) -> None:
    """See that the page fits the phone and has no barriers."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    check_axe(page, page.url)


def sign_out(page: Page, here: str) -> None:
    page.goto(f"{here}/accounts/logout/")
    press(page, "Sign out")
    page.wait_for_url(f"{here}/")


def sign_in(page: Page, here: str, name: str) -> None:
    page.goto(f"{here}/accounts/login/")
    page.fill("[name=login]", name)
    page.fill("[name=password]", PASSWORD)
    press(page, "Sign in")


def set_up_app(page: Page) -> tuple[str, list[str]]:
    """Set up an app; return its key and the recovery codes."""
    follow(page, "Set up an app")
    page.fill("[name=password]", PASSWORD)
    press(page, "Continue")
    secret = page.get_by_label("Key", exact=True).input_value()
    look(page)
    page.fill("[name=code]", code_of(secret))
    press(page, "Turn on codes from this app")
    codes = page.get_by_label("Your codes").input_value().split()
    assert len(codes) == 10
    look(page)
    follow(page, "I have saved them")
    return secret, codes


@pytest.mark.soak(seconds=18)
def test_the_locks_of_an_account_from_end_to_end(page: Page, here: str, tmp_path: Path) -> None:
    name = sign_up(page, here, "/me/")
    page.get_by_role("link", name="Two-step sign-in").click()
    look(page)
    _, codes = set_up_app(page)

    follow(page, "Add a passkey")
    page.get_by_label("Name", exact=True).fill("my phone")
    page.get_by_label("Sign in with this passkey alone").check()
    look(page)
    press(page, "Add passkey")
    expect(page.get_by_role("main")).to_contain_text("my phone")

    sign_out(page, here)
    sign_in(page, here, name)
    expect(page.get_by_role("heading", level=1)).to_have_text("One more step")
    look(page)
    page.fill("[name=code]", codes[0])
    press(page, "Sign in")
    page.wait_for_url(f"{here}/me/")

    sign_out(page, here)
    page.goto(f"{here}/accounts/login/")
    look(page)
    press(page, "Sign in with a passkey")
    page.wait_for_url(f"{here}/me/")

    follow(page, "Where you are signed in")
    expect(page.get_by_role("main")).to_contain_text("this is the browser you are using now")
    look(page)

    page.goto(f"{here}/me/keys/")
    page.get_by_label("Name", exact=True).fill("my program")
    page.get_by_label("It may").select_option("read")
    page.get_by_label("Valid for").select_option("30")
    press(page, "Make a key")
    page.fill("[name=password]", PASSWORD)
    press(page, "Continue")
    key = page.get_by_label("Key", exact=True).input_value()
    look(page)
    headers = {"Authorization": f"Bearer {key}"}
    assert page.request.get(f"{here}/api/v1/me/time-off", headers=headers).status == 200
    refused = page.request.post(f"{here}/api/v1/matches", headers=headers, data={})
    assert (refused.status, refused.json()["code"]) == (403, "auth/scope")
    press(page, "Revoke my program")
    assert page.request.get(f"{here}/api/v1/me/time-off", headers=headers).status == 401

    page.goto(f"{here}/me/data/")
    look(page)
    with page.expect_download() as waiting:
        press(page, "Download")
    waiting.value.save_as(tmp_path / "data.zip")
    with zipfile.ZipFile(tmp_path / "data.zip") as archive:
        assert json.loads(archive.read("account.json"))[0]["username"] == name

    page.get_by_label("I am sure. I know that this can’t be undone.").check()
    press(page, "Delete my account")
    page.wait_for_url(f"{here}/")
    sign_in(page, here, name)
    expect(page.locator(".errorlist")).to_be_visible()


@pytest.mark.soak(seconds=8)
def test_ones_data_can_be_downloaded_twice(visit: Visit, site: str) -> None:
    """A form whose answer is a file was never free again."""
    page = visit().page
    sign_up(page, site)
    page.goto(f"{site}/accounts/reauthenticate/?next=/me/data/")
    page.fill("[name=password]", PASSWORD)
    press(page, "Continue")
    page.wait_for_url("**/me/data/")
    for _ in range(2):
        with page.expect_download():
            page.get_by_role("button", name="Download").click()
        expect(page.get_by_role("button", name="Download")).not_to_have_attribute("aria-disabled", "true")


@pytest.mark.soak(seconds=3)
def test_a_site_that_does_not_answer_is_not_blamed_on_the_passkey(page: Page, here: str) -> None:
    page.goto(f"{here}/accounts/login/")
    address = page.locator("form[data-passkey]").get_attribute("action")
    said = page.locator("[data-passkey-error]")
    page.route(f"**{address}", lambda route: route.abort())
    press(page, "Sign in with a passkey")
    expect(said).to_contain_text("The site didn’t answer.")
    page.unroute(f"**{address}")
    page.route(f"**{address}", lambda route: route.fulfill(status=429))
    press(page, "Sign in with a passkey")
    expect(said).to_contain_text("Too many tries.")
