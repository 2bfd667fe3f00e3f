"""Table talk, notes and reports of bugs as two players work them, on a desk and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looks import check_axe
from tests.browser.match_page import MatchPage
from tests.browser.tables import PHONE, Table

Visit = Callable[..., MatchPage]


def sit_down(visit: Visit) -> tuple[Page, Page, Page]:
    """Return the pages of two players at a table, and of one who looks on."""
    first, second, third = visit(), visit(**PHONE), visit()
    first.page.goto(f"{first.address}/games/scrapbots/")
    first.page.locator("form.create [name=opponent][value=link]").check(force=True)
    first.page.locator("form.create button[type=submit]").last.click()
    first.page.wait_for_url("**/matches/*/")
    second.page.goto(f"{first.page.url}join/")
    second.page.get_by_role("main").get_by_role("button").first.click()
    second.page.wait_for_url(first.page.url)
    third.page.goto(first.page.url)
    return first.page, second.page, third.page


@pytest.mark.soak(seconds=10)
def test_what_is_said_comes_to_the_others_and_is_muted(visit: Visit) -> None:
    first, second, onlooker = sit_down(visit)
    for page in (first, second):
        expect(page.locator("#connection-words")).to_have_text("Live")
    expect(onlooker.locator("#talk")).to_have_count(0)
    second.fill("#talk-text", "half a thought")
    second.evaluate("scrollTo({top: 0, behavior: 'instant'})")
    first.fill("#talk-text", "Good luck!")
    first.press("#talk-text", "Enter")
    expect(first.locator("#talk-text")).to_have_value("")
    expect(second.locator(".talk__words")).to_have_text("Good luck!")
    expect(second.locator("#talk-text")).to_have_value("half a thought")
    expect(second.locator("[data-talk-sign]")).to_have_text("Chat (new)")
    # Who waited for the other can mute them, and a reload has read nothing.
    expect(first.locator(".talk__others")).to_have_count(1)
    second.reload()
    expect(second.locator("[data-talk-sign]")).to_have_text("Chat (new)")
    second.locator("#talk").evaluate("node => node.scrollIntoView({ behavior: 'instant' })")
    expect(second.locator("[data-talk-sign]")).to_have_text("Chat")
    second.locator(".talk__report summary").click()
    second.locator("[name=reason]").fill("Too friendly.")
    second.get_by_role("button", name="Report").click()
    expect(second.get_by_text("You have reported this message.")).to_be_visible()
    second.locator(".talk__others summary").click()
    check_axe(second, has_scheme=False)
    second.locator(".talk__others button").click()
    expect(second.locator(".talk__words")).to_have_count(0)
    assert second.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.soak(seconds=5)
def test_lines_that_come_late_hold_up_no_board(visit: Visit) -> None:
    """The board's request stood in line behind the talk's, and was forgotten if more was said meanwhile."""
    first, second, _ = sit_down(visit)
    for page in (first, second):
        expect(page.locator("#connection-words")).to_have_text("Live")
    held: list[Route] = []
    second.route("**/talk/", lambda route: held.append(route))
    with second.expect_request("**/talk/"):
        first.fill("#talk-text", "Good luck!")
        first.press("#talk-text", "Enter")
    MatchPage(first, "").give_up()
    expect(second.locator("#board")).to_have_attribute("data-status", "finished")
    for route in held:
        route.continue_()
    expect(second.locator(".talk__words")).to_have_text("Good luck!")


def say(page: Page, words: str) -> None:
    page.fill("#talk-text", words)
    page.press("#talk-text", "Enter")


def play_something(page: Page) -> None:
    """Make a move whose answer is on the page at the end."""
    player = MatchPage(page, "")
    seq = player.seq
    player.act(player.press(page.locator(".held.can-act").first).locator(".tray__choice").first)
    expect(player.board).not_to_have_attribute("data-seq", str(seq))


@pytest.mark.soak(seconds=8)
def test_a_message_on_its_way_holds_up_no_move(visit: Visit) -> None:
    """A press on the board did nothing meanwhile, and a report whose form had gone stopped the page."""
    first, second, _ = sit_down(visit)
    for page in (first, second):
        expect(page.locator("#connection-words")).to_have_text("Live")
    mover, other = (first, second) if MatchPage(first, "").is_my_turn else (second, first)
    held: list[Route] = []
    mover.route(
        "**/talk/", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    say(mover, "Good luck!")
    play_something(mover)
    held.pop().continue_()
    expect(other.locator(".talk__words")).to_have_text("Good luck!")
    mover.unroute("**/talk/")
    say(other, "Likewise!")
    mover.route("**/report/", lambda route: held.append(route))
    mover.locator(".talk__report summary").click()
    with mover.expect_request("**/report/"):
        mover.get_by_role("button", name="Report").click()
    say(other, "And have fun.")
    expect(mover.locator(".talk__words")).to_have_count(3)
    held.pop().continue_()
    expect(mover.get_by_text("You have reported this message.")).to_be_visible()
    play_something(mover)


@pytest.mark.soak(seconds=6)
def test_what_is_typed_while_a_message_is_on_its_way_is_the_next_one(visit: Visit) -> None:
    """It was thrown away when the answer came; and why a message was refused nobody learnt."""
    first, second, _ = sit_down(visit)
    held: list[Route] = []
    first.route("**/talk/", lambda route: held.append(route))
    say(first, "Good luck!")
    first.keyboard.type(" And have fun.")
    held.pop().continue_()
    expect(first.locator(".talk__words")).to_have_text("Good luck!")
    expect(first.locator("#talk-text")).to_have_value("And have fun.")
    first.unroute("**/talk/")
    say(first, "  ")
    expect(first.locator("#talk-lines").get_by_role("alert")).to_have_text("The message is empty.")
    expect(first.locator("#failed-move")).to_be_hidden()
    say(first, "And have fun.")
    expect(second.locator(".talk__words")).to_have_text(["Good luck!", "And have fun."])
    expect(first.locator("#talk-lines").get_by_role("alert")).to_have_count(0)


@pytest.mark.soak(seconds=8)
def test_a_message_adds_a_line_and_leaves_the_others_as_they_are(visit: Visit) -> None:
    """All lines came anew: they were spoken once more, and who read the first ones was taken to the last."""
    first, second, _ = sit_down(visit)
    expect(second.locator("#connection-words")).to_have_text("Live")
    for number in range(1, 7):
        say(first, f"{number}: " + "tell me more " * 60)
        expect(second.locator(".talk__words")).to_have_count(number)
    chat = second.locator(".talk__list")
    chat.evaluate("""list => {
        list.scrollTop = 0;
        list.querySelectorAll('li, .talk__words').forEach((node) => { node.isOld = true; });
    }""")
    second.locator(".talk__report summary").first.evaluate("summary => summary.click()")
    say(first, "Good luck!")
    expect(second.locator(".talk__words").last).to_have_text("Good luck!")
    nodes = chat.locator("li, .talk__words")
    assert nodes.evaluate_all("nodes => nodes.filter((node) => node.isOld).length") == 12
    assert chat.evaluate("list => list.scrollTop") == 0
    expect(second.locator(".talk__report").first).to_have_attribute("open", "")
    # Who is at the end goes on to the new end.
    chat.evaluate("list => { list.scrollTop = list.scrollHeight; }")
    say(first, "Are you there?")
    expect(second.locator(".talk__words").last).to_have_text("Are you there?")
    assert chat.evaluate("list => list.scrollHeight - list.scrollTop - list.clientHeight < 20")


@pytest.mark.soak(seconds=6)
def test_without_a_socket_the_chat_is_looked_at_as_often_as_the_board(visit: Visit) -> None:
    """Whoever had too many windows open, or a network that lets no socket through, heard of no message."""
    first, second, _ = sit_down(visit)
    second.clock.install()
    second.route_web_socket(re.compile("/ws/matches/"), lambda socket: socket.close(code=4429))
    second.reload()
    expect(second.locator("#connection-words")).to_have_text("Looks every 30 seconds")
    say(first, "Good luck!")
    expect(first.locator(".talk__words")).to_have_count(1)
    second.clock.run_for(31_000)
    expect(second.locator(".talk__words")).to_have_text("Good luck!")


@pytest.mark.soak(seconds=5)
def test_what_is_added_to_a_note_while_it_is_saved_stays(visit: Visit) -> None:
    first, _, _ = sit_down(visit)
    held: list[Route] = []
    first.route("**/note/", lambda route: held.append(route))
    first.fill("#note-text", "Watch the left lane")
    first.get_by_role("button", name="Save note").click()
    first.focus("#note-text")
    first.keyboard.press("End")
    first.keyboard.type(" and the right one.")
    form = first.locator("#note-form").element_handle()
    held.pop().continue_()
    form.wait_for_element_state("hidden")
    expect(first.locator("#note-text")).to_have_value("Watch the left lane and the right one.")
    expect(first.locator("#note-text")).to_be_focused()
    expect(first.locator("#note").get_by_role("status")).to_have_text("")
    first.unroute("**/note/")
    first.get_by_role("button", name="Save note").click()
    expect(first.get_by_text("Saved.", exact=True)).to_be_visible()
    first.reload()
    expect(first.locator("#note-text")).to_have_value("Watch the left lane and the right one.")


@pytest.mark.soak(seconds=6)
def test_notes_are_kept_and_bugs_reported(visit: Visit) -> None:
    first, second, onlooker = sit_down(visit)
    first.fill("#note-text", "Watch the left lane.")
    first.get_by_role("button", name="Save note").click()
    expect(first.get_by_text("Saved.", exact=True)).to_be_visible()
    first.reload()
    expect(first.locator("#note-text")).to_have_value("Watch the left lane.")
    expect(second.locator("#note-text")).to_have_value("")
    expect(onlooker.locator("#note-text")).to_have_count(0)
    second.get_by_role("link", name="Report a bug in this position").click()
    second.wait_for_url("**/bug/")
    check_axe(second, has_scheme=False)
    second.fill("#words", "The log is odd.")
    second.get_by_role("button", name="Send").click()
    expect(second.get_by_text("Your report was sent")).to_be_visible()


@pytest.mark.soak(seconds=4)
def test_it_works_without_javascript(visit: Visit) -> None:
    plain = visit(java_script_enabled=False)
    plain.page.goto(f"{plain.address}/games/scrapbots/")
    plain.page.locator("form.create [name=opponent][value=link]").check(force=True)
    plain.page.locator("form.create button[type=submit]").last.click()
    plain.page.fill("#talk-text", "Anybody here?")
    plain.page.get_by_role("button", name="Send").click()
    expect(plain.page.locator(".talk__words")).to_have_text("Anybody here?")
    plain.page.fill("#note-text", "Nobody yet.")
    plain.page.get_by_role("button", name="Save note").click()
    expect(plain.page.get_by_text("Your note is saved.")).to_be_visible()


@pytest.mark.soak(seconds=5)
def test_what_is_said_while_a_reason_is_typed_comes_when_the_box_is_left(visit: Visit) -> None:
    """It came with the next news only."""
    first, second, _ = sit_down(visit)
    say(first, "Good luck!")
    expect(second.locator(".talk__words")).to_have_count(1)
    second.locator(".talk__report summary").click()
    second.locator("[name=reason]").fill("Too fr")
    say(first, "And have fun.")
    expect(first.locator(".talk__words")).to_have_count(2)
    second.wait_for_timeout(500)
    expect(second.locator("[name=reason]")).to_have_value("Too fr")
    expect(second.locator(".talk__words")).to_have_count(1)
    second.locator("#talk-text").focus()
    expect(second.locator(".talk__words")).to_have_count(2)
    expect(second.locator("[name=reason]").first).to_have_value("Too fr")


@pytest.mark.soak(seconds=6)
def test_an_unsaved_note_outlives_the_page_that_loads_itself_anew(visit: Visit) -> None:
    """It was gone without a word when a bot got the seat, as after a lost clock."""
    table = Table.set_up(visit(), "junkyard", {2: "link", 3: "random"})
    Table.joined(visit(), table)
    page = table.player.page
    page.fill("#note-text", "My long plan")
    page.evaluate("document.body.dataset.old = 'yes'")
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("Resign…").click()
    other.get_by_role("button", name="Yes, resign").click()
    expect(page.locator("body[data-old]")).to_have_count(0)
    expect(page.locator("#note-text")).to_have_value("My long plan")
    assert page.evaluate("sessionStorage.getItem('unsent')") is None
    page.get_by_role("button", name="Save note").click()
    expect(page.locator("#note [role=status]")).to_have_text("Saved.")
    page.reload()
    expect(page.locator("#note-text")).to_have_value("My long plan")


@pytest.mark.soak(seconds=4)
def test_what_was_typed_is_not_shown_to_whoever_is_signed_in_then(visit: Visit) -> None:
    page, _, _ = sit_down(visit)
    kept = {"whose": f"0 {page.url}", "note": {"text": "My long plan", "shown": ""}, "message": "Ha"}
    page.evaluate("kept => sessionStorage.setItem('unsent', JSON.stringify(kept))", kept)
    page.reload()
    for box in ("#note-text", "#talk-text"):
        expect(page.locator(box)).to_have_value("")
    assert page.evaluate("sessionStorage.getItem('unsent')") is None
