"""Tutorials, played in a real Chromium as they ask, at the width of a phone and by keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from games.lessons.data import Lesson, LessonStep, lesson_of
from games.lessons.following import is_wanted
from tests.browser.gestures import by_keyboard, drag
from tests.browser.looks import check_axe
from tests.browser.match_page import MATCH_URL, MatchPage
from tests.browser.tables import screen
from tests.soak.tenths import soaking

Visit = Callable[..., MatchPage]


def begin(player: MatchPage, game: str) -> None:
    """Begin the tutorial from the game's page."""
    player.page.goto(f"{player.address}/games/{game}/")
    player.page.get_by_role("button", name=re.compile("Learn by playing")).click()
    player.page.wait_for_url(MATCH_URL)


def test_the_home_page_leads_a_newcomer_into_a_tutorial(visit: Visit) -> None:
    player = visit(**screen(360))
    page = player.page
    page.goto(f"{player.address}/")
    page.locator(".hero").get_by_role("button", name=re.compile("New here")).click()
    page.wait_for_url(MATCH_URL)
    expect(page.locator(".lesson__number")).to_have_text(re.compile("^1 of"))
    by_keyboard(page.get_by_role("button", name="Next"))
    expect(page.locator(".lesson__number")).to_have_text(re.compile("^2 of"))
    expect(page.locator("#announcer")).to_contain_text("First build a Scrapbot")
    expect(page.locator("[data-pointed]")).to_be_in_viewport(ratio=0.9)
    assert not player.scrolls_sideways()
    check_axe(page, has_scheme=False)
    by_keyboard(page.get_by_role("button", name=re.compile("^Skip")))
    by_keyboard(page.get_by_role("button", name="Play your first match"))
    page.wait_for_url(MATCH_URL)
    expect(page.locator("#lesson")).to_have_count(0)


def follow(page: Page, lesson: Lesson, press: Callable[[Locator], None]) -> None:
    """Do what the step on the page asks for, by *press*, and wait until the lesson goes on."""
    before = page.locator(".lesson__number").inner_text()
    step = lesson.steps[int(before.split()[0]) - 1]
    if page.locator("[data-pointed]").count():
        expect(page.locator("[data-pointed]").first).to_be_in_viewport(ratio=0.4)
    if step.waits is None:
        press(page.locator("#lesson-next"))
    elif step.waits.moves:
        expect(page.locator("#board")).to_have_attribute("data-my-turn", "yes")
        for _ in range(step.waits.times):
            if page.locator(".lesson__number").inner_text() != before:
                break
            seq = page.locator("#board").get_attribute("data-seq") or ""
            press(_button(page, step, press))
            expect(page.locator("#board")).not_to_have_attribute("data-seq", seq)
    gone_on = re.compile(rf"^(?!{re.escape(before)}$)", re.IGNORECASE)
    expect(page.locator(".lesson__number, .lesson--over .lesson__title").first).to_have_text(gone_on)


def _button(page: Page, step: LessonStep, press: Callable[[Locator], None]) -> Locator:
    """Return the button of a move that the step waits for, with what holds it opened or picked up."""
    found = _buttons(page, step)
    if not found.count() and (form := _form(page, step)) is not None:
        return form.locator(".act__go")
    if not found.count():
        press(page.locator(step.at[0]))
        expect(page.locator(f"{step.at[0]}[aria-current=true]")).to_be_visible()
        found = _buttons(page, step)
    if not found.first.is_visible():
        found.first.evaluate("one => one.closest('details').open = true")
    return found.first


def _buttons(page: Page, step: LessonStep) -> Locator:
    """Return the buttons that make such a move, also those that a closed thing holds."""
    assert step.waits
    buttons = page.locator("button[name=move][form=moves]:not(.drop, [hidden])")
    values = buttons.evaluate_all("all => all.map(one => one.value)")
    moves = [(value, msgspec.json.decode(value)) for value in values]
    wanted = [value for value, move in moves if isinstance(move, dict) and is_wanted(step.waits, move)]
    value = json.dumps(wanted[0] if wanted else "none")
    return page.locator(f"button[form=moves][value={value}]:not(.drop, [hidden])")


