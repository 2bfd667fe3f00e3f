"""A page never claims that the source says what somebody has reworded since it was compared."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games import catalog
from rules.booklets.job import job_of
from rules.document.blocks import Block
from rules.wiki.actions.publishing import Origin, publish
from rules.wiki.models import AuditEntry, ProgramCheck, RevisionKind, Shipment
from rules.wiki.queries.claims import unchecked
from rules.wiki.stored_books import all_books, blocks_from_json, blocks_to_json, stored_book
from tests.rules.proposing import Drafting, makes_editor, said, submitted
from tests.rules.text import block, edition, head_of, reworded, text_of, with_law

pytestmark = pytest.mark.django_db

BOOK = "/rules/scrapbots/3.6/"
COVERAGE = "/rules/scrapbots/coverage/3.6/"
ANCHOR = "attack-1"
NEW = "Ready ones attack."
MARK = "From the original rules, changed since it was checked"


@pytest.fixture
def editor(other_user: User, client_of: Any) -> Client:
    """A client signed in as an editor."""
    return client_of(makes_editor(other_user))


@pytest.fixture
def proposal(user_client: Client) -> Drafting:
    """A proposal with other words for what the source says."""
    return submitted(user_client, ANCHOR, NEW)


def state(anchor: str = ANCHOR) -> str:
    """Return what the page says of a paragraph's source; empty if it is checked."""
    claim = unchecked(stored_book("scrapbots", "3.6")).get(anchor)
    return claim.name if claim else ""


def publish_words(words: str = NEW) -> None:
    """Publish other words as nobody is asked about them, such as those of a merged shipment."""
    publish_text(reworded(text_of(edition()), ANCHOR, words))


def publish_text(to: tuple[Block, ...]) -> None:
    publish(edition(), head_of(edition()), to, Origin(RevisionKind.SHIPPED, None, "Other words."))


def test_everything_that_comes_with_the_site_is_checked() -> None:
    found = all_books()
    assert set(found) == {title.slug for title in catalog.titles()}
    for books in found.values():
        assert [unchecked(book) for book in books] == [{}] * len(books)


@pytest.mark.soak(seconds=0.5)
def test_accepting_without_a_tick_leaves_the_paragraph_unchecked(proposal: Drafting, editor: Client) -> None:
    page = said(editor.get(f"/rules/proposals/{proposal.pk}/"))
    assert f'name="sourced:{ANCHOR}"' in page
    proposal.review(editor, "accept")
    assert state() == MARK


def test_who_has_compared_it_says_so_with_the_acceptance(
    proposal: Drafting, editor: Client, other_user: User
) -> None:
    proposal.review(editor, "accept", **{f"sourced:{ANCHOR}": "yes", "sourced:x": "yes"})
    assert state() == ""
    check = ProgramCheck.objects.get(verdict="source")
    assert (check.anchor, check.author) == (ANCHOR, other_user)
    assert AuditEntry.objects.filter(what="paragraph/source-confirmed", actor=other_user).count() == 1


@pytest.mark.soak(seconds=1)
def test_all_pages_tell_it(client: Client) -> None:
    publish_words()
    for address in (
        BOOK,
        f"{BOOK}{ANCHOR}/",
        "/rules/search/?q=ready+ones",
        COVERAGE,
        f"{COVERAGE}{ANCHOR}/",
    ):
        assert MARK in said(client.get(address)), address
    fragment = client.get(f"{BOOK}{ANCHOR}/", headers={"HX-Request": "true"})
    assert MARK in said(fragment)
    laws = [part for one in job_of(stored_book("scrapbots", "3.6"))["chapters"] for part in one["parts"]]
    assert any(part.get("mark", "").startswith(MARK) for part in laws)


def test_the_preview_tells_it_before(user_client: Client) -> None:
    form = {"mode": "block", "key": ANCHOR, "text": NEW}
    source = {"provenance": "source", "where": "Attack with a Scrapbot"}
    ruling = {"provenance": "ruling", "where": ""}
    draft = Drafting(user_client)
    assert MARK in said(draft.post("preview/", True, **form | source))
    assert MARK not in said(draft.post("preview/", True, **form | ruling))


