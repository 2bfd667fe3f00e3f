"""A draft that changes a figure is told which paragraphs of the rulebook still have the old one."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.drafts.actions.changing import change_draft
from games.drafts.actions.making import create_draft
from games.drafts.actions.rewording import write_text
from games.drafts.editing import with_card, with_parameters
from games.drafts.editions import changes_of
from games.drafts.models import Draft
from games.engine.drafting import CardChange, Value
from games.workshop.page import working
from games.workshop.still_said import still_said
from tests.games.workshop.conftest import at, browser, page

pytestmark = pytest.mark.django_db


def changed(user: User, draft: Draft, **parameters: Value) -> Draft:
    """Return the draft with these figures of the rules."""
    change_draft(user, draft.pk, lambda now: with_parameters(now, parameters), "parameters")
    return Draft.objects.get(pk=draft.pk)


def suggestions(draft: Draft) -> dict[str, str]:
    """Return the paragraphs that still have the published words, each with its suggestion."""
    return {each.line.anchor: each.suggestion for each in still_said(working(draft), draft)}


class TestWarning:
    def test_bigger_hand_concerns_all_paragraphs_that_state_its_size(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        assert "still-said" not in page(designer, at(draft))
        found = suggestions(changed(user, draft, hand_size=6))
        in_brief, example = "note_the-game-in-brief", "note_example-a-hand-with-two-wounds"
        assert list(found) == [in_brief, "setup-6", "draw-1", "draw-4", example], "notes and examples too"
        assert "Each turn you play a hand of six cards." in " ".join(found[in_brief].split())
        assert found["draw-1"] == "Draw six cards."
        assert found["setup-6"] == "The first player draws three cards and the second draws six."
        html = page(designer, at(draft))
        assert "<q>Draw five cards.</q>" in html
        assert f'href="{at(draft, "rulebook/draw-1/?suggested=yes")}"' in html
        assert "<q>Draw five cards.</q>" in page(designer, at(draft, "rulebook/"))

    def test_paragraph_with_other_words_is_no_worry_any_more(self, user: User, draft: Draft) -> None:
        changed(user, draft, hand_size=6)
        assert "draw-1" not in suggestions(write_text(user, draft.pk, "draw-1", "Draw half a dozen cards."))

    def test_two_figures_of_a_paragraph_are_told_together(self, user: User, draft: Draft) -> None:
        found = still_said(working(changed(user, draft, hand_size=6, first_hand=4)), draft)
        first = next(each for each in found if each.line.anchor == "setup-6")
        assert [change.name for change in first.changes] == [
            "Cards in a new hand",
            "First hand of the first player",
        ]
        assert first.suggestion == "The first player draws four cards and the second draws six."

    def test_switch_is_told_without_a_suggestion(self, user: User, draft: Draft) -> None:
        found = suggestions(changed(user, draft, resource_leaves_first=True))
        assert set(found) == {"resource-2", "resource-4"}
        assert not any(found.values())

    def test_figure_of_one_card_is_put_in_and_that_of_many_is_not(self, user: User, draft: Draft) -> None:
        def edit(slug: str, key: str, value: int) -> Draft:
            change = CardChange(figures={key: value})
            return change_draft(user, draft.pk, lambda now: with_card(now, slug, change), f"cards/{slug}")

        found = suggestions(edit("brain-damage", "quantity", 24))
        assert set(found) == {"aim-1", "setup-2", "term-wound", "note_the-table-at-the-start"}
        assert "all 24 Wounds have been dealt" in found["aim-1"]
        found = suggestions(edit("circuitry", "starter", 3))
        assert {anchor for anchor, text in found.items() if not text} == {"setup-1", "term-starting-deck"}
        assert "draw-1" not in found

    def test_only_the_designer_is_told(
        self, client: Client, designer: Client, other_user: User, listed: Draft
    ) -> None:
        assert "still-said" in page(designer, at(listed))
        for reader in (client, browser(other_user)):
            assert "still-said" not in page(reader, at(listed))


class TestSuggesting:
    def test_one_press_puts_the_figure_in(self, designer: Client, user: User, draft: Draft) -> None:
        changed(user, draft, hand_size=6)
        html = page(designer, at(draft))
        form = html[html.index(f'action="{at(draft, "rulebook/draw-1/")}"') :]
        text = re.search(r'name="text" value="([^"]*)"', form)
        assert text is not None
        sent = {"text": text[1], "back": "draft", "press": "save"}
        answer = designer.post(at(draft, "rulebook/draw-1/"), sent)
        assert (answer.status_code, answer["Location"]) == (303, at(draft, "#still-said"))
        assert changes_of(Draft.objects.get().working).texts == {"draw-1": "Draw six cards."}

    def test_one_press_overwrites_no_words_that_were_written_in_another_window(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        changed(user, draft, hand_size=6)
        html = page(designer, at(draft))
        form = html[html.index(f'action="{at(draft, "rulebook/draw-1/")}"') :].split("</form>")[0]
        sent = dict(re.findall(r'name="(text|seen|back)" value="([^"]*)"', form)) | {"press": "save"}
        write_text(user, draft.pk, "draw-1", "Draw half a dozen cards.")
        answer = designer.post(at(draft, "rulebook/draw-1/"), sent)
        assert answer.status_code == 409
        assert "Draw half a dozen cards." in answer.content.decode()
        assert changes_of(Draft.objects.get().working).texts == {"draw-1": "Draw half a dozen cards."}

    def test_form_can_begin_with_the_suggestion_and_stores_nothing(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        changed(user, draft, hand_size=6)
        plain = page(designer, at(draft, "rulebook/draw-1/"))
        assert ">Draw five cards.</textarea>" in plain
        html = page(designer, at(draft, "rulebook/draw-1/?suggested=yes"))
        assert ">Draw six cards.</textarea>" in html
        assert "<ins>" in html
        assert changes_of(Draft.objects.get().working).texts == {}

    def test_own_words_are_never_replaced_by_a_suggestion(
        self, designer: Client, user: User, draft: Draft
    ) -> None:
        changed(user, draft, hand_size=6)
        write_text(user, draft.pk, "draw-1", "Draw a lot.")
        assert ">Draw a lot.</textarea>" in page(designer, at(draft, "rulebook/draw-1/?suggested=yes"))


class TestFormOfTheRules:
    def test_rule_about_two_figures_is_quoted_once(self, designer: Client, draft: Draft) -> None:
        html = page(designer, at(draft, "rules/"))
        assert html.count("You may also follow its text, whichever of the two you took.") == 1
        row = html[html.index("parameters/resource_energy_alone") :]
        assert row.index("parameters/resource_leaves_first") < row.index("<blockquote>")

    def test_other_paragraphs_that_state_the_figure_are_named(self, designer: Client, draft: Draft) -> None:
        html = page(designer, at(draft, "rules/"))
        row = html[html.index("parameters/hand_size") : html.index("parameters/first_hand")]
        for anchor in ("draw-1", "draw-4", "setup-6"):
            assert f'href="/rules/scrapbots/3.6/{anchor}/"' in row

    def test_cards_have_their_names_in_quotes(self, designer: Client, draft: Draft) -> None:
        html = page(designer, at(draft, "rules/"))
        assert "supply-crates" not in html
        assert "two Supply Crates could draw each other forever" in html


@pytest.mark.parametrize("title", ["scrapyard", "junkyard", "scrap-knights"])
def test_every_title_has_its_form_of_rules_and_warnings(user: User, title: str) -> None:
    from games import catalog

    info = next(iter(catalog.title(title).editions.values()))
    draft = create_draft(user, title, info.slug, "Other figures")
    page(browser(user), at(draft, "rules/"))
    drafting = catalog.title(title).drafting
    assert drafting is not None
    base = drafting.values(info).parameters
    for parameter in drafting.parameters:
        field, old = parameter.field, base[parameter.key]
        new = next(value for value in range(50) if value != old and not field.wrong(value))
        change_draft(
            user, draft.pk, lambda now, key=field.key, value=new: with_parameters(now, {key: value}), "x"
        )
    found = {each.line.anchor for each in still_said(working(Draft.objects.get()), draft)}
    assert found == {anchor for each in drafting.parameters for anchor in each.field.stated}
    assert page(browser(user), at(draft)).count("still says:") == len(found)
