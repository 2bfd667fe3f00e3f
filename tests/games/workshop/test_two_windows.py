"""A designer saves what hasn't changed, what another window has changed, or what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from games.discussion.models import DraftComment
from games.drafts.actions.changing import change_draft
from games.drafts.editing import with_out
from games.drafts.editions import changes_of
from games.drafts.models import Draft
from games.workshop.card_form import CardForm
from tests.games.workshop.conftest import at, fields, page

pytestmark = pytest.mark.django_db

DRONE, RULES, DRAW = "cards/drone/", "rules/", "rulebook/draw-1/"


def seen(html: str, form: str) -> str:
    """Return the mark in the form that sends to *form*; without one, in the first."""
    start = html.index(f'action="{form}"') if form else 0
    return html[start:].split('name="seen" value="', 1)[1].split('"', 1)[0]


def filled(client: Client, address: str, **changes: str) -> dict[str, Any]:
    """Return what the form of a card at *address* sends with these *changes*."""
    return fields(page(client, address)) | changes | {"press": "save"}


def new_card(designer: Client, draft: Draft) -> str:
    """Add a card to the draft, and return the address of its form."""
    address = at(draft, "add/?type=Component")
    designer.post(address, filled(designer, address, name="Grabber"))
    return at(draft, "cards/grabber/")


def working(draft: Draft) -> Any:
    return changes_of(Draft.objects.get(pk=draft.pk).working)


class TestUnchanged:
    @pytest.mark.parametrize("rest", [DRONE, RULES, DRAW])
    def test_saving_what_was_shown_changes_nothing_and_says_so(
        self, designer: Client, draft: Draft, rest: str
    ) -> None:
        html = page(designer, at(draft, rest))
        sent = fields(html) | {"press": "save"} if rest == DRONE else figures(html)
        if rest == DRAW:
            sent = {"text": "Draw five cards."}
        answer = designer.post(at(draft, rest), sent, follow=True)
        assert "Nothing has changed." in answer.content.decode()
        assert working(draft).count() == 0

    def test_draft_without_changes_offers_no_revision_and_makes_none(
        self, designer: Client, draft: Draft
    ) -> None:
        assert "Save revision 1" not in page(designer, at(draft))
        answer = designer.post(at(draft, "save/"))
        assert (answer.status_code, draft.revisions.count()) == (422, 0)
        assert "Nothing has changed." in answer.content.decode()

    def test_revision_saved_again_is_the_same(self, designer: Client, listed: Draft) -> None:
        html = designer.post(at(listed, "save/"), follow=True).content.decode()
        assert "Nothing has changed since revision 1." in html
        assert listed.revisions.count() == 1

    def test_figure_put_back_is_no_change_any_more(self, designer: Client, draft: Draft) -> None:
        first = figures(page(designer, at(draft, RULES)))
        designer.post(at(draft, RULES), first | {"parameters/hand_size": "6"})
        assert working(draft).parameters == {"hand_size": 6}
        again = figures(page(designer, at(draft, RULES)))
        designer.post(at(draft, RULES), again | {"parameters/hand_size": "5"})
        assert working(draft).count() == 0


class TestOvertaken:
    """The later save is told, and stores nothing before it is pressed again."""

    def test_card(self, designer: Client, draft: Draft) -> None:
        early = filled(designer, at(draft, DRONE), **{"figures/scrap": "3"})
        late = filled(designer, at(draft, DRONE), **{"figures/scrap": "9"})
        assert designer.post(at(draft, DRONE), early).status_code == 303
        answer = designer.post(at(draft, DRONE), late)
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "stored now: <strong>3</strong>; yours: <strong>9</strong>" in html
        assert working(draft).cards["drone"].figures == {"scrap": 3}
        again = fields(html) | {"press": "save"}
        assert designer.post(at(draft, DRONE), again).status_code == 303
        assert working(draft).cards["drone"].figures == {"scrap": 9}

    def test_composing_and_previewing_keep_what_the_form_was_shown_for(
        self, designer: Client, draft: Draft
    ) -> None:
        late = filled(designer, at(draft, DRONE), **{"figures/scrap": "9"})
        early = filled(designer, at(draft, DRONE), **{"figures/scrap": "3"})
        designer.post(at(draft, DRONE), early)
        composed = designer.post(at(draft, DRONE), late | {"press": "preview"}).content.decode()
        again = fields(composed) | {"press": "save"}
        assert designer.post(at(draft, DRONE), again).status_code == 409

    def test_same_change_in_both_windows_is_no_quarrel(self, designer: Client, draft: Draft) -> None:
        early = filled(designer, at(draft, DRONE), **{"figures/scrap": "3"})
        assert [designer.post(at(draft, DRONE), early).status_code for _ in range(2)] == [303, 303]

    def test_other_card_is_no_quarrel(self, designer: Client, draft: Draft) -> None:
        late = filled(designer, at(draft, DRONE), **{"figures/scrap": "9"})
        other = filled(designer, at(draft, "cards/scout/"), **{"figures/scrap": "3"})
        for rest, sent in (("cards/scout/", other), (DRONE, late)):
            assert designer.post(at(draft, rest), sent).status_code == 303

    def test_picture_of_a_new_card(self, designer: Client, draft: Draft) -> None:
        """The later form came back without a word, and overwrote the other picture when it was sent again."""
        address = new_card(designer, draft)
        early, late = filled(designer, address, icon="cyber-eye"), filled(designer, address, icon="nano-bot")
        designer.post(address, early)
        answer = designer.post(address, late)
        assert answer.status_code == 409
        assert (
            "stored now: <strong>cyber eye</strong>; yours: <strong>nano bot</strong>"
            in answer.content.decode()
        )

    def test_what_no_words_tell_apart_is_told_all_the_same(
        self, designer: Client, draft: Draft, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(CardForm, "lines", lambda form: {})
        early = filled(designer, at(draft, DRONE), **{"figures/scrap": "3"})
        late = filled(designer, at(draft, DRONE), **{"figures/scrap": "9"})
        designer.post(at(draft, DRONE), early)
        html = designer.post(at(draft, DRONE), late).content.decode()
        assert html.count("This has changed in another window since you opened it.") == 1
        assert "Save again to replace what is stored." in html

    def test_new_card_that_was_removed(self, designer: Client, draft: Draft) -> None:
        """Whoever saved it came to a page that says that nothing is there."""
        address = new_card(designer, draft)
        late = filled(designer, address, name="Gripper")
        designer.post(address, {"press": "out"})
        html = designer.post(address, late, follow=True).content.decode()
        assert (
            "This card has been removed, so nothing was saved. “Undo the last change” brings it back." in html
        )
        assert working(draft).new == ()
        assert designer.post(at(draft, "cards/never-there/"), late).status_code == 404

    def test_removed_card_is_not_changed(self, designer: Client, draft: Draft) -> None:
        """It was changed and removed at once by that, of which no edition can be made."""
        late = filled(designer, at(draft, DRONE), **{"figures/scrap": "9"})
        designer.post(at(draft, DRONE), {"press": "out"})
        for sent in (filled(designer, at(draft, DRONE), **{"figures/scrap": "9"}), late):
            answer = designer.post(at(draft, DRONE), sent)
            assert answer.status_code == 422
            assert "Drone has been removed. Put it back first." in answer.content.decode()
            assert (working(draft).out, working(draft).cards) == (("drone",), {})

    def test_figures_of_the_rules(self, designer: Client, draft: Draft) -> None:
        early = figures(page(designer, at(draft, RULES))) | {"parameters/hand_size": "6"}
        late = early | {"parameters/hand_size": "7"}
        designer.post(at(draft, RULES), early)
        answer = designer.post(at(draft, RULES), late)
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "stored now: <strong>6</strong>; yours: <strong>7</strong>" in html
        assert working(draft).parameters == {"hand_size": 6}
        designer.post(at(draft, RULES), figures(html))
        assert working(draft).parameters == {"hand_size": 7}

    def test_words_of_a_rule(self, designer: Client, draft: Draft) -> None:
        mark = seen(page(designer, at(draft, DRAW)), "")
        designer.post(at(draft, DRAW), {"text": "Draw six cards.", "seen": mark})
        answer = designer.post(at(draft, DRAW), {"text": "Draw many cards.", "seen": mark})
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "readonly>Draw six cards.</textarea>" in html
        assert ">Draw many cards.</textarea>" in html
        assert working(draft).texts == {"draw-1": "Draw six cards."}
        designer.post(at(draft, DRAW), {"text": "Draw many cards.", "seen": seen(html, "")})
        assert working(draft).texts == {"draw-1": "Draw many cards."}

    def test_comment(self, designer: Client, user: User, draft: Draft) -> None:
        designer.post(at(draft, "discussion/add/"), {"text": "Too long."})
        comment = DraftComment.objects.get()
        address = at(draft, f"discussion/{comment.pk}/edit/")
        mark = seen(page(designer, address), "")
        designer.post(address, {"text": "Much too long.", "seen": mark})
        answer = designer.post(address, {"text": "Just right.", "seen": mark})
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "readonly>Much too long.</textarea>" in html
        assert ">Just right.</textarea>" in html
        comment.refresh_from_db()
        assert comment.source == "Much too long."
        designer.post(address, {"text": "Just right.", "seen": seen(html, "")})
        comment.refresh_from_db()
        assert comment.source == "Just right."

    def test_questions_to_playtesters(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "questions/")
        mark = seen(page(designer, at(draft)), address)
        designer.post(address, {"question": ["fun"], "seen": mark})
        answer = designer.post(address, {"question": ["words"], "seen": mark})
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "Stored now: Was it fun?" in html
        assert Draft.objects.get().questions == "fun"
        designer.post(address, {"question": ["words"], "seen": seen(html, address)})
        assert Draft.objects.get().questions == "words"

    def is_refused_until_looked_at(
        self, designer: Client, draft: Draft, sent: dict[str, str], figures: dict[str, int]
    ) -> None:
        """Check that what is *sent* changes nothing, but goes through from the page of the refusal."""
        address = at(draft, "change/")
        answer = designer.post(address, sent)
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "The draft has changed since this page was shown." in html
        assert working(draft).cards["drone"].figures == figures
        assert designer.post(address, sent | {"seen": seen(html, address)}).status_code == 303
        assert working(draft).count() == 0

    def test_undo(self, designer: Client, draft: Draft) -> None:
        """Pressed twice, it took back a change that nobody had looked at, and that no press brings back."""
        for scrap in ("3", "4"):
            designer.post(at(draft, DRONE), filled(designer, at(draft, DRONE), **{"figures/scrap": scrap}))
        address = at(draft, "change/")
        sent = {"what": "undo", "seen": seen(page(designer, at(draft)), address)}
        assert designer.post(address, sent).status_code == 303
        self.is_refused_until_looked_at(designer, draft, sent, {"scrap": 3})

    def test_discarding(self, designer: Client, draft: Draft) -> None:
        """It threw away what another window had done since."""
        address = at(draft, "change/")
        designer.post(at(draft, DRONE), filled(designer, at(draft, DRONE), **{"figures/scrap": "3"}))
        sent = {"what": "discard", "seen": seen(page(designer, at(draft)), address)}
        designer.post(at(draft, DRONE), filled(designer, at(draft, DRONE), **{"figures/scrap": "2"}))
        self.is_refused_until_looked_at(designer, draft, sent, {"scrap": 2})

    def test_name_and_summary(self, designer: Client, draft: Draft) -> None:
        address = at(draft, "rename/")
        mark = seen(page(designer, at(draft)), address)
        designer.post(address, {"name": "Drones", "summary": "Cheap.", "seen": mark})
        answer = designer.post(address, {"name": "Robots", "summary": "", "seen": mark})
        html = answer.content.decode()
        assert answer.status_code == 409
        assert "Stored now: “Drones”, with the summary “Cheap.”" in html
        assert 'value="Robots"' in html
        assert Draft.objects.get().name == "Drones"


class TestRefused:
    """What was typed stands in the form again."""

    def test_name_and_summary(self, designer: Client, draft: Draft) -> None:
        answer = designer.post(at(draft, "rename/"), {"name": " ", "summary": "Cheap & many."})
        html = answer.content.decode()
        assert answer.status_code == 422
        assert "Give the draft a name." in html
        assert ">Cheap &amp; many.</textarea>" in html
        assert '<details class="panel" open>\n          <summary>Rename or delete' in html

    def test_name_of_a_copy(self, designer: Client, draft: Draft) -> None:
        name = "A name that is longer than any name of a draft may ever be, &c."
        answer = designer.post(at(draft, "copy/"), {"name": name})
        html = answer.content.decode()
        assert answer.status_code == 422
        assert "has at most 60 characters" in html
        assert 'value="A name that is longer than any name of a draft may ever be, &amp;c."' in html
        assert '<details class="panel" open>\n          <summary>Make a copy' in html
        assert f'value="{draft.name}"' in html, "the name to change is that of the draft"

    def test_note_of_a_revision(self, user: User, designer: Client, draft: Draft) -> None:
        for card in catalog.cards("scrapbots", "3.6"):
            if card.type == "Scrapbot":
                change_draft(user, draft.pk, lambda now, slug=card.slug: with_out(now, slug), "nowhere")
        answer = designer.post(at(draft, "save/"), {"note": "Fewer & cheaper"})
        assert answer.status_code == 422
        assert 'value="Fewer &amp; cheaper"' in answer.content.decode()


def figures(html: str) -> dict[str, str]:
    """Return what the form of the rules' figures sends as it stands."""
    found = fields(html.replace("<form ", '<form id="card-form" '))
    return {name: value for name, value in found.items() if name.startswith("parameters/") or name == "seen"}
