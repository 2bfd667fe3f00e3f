"""Pages are compressed for whoever accepts it, but not where the length could tell a secret."""

from __future__ import annotations

import gzip

import brotli
import pytest

pytestmark = pytest.mark.django_db

PATH = "/me/"


@pytest.mark.parametrize(
    ("accepted", "coding", "unpack"),
    [
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip", "gzip", gzip.decompress),
        ("br;q=0, gzip;q=0.5", "gzip", gzip.decompress),
    ],
)
def test_a_page_comes_compressed_as_the_browser_accepts_it(user_client, accepted, coding, unpack):
    plain = user_client.get(PATH)
    packed = user_client.get(PATH, headers={"Accept-Encoding": accepted})
    assert packed.headers["Content-Encoding"] == coding
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert int(packed.headers["Content-Length"]) == len(packed.content) < len(plain.content) / 2
    assert b"rivet" in unpack(packed.content)


def test_a_page_comes_plain_to_who_accepts_nothing_else(user_client):
    for headers in ({}, {"Accept-Encoding": "identity"}, {"Accept-Encoding": "br;q=0"}):
        answer = user_client.get(PATH, headers=headers)
        assert "Content-Encoding" not in answer.headers
        assert b"rivet" in answer.content


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_made_the_browser_fetch_is_not_compressed(user_client, site):
    answer = user_client.get(PATH, headers={"Accept-Encoding": "br", "Sec-Fetch-Site": site})
    assert "Content-Encoding" not in answer.headers
    assert "Sec-Fetch-Site" in user_client.get(PATH, headers={"Accept-Encoding": "br"}).headers["Vary"]


def test_the_csrf_token_is_masked_anew_in_each_answer(user_client):
    pages = [user_client.get(PATH).content.decode() for _ in range(2)]
    tokens = [page.split('"X-CSRFToken": "')[1].split('"')[0] for page in pages]
    assert len(tokens[0]) == 64
    assert tokens[0] != tokens[1]