def _form(page: Page, step: LessonStep) -> Locator | None:
    """Return the form of a card that makes such a move with what is chosen in it at first, or None."""
    assert step.waits
    for form in page.locator(".act__form").all():
        move = msgspec.json.decode(form.locator("[name=move]").input_value())
        for wanted in step.waits.moves:
            if all(wanted.get(name, value) == value for name, value in move.items()):
                return form
    return None


@pytest.mark.parametrize(
    "game",
    [soaking(game, seconds=30) for game in ("scrapbots", "scrapyard", "junkyard", "scrap-knights")],
)
@pytest.mark.parametrize("width", [360, 1280])
def test_a_tutorial_is_played_to_its_end_by_keyboard(visit: Visit, game: str, width: int) -> None:
    player, lesson = visit(**screen(width)), lesson_of(game)
    assert lesson
    begin(player, game)
    page = player.page
    while page.locator(".lesson__number").count():
        follow(page, lesson, by_keyboard)
        assert not player.scrolls_sideways()
    expect(page.locator(".lesson")).to_contain_text(lesson.ends[:40])
    by_keyboard(page.get_by_role("button", name="Play your first match"))
    page.wait_for_url(MATCH_URL)
    expect(page.locator("#lesson")).to_have_count(0)


def come_to_the_crate(player: MatchPage) -> Lesson:
    """Follow the tutorial of Scrapbots to the step that asks for the Supply Crate; return it."""
    lesson = lesson_of("scrapbots")
    assert lesson
    begin(player, "scrapbots")
    while "Supply Crate" not in player.page.locator(".lesson__words").inner_text():
        follow(player.page, lesson, player.touch)
    return lesson


@pytest.mark.soak(seconds=10)
def test_a_copy_that_a_card_has_drawn_isnt_open_in_its_place(visit: Visit) -> None:
    """The first Supply Crate draws the second: its choices stood there as if nothing had happened."""
    player = visit(**screen(360))
    lesson = come_to_the_crate(player)
    follow(player.page, lesson, player.touch)
    crate = player.thing("hand:supply-crate")
    expect(crate).to_have_attribute("data-state", "1")
    expect(crate).not_to_have_attribute("open", "")


@pytest.mark.soak(seconds=10)
def test_a_resource_dropped_on_a_pool_is_played_with_its_text(visit: Visit) -> None:
    """It was discarded without it, which gives up two cards for nothing."""
    player = visit(**screen(1280))
    come_to_the_crate(player)
    page = player.page
    before = page.locator(".lesson__number").inner_text()
    drag(page, player.thing("hand:supply-crate"), page.locator('[data-zone="energy"]'))
    expect(page.locator(".lesson__number")).not_to_have_text(before)
    expect(page.locator(".lesson__otherwise")).to_have_count(0)


@pytest.mark.soak(seconds=8)
def test_a_tutorial_goes_on_after_the_film(visit: Visit) -> None:
    """It told what the other side had done while that was only being played."""
    player, lesson = visit(reduced_motion="no-preference"), lesson_of("scrapbots")
    assert lesson
    begin(player, "scrapbots")
    page = player.page
    while page.locator(".lesson__number").inner_text().split()[0] != "5":
        follow(page, lesson, player.touch)
    page.evaluate("""() => {
        window.shown = [];
        const look = () => {
            requestAnimationFrame(look); // only what is painted counts
            if (!document.querySelector('.film')) return;
            const panels = [...document.querySelectorAll('.lesson')];
            const seen = panels.filter((one) => getComputedStyle(one).clipPath === 'none');
            window.shown.push(seen.map((one) => one.querySelector('.lesson__number').textContent).join());
        };
        look();
    }""")
    player.touch(_button(page, lesson.steps[4], player.touch))
    page.wait_for_function("() => window.shown.length")
    expect(page.locator(".film")).to_have_count(0)
    expect(page.locator(".lesson:not([aria-hidden]) .lesson__number")).to_have_text(re.compile("^7 of"))
    expect(page.locator(".lesson")).to_have_count(1)
    shown = set(page.evaluate("() => window.shown"))
    assert len(shown) <= 2
    assert all(numbers.split()[0] in ("5", "6") and "," not in numbers for numbers in shown), shown
