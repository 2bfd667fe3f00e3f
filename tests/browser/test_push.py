"""Push messages in a real Chromium: when one is asked, what the site hears, and what the worker shows."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.match_page import MatchPage
from tests.browser.test_offline import wait_until, wait_until_kept
from tests.site.notifications.push_service import Browser

Visit = Callable[..., MatchPage]
# No push service can be reached here: this one gives out a subscription without it.
STUBBED = """([p256dh, auth, endpoint]) => {
    const bytes = (text) => Uint8Array.from(
        atob(text.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0)).buffer;
    Object.defineProperty(Notification, 'permission', { get: () => 'default', configurable: true });
    Notification.requestPermission = async () => 'granted';
    PushManager.prototype.getSubscription = async () => null;
    PushManager.prototype.subscribe = async () => ({
        endpoint,
        getKey: (name) => bytes(name === 'auth' ? auth : p256dh),
        unsubscribe: async () => { window.unsubscribed = true; },
    });
}"""
ENDPOINT = "https://fcm.googleapis.com/fcm/send/abc"
ASKED = "localStorage.getItem('push-asked')"


@pytest.mark.soak(seconds=5)
def test_who_has_moved_in_a_match_over_days_is_asked_once(visit: Visit) -> None:
    host, friend = visit(service_workers="allow"), visit()
    host.start(opponent="link", turn_cap=4, days=30)
    friend.open(host.page.locator("#share-link").input_value())
    friend.page.get_by_role("button", name="Join and play").click()
    expect(host.board).to_have_attribute("data-status", "running")
    if not host.is_my_turn:
        friend.end_turn()
        host.wait_for_turn()
    page, browser = host.page, Browser()
    page.evaluate(STUBBED, [browser.p256dh, browser.auth, ENDPOINT])
    question = page.get_by_role("region", name="Your next turn may be days away")
    expect(question).to_have_count(0)
    host.end_turn()
    expect(question).to_be_visible()
    with page.expect_response("**/me/alerts/push/") as answer:
        question.get_by_role("button", name="Yes, tell me").click()
    assert answer.value.status == 204
    assert page.evaluate(ASKED) == "yes"
    expect(question).to_contain_text("This browser will show your messages.")
    # It was answered: the next move asks nothing.
    page.reload()
    page.evaluate(STUBBED, [browser.p256dh, browser.auth, ENDPOINT])
    friend.wait_for_turn()
    friend.end_turn()
    host.wait_for_turn()
    host.end_turn()
    expect(host.board).to_have_attribute("data-my-turn", "no")
    expect(question).to_have_count(0)
    # A sign-out takes everything away but the permission, with which nobody was asked any more.
    page.evaluate("""() => {
        localStorage.clear();
        Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true });
        document.dispatchEvent(new CustomEvent('match:came', { detail: { isPost: true } }));
    }""")
    expect(question).to_be_visible()


# No browser lets a script press: the worker notes what it would show.
PRESSED = """async (addresses) => {
    const shown = [];
    WindowClient.prototype.focus = async function () { shown.push(['focus', this.url]); };
    self.clients.openWindow = async (url) => { shown.push(['open', url]); };
    for (const data of addresses) {
        const event = new ExtendableEvent('notificationclick');
        event.notification = { data, close() {} };
        event.waitUntil = (promise) => { event.end = promise; };
        self.dispatchEvent(event);
        await event.end;
    }
    return shown;
}"""


@pytest.mark.soak(seconds=5)
def test_a_browser_that_was_not_stored_reads_so_and_may_try_again(visit: Visit) -> None:
    """After the session had ended the page for signing in took the message, and all seemed well."""
    player, browser = visit(service_workers="allow"), Browser()
    player.start(opponent="greedy")
    page = player.page
    cookies = page.context.cookies()
    page.goto(f"{player.address}/me/alerts/")
    page.evaluate(STUBBED, [browser.p256dh, browser.auth, "https://push.example/abc"])
    button, words = page.get_by_role("button", name="Show them in this browser"), page.locator("#push-words")
    player.touch(button)
    expect(words).to_have_text("The site doesn’t know this browser’s push service.")
    assert page.evaluate(ASKED) == "yes", "it would be of no use to ask again"
    page.evaluate("localStorage.removeItem('push-asked')")
    page.evaluate(STUBBED, [browser.p256dh, browser.auth, ENDPOINT])
    for cookie in ("sessionid", "csrftoken"):
        page.context.clear_cookies(name=cookie)
        button.click()
        expect(words).to_have_text("That wasn’t stored. Reload the page, sign in if need be, and try again.")
        assert page.evaluate(ASKED) is None
        # Else the browser would seem to be known, and nobody would be asked.
        assert page.evaluate("window.unsubscribed")
        page.evaluate("document.querySelector('#push-words').textContent = ''")
    page.context.add_cookies(cookies)  # type: ignore[arg-type]
    button.click()
    expect(words).to_have_text("This browser will show your messages.")
    assert page.evaluate(ASKED) == "yes"


@pytest.mark.soak(seconds=5)
def test_the_settings_say_whether_this_browser_shows_messages(visit: Visit) -> None:
    """After a sign-out they said that one of the browsers shows them, and it was this one that didn't."""
    player, browser = visit(service_workers="allow"), Browser()
    player.start(opponent="greedy")
    page = player.page
    given = json.dumps([browser.p256dh, browser.auth, f"{ENDPOINT}d"])
    page.add_init_script(f"""({STUBBED})({given});
        PushManager.prototype.getSubscription = async function () {{
            const found = await this.subscribe();
            const key = document.querySelector('[data-push]').dataset.key;
            const bytes = atob(key.replace(/-/g, '+').replace(/_/g, '/'));
            found.options = {{ applicationServerKey: Uint8Array.from(bytes, (char) => char.charCodeAt(0)) }};
            return found;
        }}""")
    page.goto(f"{player.address}/me/alerts/")
    button, words = page.get_by_role("button", name="Show them in this browser"), page.locator("#push-words")
    expect(words).to_have_text("This browser doesn’t show your messages so far.")
    player.touch(button)
    expect(words).to_have_text("This browser will show your messages.")
    assert page.evaluate("localStorage.getItem('push-viewer') === document.body.dataset.viewer")
    page.reload()
    expect(words).to_have_text("This browser shows your messages.")
    expect(button).to_have_count(0)
    player.touch(page.get_by_role("button", name="Turn them off in all browsers"))
    expect(words).to_have_text("This browser doesn’t show your messages so far.")
    expect(button).to_be_visible()


