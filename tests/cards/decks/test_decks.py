"""Decks in addresses, changes to them, the cards that the finder offers, and the charts."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import QueryDict

from cards.decks.building import deck_chart, ready_made, spread_out
from cards.decks.context import DeckContext, deck_context_of, deck_url
from cards.decks.draft import LONGEST_NAME, Draft, changed, clean_name, read_draft
from cards.decks.errors import BadDeck
from cards.decks.finder import find
from games import catalog
from games.engine.chance import FastChance
from games.engine.decks import Chart

WHOLE = "act=slash&act=stab&act=vent&act=dash&act=wait&act=step&ult=1000-cuts&bot=ad-chain&bot=md-dash"


def draft(context: DeckContext, query: str) -> Draft:
    return read_draft(context, QueryDict(query))


def change(context: DeckContext, query: str, **changes: str) -> Any:
    return changed(context, draft(context, query), changes).lists


class TestAddresses:
    def test_a_deck_survives_its_address(self, context: DeckContext) -> None:
        for made, _ in ready_made(context):
            address = context.address("deck_builder", made.lists, name=made.name)
            back = draft(context, address.partition("?")[2])
            assert (back.lists, back.name, back.remarks) == (made.lists, made.name, ())

    def test_cards_come_in_the_order_of_the_box(self, context: DeckContext) -> None:
        assert draft(context, "act=wait&act=can-opener&bot=&act=").lists["acts"] == ("can-opener", "wait")

    def test_unknown_cards_are_left_out_and_named(self, context: DeckContext) -> None:
        found = draft(context, "act=slash&act=toaster&ult=toaster&bot=%00&act=a&act=b&act=" + "x" * 999)
        assert found.lists == {"acts": ("slash",), "ult": (), "bots": (), "prep": ()}
        assert found.remarks[0] == "Scrap Knights has no card “toaster”; it was left out."
        assert found.remarks[-1] == "So were 2 more."
        assert max(map(len, found.remarks)) < 100

    def test_more_than_any_deck_has_is_refused(self, context: DeckContext) -> None:
        assert draft(context, "act=slash&" * 60).lists["acts"] == ("slash",) * 60
        with pytest.raises(BadDeck, match="at most 60"):
            draft(context, "act=slash&" * 61)

    def test_a_card_where_it_does_not_belong_stays_and_is_a_fault(self, context: DeckContext) -> None:
        spread = spread_out(context, draft(context, WHOLE + "&bot=slash"))
        line = next(line for part in spread.parts for line in part.lines if not line.fits)
        assert (line.card.slug, line.value) == ("slash", "bots:slash")
        assert any("doesn’t belong" in problem.reason for problem in spread.problems)

    def test_two_ults_are_a_fault(self, context: DeckContext) -> None:
        spread = spread_out(context, draft(context, WHOLE + "&bot=dd-burst&ult=test"))
        assert any("one ULT" in problem.reason for problem in spread.problems)

    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ("  Iron \t\n Maid ", "Iron Maid"),
            ("\x00\x1b[31mRed\u202e", "[31mRed"),
            ("x" * 99, "x" * LONGEST_NAME),
            ("", ""),
            ("<b>Bold</b>", "<b>Bold</b>"),
            ("\u3164 \u115fIron\uffa0", "Iron"),
            ("\u2800\ufe0f\u200d", ""),
        ],
    )
    def test_names_are_one_short_line(self, text: str, name: str) -> None:
        assert clean_name(text) == name

    def test_only_titles_with_decks_have_a_context(self, context: DeckContext) -> None:
        assert deck_context_of("scrapbots") is None
        assert deck_context_of("nothing") is None
        assert deck_url(catalog.card("scrapbots", "3.6", "scout")) == ""

    @pytest.mark.parametrize(("slug", "short"), [("slash", "act"), ("test", "ult"), ("md-dash", "bot")])
    def test_a_card_leads_to_a_deck_with_it(self, context: DeckContext, slug: str, short: str) -> None:
        assert deck_url(context.cards[slug]) == f"/decks/scrap-knights/?{short}={slug}"


class TestPresses:
    def test_a_card_goes_in_once(self, context: DeckContext) -> None:
        assert change(context, "act=stab", add="acts:slash")["acts"] == ("slash", "stab")
        assert change(context, "act=stab", add="acts:stab")["acts"] == ("stab",)

    def test_another_ult_takes_the_place_of_the_first(self, context: DeckContext) -> None:
        assert change(context, "ult=test", add="ult:1000-cuts")["ult"] == ("1000-cuts",)

    def test_a_card_comes_out_one_by_one(self, context: DeckContext) -> None:
        assert change(context, "act=stab&act=stab", drop="acts:stab")["acts"] == ("stab",)
        assert change(context, "act=stab", drop="acts:slash")["acts"] == ("stab",)

    def test_a_slot_is_emptied(self, context: DeckContext) -> None:
        assert change(context, "act=stab&act=slash&bot=md-dash", drop="acts:") == {
            "acts": (),
            "ult": (),
            "bots": ("md-dash",),
            "prep": (),
        }

    @pytest.mark.parametrize(
        "value", ["", ":", "nowhere:slash", "acts:toaster", "acts:", "slash", "acts:a:b"]
    )
    def test_odd_values_change_nothing(self, context: DeckContext, value: str) -> None:
        assert change(context, "act=stab", add=value)["acts"] == ("stab",)

    def test_the_prepared_deck_is_there_for_two_ults(self, context: DeckContext) -> None:
        def size(ult: str) -> int:
            return context.rules.slots({"ult": (ult,)})[-1].size

        assert (size("tas-custom"), size("test"), size("1000-cuts")) == (3, 12, 0)
        assert change(context, "ult=test&act=slash", add="prep:stab")["prep"] == ("stab",)

    def test_cards_of_a_prepared_deck_that_is_not_wanted_stay_to_be_taken_out(
        self, context: DeckContext
    ) -> None:
        spread = spread_out(context, Draft(change(context, "ult=test&prep=stab", add="ult:1000-cuts")))
        assert [part.slot.key for part in spread.parts] == ["acts", "ult", "bots", "prep"]
        assert not spread.is_ready


class TestWhatIsWrong:
    def test_each_fault_leads_to_its_rule(self, context: DeckContext) -> None:
        spread = spread_out(context, draft(context, WHOLE))
        problem = spread.problems[0]
        assert (problem.reason, problem.rule) == ("You still need 1 BOT.", "setup-1")
        assert problem.rule_url == "/rules/scrap-knights/b.0.0/setup-1/"

    def test_ready_made_and_random_ones_are_ready(self, context: DeckContext) -> None:
        assert len(ready_made(context)) >= 8
        assert all(spread.is_ready for _, spread in ready_made(context))
        for seed in range(200):
            assert not context.rules.faults(context.rules.random(FastChance(seed)))

    def test_every_ult_is_in_a_ready_made_one(self, context: DeckContext) -> None:
        ults = {slug for made, _ in ready_made(context) for slug in made.lists["ult"]}
        assert ults == {card.slug for card in context.edition.cards if card.type == "ULT"}

    def test_nothing_at_all_is_a_deck_to_be_mended(self, context: DeckContext) -> None:
        spread = spread_out(context, draft(context, ""))
        assert spread.is_empty
        assert len(spread.problems) == 3
        assert [len(part.free) for part in spread.parts] == [6, 1, 3]


class TestCharts:
    def test_bars_stand_on_one_line_and_the_tallest_fills_it(self) -> None:
        chart = deck_chart(Chart("Heat", (("0", 2), ("1", 0), ("2", 4)), "1.3 on average"))
        bars = chart.drawing.bars
        assert chart.words == "Heat: 2 at 0, 4 at 2."
        assert [bar.y + bar.height for bar in bars] == [chart.drawing.base] * 3
        assert bars[2].height == 2 * bars[0].height > bars[1].height == 0
        assert all(0 <= bar.x <= chart.drawing.width - bar.width for bar in bars)

    def test_an_empty_one_can_be_drawn(self) -> None:
        assert deck_chart(Chart("Heat", ())).words == "Heat: nothing yet."

    def test_the_average_is_said(self, context: DeckContext) -> None:
        heat, priority, _ = spread_out(context, draft(context, WHOLE)).charts
        assert heat.summary == "0.7 on average"
        assert sum(bar.count for bar in heat.drawing.bars) == 6
        assert sum(bar.count for bar in priority.drawing.bars) >= 6


@pytest.mark.django_db
class TestFinding:
    def test_everything_is_there_to_choose_from(self, context: DeckContext) -> None:
        assert len(find(context, {}, "", "").found) == 56

    def test_the_search_of_the_catalogue_is_kept_to_the_edition(self, searched_context: DeckContext) -> None:
        found = find(searched_context, {}, "heat=0 edition:any or game:scrapbots", "").found
        assert found
        assert {one.card.game for one in found} == {"scrap-knights"}
        assert {one.card.slug for one in find(searched_context, {}, "name:slash", "").found} == {"slash"}

    def test_a_type_narrows(self, searched_context: DeckContext) -> None:
        assert {one.type for one in find(searched_context, {}, "", "Defend").found} == {"Defend"}
        assert len(find(searched_context, {}, "", "nonsuch").found) == 56

    def test_an_order_is_kept_to(self, searched_context: DeckContext) -> None:
        heats = [one.card.figure("heat") for one in find(searched_context, {}, "order:heat", "Attack").found]
        assert heats == sorted(heats, key=lambda heat: heat or 0)

    def test_a_mistake_is_shown_and_mended(self, context: DeckContext) -> None:
        finder = find(context, {}, "cots:5", "")
        assert finder.mistake is not None
        assert (finder.mistake.wrong, finder.mistake.mended) == ("cots", "cost:5")
        assert not finder.found

    def test_a_question_far_too_long_is_a_mistake(self, context: DeckContext) -> None:
        assert find(context, {}, "x" * 9999, "").mistake is not None
        assert find(context, {}, "(" * 400, "").mistake is not None

    @pytest.mark.parametrize(
        ("query", "slug", "does"),
        [
            ("", "slash", ["add"]),
            ("act=slash", "slash", ["drop"]),
            (WHOLE, "crash", [""]),
            (WHOLE, "test", ["add"]),
            (WHOLE, "dd-burst", ["add"]),
            ("ult=tas-custom&act=slash", "slash", ["drop", "add"]),
            ("ult=tas-custom", "vent", ["add"]),
            ("ult=test&act=slash", "slash", ["drop"]),
            ("ult=test&prep=slash", "slash", ["drop"]),
        ],
    )
    def test_a_card_says_where_it_can_go(
        self, context: DeckContext, query: str, slug: str, does: list[str]
    ) -> None:
        found = find(context, draft(context, query).lists, "", "").found
        card = next(one for one in found if one.card.slug == slug)
        assert [place.does for place in card.places] == does
        assert card.is_in == ("drop" in does)