@pytest.mark.soak(seconds=0.5)
def test_an_editor_confirms_it_later_on_its_page_of_checks(editor: Client, client: Client) -> None:
    publish_words()
    page = f"{COVERAGE}{ANCHOR}/"
    assert "<ins>" in said(client.get(page))
    assert "The source says so" not in said(client.get(page))
    assert "The source says so" in said(editor.get(page))
    answer = editor.post(f"{page}checks/", {"verdict": "source", "seen": head_of(edition()).number})
    assert answer.status_code == 303
    assert state() == ""
    assert MARK not in said(client.get(BOOK))


def test_only_editors_confirm_it(user_client: Client) -> None:
    publish_words()
    form = {"verdict": "source", "seen": head_of(edition()).number}
    assert user_client.post(f"{COVERAGE}{ANCHOR}/checks/", form).status_code == 403
    assert state() == MARK


def test_the_old_words_again_need_no_check() -> None:
    old = next(block for block in text_of(edition()) if block.anchor == ANCHOR).unmarked.strip()
    publish_words()
    publish_words(old)
    assert state() == ""


def test_a_check_is_of_these_words_only(editor: Client) -> None:
    publish_words()
    editor.post(f"{COVERAGE}{ANCHOR}/checks/", {"verdict": "source", "seen": head_of(edition()).number})
    publish_words("All attack.")
    assert state() == MARK


def confirm(editor: Client, anchor: str = ANCHOR) -> None:
    """Say that the source says what a paragraph in force says."""
    form = {"verdict": "source", "seen": head_of(edition()).number}
    assert editor.post(f"{COVERAGE}{anchor}/checks/", form).status_code == 303


def test_what_has_changed_is_shown_against_the_words_that_were_compared_last(
    editor: Client, client: Client
) -> None:
    """It used to be the words that came with the site."""
    publish_words("Ready ones attack.")
    confirm(editor)
    publish_words("Ready ones strike.")
    page = said(client.get(f"{COVERAGE}{ANCHOR}/")).partition("since it was compared with the source:")[2]
    assert page.startswith('</p> <div class="paragraph__text">Ready ones <del>')
    confirm(editor)
    publish_words("None strike.")
    assert "Ready ones strike." in unchecked(stored_book("scrapbots", "3.6"))[ANCHOR].checked_html


def test_a_paragraph_made_on_the_site_that_was_compared_and_reworded_has_changed_since(
    editor: Client,
) -> None:
    text = with_law(text_of(edition()), "aim-1", "aim-9")
    marked = block('Be kind.\n{: #aim-9 .source from="Goal" }')
    publish_text(tuple(marked if one.anchor == "aim-9" else one for one in text))
    confirm(editor, "aim-9")
    assert state("aim-9") == ""
    publish_text(reworded(text_of(edition()), "aim-9", "Be very kind."))
    assert state("aim-9") == "From the original rules, changed since it was checked"


def test_words_that_came_with_the_site_later_were_compared_later(editor: Client) -> None:
    publish_words("Ready ones attack.")
    confirm(editor)
    taken_in = Shipment.objects.get(edition=edition())
    blocks = blocks_to_json(reworded(blocks_from_json(taken_in.blocks), ANCHOR, "Fresh ones attack."))
    Shipment.objects.create(edition=edition(), digest="later", blocks=blocks)
    publish_words("All attack.")
    assert "Fresh ones attack." in unchecked(stored_book("scrapbots", "3.6"))[ANCHOR].checked_html


def test_it_is_no_word_on_the_game(editor: Client) -> None:
    """The program goes by this paragraph; that it does what the words say is another check."""
    publish_words()
    editor.post(f"{COVERAGE}{ANCHOR}/checks/", {"verdict": "source", "seen": head_of(edition()).number})
    assert "Enforced, changed since it was checked" in said(editor.get(f"{BOOK}{ANCHOR}/"))


def test_a_new_paragraph_that_names_the_source_was_never_checked() -> None:
    text = with_law(text_of(edition()), "aim-1", "aim-9")
    marked = block('Be kind.\n{: #aim-9 .source from="Goal" }')
    publish_text(tuple(marked if one.anchor == "aim-9" else one for one in text))
    assert state("aim-9") == "From the original rules, not checked yet"
