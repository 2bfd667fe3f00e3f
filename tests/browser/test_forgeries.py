"""Every forged record is refused by the script of the page “Was this match fair?”, all in one page."""

from __future__ import annotations

import base64
from collections.abc import Callable
from copy import deepcopy

import pytest

from tests.browser.match_page import MatchPage
from tests.games.replayer.forgeries import OPTIONS, forged, real, recommitted, value_changed
from tests.games.replayer.made import sealed, undecided

VERDICTS = """async (files) => {
    const { read, checks, seen } = window.scrapsiteRecords;
    const verdicts = [];
    for (const [data, noted] of files) {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.codePointAt(0));
        try {
            const record = read(bytes);
            const found = await checks(record, bytes);
            found.push(...noted.map((value) => seen(record, value, "you")));
            verdicts.push(found.find(([fits]) => fits === false)?.[1] ?? "");
        } catch (error) {
            verdicts.push(String(error.message));
        }
    }
    return verdicts;
}"""


@pytest.fixture
def verdicts(visit: Callable[..., MatchPage], site: str) -> Callable[..., list[str]]:
    """Return what the script says is wrong with each of several files; an empty text if nothing is."""
    player = visit()
    player.page.goto(site)
    player.page.add_script_tag(url="/static/js/fair/checking.js")

    def check(files: list[tuple[bytes, tuple[str, ...]]]) -> list[str]:
        told = [[base64.b64encode(data).decode(), list(noted)] for data, noted in files]
        return list(player.page.evaluate(VERDICTS, told))

    return check


@pytest.mark.soak(seconds=6)
def test_the_page_refuses_every_forgery(verdicts: Callable[..., list[str]]) -> None:
    accepted = []
    for title in OPTIONS:
        match, found = real(title), forged(title)
        noted = (match.told["commitment"], match.links[-2], match.told["nonces"][0])
        files = [(match.made.file(), noted), *((one.data, one.noted) for one in found)]
        honest, *others = verdicts(files)
        assert honest == "", title
        accepted += [(title, one.name) for one, told in zip(found, others, strict=True) if not told]
    assert accepted == []


def test_the_page_refuses_other_draws_of_an_edition_that_it_does_not_know(
    verdicts: Callable[..., list[str]],
) -> None:
    """What each draw gives follows from the seed, whichever draws a lost draft edition makes."""
    told = {**deepcopy(real("scrapbots").told), "edition": "draft:lost@1"}
    honest, changed = sealed(recommitted(told)), sealed(value_changed(real("scrapbots"), deepcopy(told)))
    said = verdicts([(honest, ()), (changed, ())])
    assert said[0] == ""
    assert said[1].endswith("isn’t what the seed gives")


def test_the_page_knows_draws_by_the_rules(verdicts: Callable[..., list[str]]) -> None:
    files = [(made.file(), (made.commitment, made.steps[-1].link)) for made in undecided()]
    assert verdicts(files) == [""] * len(files)
