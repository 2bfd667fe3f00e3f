"""Push messages from end to end: what the site sends, a browser can read, and its push service accepts."""

from __future__ import annotations

import io
import json
import time
from datetime import timedelta
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from django.core.management import call_command

from games.matches.models import Match
from scrapsite.notifications.channels import safe_http
from scrapsite.notifications.models import PushSubscription
from tests.site.notifications.people import end_turn, post
from tests.site.notifications.push_service import CURVE, Browser, bytes_of, claims_of

pytestmark = pytest.mark.django_db
ENDPOINT = "https://updates.push.services.mozilla.com/wpush/v2/abc"


@pytest.fixture
def key(settings: Any) -> str:
    """The public key of the site, made as its operator makes it."""
    out = io.StringIO()
    call_command("make_push_key", stdout=out)
    for line in out.getvalue().split():
        name, value = line.split("=", 1)
        setattr(settings, name, value)
    settings.VAPID_CONTACT = "mailto:steward@scrapsite.example"
    return str(settings.VAPID_PUBLIC_KEY)


@pytest.fixture
def sent(
    key: str, match: Match, rivet: User, gasket: User, monkeypatch: pytest.MonkeyPatch
) -> tuple[Browser, bytes, dict[str, str]]:
    """What reaches the push service when gasket's turn comes, and gasket's browser."""
    browser, calls = Browser(), []
    PushSubscription.objects.create(user=gasket, endpoint=ENDPOINT, p256dh=browser.p256dh, auth=browser.auth)
    monkeypatch.setattr(safe_http, "post", lambda *given: calls.append(given) or 201)
    end_turn(match, [rivet, gasket])
    post(timedelta(seconds=21))
    ((url, body, headers),) = calls
    assert url == ENDPOINT
    return browser, body, headers


def test_the_browser_reads_whose_turn_it_is(
    sent: tuple[Browser, bytes, dict[str, str]], match: Match
) -> None:
    browser, body, headers = sent
    assert headers["Content-Encoding"] == "aes128gcm"
    assert int(headers["TTL"]) > 0
    said = json.loads(browser.read(body))
    assert (said["title"], said["tag"]) == ("Your turn", f"match-{match.pk}")
    assert match.pk.encode() not in body


def test_nobody_else_reads_it(sent: tuple[Browser, bytes, dict[str, str]]) -> None:
    with pytest.raises(InvalidTag):
        Browser().read(sent[1])
    with pytest.raises(InvalidTag):
        sent[0].read(sent[1][:-1] + bytes([sent[1][-1] ^ 1]))


def test_the_push_service_knows_who_sends(sent: tuple[Browser, bytes, dict[str, str]], key: str) -> None:
    claims = claims_of(sent[2], key)
    assert claims["aud"] == "https://updates.push.services.mozilla.com"
    assert claims["sub"] == "mailto:steward@scrapsite.example"
    assert time.time() < claims["exp"] < time.time() + 24 * 3600
    forged = dict(sent[2], Authorization=sent[2]["Authorization"].replace("t=e", "t=f", 1))
    with pytest.raises((InvalidSignature, ValueError)):
        claims_of(forged, key)


def test_the_reader_itself_reads_the_example_of_the_standard() -> None:
    """RFC 8291, appendix A: else the site and its reader might be wrong in the same way."""
    number = int.from_bytes(bytes_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big")
    browser = Browser(ec.derive_private_key(number, CURVE), bytes_of("BTBZMqHH6r4Tts7J_aSIgg"))
    body = bytes_of(
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
        "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
        "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.read(body) == b"When I grow up, I want to be a watermelon"