@pytest.mark.soak(seconds=4)
def test_a_browser_shows_messages_to_nobody_else(visit: Visit) -> None:
    """Whoever signed in after a session had ended was shown the messages of the one before."""
    player = visit(service_workers="allow")
    player.start(opponent="greedy")
    page = player.page
    page.add_init_script("""PushManager.prototype.getSubscription = async () => ({
        unsubscribe: async () => localStorage.setItem('ended', 'yes'),
    });""")
    page.evaluate("localStorage.setItem('push-viewer', document.body.dataset.viewer)")
    page.goto(f"{player.address}/rules/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    assert page.evaluate("localStorage.getItem('ended')") is None
    page.context.clear_cookies(name="sessionid")
    page.reload()
    wait_until(page, "localStorage.getItem('ended') && !localStorage.getItem('push-viewer')")


@pytest.mark.soak(seconds=3)
def test_a_press_on_a_message_shows_the_page_that_is_open_already(visit: Visit) -> None:
    """Each message opened its match once more, until there were too many sockets."""
    player = visit(service_workers="allow")
    page = player.page
    page.goto(f"{player.address}/rules/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = page.context.service_workers[-1]  # one that was stopped meanwhile may still be listed
    shown = worker.evaluate(PRESSED, ["/rules/", "/rules/#scrapbots", "/matches/"])
    assert shown == [
        ["focus", f"{player.address}/rules/"],
        ["open", f"{player.address}/rules/#scrapbots"],
        ["open", f"{player.address}/matches/"],
    ]


@pytest.mark.soak(seconds=6)
def test_a_press_on_a_message_about_a_match_finds_its_page_and_offline_its_board(visit: Visit) -> None:
    """Messages name the address that asks for signing in first, which was never the one of an open page."""
    player = visit(service_workers="allow")
    player.start(opponent="greedy")
    page = player.page
    match_id = page.url.rstrip("/").rpartition("/")[2]
    letter = f"/me/alerts/go/{match_id}/"
    wait_until_kept(page)
    page.goto(f"{player.address}{letter}")
    assert page.url.endswith(f"/matches/{match_id}/#board")
    wait_until_kept(page)
    worker = page.context.service_workers[-1]
    other = "/me/alerts/go/aaaaaaaaaa/"
    assert worker.evaluate(PRESSED, [letter, other]) == [
        ["focus", page.url],
        ["open", f"{player.address}{other}"],
    ]
    page.goto("about:blank")
    page.context.set_offline(True)
    page.goto(f"{player.address}{letter}")
    expect(page.locator("#offline")).to_contain_text("This is the board as you last saw it")
    page.goto("about:blank")  # A page that is offline would go on by itself.
    page.context.set_offline(False)


def test_a_message_is_shown_though_it_comes_to_the_worker_alone(visit: Visit) -> None:
    player = visit(service_workers="allow", permissions=["notifications"])
    page = player.page
    page.goto(f"{player.address}/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = page.context.service_workers[-1]  # one that was stopped meanwhile may still be listed
    # This Chromium has no screen to show messages on: it notes what it would show.
    worker.evaluate("""() => {
        self.shown = new Promise((done) => {
            self.registration.showNotification = async (...said) => done(said);
        });
    }""")
    tool = page.context.new_cdp_session(page)
    registrations: list[dict[str, str]] = []
    tool.on(
        "ServiceWorker.workerRegistrationUpdated", lambda told: registrations.extend(told["registrations"])
    )
    tool.send("ServiceWorker.enable")
    for _ in range(100):
        if registrations:
            break
        page.wait_for_timeout(100)
    said = {
        "title": "Your turn",
        "body": "Rivet has moved.",
        "tag": "match-abc",
        "url": f"{player.address}/me/",
    }
    tool.send(
        "ServiceWorker.deliverPushMessage",
        {
            "origin": player.address,
            "registrationId": registrations[0]["registrationId"],
            "data": json.dumps(said),
        },
    )
    shown = worker.evaluate("() => self.shown")
    assert shown == [
        "Your turn",
        # The second message of a match took the place of the first without a sound.
        {"body": "Rivet has moved.", "tag": "match-abc", "renotify": True, "data": f"{player.address}/me/"},
    ]
