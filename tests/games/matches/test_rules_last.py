"""An update takes no match from anybody: what isn't a rule may change, and old rules can be kept."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from msgspec.structs import replace as changed

from games import catalog
from games.boards.optional import hints
from games.engine.protocol import EditionInfo, Revision, Title
from games.fairness.verify import replay_match
from games.matches.models import Match
from games.titles.junkyard import cards as junkyard
from games.titles.junkyard.title import EDITION as JUNKYARD
from games.titles.scrap_knights import box
from games.titles.scrap_knights.cards import catalogue as knights
from games.titles.scrapbots import cards as scrapbots
from games.titles.scrapbots.title import EDITIONS as SCRAPBOTS
from games.titles.scrapyard import cards as scrapyard
from games.titles.scrapyard.title import EDITION as SCRAPYARD
from tests.games.duel import FLIP, PASS, Duel
from tests.toy import bolts

EDITED = {"icon": "spanner", "name": "Edited", "text": "Edited.", "first_text": "Edited."}


def _scrapbots() -> str:
    return scrapbots.cards_hash(replace(SCRAPBOTS[1], rows=scrapbots.read_kinds("3.6")))


def _junkyard() -> str:
    return junkyard.cards_hash(replace(JUNKYARD, kinds=junkyard.read_kinds("0.1")))


def _scrapyard() -> str:
    return scrapyard.cards_hash(replace(SCRAPYARD, kinds=scrapyard.read_kinds()))


HASHES: dict[str, tuple[Any, Callable[[], str], str]] = {
    "scrapbots": (scrapbots, _scrapbots, "health"),
    "junkyard": (junkyard, _junkyard, "value"),
    "scrapyard": (scrapyard, _scrapyard, "value"),
    "scrap-knights": (box, lambda: knights.cards_hash("b.0.0"), "heat"),
}


def _edit(monkeypatch: pytest.MonkeyPatch, module: Any, changes: dict[str, str]) -> None:
    """Change these columns of every row of the module's cards.csv, where the row has anything in them."""
    rows = [row | {name: value for name, value in changes.items() if row.get(name)} for row in module._rows()]
    monkeypatch.setattr(module, "_rows", lambda: rows)


@pytest.mark.parametrize("title", HASHES)
def test_icons_names_and_texts_are_no_rules(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One changed icon made every move of running matches a refusal, and then a loss on time."""
    module, hashed, _ = HASHES[title]
    before = hashed()
    _edit(monkeypatch, module, EDITED)
    assert hashed() == before


@pytest.mark.parametrize("title", HASHES)
def test_figures_are_rules(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, hashed, figure = HASHES[title]
    before = hashed()
    _edit(monkeypatch, module, {figure: "7"})
    assert hashed() != before


def test_what_a_card_does_is_a_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    before = _scrapbots()
    monkeypatch.setitem(scrapbots.ABILITIES, "drone", (scrapbots.attack(2, scrapbots.Damage(20)),))  # type: ignore[arg-type]
    assert _scrapbots() != before


def test_pages_notice_what_is_printed_too() -> None:
    """Kept pages and the words of the search follow the print, which is more than the rules."""
    info = catalog.edition("scrapbots", "3.6")
    first, *others = info.cards
    assert replace(info, cards=(changed(first, icon="spanner"), *others)).print_hash != info.print_hash


def test_matches_that_pinned_whole_rows_of_cards_go_on(scrapbots_duel: Duel) -> None:
    former = catalog.edition("scrapbots", "3.6").revisions[0].cards_hashes[1]
    Match.objects.filter(pk=scrapbots_duel.id).update(cards_hash=former, engine_version="1")
    scrapbots_duel.play(scrapbots_duel.legal()[0])
    assert scrapbots_duel.steps() == 2


def _second_release(**changes: Any) -> Title:
    """Return Bolts in which the coin can't be flipped any more; *changes:* of its edition."""
    info: EditionInfo = bolts.TITLE.newest

    class NoCoin(type(info.game)):  # type: ignore[misc]
        def offers(self, state: Any, seat: int) -> Any:
            return [offer for offer in super().offers(state, seat) if offer.label != "Flip"]

    newest = replace(info, game=NoCoin(), **changes)
    return replace(bolts.TITLE, engine_version="2", editions={info.slug: newest})


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bolts has a second release, and keeps the first for the matches that run."""
    info = bolts.TITLE.newest
    first = Revision("1", (info.cards_hash,), info.game)
    monkeypatch.setitem(catalog._TITLES, bolts.SLUG, _second_release(revisions=(first,)))


def test_a_match_goes_on_by_the_rules_with_which_it_began(duel: Duel, request: Any) -> None:
    request.getfixturevalue("kept")
    assert FLIP in duel.legal()
    duel.play(FLIP)
    assert duel.match.engine_version == "1"
    assert replay_match(duel.id).problems == ()


def test_a_table_shows_the_cards_of_the_rules_by_which_it_is_played(
    scrapbots_duel: Duel, monkeypatch: pytest.MonkeyPatch, client_of: Any
) -> None:
    """It showed the newest price, while the old one was paid."""
    title = catalog.title("scrapbots")
    info = title.editions["3.6"]
    dearer = tuple(
        changed(card, figures=tuple(changed(figure, value=97) for figure in card.figures))
        for card in info.cards
    )
    old = Revision(title.engine_version, (info.cards_hash,), info.game, info.cards)
    newest = replace(info, cards=dearer, cards_hash="new", former_hashes=(), revisions=(old,))
    update = replace(title, engine_version="next", editions={**title.editions, "3.6": newest})
    monkeypatch.setitem(catalog._TITLES, "scrapbots", update)
    duel = scrapbots_duel
    page = client_of(duel.mover).get(f"/matches/{duel.id}/board/").content.decode()
    words = re.sub(r"<[^>]+>", " ", page).split()
    assert "97" not in words
    assert duel.board().cards == info.cards


def test_what_a_board_says_of_ways_and_prices_is_by_the_rules_of_the_match(
    user: User, other_user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It said what the newest rules would ask, while others were played."""
    duel = Duel.begin(user, other_user, "scrapyard", "1.0")
    title, info = catalog.title("scrapyard"), catalog.edition("scrapyard", "1.0")

    class Dearer(type(info.game)):  # type: ignore[misc]
        def hints(self, view: Any, seat: int, *cards: str) -> list[int]:
            return [97]

    old = Revision(title.engine_version, (info.cards_hash,), info.game)
    newest = replace(info, game=Dearer(info.game.rules), revisions=(old,))
    update = replace(title, engine_version="next", editions={"1.0": newest})
    monkeypatch.setitem(catalog._TITLES, "scrapyard", update)
    monkeypatch.setattr(type(info.game), "hints", lambda *asked: [4])
    assert hints(duel.board(duel.mover)) == [4]


def test_a_new_match_begins_by_the_newest_rules(user: User, other_user: User, kept: None) -> None:
    duel = Duel.begin(user, other_user)
    assert duel.match.engine_version == "2"
    assert FLIP not in duel.legal()
    duel.play(PASS)


def test_another_edition_with_the_same_rules_needs_no_copy_of_them(
    duel: Duel, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = replace(bolts.TITLE.newest, former_versions=("1",))
    monkeypatch.setitem(
        catalog._TITLES, bolts.SLUG, replace(bolts.TITLE, engine_version="2", editions={"1": same})
    )
    duel.play(PASS)
    assert catalog.is_newest(*duel.match.rules)
