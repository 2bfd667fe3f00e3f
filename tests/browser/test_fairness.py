"""The check of a match in the page: it passes, and it fails when one byte of the record is changed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.looks import SCHEMES, check_axe
from tests.browser.match_page import MatchPage

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_match.py"


def go_to_check(player: MatchPage) -> None:
    player.touch(player.page.locator(".proof > summary"))
    player.page.get_by_role("link", name="Was this match fair?").click()
    player.page.wait_for_url("**/fair/")


def check(player: MatchPage) -> None:
    player.page.get_by_role("button", name="Check this match").click()
    player.page.locator("#check-results[data-verdict=good], #check-results[data-verdict=bad]").wait_for()


def verdict(player: MatchPage) -> str:
    return str(player.page.locator("#check-results").get_attribute("data-verdict"))


def record_of(player: MatchPage) -> bytes:
    """Return the record as the page's own link gives it."""
    with player.page.expect_download() as download:
        player.page.get_by_role("link", name="Download the record (JSON)").click()
    return Path(download.value.path()).read_bytes()


def check_file(player: MatchPage, content: bytes) -> None:
    """Let the page check a file with this content."""
    player.page.locator("#check-results").evaluate("node => delete node.dataset.verdict")
    file = {"name": "record.json", "mimeType": "application/json", "buffer": content}
    player.page.locator("[data-check-file]").set_input_files(files=[file])  # type: ignore[list-item]
    player.page.locator("#check-results[data-verdict=good], #check-results[data-verdict=bad]").wait_for()


def test_the_check_passes_with_what_the_browser_noted(over: MatchPage) -> None:
    go_to_check(over)
    check(over)
    results = over.page.locator("#check-results")
    assert verdict(over) == "good"
    expect(results).to_contain_text("Everything fits.")
    expect(results).to_contain_text("the commitment is the one that this browser noted")
    expect(results).to_contain_text(re.compile("the link of step [0-9]+ is the one that this browser noted"))
    expect(results).to_contain_text("it is the record of this match")


def test_the_check_fails_when_one_byte_of_the_record_is_changed_on_its_way(over: MatchPage) -> None:
    go_to_check(over)
    whole = record_of(over)
    place = whole.index(b'"steps"') + len(whole) // 3

    def change(route: Route) -> None:
        body = route.fetch().body()
        assert body == whole
        route.fulfill(body=body[:place] + bytes([body[place] ^ 1]) + body[place + 1 :])

    over.page.route("**/record.json", change)
    check(over)
    assert verdict(over) == "bad"
    over.page.unroute("**/record.json")
    check(over)
    assert verdict(over) == "good"


@pytest.mark.soak(seconds=4)
def test_every_changed_byte_of_a_file_is_found(over: MatchPage) -> None:
    go_to_check(over)
    whole = record_of(over)
    check_file(over, whole)
    assert verdict(over) == "good"
    for place in [0, 1, len(whole) - 2, len(whole) - 1, len(whole) - 40, *range(50, len(whole), 997)][:40]:
        check_file(over, whole[:place] + bytes([whole[place] ^ 4]) + whole[place + 1 :])
        assert verdict(over) == "bad", f"byte {place}"
    check_file(over, b"\xef\xbb\xbf" + whole)
    assert verdict(over) == "bad"


@pytest.mark.soak(seconds=12)
def test_a_record_made_anew_around_a_lie_is_found(over: MatchPage, tmp_path: Path) -> None:
    """The page finds the same faults as the script, in the same words."""
    go_to_check(over)
    whole = record_of(over)
    file = tmp_path / "record.json"
    for found, lie in (
        (b'"seat":0', b'"seat":1'),
        (b'"drawn":', b'"drawn":1'),
        (b'"undoes":null', b'"undoes":0'),
    ):
        changed = whole.replace(found, lie, 1)
        file.write_bytes(changed)
        check_file(over, changed)
        assert verdict(over) == "bad"
        told = subprocess.run(
            [sys.executable, "-I", "-S", str(SCRIPT), str(file)], capture_output=True, text=True, check=False
        )
        assert told.returncode == 1
        for line in re.findall(r"^FAILS +(.*)$", told.stdout, flags=re.M):
            expect(over.page.locator("#check-results")).to_contain_text(line.replace("'", "’"))


@pytest.mark.soak(seconds=3)
def test_a_value_that_never_was_is_found(over: MatchPage) -> None:
    go_to_check(over)
    link = json.loads(record_of(over))["steps"][1]["link"]
    over.page.get_by_label("Values you noted").fill(link)
    check(over)
    assert verdict(over) == "good"
    expect(over.page.locator("#check-results")).to_contain_text(
        "the link of step 1 is the one that you noted"
    )
    over.page.get_by_label("Values you noted").fill("0" * 64)
    check(over)
    assert verdict(over) == "bad"
    results = over.page.locator("#check-results")
    expect(results).to_contain_text(
        "The record itself fits together, but NOT everything that was noted agrees with it."
    )
    over.page.get_by_label("Values you noted").fill(link[:-1])
    check(over)
    expect(results).to_contain_text("isn’t whole")


@pytest.mark.soak(seconds=3)
def test_a_file_that_is_no_record_is_told_in_plain_words(over: MatchPage) -> None:
    go_to_check(over)
    check_file(over, b"hello")
    expect(over.page.locator("#check-results")).to_contain_text("can’t be checked: it isn’t a JSON file.")
    check_file(over, b'{"format": "other"}')
    expect(over.page.locator("#check-results")).to_contain_text("it isn’t a record of a match")


