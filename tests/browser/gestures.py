"""Gestures: a drag by mouse or by a finger that presses long first, a long touch that stays, Enter."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page

LONG_PRESS = 500


def drag(page: Page, source: Locator, target: Locator) -> None:
    """Drag *source* to *target* by mouse."""
    (x, y), (to_x, to_y) = middle(source), middle(target)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y + 12)
    page.mouse.move(to_x, to_y)
    page.mouse.up()


def drag_by_finger(page: Page, source: Locator, target: Locator, *, wait: int = LONG_PRESS) -> None:
    """Press *source* with a finger for *wait* milliseconds, move it to *target*, and lift it."""
    touch = _finger(page)
    start, goal = middle(source), middle(target)
    touch("touchStart", start)
    page.wait_for_timeout(wait)
    for part in (0.3, 0.7, 1.0):
        touch("touchMove", tuple(a + (b - a) * part for a, b in zip(start, goal, strict=True)))  # type: ignore[arg-type]
    touch("touchEnd")


def touch_long(page: Page, thing: Locator) -> None:
    """Press *thing* with a finger for long, and lift it where it is."""
    touch = _finger(page)
    touch("touchStart", middle(thing))
    page.wait_for_timeout(LONG_PRESS)
    touch("touchEnd")


def tremble(page: Page, thing: Locator, *, by: int) -> None:
    """Press *thing* for long beside its right edge, slip *by* pixels to the right, and lift the finger."""
    touch = _finger(page)
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box, "there is nothing to touch"
    x, y = box["x"] + box["width"] - 3, box["y"] + box["height"] / 2
    touch("touchStart", (x, y))
    page.wait_for_timeout(LONG_PRESS)
    for part in (0.5, 1.0):
        touch("touchMove", (x + by * part, y))
    touch("touchEnd")


def pressing(page: Page, thing: Locator, by: str) -> Callable[[], None]:
    """Return what presses where *thing* is now, whatever lies there by then. *by:* `finger` or `mouse`."""
    x, y = middle(thing)
    return (lambda: page.touchscreen.tap(x, y)) if by == "finger" else (lambda: page.mouse.click(x, y))


def by_mouse(control: Locator) -> None:
    """Click on *control*, as who has typed before.

    On a page that has just come a click may otherwise be taken for one on the page before (js/presses.js).
    """
    control.page.keyboard.press("Shift")
    control.click()


def by_keyboard(control: Locator) -> None:
    """Press *control* by Enter, as who has come to it by other keys.

    Otherwise Enter may only show the focus, or count as the second of two quick ones (js/presses.js).
    """
    control.press("Shift")
    control.press("Enter")


def _finger(page: Page) -> Callable[..., None]:
    """Return what sends the page's window a touch: its kind, and where fingers are."""
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        told = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    return touch


def middle(thing: Locator) -> tuple[float, float]:
    """Return the middle of what can be seen of *thing*."""
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box, "there is nothing to touch"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
