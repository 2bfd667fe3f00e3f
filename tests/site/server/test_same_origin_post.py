"""A form without a token is let in only when the browser vouches for where it came from."""

import pytest
from django.test import Client

OURS = "http://localhost:8000"


@pytest.fixture
def client(site):
    return Client(enforce_csrf_checks=True)


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "same-origin", "Origin": OURS},
        {"Origin": OURS},
        {"Origin": "HTTP://LOCALHOST:8000"},
    ],
)
def test_our_own_pages_are_let_in(client, headers):
    assert client.post("/play/", headers=headers).content == b"POST let in"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Sec-Fetch-Site": "cross-site", "Origin": OURS},
        {"Sec-Fetch-Site": "same-origin", "Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://localhost:8000"},
        {"Origin": "http://localhost"},
        {"Origin": "http://localhost:8000.evil.example"},
        {"Referer": OURS + "/"},
    ],
)
def test_others_are_refused(client, headers):
    assert client.post("/play/", headers=headers).status_code == 403


def test_a_token_is_as_good(client):
    token = client.get("/with-token/").content.decode()
    assert client.post("/play/", {"csrfmiddlewaretoken": token}).status_code == 200
    assert client.post("/play/", {"csrfmiddlewaretoken": "x" * 64}).status_code == 403


def test_reading_needs_no_proof(client):
    assert client.get("/play/").content == b"GET let in"


def test_this_machine_counts_outside_production_only(settings, monkeypatch):
    from scrapsite.common import origins

    monkeypatch.setattr(origins, "_listening", [])
    settings.ALLOWED_ORIGINS = ["https://Site.example/"]
    settings.PROFILE = "production"
    origins.add_own_address(8000)
    assert origins.site_origins() == ("https://site.example",)
    settings.PROFILE = "development"
    origins.add_own_address(8000)
    assert OURS in origins.site_origins()