@pytest.mark.soak(seconds=3)
def test_the_record_of_another_match_is_found(over: MatchPage) -> None:
    go_to_check(over)
    over.page.locator("#check").evaluate("node => { node.dataset.match = 'aaaaaaaaaa'; }")
    check(over)
    assert verdict(over) == "bad"


@pytest.mark.soak(seconds=3)
@SCHEMES
def test_the_page_fits_a_phone_and_everybody(over: MatchPage, scheme: str) -> None:
    over.page.emulate_media(color_scheme=scheme)
    over.page.set_viewport_size({"width": 360, "height": 740})
    go_to_check(over)
    check(over)
    assert not over.scrolls_sideways()
    check_axe(over.page)


@pytest.mark.soak(seconds=2)
def test_without_javascript_the_page_names_the_script(
    over: MatchPage, visit: Callable[..., MatchPage]
) -> None:
    go_to_check(over)
    plain = visit(java_script_enabled=False)
    plain.open(over.page.url)
    expect(plain.page.locator("main")).to_contain_text("The script below does the same")
    expect(plain.page.get_by_role("link", name="Download verify_match.py")).to_be_visible()
    expect(plain.page.get_by_role("button", name="Check this match")).to_have_count(0)


@pytest.mark.soak(seconds=5)
def test_who_sits_down_adds_a_part_that_their_own_browser_made(visit: Callable[..., MatchPage]) -> None:
    host, friend = visit(), visit()
    host.start(opponent="link")
    friend.open(host.page.locator("#share-link").input_value())
    friend.page.get_by_role("button", name="Join and play").click()
    expect(friend.page.locator("#connection-words")).to_have_text("Live")
    expect(friend.board).to_have_attribute("data-status", "running")
    noted = friend.page.evaluate("Object.values(JSON.parse(localStorage.getItem('noted-matches')))[0]")
    friend.give_up()
    go_to_check(friend)
    record = json.loads(record_of(friend))
    assert noted["sat"]
    (own,) = noted["nonces"]
    assert own in record["nonces"]
    assert noted["commitment"] == record["commitment"]
    check(friend)
    assert verdict(friend) == "good"
    expect(friend.page.locator("#check-results")).to_contain_text("the part that this browser added")
    forge = """nonce => {
        const noted = localStorage.getItem("noted-matches");
        localStorage.setItem("noted-matches", noted.replaceAll(nonce, "0".repeat(32)));
    }"""
    friend.page.evaluate(forge, own)
    check(friend)
    assert verdict(friend) == "bad"
    # What an earlier version of the site had noted is looked up, too.
    older = """() => {
        const all = JSON.parse(localStorage.getItem("noted-matches"));
        const [[match, { commitment, link, nonces }]] = Object.entries(all);
        const noted = { [match]: { commitment, link, nonce: nonces[0] } };
        localStorage.setItem("noted-matches", JSON.stringify(noted));
    }"""
    friend.page.evaluate(older)
    check(friend)
    assert verdict(friend) == "bad"


@pytest.mark.soak(seconds=7)
def test_a_part_that_did_not_count_is_no_lie_of_the_site(visit: Callable[..., MatchPage]) -> None:
    """Whoever came too late, and whoever had sent the form twice, was told of a forged record."""
    host, friend, late = visit(), visit(), visit()
    host.start(opponent="link")
    link = host.page.locator("#share-link").input_value()
    late.open(link)
    friend.open(link)
    again = friend.page.context.new_page()
    again.goto(link)
    friend.page.get_by_role("button", name="Join and play").click()
    expect(friend.board).to_have_attribute("data-status", "running")
    for page in (again, late.page):
        page.get_by_role("button", name="Join and play").click()
        page.wait_for_load_state()
    for player in (friend, late):
        player.open(host.page.url)
        kept = player.page.evaluate("Object.values(JSON.parse(localStorage.getItem('noted-matches')))[0]")
        assert (len(kept["nonces"]), kept["sat"]) == ((2, True) if player is friend else (1, False))
    friend.give_up()
    address = re.sub(r"(/matches/\w+/).*", r"\1fair/", host.page.url)
    for player in (friend, late):
        player.open(address)
        check(player)
        assert verdict(player) == "good"


@pytest.mark.soak(seconds=3)
def test_an_edition_whose_draws_nobody_knows_is_no_contradiction(over: MatchPage) -> None:
    """An honest record of a draft that the site can't make any more did “NOT fit together”."""
    go_to_check(over)
    own = record_of(over)
    edition = json.loads(own)["edition"]
    over.page.route(
        "**/checking*.js",
        lambda route: route.fulfill(body=route.fetch().text().replace(f'"{edition}":', '"other":')),
    )
    over.page.reload()
    over.page.get_by_role("button", name="Check this match").click()
    results = over.page.locator("#check-results")
    expect(results).to_contain_text("Not everything could be checked. The rest fits.")
    expect(results.locator(".fair__mark", has_text="unknown")).to_have_count(1)
    expect(results.locator(".fair__mark", has_text="FAILS")).to_have_count(0)
    check_file(over, own.replace(b'"drawn":', b'"drawn":1', 1))
    assert verdict(over) == "bad"
