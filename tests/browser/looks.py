"""How pages look to everybody: axe finds nothing in either theme."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.soak.tenths import soaking

WHOLE: dict[str, Any] = {"resultTypes": ["violations"]}
_OF_COLOURS = ("color-contrast", "link-in-text-block")
COLOURS = {"runOnly": _OF_COLOURS, **WHOLE}
SHAPES = {"rules": {rule: {"enabled": False} for rule in _OF_COLOURS}, **WHOLE}
# The words on the page that look like others: they and all they stand in have the same colours, and nothing
# in them differs. Things lie in the same places in both themes, so one of each kind tells the colours of all,
# also of those that an earlier look at the page in this theme has found right.
REPETITIONS = """() => {
    const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    window.axeSeen ??= { dark: new Set(), light: new Set() };
    const seen = window.axeSeen[theme], repetitions = [];
    const hasWords = (node) => [...node.childNodes].some((one) => one.nodeType === 3 && one.data.trim());
    const lookOf = (node) => {
        const looks = getComputedStyle(node);
        return [
            'color', 'backgroundColor', 'backgroundImage', 'opacity', 'fontSize', 'fontWeight', 'position',
            'textDecorationLine', 'textShadow', 'borderBottom', 'filter',
        ].map((name) => looks[name]).join();
    };
    const isRepeated = (node, above) => {
        const kind = `${above}>${node.localName}.${node.className} ${node.checkVisibility()} ${lookOf(node)}`;
        const isNew = hasWords(node) && !seen.has(kind);
        if (isNew) seen.add(kind);
        const areRepeated = [...node.children].map((one) => isRepeated(one, kind)).every(Boolean);
        if (hasWords(node) && !isNew && areRepeated) repetitions.push(node);
        return !isNew && areRepeated;
    };
    isRepeated(document.body, '');
    return repetitions;
}"""
USUAL_LOOK = ("light", 360)
AXE_MILLISECONDS = 60_000
# Each page has one full run. The soak looks at it in the other theme and on a desk too, and each time at the
# colours of both.
LOOKS = pytest.mark.parametrize(
    ("scheme", "width"),
    [
        USUAL_LOOK,
        *(soaking(*look, seconds=6) for look in (("dark", 360), ("light", 1280), ("dark", 1280))),
    ],
)
SCHEMES = pytest.mark.parametrize("scheme", ["light", soaking("dark", seconds=10)])


def few_of(pages: Sequence[str], few: Sequence[int], scheme: str, width: int) -> list[str]:
    """Return the pages for this look: in the usual run a *few* by their numbers, in the soak all of them."""
    return [pages[number] for number in few] if (scheme, width) == USUAL_LOOK else [*pages]


def check_axe(page: Page, where: str = "", has_scheme: bool = True) -> None:
    """See that axe finds nothing on the page. *where:* is said if it does.

    *has_scheme:* whether the soak brings the page here in the dark theme too.
    """
    found = complaints(page, has_scheme=has_scheme)
    assert not found, f"{where}\n{found}"


def complaints(page: Page, part: str = "", has_scheme: bool = True) -> str:
    """Return what axe finds on the page, and among its colours in the other theme, which the page keeps.

    In the usual look colours that are alike are looked at once in this theme too, and the other theme is left
    to the soak if the test *has* a *scheme*; the soak looks at all.
    *part:* selects what alone is looked at, if the rest of the page was looked at before.
    """
    page.wait_for_load_state()  # of a page that has begun to come, only its head may be there
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    is_usual = ("dark" if is_dark else "light", page.evaluate("innerWidth")) == USUAL_LOOK
    reports = [_run_axe(page, rules, part) for rules in ((SHAPES, COLOURS) if is_usual else (WHOLE,))]
    if is_usual and has_scheme:
        return _told(reports)
    _turn_to(page, "light" if is_dark else "dark")
    colours = _run_axe(page, COLOURS, part)
    if colours.violations_count:  # on a busy machine a colour may still be on its way to the other theme's
        page.wait_for_timeout(500)
        forget(page)
        colours = _run_axe(page, COLOURS, part)
    return _told([*reports, colours])


def _told(reports: Sequence[AxeResults]) -> str:
    return "\n".join(report.generate_report() for report in reports if report.violations_count)


def forget(page: Page) -> None:
    """Let the next look at the page look at every colour again."""
    page.evaluate("delete window.axeSeen")


def _run_axe(page: Page, options: dict[str, Any], part: str = "") -> AxeResults:
    """Run axe, which the page loads once; only what it finds comes back.

    A script's promise would be waited for without end, so the page says when it is kept.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    within = json.dumps(part) if part else "document"
    without = f"({REPETITIONS})()" if options is COLOURS else "[]"
    begin = f"""options => {{
        const whole = document.documentElement;
        const tell = (found) => {{ window.axeFound = found; whole.dataset.axe = 'done'; }};
        delete whole.dataset.axe;
        axe.run({{ include: [{within}], exclude: {without} }}, options).then(
            tell, (error) => tell(String(error)),
        );
    }}"""
    page.evaluate(begin, options)
    page.locator("html[data-axe=done]").wait_for(state="attached", timeout=AXE_MILLISECONDS)
    found = page.evaluate("typeof axeFound === 'string' ? axeFound : {violations: axeFound.violations}")
    assert isinstance(found, dict), found
    return AxeResults(found)


def _turn_to(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Change the theme, and wait until it is painted and no colour is on its way to another."""
    page.emulate_media(color_scheme=scheme)
    page.evaluate(
        """async () => {
            // A page that has nothing to paint may never be given a frame.
            const soon = (done) => Promise.race([done, new Promise((late) => setTimeout(late, 2000))]);
            await soon(new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
            const changing = document.getAnimations().filter((one) => one instanceof CSSTransition);
            await soon(Promise.allSettled(changing.map((one) => one.finished)));
        }"""
    )
