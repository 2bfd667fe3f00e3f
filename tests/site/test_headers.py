"""What every answer says about caching and about what a page may load."""

from __future__ import annotations

import re

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from scrapsite.common import look
from scrapsite.middleware import private_by_default

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/me/", "/accounts/login/", "/api/v1/cards/fields", "/nowhere/"])
def test_nothing_is_kept_by_anybody_unless_it_says_so(client: Client, address: str) -> None:
    answer = client.get(address)
    assert {"private", "no-store"} <= set(re.split(r",\s*", answer["Cache-Control"]))
    assert "public" not in answer["Cache-Control"]


def test_a_redirect_to_https_is_not_kept_either(client: Client, settings: LazySettings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get("/me/")
    assert answer.status_code == 301
    assert answer["Cache-Control"] == "private, no-store"


def test_a_page_that_opts_in_to_caching_keeps_its_word() -> None:
    answer = private_by_default(lambda request: HttpResponse(headers={"Cache-Control": "public, max-age=9"}))(
        RequestFactory().get("/")
    )
    assert answer["Cache-Control"] == "public, max-age=9"


@pytest.mark.parametrize("address", ["/", "/me/", "/accounts/login/", "/nowhere/"])
def test_pages_load_from_this_site_only_and_run_nothing_inline(client: Client, address: str) -> None:
    policy = dict(
        directive.strip().split(" ", 1)
        for directive in client.get(address)["Content-Security-Policy"].split(";")
    )
    for directive in ("script-src", "style-src", "connect-src", "img-src", "font-src", "form-action"):
        assert policy[directive] == "'self'"
    for directive in ("default-src", "object-src", "base-uri", "frame-ancestors"):
        assert policy[directive] == "'none'"


@pytest.mark.parametrize("address", ["/", "/me/", "/accounts/login/", "/accounts/signup/"])
def test_pages_have_nothing_inline(client: Client, address: str) -> None:
    # JSON-LD is data, which no browser runs.
    page = client.get(address).text.replace('<script type="application/ld+json">', "")
    assert not re.search(r"<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son\w+=|javascript:", page)


def test_other_protections_are_on(client: Client) -> None:
    answer = client.get("/accounts/login/")
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer.cookies["csrftoken"]["samesite"] == "Lax"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/games/scrapbots/"])
def test_other_sites_embed_nothing_and_no_page_asks_for_a_camera(client: Client, path: str) -> None:
    answer = client.get(path)
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "camera=()" in answer["Permissions-Policy"]


def test_parts_of_pages_tell_which_files_the_site_has(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Open pages find out that there was a release, whose scripts they don't have."""
    monkeypatch.setattr(look.staticfiles_storage, "manifest_hash", "b2", raising=False)
    assert client.get("/cards/", headers={"HX-Request": "true"})["X-Site-Files"] == "b2"
    page = client.get("/cards/")
    assert "X-Site-Files" not in page
    assert 'data-files="b2"' in page.text


def test_files_without_hashes_are_not_told_apart(client: Client) -> None:
    assert "X-Site-Files" not in client.get("/cards/", headers={"HX-Request": "true"})
