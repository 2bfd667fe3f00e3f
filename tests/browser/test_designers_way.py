"""The whole way of a designer in a real Chromium: a change, matches of it, answers, a report, and the list.

How cards and rules are changed in detail is in test_workshop.py. These tests say that the parts fit together
for each game: what was changed is what is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MATCH_URL, THINKING, MatchPage
from tests.browser.signing_up import sign_up
from tests.browser.tables import Table
from tests.browser.whole import GAMES, play_on
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]
DRAFT_URL = re.compile("/workshop/[a-z2-9]{10}/$")
REPORT_MILLISECONDS = 120_000


@dataclass(frozen=True)
class Change:
    """A figure of a card, and one of the rules if there is one. *said:* how the draft's page tells both."""

    card: str
    figure: str
    value: str
    rule: str
    rule_value: str
    said: tuple[str, ...]
    opponent: str = "novice"


CHANGES = {
    "scrapbots": Change(
        "drone", "Scrap", "3", "Cards in a new hand", "6", ("Scrap was 4", "Cards in a new hand"), "casual"
    ),
    "junkyard": Change("roll", "Charge", "1", "", "", ("Charge was 2",)),
    "scrapyard": Change("gear-1", "Value", "2", "", "", ("Value was 1",)),
    "scrap-knights": Change("can-opener", "Heat", "1", "", "", ("Heat was 0",)),
}


def make_draft(designer: MatchPage, title: str, name: str) -> str:
    """Make a draft of the newest edition of *title*; return its address."""
    page = designer.page
    page.goto(f"{designer.address}/workshop/new/")
    page.locator(f'[name=edition][value^="{title}/"]').last.check()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make the draft").click()
    page.wait_for_url(DRAFT_URL)
    return page.url


def change(designer: MatchPage, draft: str, made: Change) -> None:
    """Change the card and the rules, and see on the draft's page that both are told."""
    page = designer.page
    page.goto(f"{draft}cards/{made.card}/")
    page.get_by_label(made.figure, exact=True).fill(made.value)
    page.get_by_role("button", name="Save the card").click()
    page.wait_for_url(DRAFT_URL)
    expect(page.get_by_text("is saved in your draft.")).to_be_in_viewport()
    if made.rule:
        page.goto(f"{draft}rules/")
        page.get_by_label(made.rule, exact=True).fill(made.rule_value)
        page.get_by_role("button", name="Save the rules").click()
        page.wait_for_url(DRAFT_URL)
    for said in made.said:
        expect(page.locator("#changes")).to_contain_text(said)


def save(designer: MatchPage) -> None:
    """Save a revision, and wait until it can be played."""
    designer.page.get_by_role("button", name=re.compile("^Save revision")).click()
    said = "This revision can be played."
    seen = designer.page.get_by_role("region", name="Play").locator("p:not([role])", has_text=said)
    expect(seen).to_be_visible(timeout=THINKING)


@pytest.mark.parametrize(
    "title",
    [
        soaking("scrapbots", seconds=120),
        soaking("junkyard", seconds=200),
        soaking("scrapyard", seconds=55),
        soaking("scrap-knights", seconds=25),
    ],
)
def test_a_change_of_each_game_is_played_to_the_end_against_a_bot(visit: Visit, title: str) -> None:
    designer = visit()
    draft = make_draft(designer, title, "One change")
    change(designer, draft, CHANGES[title])
    save(designer)
    designer.page.get_by_role("button", name=f"Play the {CHANGES[title].opponent} bot").click()
    designer.page.wait_for_url(MATCH_URL)
    expect(designer.page.get_by_role("link", name="Changes of this draft edition")).to_be_visible()
    play_on(Table(designer), GAMES[title][1])


@pytest.mark.soak(seconds=100)
def test_a_friend_plays_the_draft_and_answers_and_the_designer_measures_and_publishes_it(
    visit: Visit,
) -> None:
    designer, friend, stranger = visit(), visit(), visit()
    sign_up(designer.page, designer.address)
    draft = make_draft(designer, "scrapbots", "Bigger hands")
    change(designer, draft, CHANGES["scrapbots"])
    save(designer)
    match = invite(designer, friend)
    friend.give_up()
    answer_the_questions(friend, "Drones everywhere, and I liked it.")
    designer.page.goto(draft)
    designer.page.get_by_role("link", name="Read the answers (1)").click()
    expect(designer.page.locator("blockquote")).to_have_text("Drones everywhere, and I liked it.")
    check_axe(designer.page)
    assert not designer.scrolls_sideways()
    read_a_report(designer, draft)
    publish(designer, draft)
    stranger.page.goto(f"{stranger.address}/workshop/")
    stranger.page.get_by_role("link", name="Bigger hands").click()
    expect(stranger.page.locator("#changes")).to_contain_text("Scrap was 4")
    stranger.page.goto(match)
    expect(stranger.page.locator("#board")).to_be_visible()


def invite(designer: MatchPage, friend: MatchPage) -> str:
    """Let *friend* join a match of the draft by its link; return the match's address."""
    designer.page.get_by_role("button", name="Invite a friend").click()
    designer.page.wait_for_url(MATCH_URL)
    friend.open(designer.page.locator("#share-link").input_value())
    expect(friend.page.get_by_role("main")).to_contain_text("Bigger hands")
    friend.page.get_by_role("button", name="Join and play").click()
    friend.page.wait_for_url(MATCH_URL)
    expect(designer.board).to_have_attribute("data-status", "running")
    return designer.page.url


def answer_the_questions(friend: MatchPage, words: str) -> None:
    """Answer all that the designer asks after the match."""
    questions = friend.page.locator("#questions")
    expect(questions).to_be_visible()
    for name in ("Was it fun?", "How long was it?", "Was it fair?", "Was it confusing?"):
        questions.get_by_role("group", name=name).get_by_role("radio", name="4").check()
    questions.get_by_label("What else should the designer know?").fill(words)
    check_axe(friend.page)
    questions.get_by_role("button", name="Send").click()
    expect(friend.page.locator("#questions")).to_have_count(0)


def read_a_report(designer: MatchPage, draft: str) -> None:
    """Have random bots play the draft and its base, and read what differs."""
    page = designer.page
    page.goto(draft)
    page.get_by_role("link", name="Lab report").click()
    page.get_by_role("radio", name=re.compile("^Random bot")).check()
    page.locator("[name=games]").select_option(index=0)
    page.get_by_role("button", name="Play the games").click()
    expect(page.get_by_role("table").first).to_be_visible(timeout=REPORT_MILLISECONDS)
    expect(page.get_by_role("main")).to_contain_text("first player wins")
    check_axe(page)
    assert not designer.scrolls_sideways()


def publish(designer: MatchPage, draft: str) -> None:
    """Put the draft on the list, as a candidate for publication."""
    page = designer.page
    page.goto(draft)
    page.get_by_role("radio", name="Everybody", exact=True).check()
    page.locator("#share").get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Make it a candidate").click()
    expect(page.get_by_text("Candidate for publication")).to_be_visible()
