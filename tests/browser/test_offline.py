"""Without a network, in a real Chromium: boards as last seen, the offline page, and what is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.looks import SCHEMES, check_axe
from tests.browser.match_page import MatchPage
from tests.browser.signing_up import sign_up
from tests.browser.windows import PATIENCE

Visit = Callable[..., MatchPage]
KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        const keys = await (await caches.open(name)).keys();
        found[name.split('-')[0]] = keys.map((key) => new URL(key.url).pathname);
    }
    return found;
}"""
CONTROLLED = "Boolean((await navigator.serviceWorker.ready) && navigator.serviceWorker.controller)"
HERE = "await caches.match(location.pathname)"
BOARDS = "(await caches.keys()).some((name) => name.startsWith('boards-'))"


@pytest.fixture
def player(visit: Visit) -> Iterator[MatchPage]:
    """A player on a phone whose browser lets the service worker in, at the first turn of a match."""
    player = visit(service_workers="allow", viewport={"width": 360, "height": 740})
    player.start(opponent="greedy", turn_cap=40)
    player.wait_for_turn()
    yield player
    player.page.goto("about:blank")  # A page that is offline would go on by itself.
    player.page.context.set_offline(False)


def wait_until(page: Page, condition: str) -> None:
    """Wait until *condition* holds, which may await promises."""
    page.evaluate(
        f"""async () => {{
            for (const end = Date.now() + {PATIENCE}; !({condition});) {{
                if (Date.now() > end) throw new Error('It never held.');
                await new Promise((later) => setTimeout(later, 50));
            }}
        }}"""
    )


def wait_until_kept(page: Page) -> None:
    """Wait for the worker, and for the board of the page to be in the cache."""
    wait_until(page, CONTROLLED)
    wait_until(page, HERE)


def test_a_board_seen_is_shown_offline_read_only_and_lives_again(player: MatchPage) -> None:
    page = player.page
    wait_until_kept(page)
    seq = player.seq
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#offline")).to_contain_text(
        "You are offline. This is the board as you last saw it, at "
    )
    expect(page.locator("#offline")).to_contain_text("; you can’t make moves until you are back online.")
    assert player.seq == seq
    assert page.locator("button").count() > 0
    assert page.locator("button:enabled, input:enabled, textarea:enabled").count() == 0
    # What opens to nothing but such buttons: “End turn…”, “Resign…”.
    opening = page.locator(".ask, .confirm, .junk-place")
    assert opening.count() > 0
    assert opening.and_(page.locator(":not([inert])")).count() == 0
    # Neither tokens nor talk nor notes lie on the disk.
    assert "csrf" not in page.content().lower()
    assert page.locator("#talk, #notes, [hx-post], form[action]").count() == 0
    assert not player.scrolls_sideways()
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_have_count(0)
    player.end_turn()
    assert player.seq > seq


def test_moves_and_boards_pass_the_worker_by(player: MatchPage) -> None:
    """A worker that sleeps takes its time to wake up, and has nothing to say to a move."""
    page = player.page
    wait_until(page, CONTROLLED)
    page.reload()
    player.end_turn()
    moves = page.evaluate("""performance.getEntriesByType('resource')
        .filter(({ name }) => name.includes('/moves/')).map((one) => one.workerMatchedSourceType)""")
    assert moves == ["network"]


@pytest.mark.soak(seconds=6)
@SCHEMES
def test_a_page_never_seen_is_the_offline_page_with_the_boards_kept(player: MatchPage, scheme: str) -> None:
    page, match = player.page, player.page.url
    page.emulate_media(color_scheme=scheme)
    wait_until_kept(page)
    page.context.set_offline(True)
    page.goto(f"{player.address}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You are offline")
    expect(page.get_by_role("link", name="Try again")).to_be_visible()
    assert not player.scrolls_sideways()
    check_axe(page)
    page.get_by_role("link", name="Scrapbots").click()
    expect(page.locator("#offline")).to_be_visible()
    assert page.url == match
    check_axe(page)


@pytest.mark.soak(seconds=5)
def test_a_board_follows_the_moves_and_only_ten_are_kept(player: MatchPage) -> None:
    page = player.page
    wait_until_kept(page)
    page.evaluate(
        """async () => {
            const name = (await caches.keys()).find((one) => one.startsWith('boards-'));
            const cache = await caches.open(name);
            const headers = { 'Kept-At': Date.now(), 'Kept-Parts': '/static/old.css' };
            for (const letter of 'abcdefghijk') {
                await cache.put(`/matches/${letter.repeat(10)}/`, new Response('', { headers }));
            }
            await cache.put('/static/old.css', new Response(''));
            await cache.put('/static/older.css', new Response(''));
        }"""
    )
    player.end_turn()
    player.wait_for_turn()
    here = page.evaluate("location.pathname")
    wait_until(page, f"(await ({HERE}).text()).includes('data-seq=\"{player.seq}\"')")
    wait_until(page, "!(await caches.match('/static/older.css'))")
    kept = page.evaluate(KEPT)["boards"]
    assert [path for path in kept if path.startswith("/matches/")] == [
        *(f"/matches/{letter * 10}/" for letter in "cdefghijk"),
        here,
    ]
    assert "/static/old.css" in kept


@pytest.mark.soak(seconds=6)
def test_a_board_is_kept_as_it_is_after_the_film(player: MatchPage) -> None:
    """It was kept with the film over it, which showed how the table had been before."""
    page = player.page
    wait_until_kept(page)
    page.evaluate("""() => {
        const film = document.createElement('div');
        film.className = 'film';
        document.querySelector('.match').append(film);
        document.querySelector('.match__title').append('A film plays');
        const detail = { target: document.querySelector('#board') };
        document.dispatchEvent(new CustomEvent('htmx:afterSettle', { detail }));
    }""")
    page.wait_for_timeout(2000)
    assert not page.evaluate(f"(async () => (await ({HERE}).text()).includes('A film plays'))()")
    page.evaluate("""() => {
        document.querySelector('.film').remove();
        document.dispatchEvent(new CustomEvent('match:filmed'));
    }""")
    wait_until(page, f"(await ({HERE}).text()).includes('A film plays')")


@pytest.mark.soak(seconds=6)
def test_after_sign_out_nothing_is_kept(player: MatchPage, site: str) -> None:
    page = player.page
    sign_up(page, site, page.url.removeprefix(site))
    page.wait_for_url("**/matches/*/")
    wait_until_kept(page)
    left_open = page.context.new_page()
    left_open.goto(page.url)
    page.goto(f"{site}/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{site}/")
    left_open.evaluate("document.dispatchEvent(new CustomEvent('htmx:afterSettle'))")
    left_open.wait_for_timeout(1500)
    assert "boards" not in page.evaluate(KEPT)


@pytest.mark.soak(seconds=6)
def test_another_account_finds_nothing_of_the_one_before(player: MatchPage, site: str) -> None:
    page = player.page
    wait_until_kept(page)
    # The session ends without a sign-out, as one that is ended from another browser does.
    page.context.clear_cookies()
    page.goto(f"{site}/matches/")
    wait_until(page, f"!({BOARDS})")


@pytest.mark.soak(seconds=3)
def test_a_site_that_is_not_there_yet_is_waited_for(visit: Visit) -> None:
    """The page went to what stands before the site, which said so, and stayed there."""
    player = visit()
    page = player.page
    page.goto(f"{player.address}/offline/")
    page.route("**/healthz", lambda route: route.fulfill(status=502))
    page.evaluate("window.isTheSamePage = true")
    with page.expect_response("**/healthz"):
        page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_timeout(300)
    assert page.evaluate("window.isTheSamePage")
    page.unroute("**/healthz")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.wait_for_function("!window.isTheSamePage")


@pytest.mark.soak(seconds=5)
def test_a_kept_board_asks_and_tells_nothing_that_is_only_true_online(player: MatchPage) -> None:
    """“Please reload the page” lay over a board that can’t be loaded, with a button that did nothing."""
    page = player.page

    def released(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, headers={**answer.headers, "X-Site-Files": "b2"})

    page.route("**/moves/", released)
    player.end_turn()
    expect(page.locator(".renewed")).to_be_visible()
    wait_until_kept(page)
    seq = "document.querySelector('#board').dataset.seq"
    wait_until(page, f'(await ({HERE}).text()).includes(`data-seq="${{{seq}}}"`)')
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator(".renewed, .push-ask, .failed-move")).to_have_count(0)
